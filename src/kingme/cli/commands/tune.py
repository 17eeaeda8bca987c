"""`kingme tune`: learn the engine's evaluation from self-play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kingme.cli.arguments import GameOption
from kingme.games.registry import DEFAULT

if TYPE_CHECKING:
    import numpy as np

    from kingme.games.weights import Weights
    from kingme.players.engine.tune import Fit, TuningPlan

EXAMPLES = (
    "kingme tune weights.npz --games 20000",
    "kingme tune weights.npz --games 20000 --generations 3 --folder games/",
    "kingme tune russian.npz --game russian --games 6000 --nodes 1000",
)


def tune(
    output: Annotated[Path, typer.Argument(help="Where to write the weights.")],
    game: GameOption = DEFAULT,
    games: Annotated[int, typer.Option(min=100, help="Games per generation.")] = 10_000,
    nodes: Annotated[int, typer.Option(min=100, help="Nodes per move.")] = 3000,
    generations: Annotated[int, typer.Option(min=1, max=20, help="Number of generations.")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the games.")] = 1,
    threads: Annotated[int, typer.Option(min=1, max=64, help="Games played at the same time.")] = 2,
    folder: Annotated[
        Path | None,
        typer.Option(help="Where games are stored; an interrupted run resumes there.", show_default="OUTPUT.games"),
    ] = None,
) -> None:
    """Learn the engine's evaluation: play against itself, fit the weights to the results, and repeat."""
    from kingme.cli.compiling import prepare
    from kingme.cli.output import console
    from kingme.players.engine.tune import TuningPlan, beginner

    weights, earlier = beginner(game), None
    prepare(game)
    folder = folder or output.with_suffix(".games")
    for generation in range(1, generations + 1):
        plan = TuningPlan(games, nodes, seed + generation, threads, game)
        title, games_folder = f"generation {generation}", folder / f"generation-{generation}"
        fitted, earlier = _generation(title, weights, plan, games_folder, earlier)
        weights = fitted.weights
        weights.save(output)
        console().print(
            f"generation {generation}: {fitted.positions:,} positions, loss {fitted.training_loss:.4f}, "
            f"on unseen games {fitted.validation_loss:.4f}",
            soft_wrap=True,
        )
    option = "" if game == DEFAULT else f" --game {game}"
    line = f"kingme play{option} --player engine:evaluation={output}"
    console().print(f"The weights are in {output}: {line}", soft_wrap=True)


def _generation(
    title: str, weights: Weights, plan: TuningPlan, folder: Path, earlier: np.ndarray | None
) -> tuple[Fit, np.ndarray]:
    """Play and fit once, with progress, to these games and those of the generation before."""
    import numpy as np
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    from kingme.cli.output import console
    from kingme.players.engine.tune import EPOCHS, learn, play

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeLeft())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        playing = progress.add_task(f"{title}: games", total=plan.games)
        records = play(weights, plan, folder, lambda done, _: progress.update(playing, completed=done))
        fitting = progress.add_task(f"{title}: fitting", total=EPOCHS)
        together = records if earlier is None else np.concatenate([earlier, records])
        fitted = learn(together, weights, report=lambda epoch, _: progress.update(fitting, completed=epoch))
        return fitted, records
