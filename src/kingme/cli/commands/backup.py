"""`kingme backup`: one file with all games and runs, made while they are in use."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kingme.cli import arena_options as options
from kingme.cli.arguments import ForceOption

EXAMPLES = ("kingme backup", "kingme backup --to /media/stick/kingme.zip")


def backup(
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="The file to write; kingme-DATE.zip if none is named.")
    ] = None,
    store: options.StoreOption = options.STORE,
    force: ForceOption = False,
) -> None:
    """Back up the games of the web app and the runs of the arena, while both may go on."""
    from datetime import datetime

    from kingme.cli.output import note
    from kingme.cli.running import failures
    from kingme.cli.stores import all_parts
    from kingme.database.backup import back_up
    from kingme.errors import KingMeError

    target = (to or Path(f"kingme-{datetime.now():%Y%m%d-%H%M%S}.zip")).expanduser()
    if target.is_dir():
        raise KingMeError(f"{target} is a folder: name a file in it, such as {target / 'kingme.zip'}")
    if target.exists() and not force:
        raise KingMeError(f"{target} exists: use --force to replace it, or choose another name")
    with failures():
        names = back_up(all_parts(store), target)
    note(f"wrote {target}: {', '.join(names[:5])}{f' and {len(names) - 5} more files' if len(names) > 5 else ''}")
