"""`kingme sweep`: one player with one parameter at several values."""

from __future__ import annotations

from typing import Annotated

import typer

from kingme.arena.run_options import RunOptions
from kingme.cli.arena_options import PlayOptions, with_options

EXAMPLES = (
    "kingme sweep rave --vary beta=0.1/0.3/0.5/0.7 --against mcts --games 100",
    "kingme sweep minimax --vary depth=2/3/4/5 --games 40",
)


@with_options
def sweep(
    spec: Annotated[str, typer.Argument(metavar="SPEC", help="The player to vary.")],
    vary: Annotated[
        list[str], typer.Option("--vary", metavar="KEY=V/V/…", help="A parameter and its values; several give a grid.")
    ],
    options: RunOptions,
    where: PlayOptions,
    against: Annotated[
        list[str] | None,
        typer.Option("--against", "-a", metavar="SPEC", help="An opponent for all; without one, all play each other."),
    ] = None,
) -> None:
    """Measure what a parameter is worth: the same player at several values, against the same opponents."""
    from kingme.arena.plan import Plan
    from kingme.cli.running import run_plan

    run_plan(Plan.sweep(spec, vary, against or [], options), where)
