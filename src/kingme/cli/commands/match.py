"""`kingme match`: two players, many games, and how certain the result is."""

from __future__ import annotations

from typing import Annotated

import typer

from kingme.arena.run_options import RunOptions
from kingme.cli.arena_options import PlayOptions, with_options

EXAMPLES = (
    "kingme match hard easy --games 100",
    "kingme match mcts minimax:depth=6 --games 200 --limit time=0.1 --pdn games.pdn",
    "kingme match new=mcts:c=2 old=mcts:c=1.4 --openings random:6 --workers 2",
    "kingme match hard 'hub:command=./engine hub,memory=512' --limit time=1",
)


@with_options
def match(
    first: Annotated[str, typer.Argument(metavar="A", help="A player: SPEC, NAME=SPEC or a player file (.toml).")],
    second: Annotated[str, typer.Argument(metavar="B", help="Its opponent.")],
    options: RunOptions,
    where: PlayOptions,
) -> None:
    """Let two players meet, in pairs of games with colours swapped.

    Every game is stored as soon as it is over. If stopped, the same command resumes.
    """
    from kingme.arena.plan import Plan
    from kingme.cli.running import run_plan

    run_plan(Plan.match(first, second, options), where)
