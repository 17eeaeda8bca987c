"""`kingme puzzles`: find puzzles in games, verify them, and see what a collection holds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kingme.cli.arguments import ForceOption, JsonOption

if TYPE_CHECKING:
    from kingme.library.puzzles.harvest import Source

EXAMPLES = (
    "kingme puzzles list",
    "kingme puzzles generate my.tsv --games 200",
    "kingme puzzles generate my.tsv --games 0 --pdn games.pdn",
    "kingme puzzles generate my.tsv --games 0 --collection masters",
    "kingme puzzles verify --sample 50",
    "kingme puzzles verify --part 3/20",
)

app = typer.Typer(
    no_args_is_help=True,
    help="Puzzles: positions with exactly one move that wins, or that saves the game.",
    epilog="\n\n".join(("Examples:", *EXAMPLES)),
    rich_markup_mode="rich",
)

FileArgument = Annotated[
    Path | None, typer.Argument(metavar="[FILE]", help="A file of puzzles; by default those that come with KingMe.")
]


@app.command("generate")
def generate_puzzles(
    output: Annotated[Path, typer.Argument(help="Where to write the puzzles.")],
    games: Annotated[int, typer.Option(min=0, help="Games between KingMe's levels to search.")] = 100,
    pdn: Annotated[list[Path] | None, typer.Option(help="A PDN file to search too; may be repeated.")] = None,
    store: Annotated[list[str] | None, typer.Option(help="An arena store to search too.")] = None,
    collection: Annotated[
        list[str] | None, typer.Option(help="A collection of the game library to search too; `all` for every game.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the games.")] = 1,
    most: Annotated[
        int | None, typer.Option(min=1, help="Keep at most this many, spread over themes and ratings.")
    ] = None,
    processes: Annotated[int, typer.Option(min=1, max=256, help="Number of processes.")] = 1,
    force: ForceOption = False,
) -> None:
    """Find puzzles: positions in games with exactly one winning or saving move.

    Results are kept beside the output in a journal (`.part`): if stopped, the same command resumes.
    """
    from kingme.cli.compiling import prepare
    from kingme.cli.output import console, note
    from kingme.errors import KingMeError
    from kingme.library.puzzles import harvest
    from kingme.library.puzzles.collection import choose, different, write_puzzles

    if output.exists() and not force:
        raise KingMeError(f"{output} exists: use --force to replace it, or choose another name")
    prepare()
    journal = output.with_name(output.name + ".part")
    sources = _sources(games, seed, pdn or [], store or [], collection or [])
    with console(stderr=True).status("looking …") as status:

        def show(progress: harvest.Found) -> None:
            text = f"{progress.done:,} games, {progress.puzzles:,} puzzles"
            status.update(text)
            if not console(stderr=True).is_terminal and progress.done % 100 == 0:
                note(text)

        try:
            found = harvest.harvest(sources, journal, processes=processes, report=show)
        except KeyboardInterrupt:
            note("Stopped: the same command resumes.")
            raise
    kept = different(found)
    kept = kept if most is None else choose(kept, most)
    write_puzzles(output, kept)
    journal.unlink(missing_ok=True)
    console().print(f"{len(kept):,} puzzles are in {output}.", soft_wrap=True)


def _sources(games: int, seed: int, pdn: list[Path], stores: list[str], collections: list[str]) -> Iterator[Source]:
    from kingme.library.puzzles import harvest

    for path in pdn:
        yield from harvest.from_pdn(path)
    for place in stores:
        yield from harvest.from_store(place)
    for name in collections:
        yield from harvest.from_library(None if name == "all" else name)
    yield from harvest.self_played(games, seed)


@app.command("verify")
def verify_puzzles(
    file: FileArgument = None,
    sample: Annotated[int, typer.Option(min=0, help="Check this many, picked at random; 0 for all.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sample.")] = 1,
    part: Annotated[
        str | None, typer.Option(metavar="K/N", help="Check the K-th of N parts, so that a long check can be divided.")
    ] = None,
    processes: Annotated[int, typer.Option(min=1, max=256, help="Number of processes.")] = 1,
) -> None:
    """Check every puzzle again: legal moves, only moves, themes; and that no position occurs twice.

    The exit code is 1 if any puzzle is wrong.
    """
    from kingme.cli.compiling import prepare
    from kingme.cli.output import console
    from kingme.library.puzzles import collection, puzzle_check

    rows = [row for _, row in collection.read_rows(file or collection.SHIPPED)]
    wanted = puzzle_check.draw(rows if part is None else puzzle_check.part_of(rows, part), sample, seed)
    prepare()
    with console(stderr=True).status("checking …") as status:
        faults, checked = [], 0
        for problems in puzzle_check.check_rows(wanted, processes):
            faults += problems
            checked += 1
            status.update(f"checking: {checked:,}")
    faults += puzzle_check.find_repeats(rows)
    for fault in faults:
        console().print(f"wrong: {fault}", soft_wrap=True)
    if faults:
        raise typer.Exit(1)
    console().print(f"{checked:,} of {len(rows):,} puzzles are right, and no position comes twice.")


@app.command("list")
def list_puzzles(file: FileArgument = None, json: JsonOption = False) -> None:
    """Count the puzzles of a collection by theme, with their median ratings."""
    from statistics import median

    from kingme.cli.output import console, print_json, table
    from kingme.library.puzzles import collection
    from kingme.library.puzzles.puzzle import THEMES, rating_of, themes_of

    rows = [row for _, row in collection.read_rows(file or collection.SHIPPED)]
    by_theme = {theme: [rating_of(row) for row in rows if theme in themes_of(row)] for theme in THEMES}
    if json:
        counts = {theme: {"puzzles": len(ratings)} for theme, ratings in by_theme.items()}
        print_json({"puzzles": len(rows), "themes": counts})
        return
    shown = table("theme", "puzzles", "rating")
    for theme, ratings in by_theme.items():
        shown.add_row(theme, f"{len(ratings):,}", f"{median(ratings):.0f}" if ratings else "-")
    console().print(shown)
    console().print(f"\n{len(rows):,} puzzles in all; one may have several themes.")
