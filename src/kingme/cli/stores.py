"""The stores of this user, as backups know them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kingme.errors import KingMeError

if TYPE_CHECKING:
    from kingme.database.backup import Part


def all_parts(store: str) -> list[Part]:
    """The games of the web app, the library, and the runs of the arena with the experiments that stand beside them."""
    from kingme.arena import schema
    from kingme.cli.last_game import last_game
    from kingme.core.folders import data_folder
    from kingme.database.backup import Part
    from kingme.database.connection import shown
    from kingme.library.archive import archive_tables as library
    from kingme.library.archive.archive import archive_place
    from kingme.web.settings import Settings
    from kingme.web.store import KIND

    if "://" in store:
        raise KingMeError(
            f"{shown(store)} is a database of its own: back it up with its own tools, or name a file by --store"
        )
    data, arena = data_folder(), Path(store).expanduser().absolute()
    archive, web = archive_place(), Settings.from_environment().database
    of_library = [] if "://" in archive else [Part("library", Path(archive).expanduser(), library.KIND, data)]
    of_web = [] if "://" in web else [Part("web", Path(web), KIND, data, (last_game().name, "arena/*/job-*.json"))]
    return [
        *of_library,
        *of_web,
        Part("arena", arena, schema.KIND, arena.parent, ("kingme-experiments/**/*",)),
    ]


def databases() -> list[str]:
    """The stores that are databases of their own, which `all_parts` leaves out, as they may be printed."""
    from kingme.database.connection import shown
    from kingme.library.archive.archive import archive_place
    from kingme.web.settings import Settings

    return [shown(place) for place in (archive_place(), Settings.from_environment().database) if "://" in place]
