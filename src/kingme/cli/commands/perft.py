"""`kingme perft`: count move sequences, the test and speed measure of a move generator."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingme.cli.arguments import FenOption, GameOption, JsonOption, read_fen
from kingme.games.registry import DEFAULT

if TYPE_CHECKING:
    from kingme.board import Board

_SPLIT = 9  # from this depth on the work is divided by the first two moves, so that progress is visible

EXAMPLES = (
    "kingme perft 8",
    "kingme perft 6 --divide",
    "kingme perft 9 --game international",
    "kingme perft 10 --fen 'W:W18,K24:B7,12' --json",
)


def perft(
    depth: Annotated[int, typer.Argument(metavar="N", min=0, max=20, help="Number of moves (plies) in a sequence.")],
    fen: FenOption = "start",
    game: GameOption = DEFAULT,
    divide: Annotated[bool, typer.Option("--divide", "-d", help="Count each first move separately.")] = False,
    json: JsonOption = False,
) -> None:
    """Count the sequences of N legal moves from a position."""
    from kingme.cli.compiling import board_from_fen, prepare
    from kingme.cli.output import print_json

    board = board_from_fen(read_fen(fen, game), game)
    import kingme.search.perft  # noqa: F401  its kernel is to be compiled before the clock starts

    prepare(game)
    _count(board, 2, lambda done, total: None)  # loads the machine code
    started = time.perf_counter()
    counts = _with_progress(board, depth)
    seconds = time.perf_counter() - started
    nodes = sum(counts.values()) if depth else 1
    rate = nodes / seconds if seconds else 0.0

    if json:
        data: dict[str, Any] = {"fen": board.fen(), "depth": depth, "nodes": nodes}
        data |= {"seconds": round(seconds, 6), "nodes_per_second": round(rate)}
        print_json(data | ({"divide": counts} if divide else {}))
        return
    if divide:
        width = max((len(move) for move in counts), default=0)
        for move, count in counts.items():
            typer.echo(f"{move:<{width}}  {count:>15,}")
        typer.echo()
    # Where the whole run is shorter than the clock is good for, a rate would be noise.
    speed = f", {rate / 1e6:,.1f} million a second" if seconds >= 0.005 else ""
    typer.echo(f"perft {depth} = {nodes:,}   ({seconds:.3f} s{speed})")


Report = Callable[[int, int], None]


def _with_progress(board: Board, depth: int) -> dict[str, int]:
    """Counts by first move, with a progress bar where somebody is watching and it takes long enough."""
    if depth < _SPLIT or not sys.stderr.isatty():
        return _count(board, depth, lambda done, total: None)
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from kingme.cli.output import console

    columns = (TextColumn("perft"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task("perft", total=None)
        return _count(board, depth, lambda done, total: progress.update(task, completed=done, total=total))


def _count(board: Board, depth: int, report: Report) -> dict[str, int]:
    """Counts by first move; `report` hears how many of the parts are done.

    A kernel does not listen to Ctrl-C, so the work is done in a thread and this one waits: an interrupt ends the
    command at once, and the thread, which holds no lock, ends with the process.
    """
    import threading

    from kingme.search.perft import perft as count_sequences

    if depth == 0:
        return {}
    counts: dict[str, int] = {}
    parts: list[tuple[str, Board, int]] = []
    for move in board.legal_moves():
        name, after = str(move), board.play(move)
        counts[name] = 0
        if depth >= _SPLIT and after.legal_moves():
            parts += [(name, after.play(reply), depth - 2) for reply in after.legal_moves()]
        else:
            parts.append((name, after, depth - 1))

    results: SimpleQueue[tuple[str, int] | BaseException] = SimpleQueue()

    def work() -> None:
        try:
            for name, position, rest in parts:
                results.put((name, count_sequences(position.state, rest, position.game)))
        except BaseException as error:
            results.put(error)

    threading.Thread(target=work, daemon=True).start()
    for done in range(len(parts)):
        report(done, len(parts))
        result = _next(results)
        if isinstance(result, BaseException):
            raise result
        counts[result[0]] += result[1]
    return counts


def _next(results: SimpleQueue[Any]) -> Any:
    """The next result; waiting in short turns lets Ctrl-C in on every system."""
    while True:
        with suppress(Empty):
            return results.get(timeout=0.2)
