"""`kingme tablebase`: build, check and ask endgame tables."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingme.cli.arguments import FenArgument, ForceOption, JsonOption, System, SystemOption, read_fen

if TYPE_CHECKING:
    from kingme.endgame.build import BuildProgress, Report

EXAMPLES = (
    "kingme tablebase status",
    "kingme tablebase build --pieces 6",
    "kingme tablebase probe 'B:WK14:BK1,K2' --json",
    "kingme tablebase verify --pieces 4",
    "kingme tablebase longest --pieces 4 --pdn longest.pdn",
)
_EVERY = 5.0  # seconds between two lines of progress where nobody watches a bar

app = typer.Typer(
    no_args_is_help=True,
    help="Endgame tables: perfect play with six or fewer pieces.",
    epilog="\n\n".join(("Examples:", *EXAMPLES)),
    rich_markup_mode="rich",
)

PiecesOption = Annotated[int, typer.Option("--pieces", "-n", metavar="N", min=2, max=6, help="Up to this many pieces.")]
FolderOption = Annotated[
    Path | None, typer.Option("--folder", metavar="DIR", help="Folder of the tables; the user's folder by default.")
]
ThreadsOption = Annotated[int, typer.Option("--threads", metavar="N", min=1, max=64, help="Number of threads.")]
MemoryOption = Annotated[float, typer.Option("--memory", metavar="GIB", min=0.1, help="Maximum memory, in GiB.")]


@app.command("build")
def build_tables(
    pieces: PiecesOption = 5,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
    memory: MemoryOption = 8.0,
    again: Annotated[bool, typer.Option("--again", help="Rebuild everything, including what exists.")] = False,
) -> None:
    """Build the missing tables: seconds for 4 pieces, a minute for 5, a few minutes for 6.

    New tables are checked before they get their names. If stopped, the same command resumes, unless it has --again.
    """
    from kingme.cli.compiling import prepare
    from kingme.cli.output import console, note
    from kingme.endgame.build import Build
    from kingme.endgame.shelf import GIB

    prepare()
    screen = console()
    try:
        with _progress() as report:
            build = Build(pieces, folder, threads=threads, memory=round(memory * GIB), again=again, report=report)
            written = build.run()
    except KeyboardInterrupt:
        resumes = "the next build with --again starts anew" if again else "the same command resumes where this one was"
        note(f"Stopped: {resumes}.")
        raise
    if not written:
        screen.print(f"All tables of up to {pieces} pieces are there: `kingme tablebase status` lists them.")
    for path in written:
        screen.print(f"{path.stat().st_size:>13,} bytes  {path}", soft_wrap=True)
    for sentence in build.notes:
        note(sentence)


@app.command("verify")
def verify_tables(
    pieces: PiecesOption = 4,
    material: Annotated[
        str | None,
        typer.Option("--slice", metavar="MATERIAL", help="One material: own men and kings, then the enemy's; 1120."),
    ] = None,
    sample: Annotated[
        int, typer.Option("--sample", metavar="N", min=0, help="Check this many random positions instead of all.")
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of the sample.")] = 0,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
    memory: MemoryOption = 8.0,
) -> None:
    """Check that the value of every position with N pieces follows from its successors.

    Distances are checked too where tables have them. The exit code is 1 if any position is wrong.
    """
    from kingme.cli.compiling import prepare
    from kingme.cli.output import console
    from kingme.endgame import build
    from kingme.endgame.shelf import GIB
    from kingme.endgame.slices import Slice, slices
    from kingme.endgame.tables import load
    from kingme.endgame.team import Team
    from kingme.endgame.verify import Verifier, verify_sample
    from kingme.errors import KingMeError

    only = None if material is None else Slice.parse(material)
    if only is not None:
        pieces = only.pieces
        if sample:
            raise KingMeError("a sample is drawn from all materials: leave out --slice or --sample")
    prepare()
    total = sample or sum(each.size for each in slices(pieces) if only in (None, each, each.opposite))
    done, started = 0, time.perf_counter()

    with _progress() as report:

        def checked(name: str, positions: int) -> None:
            nonlocal done
            done += positions
            rate = done / (time.perf_counter() - started)
            left = (total - done) / rate if done else None
            report(build.BuildProgress("Checking", pieces, name, done, total, rate, left))

        if sample:
            faults = verify_sample(
                Team(threads),
                load(folder),
                pieces,
                sample,
                seed=seed,
                report=lambda count: checked("sample", count),
            )
            what = "outcomes"
        else:
            verifier = Verifier.of_files(pieces, folder, threads=threads, memory=round(memory * GIB))
            what = "outcomes and distances" if verifier.distances else "outcomes"
            faults = verifier.run(only, checked)
    screen = console()
    for fault in faults:
        screen.print(f"wrong: {fault}", soft_wrap=True)
    if faults:
        raise typer.Exit(1)
    screen.print(f"{total:,} positions of {pieces} pieces: {what} agree with all successors.", soft_wrap=True)


@app.command("status")
def show_status(folder: FolderOption = None, json: JsonOption = False) -> None:
    """Show which tables exist, where they are, and what they hold."""
    from kingme.cli.output import console, print_json, table
    from kingme.endgame.status import status

    found = status(folder)
    problems = [file["problem"] for size in found["pieces"] for file in _files(size) if "problem" in file]
    if json:
        print_json(found)
    else:
        shown = table("pieces", "positions", "won", "drawn", "lost", "outcomes", "plies", "from")
        for heading in shown.columns[:-1]:
            heading.justify = "right"
        for size in found["pieces"]:
            wdl = size["wdl"]
            counts = [_share(wdl, key, size["positions"]) for key in ("won", "drawn", "lost")]
            sizes = [_bytes(size[kind]) for kind in ("wdl", "plies")]
            origins = {"shipped" if file["shipped"] else "built" for file in _files(size)}
            left = size["unfinished"]
            note = f"unfinished, {left['parts']} of {left['of']} parts" if left else ""
            origin = ", ".join([*sorted(origins), *([note] if note else [])])
            shown.add_row(str(size["pieces"]), f"{size['positions']:,}", *counts, *sizes, origin)
        screen = console()
        screen.print(shown)
        screen.print(f"\nBuilt tables go to {found['folder']}", soft_wrap=True)
        for problem in problems:
            screen.print(problem, soft_wrap=True)
    if problems:
        raise typer.Exit(1)


def _files(size: dict[str, Any]) -> list[dict[str, Any]]:
    return [size[kind] for kind in ("wdl", "plies") if size[kind]]


def _share(file: dict[str, Any] | None, key: str, positions: int) -> str:
    return "-" if file is None or key not in file else f"{100 * file[key] / positions:.1f} %"


def _bytes(file: dict[str, Any] | None) -> str:
    if file is None:
        return "-"
    if "problem" in file:
        return "unusable"
    return f"{file['bytes'] / 1e6:.1f} MB" if file["bytes"] >= 1e5 else f"{file['bytes'] / 1e3:.1f} kB"


@app.command("probe")
def probe_position(
    fen: FenArgument,
    line: Annotated[bool, typer.Option("--line", help="Also show best play to the end.")] = False,
    coordinates: SystemOption = None,
    folder: FolderOption = None,
    json: JsonOption = False,
) -> None:
    """Show the value of a position for the side to move, and of every legal move, best first.

    Plies are counted from this position, moves of both sides.
    """
    from kingme.cli.compiling import board_from_fen, prepare
    from kingme.cli.output import console, print_json, table

    board = board_from_fen(read_fen(fen))
    from kingme.endgame import best_line, load, probe, rank_moves

    prepare()
    tables = load(folder)
    value, ranked = probe(board, tables), rank_moves(board, tables)
    moves = [
        {
            "move": board.notation(item.move, (coordinates or System.NUMERIC).value),
            "value": item.value.name,
            "plies": item.value.plies,
        }
        for item in ranked
    ]
    played = [move.text((coordinates or System.NUMERIC).value) for move in best_line(board, tables)] if line else None
    if json:
        data: dict[str, Any] = {"fen": board.fen(), "value": value.name, "plies": value.plies, "moves": moves}
        print_json(data if played is None else data | {"line": played})
        return
    screen = console()
    screen.print(str(board))
    screen.print(f"\n{board.turn} to move: {value}" + (" plies" if value.plies is not None else ""))
    if moves:
        shown = table("move", "value", "plies")
        for move in moves:
            shown.add_row(str(move["move"]), str(move["value"]), "" if move["plies"] is None else str(move["plies"]))
        screen.print(shown)
    if played:
        screen.print(f"\n{' '.join(played)}", soft_wrap=True)


@app.command("longest")
def show_longest(
    pieces: Annotated[int, typer.Option("--pieces", "-n", metavar="N", min=2, max=5, help="Number of pieces.")] = 4,
    pdn: Annotated[Path | None, typer.Option("--pdn", metavar="FILE", help="Write best play as games.")] = None,
    folder: FolderOption = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """Show the longest win of each material, and write best play from it to the end as games."""
    from kingme.cli.compiling import prepare
    from kingme.cli.output import console, print_json, table, write_file
    from kingme.endgame.longest import longest_wins
    from kingme.endgame.tables import load
    from kingme.files.pdn import write_game

    prepare()
    wins = longest_wins(pieces, folder)
    if pdn is not None:
        write_file(pdn, "".join(write_game(win.game(load(folder))) for win in wins), force=force)
    if json:
        print_json([{"material": win.material.name, "plies": win.plies, "fen": win.board.fen()} for win in wins])
        return
    shown = table("plies", "material", "Black to move and win")
    for win in wins:
        shown.add_row(str(win.plies), win.material.words, win.board.fen())
    console().print(shown)


@contextmanager
def _progress() -> Iterator[Report]:
    """A function to report progress to: a bar where somebody watches, a line now and then where not."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    from kingme.cli.output import console

    screen = console(stderr=True)
    if screen.is_terminal:
        text = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[rate]}")
        times = TimeElapsedColumn(), TimeRemainingColumn()
        with Progress(*text, *times, console=screen, transient=True) as progress:
            task = progress.add_task("", total=None, rate="")

            def show(state: BuildProgress) -> None:
                share = f"{state.done / 1e6:,.0f} of {state.total / 1e6:,.0f} million"
                progress.update(
                    task,
                    description=f"{state.doing} {state.pieces} pieces, {state.slice}",
                    completed=state.done,
                    total=state.total,
                    rate=f"{share}, {state.rate / 1e6:.1f} a second",
                )

            yield show
        return
    last = time.perf_counter()

    def tell(state: BuildProgress) -> None:
        nonlocal last
        if time.perf_counter() - last < _EVERY:
            return
        last = time.perf_counter()
        rest = f", {state.rate / 1e6:.1f} million a second, {state.left:.0f} s left" if state.left is not None else ""
        share = f"{100 * state.done / state.total:.0f} %"
        screen.print(f"{state.doing} {state.pieces} pieces, {state.slice}: {share}{rest}")

    yield tell
