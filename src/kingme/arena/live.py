"""A run that is being played, for others on this machine to look at: how far it is, and the games on its boards.

Whoever plays a run holds the lock of its `LiveFiles` and writes the news there a few times a second; the web page reads
them. The other way goes a wish: to stop. All of it is a few small files in the user's data directory, one set for each
run of each store, so that it needs no server and works for the command line as for the browser. A lock ends with its
process, however that ends: nothing here can claim that something runs which does not.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Literal

from filelock import FileLock, Timeout

from kingme.arena.crew import Crew
from kingme.arena.glimpse import Glimpse
from kingme.arena.runner import Runner
from kingme.arena.standings import Listener, Progress

NEWS = 0.25  # seconds between two reports
MOST_BOARDS = 16

Wish = Literal["stop", "pause"]
"""To end now; a pause is meant to go on by itself when the server is there again."""


def live_folder(data: Path, place: str) -> Path:
    """Where the files of the runs of a store stand below the user's data directory; the store is a path or a URL."""
    whole = place if "://" in place else str(Path(place).expanduser().resolve())
    return data / "arena" / hashlib.sha256(whole.encode()).hexdigest()[:16]


def run_key(run_id: int) -> str:
    return f"run-{run_id}"


class LiveFiles:
    """The files of one run, or of one experiment, by its key."""

    def __init__(self, folder: Path, key: str) -> None:
        self.folder = folder
        self.key = key

    def path(self, what: str) -> Path:
        return self.folder / f"{self.key}.{what}"

    # --- whoever plays ----------------------------------------------------------------------------------------------

    def take(self, *, keep_wish: bool = False) -> AbstractContextManager[object] | None:
        """Be the one who plays, as long as what comes back is held; None if somebody plays already.

        A wish that is there was meant for another.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        lock = self._lock()
        if lock is not None and not keep_wish:
            self.path("wish").unlink(missing_ok=True)
        return lock

    def _lock(self) -> AbstractContextManager[object] | None:
        # The system's own lock or none: a mere file, which other file systems would get, outlives its process.
        lock = FileLock(self.path("lock"), thread_local=False, fallback_to_soft=False)
        try:
            return lock.acquire(blocking=False)
        except Timeout:
            return None

    def tell(self, news: dict[str, Any]) -> None:
        """Write the news, whole or not at all; what cannot be written is left: playing is more important."""
        with suppress(OSError):
            spare = self.path(f"news-{os.getpid()}")
            spare.write_text(json.dumps(news | {"at": time.time()}), encoding="utf-8")
            spare.replace(self.path("news"))

    @property
    def wish(self) -> Wish | None:
        """What somebody wants of the one who plays."""
        try:
            text = self.path("wish").read_text(encoding="utf-8")
        except OSError:
            return None
        return "pause" if text == "pause" else "stop"

    # --- whoever looks on -------------------------------------------------------------------------------------------

    @property
    def is_taken(self) -> bool:
        """Whether somebody plays."""
        if not self.path("lock").exists():
            return False
        try:
            lock = self._lock()
        except OSError as error:
            if error.errno in (errno.ENOSYS, errno.ENOLCK):  # a file system without locks: nobody holds one
                return False
            raise
        if lock is None:
            return True
        with lock:
            return False

    def news(self) -> dict[str, Any] | None:
        """What was told last, however long ago."""
        try:
            found = json.loads(self.path("news").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    def ask(self, wish: Wish) -> None:
        """Ask the one who plays to end."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.path("wish").write_text(wish, encoding="utf-8")


class Broadcast:
    """Tells the news of a run while it is played: give `update` to the runner, beside whatever else listens."""

    def __init__(self, others: Sequence[LiveFiles], runner: Runner, crew: Crew) -> None:
        self._all_files = others
        self._runner = runner
        self._crew = crew
        self._last = 0.0
        self.wish: Wish | None = None  # what was asked for, once it was obeyed

    def update(self, progress: Progress) -> None:
        """Tell how far the run is; end it as Ctrl-C would if somebody asked for that."""
        now = time.monotonic()
        if now - self._last < NEWS and progress.done < progress.total:
            return
        self._last = now
        news = self._news(progress)
        for files in self._all_files:
            files.tell(news)
            if self.wish is None and (wish := files.wish) is not None:
                self.wish = wish
                raise KeyboardInterrupt

    def _news(self, progress: Progress) -> dict[str, Any]:
        verdict = progress.verdict
        return {
            "state": "playing",
            "run": self._runner.info.id,
            "done": progress.done,
            "total": progress.total,
            "rate": progress.rate,
            "left": progress.left,
            "workers": self._crew.size,
            "llr": None if verdict is None else [verdict.llr, verdict.lower, verdict.upper],
            "games": [board(glimpse) for glimpse in self._crew.glimpses()[:MOST_BOARDS]],
        }


@contextmanager
def on_air(
    folder: Path, runner: Runner, crew: Crew, listener: Listener, *, others: Sequence[LiveFiles] = ()
) -> Iterator[Listener]:
    """Let others see a run while it is played; yields what the runner is to be given in place of `listener`.

    `others` are told of it as well. A run that somebody else plays too is told of by them.
    """
    files = LiveFiles(folder, run_key(runner.info.id))
    try:
        lock = files.take()
    except OSError:  # the data directory cannot be written: nobody can look on
        lock = None
    with lock or nullcontext():
        broadcast = Broadcast([files, *others] if lock is not None else others, runner, crew)

        def both(progress: Progress) -> None:
            listener(progress)
            broadcast.update(progress)

        yield both


def board(glimpse: Glimpse) -> dict[str, Any]:
    """A game in progress as data."""
    return {
        "number": glimpse.number,
        "black": glimpse.black,
        "white": glimpse.white,
        "fen": glimpse.fen,
        "last": list(glimpse.last),
        "plies": glimpse.plies,
    }


# --- what deleted stores leave behind ---------------------------------------------------------------------------------
#
# A store is a file that its owner deletes like any other, so nobody tells us. Whoever is about to open a store looks
# for folders whose store is gone. A new store at the same place must find none: its runs have the numbers of the
# old ones, and would be given their reports and jobs.

MARK = "store"  # the file in a folder that says which store it belongs to
YOUNG = 3600.0  # seconds since the last change in which a folder may belong to a run that is just beginning
ABSENT = 30 * 24 * 3600.0  # and in which a store whose folder is gone may be on a disk that is not connected

_FOLDER = re.compile(r"[0-9a-f]{16}")


def claim_folder(data: Path, place: str) -> Path:
    """The folder for the runs of a store that is about to be opened; what deleted stores have left is removed."""
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
    return not any(LiveFiles(folder, lock.stem).is_taken for lock in folder.glob("*.lock"))


def _store_of(folder: Path) -> str | None:
    """The store that a folder belongs to; None for a folder of an earlier version without jobs, which keeps nothing."""
    with suppress(OSError):
        return (folder / MARK).read_text(encoding="utf-8")
    for job in folder.glob("job-*.json"):
        with suppress(OSError, ValueError, KeyError, TypeError):
            place = str(json.loads(job.read_text(encoding="utf-8"))["store"])
            return place if "://" in place else str(Path(place).expanduser().resolve())
    return None
