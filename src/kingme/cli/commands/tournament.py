"""`kingme tournament`: many players, as a file describes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kingme.cli.arena_options import PlayOptions, with_options

EXAMPLES = (
    "kingme tournament levels.toml",
    "kingme tournament levels.toml --workers 2 --pdn levels.pdn",
    "kingme tournament levels.toml --game russian",
)


@with_options
def tournament(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="Who plays, and how; see docs/arena.md.")],
    where: PlayOptions,
    games: Annotated[
        int | None, typer.Option("--games", "-n", metavar="N", help="Games per pairing, in place of the file's.")
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", "-g", metavar="NAME", help="The game, in place of the file's.")
    ] = None,
) -> None:
    """Play the tournament of a file: everyone against everyone, or a gauntlet of some against all others.

    Every game is stored as soon as it is over. If stopped, the same command resumes.
    """
    from dataclasses import replace

    from kingme.arena.tournament_file import plan_from_file
    from kingme.cli.running import run_plan

    plan = plan_from_file(file, game)
    run_plan(plan if games is None else replace(plan, games=games), where)
