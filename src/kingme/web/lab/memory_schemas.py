"""What the routes of memories give."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from kingme.web.schemas import Outgoing

MemoryName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,39}$")]


class MemoryStep(Outgoing):
    """Games from one moment to the next, and what was known at the end of them."""

    first: int = Field(description="number of the first of these games")
    last: int
    positions: int
    wins: int
    draws: int
    losses: int


class MemoryReport(Outgoing):
    name: str
    problem: str = Field(description="why it cannot be used; empty if it can")
    game: str = Field(description="the game's title")
    learner: str = Field(description="the kind of player it belongs to")
    changed: float = Field(description="seconds since 1970")
    games: int
    positions: int
    most: int = Field(description="positions that it can hold")
    wins: int
    draws: int
    losses: int
    steps: list[MemoryStep]


class MemoryList(Outgoing):
    memories: list[MemoryReport]
    may_forget: bool = Field(description="whether this browser may remove them: on the machine of the server it may")


class MemoryLine(Outgoing):
    line: str
    wins: int
    draws: int
    losses: int
    blames: int = Field(description="how often its last move was to blame for a loss")


class MemoryLines(Outgoing):
    lines: list[MemoryLine]
