"""Options that all commands of the arena share; those of what is played come from `kingme.arena.run_options`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from kingme.cli.arguments import ForceOption, JsonOption

WorkersOption = Annotated[
    int | None, typer.Option("--workers", "-w", metavar="N", min=1, help="Games at the same time; one per processor.")
]
ClusterOption = Annotated[
    str | None, typer.Option("--cluster", metavar="tcp://…", help="Use the workers of this Dask scheduler.")
]
StoreOption = Annotated[
    str, typer.Option("--store", metavar="FILE|URL", envvar="KINGME_STORE", help="Where games are stored.")
]
NewOption = Annotated[bool, typer.Option("--new", help="Start a new run even if the same one is stored already.")]
PdnOption = Annotated[Path | None, typer.Option("--pdn", metavar="FILE", help="Write all games to this PDN file.")]

STORE = "kingme.sqlite"


@dataclass(frozen=True, kw_only=True)
class Workplace:
    """The options of every command that plays: who does the work, where the games go, and for whom the result is."""

    workers: WorkersOption = None
    cluster: ClusterOption = None
    store: StoreOption = STORE
    json: JsonOption = False


@dataclass(frozen=True, kw_only=True)
class PlayOptions(Workplace):
    """The options of commands that play one run."""

    new: NewOption = False
    pdn: PdnOption = None
    force: ForceOption = False


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """Spread the parameters of a command that are groups of options into options of their own, for typer to see."""
    hints = get_type_hints(command, include_extras=True)
    own: list[inspect.Parameter] = []
    spread: list[inspect.Parameter] = []
    groups: dict[str, type[Any]] = {}
    for name, item in inspect.signature(command).parameters.items():
        if is_dataclass(hints[name]):
            groups[name] = hints[name]
            spread += _parameters(hints[name])
        else:
            own.append(item.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints[name]))

    @wraps(command)
    def run(**values: Any) -> None:
        made = {
            taker: group(**{item.name: values.pop(item.name) for item in fields(group)})
            for taker, group in groups.items()
        }
        command(**values, **made)

    run.__signature__ = inspect.Signature([*own, *spread])  # type: ignore[attr-defined]
    run.__annotations__ = {item.name: item.annotation for item in (*own, *spread)}
    return run


def _parameters(group: type[Any]) -> list[inspect.Parameter]:
    """An option for each field: as its type says, or, in `RunOptions`, as the field says."""
    kinds = get_type_hints(group, include_extras=True)
    made = []
    for item in fields(group):
        kind, meta = kinds[item.name], item.metadata
        if meta:
            names = [meta["flag"] or f"--{item.name}", *filter(None, [meta["letter"]])]
            shown: Any = typer.Option(*names, help=meta["help"], metavar=meta["value"] or None, min=meta["least"])
            kind = Annotated[kind, shown]
        parameter = inspect.Parameter(item.name, inspect.Parameter.KEYWORD_ONLY, default=item.default, annotation=kind)
        made.append(parameter)
    return made
