"""What tables are at hand, where they are and what is in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kingme.endgame.index import MOST_PIECES
from kingme.endgame.named import open_table
from kingme.endgame.places import SHIPPED, Kind, find_file, user_folder
from kingme.endgame.slices import DISTANCE_PIECES, FEWEST_PIECES, pairs, slices
from kingme.endgame.table_file import TableError


def status(folder: Path | None = None) -> dict[str, Any]:
    """Everything as plain data: for each number of pieces the files, and what an unfinished build has left."""
    folder = folder or user_folder()
    return {
        "folder": str(folder),
        "shipped": str(SHIPPED),
        "pieces": [_size(size, folder) for size in range(FEWEST_PIECES, MOST_PIECES + 1)],
    }


def _size(size: int, folder: Path) -> dict[str, Any]:
    kinds = [Kind.WDL, Kind.PLIES] if size <= DISTANCE_PIECES else [Kind.WDL]
    parts = len(list((folder / "parts").glob(f"pieces{size}-*.part")))
    return {
        "pieces": size,
        "positions": sum(each.size for each in slices(size)),
        "unfinished": {"parts": parts, "of": len(pairs(size))} if parts else None,
        **{kind.value: _file(size, kind, folder) if kind in kinds else None for kind in Kind},
    }


def _file(size: int, kind: Kind, folder: Path) -> dict[str, Any] | None:
    """A file as it is; one that is not used has a `problem`."""
    path = find_file(size, kind, folder)
    if path is None:
        return None
    found: dict[str, Any] = {"path": str(path), "bytes": path.stat().st_size, "shipped": path.parent == SHIPPED}
    try:
        file = open_table(path, size, kind)
    except TableError as error:
        return found | {"problem": str(error)}
    totals = [entry["counts"]["all"] for entry in file.contents["slices"].values()]
    lost, won, drawn = (sum(column) for column in zip(*totals, strict=True))
    return found | {"digest": file.digest, "won": won, "drawn": drawn, "lost": lost}
