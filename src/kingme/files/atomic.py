"""Writing a file as a whole or not at all."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


@contextmanager
def atomic_write(path: Path) -> Iterator[TextIO]:
    """Open a text file for writing; what stood there before is replaced only when everything has been written.

    The text goes to a temporary file beside it, which is removed if anything fails. So a file that is read may be
    written in the same go. A device or a pipe, which cannot be replaced, is written directly.
    """
    path = path.resolve()  # a link stays, the file it points to is replaced
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        return
    temporary = path.with_name(f".{path.name[:100]}.{uuid.uuid4().hex[:12]}.tmp")
    try:
        with temporary.open("x", encoding="utf-8", newline="\n") as stream:
            yield stream
        if path.exists():
            shutil.copymode(path, temporary)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
