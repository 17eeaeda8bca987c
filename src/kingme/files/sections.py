"""Files of named sections of bytes behind a table of contents, every part with its checksum.

    bytes 0-7     what the file is, eight letters
    8-11          version of the format
    12-15         length of the table of contents
    16-47         its SHA-256
    48-           table of contents, JSON: {..., "sections": {name: [begin, length, SHA-256]}, "end": length of all}
    then          the sections

All numbers are little-endian. A file is written under another name and moved into place, so that it is whole or absent.
Opening it checks its length and every checksum before anything is believed, and maps it into memory, where processes
share it. The SHA-256 of the table of contents stands for the whole file, since that holds all others: two files with
the same one are the same.

Endgame tables (`kingme.endgame.table_file`) and opening books (`kingme.book.book_file`) are such files.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from kingme.errors import KingMeError

_HEADER = 48


class SectionFile:
    """An opened file of sections; `data` is its content, mapped, and `contents` its table of contents.

    A subclass says what its files are: `MAGIC`, `VERSION`, the `NOUN` and the `ERROR` of its messages.
    """

    MAGIC: ClassVar[bytes]
    VERSION: ClassVar[int] = 1
    NOUN: ClassVar[str]
    ERROR: ClassVar[type[KingMeError]] = KingMeError

    def __init__(self, path: Path, *, check: bool = True, remedy: str = "") -> None:
        """Open and check a file; without `check`, call `check` before its sections are believed.

        `remedy` ends the sentence of every error: what to do about it.
        """
        self.path = path
        self._remedy = remedy
        try:
            with path.open("rb") as file:
                length = os.fstat(file.fileno()).st_size
                if length < _HEADER:
                    is_ours = length > 0 and self.MAGIC.startswith(file.read(len(self.MAGIC)))
                    raise self.refusal("is damaged, it is too short" if is_ours else f"is no {self.NOUN}")
                # Copy on write: nobody writes, and arrays over it need not be marked read-only for the kernels.
                self.data: np.ndarray = np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY), np.uint8)
        except FileNotFoundError:
            raise self.ERROR(f"there is no file {path}") from None
        except OSError as error:
            raise self.refusal(f"cannot be read, {error.strerror}") from None
        self.digest = self.data[16:_HEADER].tobytes().hex()
        self.contents = self._read_contents(length)
        if check:
            self.check()

    def check(self) -> None:
        """Compare the checksums of all sections."""
        for name in self.contents["sections"]:
            self.section(name)

    def refusal(self, reason: str) -> KingMeError:
        """The error that says why this file is not used, and what to do."""
        return self.ERROR(f"{self.path} {reason}{self._remedy}")

    def _read_contents(self, length: int) -> dict[str, Any]:
        head = self.data[:_HEADER].tobytes()
        version, size = (int.from_bytes(head[at : at + 4], "little") for at in (8, 12))
        if head[:8] != self.MAGIC:
            raise self.refusal(f"is no {self.NOUN}")
        if version != self.VERSION:
            raise self.refusal(f"has format {version}, this KingMe reads format {self.VERSION}")
        text = self.data[_HEADER : _HEADER + size].tobytes()
        if hashlib.sha256(text).hexdigest() != self.digest:
            raise self.refusal("is damaged, its table of contents has changed")
        contents: dict[str, Any] = json.loads(text)
        if contents["end"] != length:
            raise self.refusal(f"is damaged, it has {length:,} bytes instead of {contents['end']:,}")
        return contents

    def place(self, name: str) -> tuple[int, int]:
        """Where a section begins and ends."""
        begin, length, _ = self.contents["sections"][name]
        return begin, begin + length

    def section(self, name: str) -> np.ndarray:
        """A section, its checksum compared."""
        begin, end = self.place(name)
        if hashlib.sha256(self.data[begin:end].data).hexdigest() != self.contents["sections"][name][2]:
            raise self.refusal(f"is damaged, the part {name} has changed")
        return self.data[begin:end]

    @classmethod
    def write(cls, path: Path, contents: Mapping[str, Any], sections: Mapping[str, bytes], *, align: int = 1) -> None:
        """Write a file as a whole or not at all.

        With `align` the first section begins at a multiple of so many bytes; those whose length is one too follow it.
        """
        listed: dict[str, list[Any]] = {}
        text = b""
        end = 0
        while True:  # where sections begin depends on the length of the text that says so
            end = _HEADER + len(text)
            for name, section in sections.items():
                listed[name] = [end, len(section), hashlib.sha256(section).hexdigest()]
                end += len(section)
            written = json.dumps({**contents, "sections": listed, "end": end}).encode()
            written += b" " * (-(_HEADER + len(written)) % align)
            if len(written) == len(text):
                break
            text = written
        head = cls.MAGIC + cls.VERSION.to_bytes(4, "little") + len(written).to_bytes(4, "little")
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex[:12]}.tmp")
        try:
            with temporary.open("xb") as file:
                file.write(head + hashlib.sha256(written).digest() + written)
                for section in sections.values():
                    file.write(section)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
