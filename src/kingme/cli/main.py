"""The command `kingme`: its sub-commands, and the one place that turns errors into sentences.

`kingme --help` must answer at once. The modules below therefore import nothing but the standard library and typer at
their top; each command imports what it needs when it runs, and only those that need compiled code pay for the compiler.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from kingme.cli.commands import (
    account,
    analyse,
    backup,
    bench,
    book,
    bot,
    convert,
    doctor,
    experiment,
    explain,
    hub,
    lessons,
    library,
    match,
    memory,
    moves,
    perft,
    play,
    players,
    puzzles,
    rate,
    report,
    restore,
    runs,
    serve,
    show,
    sprt,
    sweep,
    tablebase,
    tournament,
    tune,
    warmup,
)
from kingme.cli.streams import open_streams
from kingme.errors import KingMeError

USAGE, FAILURE, INTERRUPTED = 2, 1, 130
"""Exit codes: what was asked for makes no sense, it could not be done, Ctrl-C."""


@contextmanager
def plain_errors() -> Iterator[None]:
    """Report whatever a user can cause as one sentence on stderr; let only our own mistakes end in a traceback."""
    try:
        yield
        sys.stdout.flush()  # a reader that went away is noticed here and not at the exit of the interpreter
    except KingMeError as error:
        raise _stop(str(error), USAGE) from error
    except KeyboardInterrupt as error:
        raise typer.Exit(INTERRUPTED) from error
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise  # typer ends quietly
        where = f"{error.filename}: " if error.filename else ""
        raise _stop(f"{where}{error.strerror or error}", FAILURE) from error


def _stop(message: str, code: int) -> typer.Exit:
    typer.secho("Error: ", err=True, fg="red", bold=True, nl=False)
    typer.echo(message, err=True)
    return typer.Exit(code)


class Commands(TyperGroup):
    """All commands of KingMe, run with plain errors."""

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        with plain_errors():  # `--help` and `--version` print here already
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: Any) -> Any:
        with plain_errors():
            return super().invoke(ctx)


app = typer.Typer(
    cls=Commands,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Examples:  kingme play  ·  kingme show 'W:W18,K24:B7,12'  ·  kingme perft 8\n\n"
    "`kingme COMMAND --help` explains a command and gives examples.",
)

app.add_typer(serve.app, name="serve", rich_help_panel="Play")
app.add_typer(account.app, name="account", rich_help_panel="Play")
for panel, modules in {
    "Play": (play, players),
    "Positions": (show, moves, explain, analyse, perft),
    "Compare": (match, tournament, sprt, sweep, rate, runs, report),
    "Learn": (lessons,),
    "Files": (convert, backup, restore),
    "Other programs": (hub, bot),
    "This machine": (warmup, doctor, bench, tune),
}.items():
    for module in modules:
        name = module.__name__.rpartition(".")[2]
        examples = "\n\n".join(("Examples:", *module.EXAMPLES))
        app.command(name, rich_help_panel=panel, epilog=examples)(getattr(module, name))
app.add_typer(experiment.app, name="experiment", rich_help_panel="Compare")
app.add_typer(book.app, name="book", rich_help_panel="Positions")
app.add_typer(library.app, name="library", rich_help_panel="Files")
app.add_typer(memory.app, name="memory", rich_help_panel="Play")
app.add_typer(tablebase.app, name="tablebase", rich_help_panel="Positions")
app.add_typer(puzzles.app, name="puzzles", rich_help_panel="Positions")


def _version(wanted: bool) -> None:
    if wanted:
        from kingme import __version__

        typer.echo(f"kingme {__version__}")
        raise typer.Exit


@app.callback()
def kingme(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """A checkers laboratory: play, explain, analyse and compare.

    Without a command, the web app starts and opens in the browser.
    """
    if context.invoked_subcommand is None:
        serve.serve()


def main() -> None:
    """Run the command line."""
    if not open_streams():
        sys.exit(_stop("standard output is closed: write >/dev/null to run without it", FAILURE).exit_code)
    app(prog_name="kingme")
