"""Opening text files of unknown age: UTF-8, with or without a byte order mark, and Latin-1 where that fails."""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import TextIO

LATIN_1 = "kingme-latin-1"
"""Name of the error handler that reads the bytes which are not UTF-8 as Latin-1, as old files mean them."""


def _as_latin_1(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error(LATIN_1, _as_latin_1)


def open_text(path: Path) -> TextIO:
    """Open a file for reading; no sequence of bytes makes that fail."""
    return path.open(encoding="utf-8-sig", errors=LATIN_1)
