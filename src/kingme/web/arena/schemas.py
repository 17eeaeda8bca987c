"""What the page sends to the arena, and what it gets."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from kingme.arena.run_options import RunOptions
from kingme.web.schemas import Incoming, Outgoing, Spec, State

Text = Annotated[str, StringConstraints(max_length=100)]
Key = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,60}$")]
RunId = Annotated[int, Field(ge=1, le=1_000_000_000)]
OPTIONS = {item.name: item for item in fields(RunOptions)}
Status = Literal["playing", "finished", "stopped", "failed", "new"]


# --- orders -----------------------------------------------------------------------------------------------------------


class SeatOrder(Incoming):
    spec: Spec
    name: Annotated[str, StringConstraints(max_length=60)] = Field("", description="its name in the tables")
    limit: Text = Field("", description="its own limit, such as time=0.1", examples=["nodes=10000"])


def run_field(name: str, **bounds: Any) -> Any:
    """A field of the form that is one of the options of a run: its default and its description are those."""
    option = OPTIONS[name]
    return Field(option.default, description=option.metadata["help"], **bounds)


class RunOrder(Incoming):
    """A match, a test, a sweep or a tournament; the fields are the options of the command line."""

    kind: Literal["match", "sprt", "round-robin", "gauntlet", "sweep"] = "match"
    players: list[SeatOrder] = Field(max_length=64, description="in a sweep, the player to vary and its opponents")
    game: Annotated[str, StringConstraints(max_length=40)] = run_field("game", examples=["english", "othello"])
    games: int = run_field("games", ge=2, le=100_000)
    limit: Text = run_field("limit", examples=["time=0.1", "iterations=500"])
    clock: Text = run_field("clock", examples=["1+1"])
    openings: Text = run_field("openings", examples=["start", "three-move", "random:6"])
    rules: Text = run_field("rules", examples=["official", "study-b"])
    adjudicate: Text = run_field("adjudicate", examples=["off", "tables=on"])
    seed: int = run_field("seed", ge=0, le=2**53)
    name: Annotated[str, StringConstraints(max_length=60, strip_whitespace=True)] = run_field("name")
    heroes: int = Field(1, ge=1, le=64, description="in a gauntlet, how many meet all others")
    elo0: float = Field(0.0, ge=-1000, le=1000, description="in a test, Elo under H0")
    elo1: float = Field(10.0, ge=-1000, le=1000, description="in a test, Elo under H1")
    model: Literal["normalised", "logistic"] = "normalised"
    vary: Text = Field("", description="in a sweep, a parameter and its values", examples=["c=0.7/1.4/2.8"])
    workers: int = Field(1, ge=1, le=1024, description="games at once")
    fresh: bool = Field(False, description="begin again even if the same run is there already")

    def options(self) -> RunOptions:
        """The options of the run as the command line has them."""
        return RunOptions(**{name: getattr(self, name) for name in OPTIONS.keys() & type(self).model_fields.keys()})


class ExperimentOrder(Incoming):
    name: Key = Field(examples=["a-comparison"])
    quick: bool = True
    games: int | None = Field(None, ge=2, le=100_000, description="of each pairing, an even number")
    budget: int | None = Field(None, ge=1, le=10_000_000, description="simulations a move (study E)")
    workers: int = Field(1, ge=1, le=1024)


class Workers(Incoming):
    workers: int = Field(1, ge=1, le=1024, description="games at once")


# --- answers ----------------------------------------------------------------------------------------------------------


class LiveBoard(Outgoing):
    """A game in progress."""

    number: int
    black: str
    white: str
    fen: str
    last: list[int]
    plies: int


class News(Outgoing):
    """What the process that plays has told last."""

    state: str = Field(description="preparing, playing, measuring or writing")
    rate: Annotated[float | None, Field(description="games a second")] = None
    left: Annotated[float | None, Field(description="seconds to go")] = None
    workers: int | None = None
    note: str = ""
    measured: int | None = None
    run: int | None = None
    games: list[LiveBoard] = Field(default_factory=list)


class Run(Outgoing):
    """A run of the store."""

    id: int
    name: str
    kind: str
    players: list[str]
    games: int = Field(description="those that count")
    done: int
    status: Status
    message: str = Field("", description="why it failed, or was stopped by the server")
    created: float
    mine: bool = Field(description="whether this browser may stop and resume it")
    resumable: bool
    decided: str | None = None


class Entrant(Outgoing):
    name: str
    spec: str
    limit: str


class RunDetail(Run):
    seats: list[Entrant]
    rules: str
    openings: str
    limit: str
    adjudication: str
    seed: int
    news: News | None


class StandingRow(Outgoing):
    """A player of a run; `rating` is Elo against the others, within `low` and `high` in 95 of 100 cases."""

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    score_low: float
    score_high: float
    rating: float | None
    low: float | None
    high: float | None
    los: float | None
    forfeits: int


class Pairing(Outgoing):
    player: str
    opponent: str
    wins: int
    draws: int
    losses: int


class Test(Outgoing):
    """Where a sequential test stands."""

    llr: float
    lower: float
    upper: float
    decision: str | None
    elo0: float
    elo1: float
    model: str


class RunTable(Outgoing):
    """The results so far."""

    done: int
    damaged: int = Field(default=0, description="games that are damaged and left out")
    standings: list[StandingRow] = Field(description="best first")
    pairings: list[Pairing] = Field(description="each once, from the side of the better placed")
    endings: dict[str, int]
    plies: float | None = Field(description="moves of a game on average")
    history: list[list[float]] = Field(description="of a match: games, score of the first, and its interval")
    test: Test | None


class Listed(Outgoing):
    """A finished game in a list."""

    number: int
    black: str
    white: str
    result: str
    ending: str
    reason: str
    plies: int
    opening: str
    seconds: float


class Games(Outgoing):
    total: int
    games: list[Listed]


class ArenaGame(State):
    """A stored game in the shape of a game that was played here; `files` and `address` say where it is."""

    files: str
    address: str


class ExperimentRun(Outgoing):
    id: int | None
    title: str
    done: int
    games: int
    status: Status


class Finding(Outgoing):
    source: str
    claim: str
    where: str
    claimed: str
    measured: str
    verdict: str


class ExperimentResult(Outgoing):
    """An experiment in one size, as far as it has been run."""

    key: str
    name: str
    study: str
    title: str
    question: str
    differs: list[str]
    quick: bool
    size: str
    status: Status
    message: str = ""
    mine: bool
    done: int
    games: int
    runs: list[ExperimentRun]
    findings: list[Finding]
    report: bool = Field(description="whether there is a page to open")
    news: News | None


class ExperimentBrief(Outgoing):
    key: str
    quick: bool
    status: Status
    done: int
    games: int
    report: bool


class ExperimentInfo(Outgoing):
    name: str
    study: str
    title: str
    question: str
    claims: int
    games: int
    quick_games: int
    budget: int | None
    results: list[ExperimentBrief] = Field(description="what was conducted, or is being conducted")


class Bounds(Outgoing):
    players: int
    games: int
    workers: int
    runs: int


class Arena(Outgoing):
    store: str
    runs: list[Run] = Field(description="the latest first")
    experiments: list[ExperimentInfo]
    openings: list[str]
    limits: Bounds
