"""The stores of this user, as backups know them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kingme.errors import KingMeError

if TYPE_CHECKING:
    from kingme.database.backup import Part


def all_parts(store: str) -> list[Part]:
    """The games of the web app, and the runs of the arena with the results of experiments that stand beside them."""
    from kingme.arena import schema
    from kingme.cli.last_game import last_game
    from kingme.core.folders import data_folder
    from kingme.database.backup import Part
    from kingme.web.store import KIND

    if "://" in store:
        raise KingMeError(f"{store} is a database of its own: back it up with its own tools, or name a file by --store")
    data, arena = data_folder(), Path(store).expanduser().absolute()
    return [
        Part("web", data / "web.sqlite", KIND, data, (last_game().name, "arena/*/job-*.json")),
        Part("arena", arena, schema.KIND, arena.parent, ("kingme-experiments/**/*",)),
    ]
