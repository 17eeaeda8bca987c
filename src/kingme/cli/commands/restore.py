"""`kingme restore`: puts the games and runs of a backup back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kingme.cli import arena_options as options

EXAMPLES = ("kingme restore kingme-20260131-120000.zip",)


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that kingme backup wrote.")],
    store: options.StoreOption = options.STORE,
) -> None:
    """Check a backup, then put it in the place of the present games and runs, which are kept under other names."""
    from kingme.cli.output import note
    from kingme.cli.running import failures
    from kingme.cli.stores import all_parts
    from kingme.database.backup import restore as put_back

    with failures():
        done = put_back(file.expanduser(), all_parts(store))
    for path in done.files:
        note(f"restored {path}")
    for path in done.kept:
        note(f"what was there before is kept in {path}")
    if not done.files:
        note("all that is in the backup is there already: nothing was changed")
