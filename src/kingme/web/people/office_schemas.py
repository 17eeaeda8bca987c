"""What the routes of administrators and of reports take and give."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from kingme.web.people.account_schemas import GivenName
from kingme.web.people.names import plain_name
from kingme.web.schemas import GameId, Incoming, Outgoing

MeasureName = Literal["ban", "mute"]
ReasonName = Literal["engine", "abuse", "name", "other"]
Words = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(plain_name)]


class NewReport(Incoming):
    """Something that an administrator should look at."""

    game: GameId = Field(description="a game that you have played with somebody")
    reason: ReasonName
    text: Annotated[str, StringConstraints(max_length=500)] = ""


class Unlocking(Incoming):
    code: Annotated[str, StringConstraints(pattern=r"^[0-9 ]{6,8}$")] = Field(examples=["123456"])


class NewMeasure(Incoming):
    """Of an account by its name; of anybody by a report, or by the side of a game between two people."""

    name: GivenName | None = Field(None, examples=["Ann Smith"])
    report: Annotated[int, Field(ge=1, le=2**31)] | None = Field(None, description="about whom a report is")
    game: GameId | None = Field(None, description="with `color`: who plays that side")
    color: Literal["black", "white"] | None = None
    address: bool = Field(False, description="also guests from the addresses of this guest, for a month at most")
    measure: MeasureName
    days: int | None = Field(None, ge=1, le=3650, description="null: until it is lifted")
    reason: Words = Field(examples=["engine help in rated games"], description="the person reads it")


class LiftedMeasure(Incoming):
    name: GivenName | None = Field(None, examples=["Ann Smith"])
    handle: Annotated[str, StringConstraints(pattern="^[0-9a-f]{16}$")] | None = Field(
        None, description="of the list of measures: guests and addresses have no name of their own"
    )
    measure: MeasureName


class VoidGame(Incoming):
    game: GameId
    reason: Words = Field(examples=["engine help"])


class ReportInfo(Outgoing):
    id: int
    author: str
    about: str
    game: str
    game_exists: bool
    reason: ReasonName
    text: str
    at: float


class MeasureInfo(Outgoing):
    name: str
    handle: str
    measure: MeasureName
    until: float | None
    reason: str
    at: float


class LogLine(Outgoing):
    at: float
    name: str
    what: str


class SharedAddress(Outgoing):
    """Accounts that have logged in from one address lately."""

    names: list[str]
    games: int = Field(description="rated games that they have played with each other")


class OfficeReport(Outgoing):
    """Everything that administrators look at."""

    reports: list[ReportInfo]
    measures: list[MeasureInfo]
    shared: list[SharedAddress]
    log: list[LogLine]
