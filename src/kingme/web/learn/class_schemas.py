"""What the class room takes and gives. Names are whatever people choose: made harmless here, and shown as text only."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from kingme.web.people.names import plain_name
from kingme.web.schemas import Incoming, Outgoing

ClassCode = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{10}$")]
Kind = Literal["lesson", "puzzles", "position", "tour"]
ItemId = Annotated[
    str,
    StringConstraints(pattern=r"^[A-Za-z0-9:,._=+-]{1,200}$"),
    Field(
        examples=["minimax-by-hand"],
        description="the name of a lesson or tour, theme and number of puzzles (`shot:10`, `all:10`), or a FEN",
    ),
]

Name = Annotated[str, StringConstraints(min_length=1, max_length=40), AfterValidator(plain_name)]
Title = Annotated[str, StringConstraints(min_length=1, max_length=80), AfterValidator(plain_name)]


class NewClass(Incoming):
    title: Title = Field(examples=["Checkers club, Tuesday"])


class Joining(Incoming):
    name: Name = Field(description="whatever the pupil wants to be called", examples=["Ann"])


class Assignment(Incoming):
    kind: Kind
    id: ItemId
    title: Title


class ProgressReport(Incoming):
    """How far the sender got with an assignment."""

    kind: Kind
    id: ItemId
    done: int = Field(ge=0, le=100_000)
    total: int = Field(ge=1, le=100_000)


class AssignmentInfo(Outgoing):
    kind: Kind
    id: str
    title: str


class Achievement(Outgoing):
    kind: Kind
    id: str
    done: int
    total: int


class MemberInfo(Outgoing):
    number: int
    name: str
    joined: float
    seen: float
    progress: list[Achievement]


class ClassReport(Outgoing):
    """A class as the one who asks may see it: the teacher sees all members, a member only themselves."""

    code: str
    title: str
    created: float
    teacher: bool = Field(description="the class belongs to this browser")
    me: int | None = Field(description="the number of this browser's membership")
    assignments: list[AssignmentInfo]
    members: list[MemberInfo]


class ClassSummary(Outgoing):
    code: str
    title: str
    created: float
    assignments: int


class ClassList(Outgoing):
    taught: list[ClassSummary]
    joined: list[ClassSummary]


class Counted(Outgoing):
    counted: bool = Field(description="it is assigned in this class, and this browser is a member of it")
