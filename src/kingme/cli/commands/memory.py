"""`kingme memory`: what players with `memory=NAME` remember of their games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kingme.cli.arguments import JsonOption

if TYPE_CHECKING:
    from kingme.memories.memory_file import MemoryInfo

EXAMPLES = (
    "kingme play --player engine:nodes=5000,memory=club",
    "kingme memory list",
    "kingme memory show club",
    "kingme memory forget club",
)
MOST_SHOWN = 12

app = typer.Typer(
    no_args_is_help=True,
    help="What players with memory=NAME have learned from their games: list it, look into it, forget it.",
    epilog="\n\n".join(("Examples:", *EXAMPLES)),
    rich_markup_mode="rich",
)

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="A memory.")]


@app.command("list")
def list_command(json: JsonOption = False) -> None:
    """List the memories of this machine."""
    from dataclasses import asdict

    from kingme.cli.output import console, note, print_json, table
    from kingme.memories.memory_file import MemoryFileError, memory_names, read_memory

    found: list[MemoryInfo] = []
    problems: list[str] = []
    for name in memory_names():
        try:
            found.append(read_memory(name)[0])
        except MemoryFileError as error:
            problems.append(str(error))
    if json:
        print_json([{key: value for key, value in asdict(info).items() if key != "history"} for info in found])
    elif found:
        rows = table("Memory", "Game", "Player", "Games", "Won", "Drawn", "Lost", "Positions")
        for info in found:
            counts = (info.games, info.wins, info.draws, info.losses, info.positions)
            rows.add_row(info.name, info.game, info.learner, *(f"{count:,}" for count in counts))
        console().print(rows)
    elif not problems:
        note("There are no memories: a player such as engine:memory=club makes one.")
    for problem in problems:
        note(problem)


@app.command("show")
def show_command(name: NameArgument, json: JsonOption = False) -> None:
    """Show how a memory grew, and the openings that it knows best."""
    from dataclasses import asdict
    from datetime import datetime

    from kingme.cli.output import console, note, print_json, table
    from kingme.memories.contents import known_openings
    from kingme.memories.memory_file import read_memory

    info, rows = read_memory(name)
    known = known_openings(rows, info.game, MOST_SHOWN)
    if json:
        print_json(asdict(info) | {"openings": [item._asdict() for item in known]})
        return
    note(
        f"{name}: {info.positions:,} positions from {info.games:,} games of {info.learner} at {info.game}; "
        f"{info.wins:,} won, {info.draws:,} drawn, {info.losses:,} lost"
    )
    growth = table("When", "Games", "Positions", "Won", "Drawn", "Lost")
    for when, *counts in info.history[:: -max(1, -(-len(info.history) // MOST_SHOWN))][::-1]:
        growth.add_row(f"{datetime.fromtimestamp(when):%Y-%m-%d %H:%M}", *(f"{int(count):,}" for count in counts))
    console().print(growth)
    if known:
        lines = table("Line", "Won", "Drawn", "Lost", "Blamed")
        for item in known:
            lines.add_row(item.line, *(f"{count:,}" for count in (item.wins, item.draws, item.losses, item.blames)))
        console().print(lines)


@app.command("forget")
def forget_command(
    name: NameArgument, yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False
) -> None:
    """Remove a memory; its players start from nothing."""
    from kingme.cli.output import note
    from kingme.memories.memory_file import MemoryFile

    file = MemoryFile(name)
    if file.stamp is not None and not yes and not typer.confirm(f"Forget all that {name} has learned?"):
        raise typer.Exit(1)
    file.forget()
    note(f"{name} is forgotten.")
