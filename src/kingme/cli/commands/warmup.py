"""`kingme warmup`: compile everything now, so that nothing has to be compiled later."""

from __future__ import annotations

import time
from typing import Annotated

import typer

EXAMPLES = ("kingme warmup", "kingme warmup --all")


def warmup(
    every: Annotated[
        bool, typer.Option("--all", help="Also what builds endgame tables and what learns, which few people need.")
    ] = False,
) -> None:
    """Compile all fast code for this machine now; later runs start at once."""
    from kingme.cli.output import console
    from kingme.core.jit import JIT_DISABLED, Entry, cache_folder
    from kingme.core.warmup import warm_up
    from kingme.games.registry import DEFAULT, find_game

    screen = console()
    if JIT_DISABLED:
        screen.print(
            "NUMBA_DISABLE_JIT is set: everything runs as plain Python, and there is nothing to compile.",
            soft_wrap=True,
        )
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    started = time.perf_counter()
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task("looking", total=None)

        def report(entry: Entry, index: int, total: int) -> None:
            name = f"{entry.module.removeprefix('kingme.')}.{entry.name}"
            progress.update(task, description=name, completed=index, total=total)
            if not progress.console.is_terminal:
                progress.console.print(f"{index + 1}/{total} {name}")

        compiled = warm_up(report, find_game(DEFAULT), makers=every)
    seconds = time.perf_counter() - started
    if compiled:
        screen.print(
            f"Compiled {compiled} kernels in {seconds:.1f} s. They are kept in {cache_folder()}", soft_wrap=True
        )
    else:
        screen.print(f"Everything is compiled already, in {cache_folder()}", soft_wrap=True)
