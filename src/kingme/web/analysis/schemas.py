"""What the routes of analysis take and give."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from kingme.web.analysis.messages import Path
from kingme.web.schemas import ColorName, Fen, Incoming, MoveInfo, OutcomeInfo, Outgoing, Square

Verdict = Literal["win", "draw", "loss"]
Judgement = Literal["", "inaccuracy", "mistake", "blunder"]
Words = Annotated[str, StringConstraints(max_length=10_000)]
Nag = Annotated[int, Field(ge=0, le=255)]
ReviewId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}$")]


# --- positions --------------------------------------------------------------------------------------------------------


class PositionQuery(Incoming):
    """A position, and a move to make there: by its squares, or as it is written."""

    fen: Fen
    path: Path | None = None
    move: Annotated[str, StringConstraints(max_length=60)] | None = None


class AnalysedPosition(Outgoing):
    fen: str
    turn: ColorName
    move: MoveInfo | None = Field(description="the move that led here, if one was asked for and is legal")
    refused: str | None = Field(description="why the move that was asked for is not legal; the position is as it was")
    legal: list[MoveInfo]
    must_capture: bool
    outcome: OutcomeInfo | None
    pieces: int


# --- games with variations --------------------------------------------------------------------------------------------


class TreePly(Incoming):
    """A move with what is written about it; `variations` are alternatives to it, each from the position before."""

    path: Path
    comment: Words = ""
    nags: list[Nag] = Field(default_factory=list, max_length=8)
    variations: list[list[TreePly]] = Field(default_factory=list, max_length=100)


class AnnotatedGame(Incoming):
    start_fen: Fen | None = None
    tags: dict[Annotated[str, StringConstraints(max_length=60)], Annotated[str, StringConstraints(max_length=500)]] = (
        Field(default_factory=dict, max_length=100)
    )
    comment: Words = ""
    result: Literal["1-0", "0-1", "1/2-1/2", "*"] = "*"
    plies: list[TreePly] = Field(default_factory=list, max_length=1500)


class AnnotatedText(Outgoing):
    pdn: str


class ReadRequest(Incoming):
    text: str = Field(description="PDN, a saved game as JSON, or a FEN")
    index: int = Field(default=0, ge=0, le=1_000_000)


class ReadPly(MoveInfo):
    fen: str
    comment: str
    nags: list[int]
    variations: list[list[ReadPly]]


class ReadGame(Outgoing):
    start_fen: str
    tags: dict[str, str]
    comment: str
    result: Literal["1-0", "0-1", "1/2-1/2", "*"]
    outcome: OutcomeInfo | None
    plies: list[ReadPly]


# --- what tables and rules say ----------------------------------------------------------------------------------------


class EndgameMove(MoveInfo):
    value: Verdict = Field(description="for the side that moves")
    plies: int | None = Field(description="to the end of the game, where that is known")
    fen: str = Field(description="the position after the move")


class EndgameReport(Outgoing):
    fen: str
    pieces: int
    most_pieces: int = Field(description="positions with so many pieces or fewer are known here")
    value: Verdict | None = Field(description="for the side to move; null if no table has the position")
    plies: int | None
    moves: list[EndgameMove] = Field(description="best first")
    line: list[str] = Field(description="best play to the end, where distances are known")
    message: str


class Candidate(Outgoing):
    move: str
    path: list[Square]
    captured: list[Square]
    produced_by: list[str]
    removed_by: str | None
    reason: str
    legal: bool


class ExplanationReport(Outgoing):
    fen: str
    turn: ColorName
    rules: dict[str, str]
    candidates: list[Candidate]


# --- reviews ----------------------------------------------------------------------------------------------------------


class ReviewRequest(Incoming):
    """A game to judge: where it starts, its moves, and how long to think about each."""

    fen: Fen
    moves: list[Path] = Field(min_length=1, max_length=1500)
    depth: Literal["quick", "normal", "deep"] = "normal"


class JudgedPly(Outgoing):
    number: int = Field(description="of the ply, from 0")
    color: ColorName
    text: str
    best: MoveInfo
    line: list[str] = Field(description="the best line, which begins with the best move")
    paths: list[list[Square]]
    value: float = Field(description="expected score for the mover with the best move, from 0 to 1")
    after: float = Field(description="the same after the move that was played")
    loss: float
    judgement: Judgement
    shot: bool = Field(description="the best move wins material by force, and was not seen")
    why: str = Field(description="what was wrong with the move, in words; empty where nothing was")
    forced: bool = Field(description="there was no choice")


class SideReport(Outgoing):
    moves: int
    inaccuracies: int
    mistakes: int
    blunders: int
    shots: int
    average_loss: float | None
    accuracy: float | None = Field(description="how well it played, in percent, where the game was not decided")


class ReviewReport(Outgoing):
    id: str
    state: Literal["running", "done", "failed", "cancelled"]
    message: str
    done: int
    total: int
    depth: str
    player: str
    evaluations: list[float | None] = Field(description="expected score for Black in each position of the game")
    plies: list[JudgedPly]
    black: SideReport
    white: SideReport
