"""The files of a build before they have their names: merged from parts, to be checked, compared, and then published."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kingme.endgame.named import CHECKED, has_right_bytes
from kingme.endgame.pack import section_name
from kingme.endgame.places import Kind, file_name
from kingme.endgame.slices import Slice
from kingme.endgame.table_file import TableError, TableFile, write_file


class Drafts:
    """The new files of a number of pieces, in the folder of their parts."""

    def __init__(self, folder: Path, pieces: int, parts: Mapping[Slice, TableFile], kinds: list[Kind]) -> None:
        self._folder, self._pieces, self._parts = folder, pieces, parts
        self.files = {kind: self._write(kind) for kind in kinds}

    def _write(self, kind: Kind, **more: Any) -> TableFile:
        """Write the draft of one kind for all slices."""
        entries: dict[str, Any] = {}
        sections: dict[str, bytes] = {}
        for each in sorted(self._parts):
            part, name = self._parts[each], section_name(each, kind)
            entries[each.name] = part.contents["slices"][each.name]
            if name in part.contents["sections"]:
                sections[name] = part.section(name).tobytes()
        name = f"{file_name(self._pieces, kind)}.{uuid.uuid4().hex[:12]}"  # nobody else's, so that it stays as checked
        path = self._folder / "parts" / name
        write_file(path, {"kind": kind.value, "pieces": self._pieces, "slices": entries, **more}, sections)
        return TableFile(path)

    def compare(self) -> list[str]:
        """Compare drafts that have been checked with the digests of right files; say what there is to say.

        The bytes of outcomes are KingMe's own work, and others are refused. Distances that another zlib has packed are
        as good, and are marked as checked.
        """
        notes = []
        for kind, file in self.files.items():
            if has_right_bytes(file, self._pieces, kind):
                continue
            name = file_name(self._pieces, kind)
            if kind is Kind.WDL:
                raise TableError(f"the new {name} agrees with itself, but is not what every right build gives")
            self.files[kind] = self._write(kind, **{CHECKED: True})
            notes.append(
                f"{name} is right, but has other bytes than elsewhere: zlib packs differently on this machine."
            )
        return notes

    def publish(self) -> Iterator[Path]:
        """Give the files their names."""
        for kind, file in self.files.items():
            yield file.path.replace(self._folder / file_name(self._pieces, kind))


def remove_parts(folder: Path, pieces: int) -> None:
    """Remove parts and drafts of so many pieces, and what a killed build has left half-written."""
    for path in (folder / "parts").glob(f"*pieces{pieces}[-.]*"):
        path.unlink(missing_ok=True)
