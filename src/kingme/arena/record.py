"""What is kept of a finished game: `GameRecord` for the tables, `PlayedGame` with all else, and how games make pairs.

A record knows players by name, so that it outlives the run that made it. Two-element tuples stand in the order Black,
White: index them with a `Color`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.game import Game, Ply
from kingme.outcome import Color, Outcome, Termination
from kingme.profile import OFFICIAL, Rules
from kingme.score import Score


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The facts of one game.

    `plies` counts every move from the start of the game, those of its opening included. `pieces` and `kings` stand on
    the board at the end, `crowned` counts men that became kings. `times` are seconds for each move that a player
    thought about; `simulations` and `nodes` are sums over these moves. `line` is the whole game as text, to tell games
    apart.
    """

    number: int
    pair: int
    black: str
    white: str
    winner: Color | None
    termination: Termination
    plies: int = 0
    pieces: tuple[int, int] = (0, 0)
    kings: tuple[int, int] = (0, 0)
    crowned: tuple[int, int] = (0, 0)
    times: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())
    simulations: tuple[int, int] = (0, 0)
    nodes: tuple[int, int] = (0, 0)
    line: str = ""

    def __post_init__(self) -> None:
        if self.black == self.white:
            raise KingMeError(
                f"game {self.number}: both players are called {self.black!r}; give them names of their own"
            )

    @classmethod
    def of(
        cls,
        game: Game,
        *,
        number: int,
        pair: int,
        black: str,
        white: str,
        simulations: tuple[int, int] = (0, 0),
        nodes: tuple[int, int] = (0, 0),
    ) -> GameRecord:
        """The record of a finished game; times are those of the plies that have an `elapsed`."""
        outcome = game.outcome()
        if outcome is None:
            raise KingMeError(f"game {number} is not over")
        times: tuple[list[float], list[float]] = ([], [])
        crowned = [0, 0]
        for ply, before, after in zip(game.plies, game.positions, game.positions[1:], strict=False):
            mover = before.turn
            if ply.elapsed is not None:
                times[mover].append(ply.elapsed)
            crowned[mover] += _count(after, mover, king=True) - _count(before, mover, king=True)
        colors = (Color.BLACK, Color.WHITE)
        return cls(
            number=number,
            pair=pair,
            black=black,
            white=white,
            winner=outcome.winner,
            termination=outcome.termination,
            plies=len(game.plies),
            pieces=(_count(game.board, colors[0]), _count(game.board, colors[1])),
            kings=(_count(game.board, colors[0], king=True), _count(game.board, colors[1], king=True)),
            crowned=(crowned[0], crowned[1]),
            times=(tuple(times[0]), tuple(times[1])),
            simulations=simulations,
            nodes=nodes,
            line=f"{game.start.fen().replace(' ', '_')} {' '.join(str(move) for move in game.moves)}",
        )

    @property
    def players(self) -> tuple[str, str]:
        return self.black, self.white

    @property
    def outcome(self) -> Outcome:
        return Outcome(self.termination, self.winner)

    @property
    def is_forfeit(self) -> bool:
        """Whether the game was lost off the board: on time, by an illegal move or by a crash."""
        return self.outcome.is_forfeit

    def half_points(self, color: Color) -> int:
        """2 for a win of this side, 1 for a draw, 0 for a loss."""
        return 1 if self.winner is None else 2 * (self.winner is color)


def _count(board: Board, color: Color, king: bool | None = None) -> int:
    return len(board.pieces(color, king))


class PairResult(NamedTuple):
    """What `first` scored against `second` in two games with colours swapped, or in one that is left alone."""

    first: str
    second: str
    half_points: int
    games: int
    pair: int

    @property
    def points(self) -> float:
        return self.half_points / 2

    def seen_by(self, name: str) -> PairResult:
        """The same from the side of one of its players."""
        if name == self.first:
            return self
        return PairResult(self.second, self.first, 2 * self.games - self.half_points, self.games, self.pair)


def pair_up(records: Iterable[GameRecord]) -> list[PairResult]:
    """The results of complete pairs, and of games whose other half is missing, in order of pair number.

    Two games make a pair when they carry the same pair number and the same two players with colours swapped. `first` is
    the player who had Black in the game with the lower number.
    """
    units: list[PairResult] = []
    waiting: dict[tuple[int, str, str], GameRecord] = {}
    for record in sorted(records, key=lambda record: record.number):
        other = waiting.pop((record.pair, record.white, record.black), None)
        if other is None:
            key = (record.pair, record.black, record.white)
            if key in waiting:
                raise KingMeError(f"games {waiting[key].number} and {record.number} of a pair have the same colours")
            waiting[key] = record
        else:
            half_points = other.half_points(Color.BLACK) + record.half_points(Color.WHITE)
            units.append(PairResult(other.black, other.white, half_points, 2, record.pair))
    units.extend(
        PairResult(record.black, record.white, record.half_points(Color.BLACK), 1, record.pair)
        for record in waiting.values()
    )
    return sorted(units, key=lambda unit: unit.pair)


# --- with everything else ---------------------------------------------------------------------------------------------


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
        return self.record.line.partition(" ")[0].replace("_", " ")

    @property
    def moves(self) -> list[str]:
        """Every move from there, its whole path written out."""
        return self.record.line.split()[1:]

    def game(self, rules: Rules = OFFICIAL) -> Game:
        """The game to replay, under the rules it was played by, with times and what the players thought."""
        game = Game(Board.from_fen(self.fen, rules.game), rules=rules)
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
