"""`kingme tournament`: many players, as a file describes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kingme.cli import arena_options as options
from kingme.cli.arguments import ForceOption, JsonOption

EXAMPLES = ("kingme tournament levels.toml", "kingme tournament levels.toml --workers 2 --pdn levels.pdn")


def tournament(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="Who plays, and how; see docs/arena.md.")],
    games: Annotated[
        int | None, typer.Option("--games", "-n", metavar="N", help="Games of each pairing, in place of the file's.")
    ] = None,
    workers: options.WorkersOption = None,
    cluster: options.ClusterOption = None,
    store: options.StoreOption = options.STORE,
    new: options.NewOption = False,
    pdn: options.PdnOption = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """Play the tournament of a file: everyone against everyone, or a gauntlet of some against all others.

    Every game is stored as soon as it is over. The same command goes on where it was stopped.
    """
    from dataclasses import replace

    from kingme.arena.files import plan_from_file
    from kingme.cli.running import run_plan

    plan = plan_from_file(file)
    if games is not None:
        plan = replace(plan, games=games)
    run_plan(plan, store, workers=workers, cluster=cluster, fresh=new, pdn=pdn, force=force, json=json)
