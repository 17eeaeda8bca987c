"""Where output goes: consoles, JSON, and files that are never overwritten by accident."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from kingme.errors import KingMeError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def console(*, stderr: bool = False, plain: bool = False) -> Console:
    """A rich console that neither guesses at highlights nor reads markup in what it prints."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False, no_color=plain or None, soft_wrap=False)


def has_colour(console: Console) -> bool:
    """Whether colours reach the reader: a terminal that knows them, and nobody has asked to do without."""
    return console.is_terminal and not console.no_color and console.color_system is not None


def can_encode(console: Console, characters: str) -> bool:
    """Whether the stream behind a console can write these characters."""
    try:
        characters.encode(console.encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def table(*headings: str) -> Table:
    """A table without lines: a heading over each column, and the rest is space."""
    from rich.table import Table

    made = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for heading in headings:
        made.add_column(heading)
    return made


def print_json(data: Any) -> None:
    """Print data as JSON, one object in readable lines; numbers that JSON does not know are null."""
    typer.echo(json.dumps(finite(data), indent=2, ensure_ascii=False, allow_nan=False))


def finite(data: Any) -> Any:
    """The same data with None for what is infinite or not a number: a mean of nothing, the Elo of a whitewash."""
    if isinstance(data, float):
        return data if math.isfinite(data) else None
    if isinstance(data, dict):
        return {key: finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [finite(item) for item in data]
    return data


def write_file(path: Path, text: str, *, force: bool = False) -> None:
    """Write a whole file or nothing; a file that exists is replaced only if `force` says so."""
    if path.exists() and not force:
        raise KingMeError(f"{path} exists: use --force to replace it, or choose another name")
    from kingme.files.atomic import atomic_write

    with atomic_write(path) as file:
        file.write(text)


def note(message: str) -> None:
    """Say something beside the result, on stderr."""
    typer.echo(message, file=sys.stderr)
