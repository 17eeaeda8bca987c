"""The files of endgame tables: sections of bytes with checksums (`kingme.files.sections`).

Their table of contents has {"kind", "pieces", "slices": {name: {"positions", "counts", ...}}}. A slice is named by its
material: four digits, own men and kings, enemy men and kings, the side to move first. What the sections contain is told
in `kingme.endgame.pack`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kingme.errors import KingMeError
from kingme.files.sections import SectionFile


class TableError(KingMeError):
    """Tables that are damaged or not there."""


class TableFile(SectionFile):
    """An opened file of tables."""

    MAGIC = b"KingMeTB"
    NOUN = "file of endgame tables"
    ERROR = TableError


def write_file(path: Path, contents: Mapping[str, Any], sections: Mapping[str, bytes]) -> None:
    """Write a file of tables as a whole or not at all."""
    TableFile.write(path, contents, sections)
