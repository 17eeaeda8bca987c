"""What the course and the drills take and give."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from kingme.web.schemas import ColorName, Fen, Incoming, MoveInfo, Outgoing, Square

LessonName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,60}$")]
Result = Literal["win", "draw", "loss"]


class LessonSummary(Outgoing):
    name: str
    title: str
    idea: str
    fen: str = Field(description="the position of the first step")
    steps: int
    done: int


class ChapterSummary(Outgoing):
    name: str
    title: str
    lessons: list[LessonSummary]


class CourseReport(Outgoing):
    chapters: list[ChapterSummary]


class LessonStep(Outgoing):
    kind: Literal["play", "mark", "judge"]
    fen: str
    turn: ColorName
    legal: list[MoveInfo]
    task: str
    count: int | None = Field(description="how many squares are to be marked")
    reply: MoveInfo | None = Field(description="the move that led here from the step before")


class LessonReport(Outgoing):
    name: str
    title: str
    idea: str
    source: str
    chapter: str
    next: str | None = Field(description="the lesson after this one")
    done: list[int]
    steps: list[LessonStep]


class LessonAnswer(Incoming):
    """An answer to a step: a move, squares, or a result, as the step asks for."""

    path: list[Square] | None = Field(None, min_length=2, max_length=16)
    squares: list[Square] | None = Field(None, max_length=32)
    result: Result | None = None


class LineMove(MoveInfo):
    fen: str = Field(description="the position after the move")


class AnswerReport(Outgoing):
    right: bool
    verdict: Literal["right", "fine", "wrong", "illegal"]
    words: str
    value: str | None = Field(description="what the move is worth, where that is known for certain")
    move: LineMove | None
    line: list[LineMove] = Field(description="how the game may go on: after a wrong move, what refutes it")


class SolutionReport(Outgoing):
    text: str
    path: list[Square] | None
    squares: list[Square] | None
    result: Result | None


class DrillSummary(Outgoing):
    name: str
    title: str
    task: str
    goal: Literal["win", "draw"]
    fen: str


class DrillList(Outgoing):
    drills: list[DrillSummary]


class DrillPosition(Outgoing):
    """A position of a drill, with what the tables say of it for the person, who is to move."""

    drill: str
    title: str
    task: str
    number: int
    fen: str
    turn: ColorName
    legal: list[MoveInfo]
    goal: Literal["win", "draw"]
    value: Result
    plies: int | None


class DrillMove(Incoming):
    fen: Fen
    path: Annotated[list[Square], Field(min_length=2, max_length=16)]


class DrillReport(Outgoing):
    """A move of a drill: what it was worth, and the answer of the tables."""

    verdict: Literal["right", "wrong", "illegal", "done"]
    words: str
    move: LineMove | None
    reply: LineMove | None
    value: Result | None = Field(description="for the person, after the answer")
    plies: int | None
    legal: list[MoveInfo]
    better: str | None = Field(description="a move that would have kept the goal")
