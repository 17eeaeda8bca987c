"""The stores of this user, as backups know them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kingme.database.backup import Part
    from kingme.database.migration import StoreKind


def all_parts(store: str) -> list[Part]:
    """The games of the web app, the library, and the runs of the arena with the experiments that stand beside them."""
    from kingme.arena import schema
    from kingme.cli.last_game import last_game
    from kingme.core.folders import data_folder
    from kingme.database.backup import Part
    from kingme.library.archive import archive_tables as library
    from kingme.library.archive.archive import archive_place
    from kingme.web.settings import Settings
    from kingme.web.store import KIND

    data = data_folder()

    def part(name: str, place: str, kind: StoreKind, folder: Path | None, *beside: str) -> Part:
        url = place if "://" in place else ""
        path = Path.cwd() / f"{name}.sqlite" if url else Path(place).expanduser().absolute()
        return Part(name, path, kind, folder or path.parent, beside, url)

    return [
        part("library", archive_place(), library.KIND, data),
        part("web", Settings.from_environment().database, KIND, data, last_game().name, "arena/*/job-*.json"),
        part("arena", store, schema.KIND, None, "kingme-experiments/**/*"),
    ]
