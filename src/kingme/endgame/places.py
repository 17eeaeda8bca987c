"""Where tables are: what the package ships, and what the user has built."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path

from platformdirs import user_data_path

SHIPPED = Path(__file__).parent / "data"


class Kind(StrEnum):
    """What a file of tables holds; its name's extension."""

    WDL = "wdl"  # win, draw or loss
    PLIES = "plies"  # distances


def user_folder() -> Path:
    """Tables that were built here: below `KINGME_DATA_DIR`, or below the user's data directory."""
    chosen = os.environ.get("KINGME_DATA_DIR")
    return (Path(chosen) if chosen else user_data_path("kingme")) / "tables"


def file_name(pieces: int, kind: Kind) -> str:
    return f"pieces{pieces}.{kind}"


def find_file(pieces: int, kind: Kind, folder: Path | None = None) -> Path | None:
    """The file of all tables with so many pieces: the user's own, else the one shipped; None if there is none."""
    for place in (folder or user_folder(), SHIPPED):
        path = place / file_name(pieces, kind)
        if path.is_file():
            return path
    return None
