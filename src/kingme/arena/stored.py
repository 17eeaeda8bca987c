"""What a store tells of its runs and games: `RunInfo`, `Outline`, `Result`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from kingme.arena.plan import Plan


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


class Result(NamedTuple):
    """The result of a stored game; players by place, `winner` a colour's number or None."""

    number: int
    pair: int
    black: int
    white: int
    winner: int | None
