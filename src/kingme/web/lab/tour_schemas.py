"""What a tour looks like on the wire."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from kingme.web.schemas import Outgoing

TourName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,40}$")]


class TourNode(Outgoing):
    id: int
    parent: int | None
    label: str = Field(description="the move that leads here")
    shape: Literal["max", "min", "leaf"]
    state: Literal["ahead", "open", "now", "done", "new", "cut"]
    fen: str
    path: list[int]
    value: str = ""
    under: str = ""
    best: bool = False


class TourTree(Outgoing):
    caption: str
    nodes: list[TourNode]
    pruned: bool


class TourBoard(Outgoing):
    fen: str
    last: list[int]
    arrows: list[list[int]]


class TourTable(Outgoing):
    caption: str
    head: list[str]
    rows: list[list[str]]
    mark: int | None = Field(description="the row that stands out")


class TourBar(Outgoing):
    label: str
    value: float
    text: str
    best: bool
    low: float | None = None
    high: float | None = None


class TourBars(Outgoing):
    caption: str
    bars: list[TourBar]
    most: float
    unit: str


class TourView(Outgoing):
    """What is shown at a moment of the search."""

    board: TourBoard
    trees: list[TourTree] = Field(default_factory=list)
    table: TourTable | None = None
    bars: TourBars | None = None


class TourChoice(Outgoing):
    text: str
    node: int | None = Field(description="where in the tree it can be clicked")


class TourLook(Outgoing):
    """Where the profiler shows the same moment."""

    mode: Literal["trace", "steps"]
    at: str


class TourStep(Outgoing):
    title: str
    text: str
    view: TourView
    after: TourView | None = Field(description="once the answer is known; as before if there is none")
    prompt: str
    choices: list[TourChoice]
    answer: int
    right: str
    wrong: str
    fen: str
    player: str
    look: TourLook | None


class TourReport(Outgoing):
    """A tour with everything that it shows, all of it from real searches."""

    name: str
    title: str
    summary: str
    steps: list[TourStep]


class TourSummary(Outgoing):
    name: str
    title: str
    summary: str
    steps: int


class TourList(Outgoing):
    tours: list[TourSummary]


class Term(Outgoing):
    name: str
    about: Literal["search", "checkers", "both"]
    text: str
    also: list[str] = Field(description="other forms of the word")
    see: str | None = Field(description="the tour that shows it; for words of checkers the lesson")
    common: bool = Field(description="too common to be marked in texts")


class Glossary(Outgoing):
    terms: list[Term]
