"""`kingme report`: the results of a run as tables, files, plots and a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kingme.cli.arguments import ForceOption

if TYPE_CHECKING:
    from kingme.arena.report import RunReport
    from kingme.arena.report_tables import TextTable

EXAMPLES = (
    "kingme report kingme.sqlite",
    "kingme report kingme.sqlite levels --html report.html",
    "kingme report kingme.sqlite --json - --csv tables --plots plots",
)


def report(
    store: Annotated[str, typer.Argument(metavar="STORE", help="A file that a match wrote, or a database URL.")],
    run: Annotated[
        list[str] | None, typer.Argument(metavar="[RUN]...", help="Names of runs; the last one if none is named.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page with everything, games included.")
    ] = None,
    json: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write all numbers; '-' prints.")] = None,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="DIR", help="Write CSV tables into a folder.")] = None,
    plots: Annotated[
        Path | None, typer.Option("--plots", metavar="DIR", help="Write plots as SVG and PNG into a folder.")
    ] = None,
    anchor: Annotated[
        str | None, typer.Option("--anchor", metavar="PLAYER", help="Player whose rating is 0; by default the mean is.")
    ] = None,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="The heading of the page.")] = "",
    force: ForceOption = False,
) -> None:
    """Show the results of a run, and write them as page, data, tables and plots."""
    from kingme.arena.report import stored_report
    from kingme.arena.report_data import json_text
    from kingme.arena.report_files import output_files, write_outputs
    from kingme.arena.store import Store
    from kingme.cli.output import note
    from kingme.cli.running import failures
    from kingme.errors import KingMeError

    if "://" not in store and not Path(store).exists():
        raise KingMeError(f"there is no store {store}: a match makes one")
    prints = json is not None and str(json) == "-"
    data = None if prints else json
    with failures(), Store(store) as opened:
        infos = [opened.run(name) for name in run] if run else [opened.run()]
        found = [stored_report(opened, info, anchor) for info in infos]
    for path in output_files(found, html=html, json=data, csv=csv, plots=plots):
        if path.exists() and not force:
            raise KingMeError(f"{path} exists: use --force to replace it, or choose another name")
    if prints:
        typer.echo(json_text(found), nl=False)
    else:
        for item in found:
            print_report(item)
    for path in write_outputs(found, title=title, html=html, json=data, csv=csv, plots=plots):
        note(f"wrote {path}")


def print_report(item: RunReport) -> None:
    """All tables of a run on the console."""
    from kingme.arena.report_tables import tables
    from kingme.cli.output import console

    screen = console()
    screen.print(item.title, style="bold")
    for name, text in item.conditions.items():
        screen.print(f"{name}: {text}", style="dim", soft_wrap=True)
    for made in tables(item):
        print_table(made)


def print_table(made: TextTable) -> None:
    """A table with its title and note."""
    from kingme.cli.output import console

    screen = console()
    screen.print()
    screen.print(made.title, style="bold")
    screen.print(as_rich(made))
    if made.note:
        screen.print(made.note, style="dim")


def as_rich(made: TextTable) -> object:
    """A table for the console: columns that do not fit are folded."""
    from rich.table import Table as RichTable

    shown = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column, heading in enumerate(made.headings):
        shown.add_column(heading, justify="left" if column in made.left else "right", overflow="fold")
    for row in made.rows:
        shown.add_row(*row)
    return shown
