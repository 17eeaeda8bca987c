"""What the routes about people and their ratings give."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from kingme.web.people.names import PersonName
from kingme.web.people.speeds import Speed
from kingme.web.schemas import Incoming, Outgoing, Spec

RivalKind = Literal["account", "bot", "level", "guest", "gone"]
RivalName = Annotated[str, StringConstraints(min_length=1, max_length=80)]


class Rival(Outgoing):
    """Somebody with a rating."""

    name: str = Field(description="what people see")
    link: str | None = Field(description="the address of the profile; null for guests and for those who are gone")
    kind: RivalKind


class PoolRating(Outgoing):
    """A rating in one game at one speed, with the games behind it."""

    variant: str
    speed: Speed
    rating: int
    low: int = Field(description="the interval that holds the true rating in 95 of 100 cases")
    high: int
    certain: bool
    won: int
    drawn: int
    lost: int


class Leader(Outgoing):
    """A row of a leader board."""

    rival: Rival
    rating: int
    low: int
    high: int
    games: int = Field(description="0 for levels: their ratings were measured beforehand")
    you: bool


class LeaderBoard(Outgoing):
    variant: str
    speed: Speed
    leaders: list[Leader]
    you: PoolRating | None = Field(description="your own rating, also where it is too uncertain for the table")


class LadderRow(Leader):
    spec: str | None = Field(description="of a player that its author has entered, and the server plays")


class LadderTable(Outgoing):
    """Programs, levels and presets of the studies on one scale, the best first."""

    rows: list[LadderRow]
    least: int = Field(description="games that a program needs to be listed")


class NewEntrant(Incoming):
    """A player that the server is to play for the ladder."""

    name: PersonName = Field(examples=["My first engine"])
    spec: Spec = Field(examples=["mcts:iterations=2000"])


class EntrantReport(Outgoing):
    id: str
    name: str
    link: str
    spec: str
    state: Literal["playing", "done", "stopped", "failed"]
    message: str = Field(description="why it has failed")
    games: int
    rating: int
    low: int
    high: int


class EntrantList(Outgoing):
    """One's own players on the ladder."""

    offered: bool = Field(description="whether this server plays for specs, and for you")
    entrants: list[EntrantReport]


class EstimateRequest(Incoming):
    """Games of a file, and which of its players is meant."""

    name: RivalName = Field(examples=["My engine"])
    text: str = Field(description="PDN, or saved games as JSON")


class EstimateOpponent(Outgoing):
    name: str
    rating: int
    points: float
    games: int


class Estimate(Outgoing):
    """What games of a file say of a player; anybody can have written it."""

    rating: int
    low: int
    high: int
    verified: Literal[False]
    opponents: list[EstimateOpponent]
    left_out: dict[str, int] = Field(description="games that do not count, by the reason")


class CurvePoint(Outgoing):
    at: float
    rating: int
    deviation: int


class Curve(Outgoing):
    variant: str
    speed: Speed
    points: list[CurvePoint]


class RivalResults(Outgoing):
    """Results against one opponent."""

    rival: Rival
    won: int
    drawn: int
    lost: int


class OpeningResults(Outgoing):
    opening: str
    won: int
    drawn: int
    lost: int


class PlayedGame(Outgoing):
    """A rated game as one of its players sees it."""

    game: str | None = Field(description="null if the game itself was deleted")
    variant: str
    speed: Speed
    color: Literal["black", "white"]
    rival: Rival
    result: Literal["won", "drawn", "lost"]
    rating: int
    change: int
    opening: str | None
    ended: float


class Profile(Outgoing):
    rival: Rival
    you: bool
    since: float | None
    seen: float | None
    ratings: list[PoolRating]
    curves: list[Curve]
    rivals: list[RivalResults]
    openings: list[OpeningResults]
    games: list[PlayedGame]
