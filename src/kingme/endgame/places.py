"""Where tables are: what the package ships, and what the user has built."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from kingme.core.folders import data_folder

SHIPPED = Path(__file__).parent / "data"


class Kind(StrEnum):
    """What a file of tables holds; its name's extension."""

    WDL = "wdl"  # win, draw or loss
    PLIES = "plies"  # distances


def user_folder() -> Path:
    """Tables that were built here."""
    return data_folder() / "tables"


def file_name(pieces: int, kind: Kind) -> str:
    return f"pieces{pieces}.{kind}"


def find_file(pieces: int, kind: Kind, folder: Path | None = None) -> Path | None:
    """The file of all tables with so many pieces: the user's own, else the one shipped; None if there is none."""
    for place in (folder or user_folder(), SHIPPED):
        path = place / file_name(pieces, kind)
        if path.is_file():
            return path
    return None
