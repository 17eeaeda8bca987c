"""`kingme tune`: learn the engine's evaluation from self-play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

EXAMPLES = (
    "kingme tune weights.npz --games 20000",
    "kingme tune weights.npz --games 20000 --generations 3 --folder games/",
)


def tune(
    output: Annotated[Path, typer.Argument(help="Where to write the weights.")],
    games: Annotated[int, typer.Option(min=100, help="Games of one generation.")] = 10_000,
    nodes: Annotated[int, typer.Option(min=100, help="Nodes for each move.")] = 3000,
    generations: Annotated[int, typer.Option(min=1, max=20, help="How often to play and fit.")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the games.")] = 1,
    threads: Annotated[int, typer.Option(min=1, max=64, help="Games played side by side.")] = 2,
    folder: Annotated[Path | None, typer.Option(help="Where the games are kept; an interrupted run goes on there.")] = None,
) -> None:
    """Learn the engine's evaluation: play against itself, fit the weights to the results, and repeat."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    from kingme.cli.compiling import prepare
    from kingme.cli.output import console
    from kingme.players.engine.tune import Plan, beginner, learn, play

    prepare()
    folder = folder or output.with_suffix(".games")
    screen = console()
    weights = beginner()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    for generation in range(1, generations + 1):
        with Progress(*columns, console=console(stderr=True), transient=True) as progress:
            task = progress.add_task(f"generation {generation}: playing", total=games)
            plan = Plan(games, nodes, seed + generation, threads)
            records = play(
                weights, plan, folder / f"generation-{generation}", lambda done, _: progress.update(task, completed=done)
            )
            task = progress.add_task(f"generation {generation}: fitting", total=20)
            fitted = learn(records, weights, report=lambda epoch, _: progress.update(task, completed=epoch))
        weights = fitted.weights
        weights.save(output)
        screen.print(
            f"generation {generation}: {fitted.positions:,} positions, loss {fitted.training_loss:.4f}, "
            f"on unseen games {fitted.validation_loss:.4f}",
            soft_wrap=True,
        )
    screen.print(f"Weights are in {output}; play them with kingme play --player engine:weights={output}", soft_wrap=True)
