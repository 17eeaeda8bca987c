"""`PlayedGame`: all that is known of a game that a run has played; its `record` is what tables are made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kingme.arena.record import GameRecord
from kingme.board import Board
from kingme.game import Game, Ply
from kingme.outcome import Outcome
from kingme.profile import OFFICIAL, Rules
from kingme.score import Score


@dataclass(slots=True)
class Thoughts:
    """What the players said of their moves, a place for each ply after the opening.

    `time` in seconds; `score`, and `value` from 0 to 1, are for the side that moved; `clock`
    is the time left after the move. None where a player said nothing.
    """

    time: list[float] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)
    simulations: list[int] = field(default_factory=list)
    depth: list[float] = field(default_factory=list)
    score: list[Score | None] = field(default_factory=list)
    value: list[float | None] = field(default_factory=list)
    clock: list[float | None] = field(default_factory=list)

    def as_data(self) -> dict[str, list[Any]]:
        """Plain lists for JSON, those that say nothing left out."""
        data: dict[str, list[Any]] = {name: getattr(self, name) for name in self.__slots__}
        data["score"] = [None if score is None else score.as_data() for score in self.score]
        return {name: values for name, values in data.items() if name == "time" or any(values)}

    @classmethod
    def from_data(cls, data: dict[str, list[Any]]) -> Thoughts:
        count = len(data.get("time", []))
        filled: dict[str, list[Any]] = {name: [0] * count for name in ("nodes", "simulations", "depth")}
        filled |= {name: [None] * count for name in ("score", "value", "clock")}
        found = filled | data
        found["score"] = [None if score is None else Score.from_data(score) for score in found["score"]]
        return cls(**found)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game with everything that was recorded of it.

    `reason` says more about the end where there is more to say: which rule adjudicated, how an engine failed. `started`
    is in seconds since 1970. `tainted` tells a worker that a thread of it is still stuck in the game.
    """

    record: GameRecord
    opening: str
    opening_plies: int
    seed: int
    reason: str = ""
    thoughts: Thoughts = field(default_factory=Thoughts)
    started: float = 0.0
    seconds: float = 0.0
    tainted: bool = False

    @property
    def number(self) -> int:
        return self.record.number

    @property
    def fen(self) -> str:
        """Where the game began, before its opening."""
        return self.record.line.partition(" ")[0]

    @property
    def moves(self) -> list[str]:
        """Every move from there, its whole path written out."""
        return self.record.line.split()[1:]

    def game(self, rules: Rules = OFFICIAL) -> Game:
        """The game to replay, under the rules it was played by, with times and what the players thought."""
        game = Game(Board.from_fen(self.fen), rules=rules)
        for index, move in enumerate(self.moves):
            ply = Ply(game.board.parse_move(move))
            at = index - self.opening_plies
            if 0 <= at < len(self.thoughts.time):
                ply.elapsed, ply.clock = self.thoughts.time[at], self.thoughts.clock[at]
                ply.comment = self._comment(at)
            game.append(ply)
        if game.outcome() != self.record.outcome:
            game.declared = Outcome(self.record.termination, self.record.winner)
        return game

    def _comment(self, at: int) -> str:
        """A move's score, value, depth, simulations and nodes in a few words."""
        said = self.thoughts
        score, value = said.score[at], said.value[at]
        parts = [
            "" if score is None else f"score {score}",
            "" if value is None else f"value {100 * value:.1f} %",
            f"depth {said.depth[at]:g}" if said.depth[at] else "",
            f"simulations {said.simulations[at]}" if said.simulations[at] else "",
            f"nodes {said.nodes[at]}" if said.nodes[at] else "",
        ]
        return ", ".join(filter(None, parts))
