"""Options that all commands of the arena share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kingme.errors import KingMeError

if TYPE_CHECKING:
    from kingme.arena.match import Conditions

PlayerArgument = Annotated[
    str, typer.Argument(metavar="PLAYER", help="SPEC, NAME=SPEC, or a player file (.toml); see `kingme players`.")
]
GamesOption = Annotated[int, typer.Option("--games", "-n", metavar="N", help="Games of each pairing, an even number.")]
LimitOption = Annotated[
    str,
    typer.Option(
        "--limit", "-l", metavar="LIMIT", help="For each move: time=0.1, nodes=10000, depth=6, iterations=500"
    ),
]
ClockOption = Annotated[
    str | None, typer.Option("--clock", metavar="M+S", help="A clock for each game: minutes, and seconds a move.")
]
OpeningsOption = Annotated[
    str,
    typer.Option("--openings", "-o", metavar="SET", help="start, two-move, three-move, random:N or file:PATH."),
]
RulesOption = Annotated[
    str, typer.Option("--rules", "-r", metavar="RULES", help="A rule profile, or switches such as cap=300,stuck=draw.")
]
AdjudicateOption = Annotated[
    str, typer.Option("--adjudicate", metavar="RULES", help="off, or draw-score=0.2,draw-moves=8,win-score=3,…")
]
MarginOption = Annotated[
    float, typer.Option("--margin", metavar="SECONDS", min=0, help="How far a move may exceed its time.")
]
SeedOption = Annotated[int, typer.Option("--seed", "-s", min=0, help="Another seed is another sample of games.")]
WorkersOption = Annotated[
    int | None, typer.Option("--workers", "-w", metavar="N", min=1, help="Games at once; one for each processor.")
]
ClusterOption = Annotated[
    str | None, typer.Option("--cluster", metavar="tcp://…", help="Play on the workers of this Dask scheduler.")
]
StoreOption = Annotated[
    str, typer.Option("--store", metavar="FILE|URL", envvar="KINGME_STORE", help="Where games are stored.")
]
RunOption = Annotated[str, typer.Option("--run", metavar="NAME", help="What this run is called in the store.")]
NewOption = Annotated[bool, typer.Option("--new", help="Begin again, even if this run is in the store already.")]
PdnOption = Annotated[Path | None, typer.Option("--pdn", metavar="FILE", help="Write all games to this PDN file.")]

STORE = "kingme.sqlite"


def make_conditions(limit: str, clock: str | None, rules: str, adjudicate: str, margin: float) -> Conditions:
    """What holds for all games, from the texts of the options."""
    from dataclasses import replace

    from kingme.arena.adjudication import Adjudication
    from kingme.arena.match import Conditions
    from kingme.clock import Clock
    from kingme.players.limit import Limit
    from kingme.profile import Rules

    budget = Limit.parse(limit)
    if clock is not None:
        if budget.clock is not None:
            raise KingMeError("--clock and --limit clock=… say the same: use one of them")
        parsed = Clock.parse(clock)
        budget = replace(budget, clock=parsed.black, increment=parsed.increment)
    return Conditions(Rules.parse(rules), budget, Adjudication.parse(adjudicate), margin)
