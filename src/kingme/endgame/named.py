"""Tables by their names: a file is used only if it is what its name says, and has the bytes of a right build.

Every right build gives the same bytes, so the package knows the digest of each file (`data/digests.txt`). One of
another digest is wrong, however well its own checksums agree with it: KingMe once built such files. Distances are
compressed with zlib, of which there are several; a build whose distances are right but packed in another way marks them
`CHECKED`, which is believed.
"""

from __future__ import annotations

import shlex
from functools import cache
from pathlib import Path

from kingme.endgame import places
from kingme.endgame.index import MOST_PIECES
from kingme.endgame.places import Kind, file_name, find_file, user_folder
from kingme.endgame.table_file import TableFile

DIGESTS = Path(__file__).parent / "data" / "digests.txt"

CHECKED = "checked"
"""In a table of contents: every position was checked when the file was built."""

_WORDS: dict[str, str] = {Kind.WDL: "outcomes", Kind.PLIES: "distances"}


@cache
def right_digests() -> dict[str, str]:
    """The digest of each file of tables in the format of this version, by its name."""
    lines = [line.split() for line in DIGESTS.read_text().splitlines() if line and not line.startswith("#")]
    return {name: digest for version, name, digest in lines if int(version) == TableFile.VERSION}


def has_right_bytes(file: TableFile, pieces: int, kind: Kind) -> bool:
    """Whether a file is byte for byte what a right build gives, as far as that is known."""
    return right_digests().get(file_name(pieces, kind), file.digest) == file.digest


def open_table(path: Path, pieces: int, kind: Kind) -> TableFile:
    """Open and check the file of all tables of a kind with so many pieces; `TableError` says what is wrong with it."""
    file = TableFile(path, check=False, remedy=f": `{_build_command(path, pieces)}` makes it anew")
    if (file.contents.get("kind"), file.contents.get("pieces")) != (kind.value, pieces):
        held, size = _WORDS.get(file.contents.get("kind", ""), "parts"), file.contents.get("pieces")
        raise file.refusal(f"holds {held} of {size} pieces, not {_WORDS[kind]} of {pieces} as its name says")
    if not (has_right_bytes(file, pieces, kind) or file.contents.get(CHECKED)):
        raise file.refusal("is not what a right build gives (earlier versions went wrong with one thread)")
    file.check()
    return file


def find_table(pieces: int, kind: Kind, folder: Path | None = None) -> TableFile | None:
    """The opened file of all tables of a kind with so many pieces, or None if there is none; see `find_file`."""
    path = find_file(pieces, kind, folder)
    return None if path is None else open_table(path, pieces, kind)


def _build_command(path: Path, pieces: int) -> str:
    """What makes a file anew, and along with it all others of its folder that are wrong."""
    folder = path.parent
    if folder != places.SHIPPED:
        sizes = range(pieces, MOST_PIECES + 1)
        there = (size for size in sizes if any((folder / file_name(size, kind)).exists() for kind in Kind))
        pieces = max(there, default=pieces)
    elsewhere = [] if folder in (places.SHIPPED, user_folder()) else ["--folder", str(folder)]
    return shlex.join(["kingme", "tablebase", "build", "--pieces", str(pieces), *elsewhere])
