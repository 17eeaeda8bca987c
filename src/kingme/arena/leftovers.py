"""What a deleted store leaves behind: the folder of its desks (see `live`), found and removed.

A store is a file that its owner deletes like any other, so nobody tells us. Whoever is about to open a store therefore
looks for folders whose store is gone. A new store at the same place must find none: its runs have the numbers of the
old ones, and would be given their reports and jobs.
"""

from __future__ import annotations

import json
import re
import shutil
import time
from contextlib import suppress
from pathlib import Path

from kingme.arena.live import Desk, live_folder

MARK = "store"  # the file in a folder that says which store it belongs to
YOUNG = 3600.0  # seconds since the last change in which a folder may belong to a run that is just beginning
ABSENT = 30 * 24 * 3600.0  # and in which a store whose folder is gone may be on a disk that is not connected

_FOLDER = re.compile(r"[0-9a-f]{16}")


def claim_folder(data: Path, place: str) -> Path:
    """The folder for the desks of a store that is about to be opened; what deleted stores have left is removed."""
    own = live_folder(data, place)
    with suppress(OSError):  # a data directory that cannot be written has no leftovers of ours
        if own.parent.is_dir():
            for folder in own.parent.iterdir():
                if _FOLDER.fullmatch(folder.name) and _is_left(folder, is_own=folder == own):
                    shutil.rmtree(folder, ignore_errors=True)
        own.mkdir(parents=True, exist_ok=True)
        whole = place if "://" in place else str(Path(place).expanduser().resolve())
        (own / MARK).write_text(whole, encoding="utf-8")
    return own


def _is_left(folder: Path, *, is_own: bool) -> bool:
    """Whether the store of a folder is gone, and nobody is at work in it."""
    store = _store_of(folder)
    if store is not None and ("://" in store or Path(store).exists()):
        return False
    if not is_own:
        is_disk_there = store is None or Path(store).parent.is_dir()
        age = time.time() - max((file.stat().st_mtime for file in (folder, *folder.iterdir())), default=0.0)
        if age < (YOUNG if is_disk_there else ABSENT):
            return False
    return not any(Desk(folder, lock.stem).is_taken for lock in folder.glob("*.lock"))


def _store_of(folder: Path) -> str | None:
    """The store that a folder belongs to; None for a folder of an earlier version without jobs, which keeps nothing."""
    with suppress(OSError):
        return (folder / MARK).read_text(encoding="utf-8")
    for job in folder.glob("job-*.json"):
        with suppress(OSError, ValueError, KeyError, TypeError):
            place = str(json.loads(job.read_text(encoding="utf-8"))["store"])
            return place if "://" in place else str(Path(place).expanduser().resolve())
    return None
