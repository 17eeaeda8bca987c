"""What a store tells of its runs and games (`RunInfo`, `Outline`), and games as rows of its table `game`.

Rows are sealed by checksums, and checked when they are read. The checksum of a game covers who played which colour by
name: were the players of a run exchanged, or the winner of a game, nothing would fit any more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kingme.arena.plan import Plan
from kingme.arena.record import GameRecord, PlayedGame, Thoughts
from kingme.database.checksum import row_checksum
from kingme.database.damage import WRONG_CHECKSUM
from kingme.outcome import Color, Termination


@dataclass(frozen=True, slots=True)
class RunInfo:
    """A run in a store. `games` is how many count, `done` how many of these are stored, `aside` how many were damaged.

    Games that were set aside are missing from the run, and are played again when it goes on.
    """

    id: int
    name: str
    plan: Plan
    games: int
    done: int
    decided: str | None
    created: float
    system: dict[str, Any]
    aside: int = 0

    @property
    def is_complete(self) -> bool:
        return self.done >= self.games

    @property
    def players(self) -> list[str]:
        """Names by place."""
        return [player.name for player in self.plan.players]

    def game_name(self, number: int) -> str:
        """What a game is called in a sentence."""
        return f"run {self.name}, game {number + 1}"


class Outline(NamedTuple):
    """A stored game in a line of a list; players by place, `winner` a colour's number or None."""

    number: int
    pair: int
    black: int
    white: int
    winner: int | None
    termination: str
    plies: int
    opening: str
    reason: str
    seconds: float

    @classmethod
    def of(cls, row: Mapping[Any, Any]) -> Outline:
        """Of a row of the table `game`."""
        return cls(*(row[name] for name in cls._fields))


# --- rows -------------------------------------------------------------------------------------------------------------

RECORD_COLUMNS = ("pieces", "kings", "crowned", "nodes", "simulations")
"""What a record has of each side, in columns `black_…` and `white_…`."""


def game_to_row(run_id: int, game: PlayedGame, places: Mapping[str, int]) -> dict[str, Any]:
    """The row of a game; `places` are those of the run's players by name."""
    record = game.record
    row = {
        "run_id": run_id,
        "number": record.number,
        "pair": record.pair,
        "black": places[record.black],
        "white": places[record.white],
        "winner": None if record.winner is None else int(record.winner),
        "termination": record.termination.value,
        "reason": game.reason,
        "opening": game.opening,
        "opening_plies": game.opening_plies,
        "line": record.line,
        "plies": record.plies,
        "seed": game.seed,
        "started": game.started,
        "seconds": game.seconds,
        "thoughts": game.thoughts.as_data(),
    }
    for name in RECORD_COLUMNS:
        row[f"black_{name}"], row[f"white_{name}"] = getattr(record, name)
    return row


def seal(row: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """The row of a game with its checksums; `names` are those of the run's players by place."""
    return row | {"checksum": _game_checksum(row, names), "thoughts_checksum": _thoughts_checksum(row)}


def damage_of(row: Mapping[Any, Any], names: Sequence[str]) -> str | None:
    """What is wrong with the row of a game, with or without its thoughts; None if it is what was stored."""
    if row["checksum"] != _game_checksum(row, names):
        return WRONG_CHECKSUM
    if "thoughts" in row and row["thoughts_checksum"] != _thoughts_checksum(row):
        return "what the players thought is not what was stored: its checksum is wrong"
    return None


def _game_checksum(row: Mapping[Any, Any], names: Sequence[str]) -> str:
    players = [
        names[place] if isinstance(place, int) and 0 <= place < len(names) else None
        for place in (row["black"], row["white"])
    ]
    return row_checksum("game", row, *players, without=("thoughts",))


def _thoughts_checksum(row: Mapping[Any, Any]) -> str:
    return row_checksum("thoughts", {"thoughts": row["thoughts"]}, row["run_id"], row["number"])


def record_from_row(row: Mapping[Any, Any], names: Sequence[str]) -> GameRecord:
    """The record of a row; `names` are those of the run's players by place."""
    return GameRecord(
        number=row["number"],
        pair=row["pair"],
        black=names[row["black"]],
        white=names[row["white"]],
        winner=None if row["winner"] is None else Color(row["winner"]),
        termination=Termination(row["termination"]),
        plies=row["plies"],
        times=_times(row),
        line=row["line"],
        **{name: (row[f"black_{name}"], row[f"white_{name}"]) for name in RECORD_COLUMNS},
    )


def game_from_row(row: Mapping[Any, Any], names: Sequence[str]) -> PlayedGame:
    """Everything that a row knows."""
    return PlayedGame(
        record=record_from_row(row, names),
        opening=row["opening"],
        opening_plies=row["opening_plies"],
        seed=row["seed"],
        reason=row["reason"],
        thoughts=Thoughts.from_data(row["thoughts"]),
        started=row["started"],
        seconds=row["seconds"],
    )


def _times(row: Mapping[Any, Any]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Seconds for each move by side; who moves first is the first letter of the position the game began from."""
    times = row["thoughts"].get("time", [])
    starter = Color.WHITE if row["line"][:1].upper() == "W" else Color.BLACK
    first = Color((starter + row["opening_plies"]) % 2)
    turns = (tuple(times[0::2]), tuple(times[1::2]))
    return turns if first is Color.BLACK else (turns[1], turns[0])
