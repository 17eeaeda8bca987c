"""Options that all commands of the arena share."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from kingme.cli.arguments import ForceOption, JsonOption

if TYPE_CHECKING:
    from kingme.arena.order import Order
    from kingme.arena.plan import Plan

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


@dataclass(frozen=True, kw_only=True)
class PlayOptions:
    """The options of every command that plays: who plays, and where the games go."""

    workers: WorkersOption = None
    cluster: ClusterOption = None
    store: StoreOption = STORE
    new: NewOption = False
    pdn: PdnOption = None
    force: ForceOption = False
    json: JsonOption = False

    def play(self, plan: Plan) -> None:
        """Play a plan to its end, or until it is stopped, and print its result."""
        from kingme.cli.running import run_plan

        run_plan(
            plan,
            self.store,
            workers=self.workers,
            cluster=self.cluster,
            fresh=self.new,
            pdn=self.pdn,
            force=self.force,
            json=self.json,
        )


@dataclass(frozen=True, kw_only=True)
class RunOptions(PlayOptions):
    """The options of commands that say themselves what is played."""

    games: GamesOption = 100
    limit: LimitOption = ""
    clock: ClockOption = None
    openings: OpeningsOption = "three-move"
    rules: RulesOption = "official"
    adjudicate: AdjudicateOption = "off"
    margin: MarginOption = 1.0
    seed: SeedOption = 0
    run: RunOption = ""

    def order(self) -> Order:
        from kingme.arena.order import Order

        names = ("games", "limit", "clock", "openings", "rules", "adjudicate", "margin", "seed")
        return Order(name=self.run, **{name: getattr(self, name) for name in names})


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """Spread the parameter of a command that is a group of options into options of its own, for typer to see."""
    hints = get_type_hints(command, include_extras=True)
    taker = next(name for name, kind in hints.items() if isinstance(kind, type) and issubclass(kind, PlayOptions))
    group = hints[taker]
    kinds = get_type_hints(group, include_extras=True)
    own = [item for item in inspect.signature(command).parameters.values() if item.name != taker]
    parameters = [item.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints[item.name]) for item in own]
    places = {item.name for item in fields(PlayOptions)}
    for item in sorted(fields(group), key=lambda item: item.name in places):  # what is played, then where
        made = inspect.Parameter(item.name, inspect.Parameter.KEYWORD_ONLY, default=item.default)
        parameters.append(made.replace(annotation=kinds[item.name]))

    @wraps(command)
    def run(**values: Any) -> None:
        chosen = group(**{item.name: values.pop(item.name) for item in fields(group)})
        command(**values, **{taker: chosen})

    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {item.name: item.annotation for item in parameters}
    return run
