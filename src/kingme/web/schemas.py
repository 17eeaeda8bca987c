"""What the REST interface takes and gives, and what a game's state looks like on every wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Speed = Literal["bullet", "blitz", "rapid", "correspondence"]
ColorName = Literal["black", "white"]
Square = Annotated[int, Field(ge=1, le=100, description="a square by its number in its game")]
Fen = Annotated[str, StringConstraints(max_length=400), Field(examples=["B:W18,24,K10:B12,16"])]
Spec = Annotated[str, StringConstraints(min_length=1, max_length=300), Field(examples=["easy", "minimax:depth=4"])]
GameName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,40}$"), Field(examples=["othello"])]
GameId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}$")]


class Incoming(BaseModel):
    """A message from outside: unknown fields are mistakes, and types are taken literally."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Outgoing(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Problem(Outgoing):
    """Why a request was refused."""

    detail: str = Field(description="one clear sentence")


class StatusReport(Outgoing):
    ready: bool = Field(description="every player is compiled")
    core: bool = Field(description="moves can be checked, so a game can be played")
    done: int
    total: int
    current: str
    message: str
    failed: list[str]


# --- positions and moves ----------------------------------------------------------------------------------------------


class MoveInfo(Outgoing):
    path: list[Square] = Field(description="every square that the piece visits, its own first")
    captured: list[Square]
    text: str = Field(examples=["22x15"])


class PositionRequest(Incoming):
    """A position as a FEN, as the start of a game, or as pieces on squares: `b` and `w` are men, `B` and `W` kings."""

    fen: Fen | None = None
    game: GameName | None = Field(None, description="the first position of this game; a new one where it has many")
    squares: dict[str, Literal["b", "w", "B", "W"]] | None = Field(
        None, examples=[{"18": "b", "32": "W"}], max_length=32
    )
    turn: ColorName = "black"


class PositionProblem(Outgoing):
    message: str
    squares: list[Square]


class OutcomeInfo(Outgoing):
    result: Literal["1-0", "0-1", "1/2-1/2"] = Field(description="1-0: Black, who moves first, won")
    winner: ColorName | None
    termination: str
    text: str


class PositionReport(Outgoing):
    fen: str | None
    problems: list[PositionProblem]
    legal: list[MoveInfo]
    outcome: OutcomeInfo | None


# --- games ------------------------------------------------------------------------------------------------------------


class SeatRequest(Incoming):
    kind: Literal["human", "ai"]
    spec: Spec | None = Field(default=None, description="which player; needed for an ai")


class ImportStart(Incoming):
    text: str = Field(description="PDN, a saved game as JSON, or a FEN")
    index: int = Field(default=0, ge=0, le=1_000_000, description="which of the games, from 0")
    ply: int | None = Field(
        None, ge=0, le=100_000, description="go on after this many moves; all of the game if absent"
    )


class Start(Incoming):
    """Where a game begins: exactly one of the three."""

    fen: Fen | None = None
    opening: Annotated[int, Field(ge=1, le=1000)] | Annotated[str, StringConstraints(max_length=60)] | None = Field(
        default=None,
        description="a three-move opening by its number, any opening by its name, or random, from the deck",
        examples=["random", 17, "Old Fourteenth"],
    )
    import_: ImportStart | None = Field(default=None, alias="import")


class Autoplay(Incoming):
    delay: float = Field(default=1.0, ge=0.0, le=60.0, description="seconds between the moves of two ai players")


class NewGame(Incoming):
    black: SeatRequest = SeatRequest(kind="human")
    white: SeatRequest = SeatRequest(kind="human")
    start: Start | None = None
    game: GameName | None = Field(default=None, description="which game; that of the start if it names one")
    rules: Annotated[str, StringConstraints(max_length=100)] | None = Field(default=None, examples=["official"])
    clock: Annotated[str, StringConstraints(max_length=40)] | None = Field(default=None, examples=["5+3"])
    autoplay: Autoplay | None = None
    rated: bool = Field(default=False, description="whether it counts: against a level of known rating, without help")


class PlyInfo(MoveInfo):
    fen: str = Field(description="the position after the move")
    by: Literal["human", "ai", "opening", "file"]
    clock: float | None
    elapsed: float | None
    comment: str
    nags: list[int]


class SeatInfo(Outgoing):
    kind: Literal["human", "ai"]
    spec: str | None
    title: str
    name: str
    rating: int | None


class Seats(Outgoing):
    black: SeatInfo
    white: SeatInfo


class ClockInfo(Outgoing):
    black: float = Field(description="seconds left at the moment `at`")
    white: float
    increment: float
    control: str = Field(description="what the clock was set to, as in 5+3")
    running: ColorName | None
    at: float = Field(description="the server's time, in seconds since 1970")


class RatedSide(Outgoing):
    """The rating of one side: before the game, and what the game has changed."""

    rating: int
    certain: bool = Field(description="false for a rating that comes from few games")
    change: int | None = Field(description="null while the game goes on")


class RatedInfo(Outgoing):
    """Of a game that counts."""

    speed: Literal["bullet", "blitz", "rapid", "correspondence"]
    status: Literal["playing", "counted", "void"]
    black: RatedSide
    white: RatedSide


class ScoreInfo(Outgoing):
    """What a position is worth to the side to move."""

    men: float
    result: Literal[-1, 0, 1] | None = Field(description="won, drawn or lost for certain")
    plies: int | None = Field(description="to the end of the game, where that is known")
    text: str


class ThinkingLine(Outgoing):
    text: str
    value: float | None
    visits: int
    score: ScoreInfo | None


class Thinking(Outgoing):
    """What a player is doing right now."""

    phase: Literal["preparing", "queued", "searching", "waiting"]
    color: ColorName
    player: str
    depth: float
    iterations: int
    nodes: int
    rate: float
    time: float
    move: str | None
    value: float | None
    lines: list[ThinkingLine]
    info: dict[str, Any] | None = Field(None, description="everything that is known of the search, as in analysis")


class SidesHere(Outgoing):
    black: bool
    white: bool


class SideTimes(Outgoing):
    black: float | None
    white: float | None


class SharedInfo(Outgoing):
    """What a game between two people has beside the game; offers and the chat are for the two only."""

    me: ColorName | None = Field(description="the side of whoever asks")
    kind: str = Field(description="the name of the game that is played")
    speed: Speed
    rated: bool
    days: float | None = Field(description="for a move of a correspondence game")
    delay: int = Field(description="seconds that spectators are behind")
    deadline: float | None = Field(description="without a clock: when the game ends by itself, in seconds since 1970")
    can_cancel: bool = Field(description="not both have moved: the game can be called off")
    can_take_back: bool
    takeback: ColorName | None = Field(description="who asks to take back a move")
    rematch: ColorName | None = Field(description="who asks for a rematch")
    next: str | None = Field(description="the id of the rematch")
    tournament: str | None
    present: SidesHere = Field(description="who has a page open on this game")
    watchers: int
    claim_at: SideTimes = Field(description="from when on a side that is away may be said to have left")


class State(Outgoing):
    """All that a page needs to show a game; it contains the legal moves, and no page needs to know the rules."""

    id: str
    version: int
    owner: bool
    fen: str
    start_fen: str
    previous_fen: str | None
    turn: ColorName
    plies: list[PlyInfo]
    legal: list[MoveInfo]
    must_capture: bool
    outcome: OutcomeInfo | None
    players: Seats
    clock: ClockInfo | None
    can_undo: bool
    can_redo: bool
    paused: bool
    autoplay: Autoplay | None
    rules: str
    opening: str | None
    thinking: Thinking | None
    draw_offer: ColorName | None
    rated: RatedInfo | None = Field(description="null for a casual game")
    created: float
    updated: float
    shared: SharedInfo | None = Field(description="of a game between two people over a link")


class GameSummary(Outgoing):
    id: str
    black: str
    white: str
    result: Literal["1-0", "0-1", "1/2-1/2", "*"]
    outcome_text: str | None
    plies: int
    created: float
    updated: float
    final_fen: str
    finished: bool
    rules: str
    opening: str | None


class GameList(Outgoing):
    total: int
    damaged: int = Field(description="games of this page that are damaged and left out")
    games: list[GameSummary]


# --- files ------------------------------------------------------------------------------------------------------------


class ImportRequest(Incoming):
    text: str = Field(description="PDN with any number of games, one or more saved games as JSON, or a FEN")


class ImportedGame(Outgoing):
    index: int
    black: str
    white: str
    event: str
    date: str
    result: str
    plies: int
    final_fen: str
    middle_fen: str = Field(
        description="after half of the moves, for a picture: at its end a game often has an empty board"
    )


class ImportProblem(Outgoing):
    game: int | None
    line: int | None
    message: str


class ImportReport(Outgoing):
    kind: Literal["pdn", "json", "fen"]
    games: list[ImportedGame]
    problems: list[ImportProblem]


def refusals(*codes: int) -> dict[int | str, dict[str, Any]]:
    """The documented error answers of a route."""
    return {code: {"model": Problem} for code in codes}
