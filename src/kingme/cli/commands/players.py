"""`kingme players`: who can play, and how each of them is set up."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any

import typer

from kingme.cli.arguments import JsonOption

EXAMPLES = ("kingme players", "kingme players mcts", "kingme players hard")


def players(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="A player, level or preset to explain.")] = None,
    json: JsonOption = False,
) -> None:
    """List all players, levels and presets with their parameters, or explain one."""
    from kingme.cli.output import console, print_json
    from kingme.players.registry import player_class, player_names, presets

    known = presets()
    if name is None:
        listed = {item: player_class(item) for item in player_names()}
        if json:
            print_json(
                {
                    "players": {item: _as_data(cls) for item, cls in listed.items()},
                    "presets": {item: preset._asdict() for item, preset in known.items()},
                }
            )
        else:
            _print_all(console(), listed, known)
        return

    preset = known.get(name.partition(":")[0])
    cls = player_class(preset.spec.partition(":")[0] if preset else name.partition(":")[0])
    if json:
        print_json((preset._asdict() if preset else {}) | _as_data(cls))
    else:
        _print_one(console(), name, cls, preset)


def _as_data(cls: Any) -> dict[str, Any]:
    from kingme.players.parameters import allowed, spec_name

    return {
        "player": cls.name,
        "summary": cls.summary,
        "parameters": {
            spec_name(item): {"default": item.default, "allowed": allowed(item), "help": item.metadata["help"]}
            for item in fields(cls.parameters_class)
        },
    }


def _print_all(screen: Any, listed: dict[str, Any], known: dict[str, Any]) -> None:
    from rich.table import Table
    from rich.text import Text

    from kingme.players.parameters import spec_name

    screen.print("Players", style="bold")
    table = Table.grid(padding=(0, 2))
    for item, cls in listed.items():
        names = ", ".join(f"{spec_name(field)}={_shown(field.default)}" for field in fields(cls.parameters_class))
        table.add_row(f"  {item}", cls.summary)
        if names:
            table.add_row("", Text(names, style="dim"))
    screen.print(table)
    screen.print("\nLevels and presets", style="bold")
    table = Table.grid(padding=(0, 2))
    for item, preset in known.items():
        table.add_row(f"  {item}", preset.title, Text(preset.source.partition(",")[0], style="dim"))
    screen.print(table)
    screen.print("\nA spec is a name with parameters, such as mcts:iterations=500,c=1.4 or hard:iterations=300.")
    screen.print("`kingme players NAME` explains one of them.")


def _print_one(screen: Any, name: str, cls: Any, preset: Any) -> None:
    import sys

    from rich.table import Table

    from kingme.players.parameters import allowed, spec_name

    if preset is not None:
        screen.print(f"{name}: {preset.title}, {preset.source}", style="bold")
        screen.print(f"It is {preset.spec}\n")
    screen.print(f"{cls.name}: {cls.summary}", style="bold")
    about = cls.__doc__ or sys.modules[cls.__module__].__doc__  # one file tells the whole algorithm
    if about:
        screen.print(f"\n{_flowing(about)}")
    if not fields(cls.parameters_class):
        screen.print("\nIt has no parameters.")
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("parameter", "default", "meaning", "allowed"):
        table.add_column(heading)
    for item in fields(cls.parameters_class):
        table.add_row(spec_name(item), _shown(item.default), item.metadata["help"], allowed(item))
    screen.print()
    screen.print(table)


def _flowing(text: str) -> str:
    """A docstring whose paragraphs are one line each, so that they fit any screen; indented lines stay as they are."""
    from inspect import cleandoc

    paragraphs = cleandoc(text).split("\n\n")
    return "\n\n".join(part if "\n " in f"\n{part}" else part.replace("\n", " ") for part in paragraphs)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
