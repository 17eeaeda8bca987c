"""What the puzzle trainer and the page of one's progress take and give."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from kingme.web.learn.schemas import LineMove
from kingme.web.schemas import ColorName, Incoming, MoveInfo, Outgoing, ScoreInfo, Square

PuzzleId = Annotated[str, StringConstraints(pattern=r"^[a-z2-7]{8}$")]
PuzzleKind = Literal["endless", "mistakes", "daily", "run"]
MovePath = Annotated[list[Square], Field(min_length=2, max_length=16)]


class PuzzleQuery(Incoming):
    """Which puzzle comes next: of one's own strength, a mistake of one's own, the one of the day, or a timed run."""

    kind: PuzzleKind = "endless"
    theme: Annotated[str, StringConstraints(max_length=30)] | None = Field(None, examples=["two-for-one"])
    begin: bool = Field(False, description="begin a new timed run")


class SolverReport(Outgoing):
    rating: int
    deviation: int = Field(description="the true rating lies within twice this in 95 of 100 cases")
    attempts: int
    due: int = Field(description="mistakes that come back now")


class RunReport(Outgoing):
    left: float = Field(description="seconds")
    solved: int
    wrong: int


class PuzzleTask(Outgoing):
    id: str
    kind: Literal["endless", "mistake", "daily", "run"]
    fen: str
    turn: ColorName
    legal: list[MoveInfo]
    goal: Literal["win", "draw"]
    rating: int
    rated: bool
    solver: SolverReport
    run: RunReport | None


class PuzzleAnswer(Incoming):
    step: int = Field(ge=0, le=20, description="how many of the solver's moves were found before")
    path: MovePath


class PuzzleResult(Outgoing):
    """How a puzzle ended."""

    solved: bool
    counted: bool = Field(description="whether it was the first answer to this task")
    change: int = Field(description="of the rating")
    rating: int = Field(description="of the puzzle")
    themes: list[str]
    line: list[LineMove] = Field(description="the solution from the first position")
    after: list[LineMove] = Field(description="how play goes on then")
    solver: SolverReport
    run: RunReport | None


class AnswerVerdict(Outgoing):
    right: bool
    move: LineMove
    reply: LineMove | None = Field(description="the opponent's answer, while the puzzle goes on")
    legal: list[MoveInfo]
    result: PuzzleResult | None = Field(description="once it is over")


class Refutation(Outgoing):
    """What is wrong with a move: how the engine goes on after it."""

    line: list[LineMove]
    score: ScoreInfo | None = Field(description="after the move, for the solver")


class ThemeCount(Outgoing):
    name: str
    puzzles: int


class PuzzleMenu(Outgoing):
    puzzles: int
    themes: list[ThemeCount]
    solver: SolverReport
    best: int | None = Field(description="most puzzles solved in a timed run")
    daily: bool = Field(description="the puzzle of the day was solved")


# --- progress ---------------------------------------------------------------------------------------------------------


class RatingPoint(Outgoing):
    at: float = Field(description="seconds since 1970")
    rating: int


class ThemeReport(Outgoing):
    name: str
    solved: int
    tried: int


class StreakReport(Outgoing):
    days: int = Field(description="days in a row with something solved or done, up to today or yesterday")
    longest: int
    today: int = Field(description="puzzles solved today")


class RunResult(Outgoing):
    at: float
    solved: int
    wrong: int


class PuzzleProgress(Outgoing):
    solver: SolverReport
    solved: int
    tried: int
    curve: list[RatingPoint]
    themes: list[ThemeReport]
    streak: StreakReport
    runs: list[RunResult]


class LessonProgress(Outgoing):
    name: str
    title: str
    chapter: str
    steps: int
    done: int


class ProgressOverview(Outgoing):
    """What a browser has learned; each part of the course has a field of its own."""

    puzzles: PuzzleProgress
    lessons: list[LessonProgress] = Field(description="those that were begun")
    lessons_in_all: int
