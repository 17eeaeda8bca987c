"""`open_store`: a store that is whole and of the present version, or one sentence that says why not.

SQLite removes its write-ahead log when the last program closes a database. A log that is there while nobody has the
database open tells that it was not closed cleanly: then SQLite looks through all of it first (`quick_check`). A small
store is looked through more thoroughly whenever it is opened and nobody else has it open, as that takes milliseconds.
What is malformed is set aside and salvaged (`kingme.database.salvage`).

A store that may not be written can be read. If it is of an older version or has a log, that happens in a copy.
"""

from __future__ import annotations

import logging
import os
import shutil
import sys
import tempfile
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import URL, Engine

from kingme.database import sqlite
from kingme.database.connection import BUSY, StoreError, connect, explain, file_of, store_url
from kingme.database.migration import StoreKind, is_present, upgrade
from kingme.database.salvage import salvage

if sys.platform != "win32":
    import fcntl

log = logging.getLogger("kingme.database")

SMALL = 16 << 20  # bytes of a store that is always looked through


def open_store(place: str, kind: StoreKind, timeout: float = BUSY) -> Engine:
    """An engine for a store, which is made where there is none."""
    url = store_url(place)
    path = file_of(url)
    if path is None:
        return _present(connect(url, timeout, kind.name), place, kind)
    with turn(path.parent):
        try:
            if path.exists() and not sqlite.can_write(path):
                return _open_to_read(path, place, kind, timeout)
            examine(path, place)
        except sqlite.UNREADABLE as error:
            raise StoreError(explain(place, error)) from error
        return _present(connect(url, timeout), place, kind)


def _present(engine: Engine, place: str, kind: StoreKind) -> Engine:
    try:
        upgrade(engine, place, kind)
    except sqlite.UNREADABLE as error:  # from the copy that is made first
        engine.dispose()
        raise StoreError(explain(place, error)) from error
    except BaseException:
        engine.dispose()
        raise
    return engine


def examine(path: Path, place: str) -> None:
    """Look whether a database is whole, where there is reason to; one that is not is set aside and salvaged."""
    if not path.is_file() or not (size := path.stat().st_size):
        return
    unclean = sqlite.has_log(path)
    if not unclean and size > SMALL:
        return
    with sqlite.alone(path) as connection:
        if connection is None:
            return  # whoever opened it first has looked
        found = sqlite.problems(connection, quick=size > SMALL)
        if unclean and not found:
            log.warning("%s was not closed cleanly; SQLite has checked it and finds it whole", place)
        rescue = salvage(connection, path, place, found) if found else None
    if rescue is not None:
        rescue.put_in_place()


@contextmanager
def turn(folder: Path) -> Iterator[None]:
    """One program at a time opens stores in a folder, so that none opens a file that another is setting aside."""
    if sys.platform == "win32":
        yield
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        yield  # there is no such folder: opening will say so
        return
    try:
        with suppress(OSError):  # some network folders have no locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _open_to_read(path: Path, place: str, kind: StoreKind, timeout: float) -> Engine:
    """An engine that reads and never writes."""
    options = sqlite.reading_options(path)
    if options is not None:
        engine = connect(_url(path, options), timeout)
        try:
            if is_present(engine, place, kind):
                return engine
        except BaseException:
            engine.dispose()
            raise
        engine.dispose()
    folder = Path(tempfile.mkdtemp(prefix="kingme-"))
    try:
        twin = folder / path.name
        if options is None:
            shutil.copyfile(path, twin)
            shutil.copyfile(sqlite.log_of(path), sqlite.log_of(twin))
        else:
            sqlite.copy(path, twin)
        examine(twin, place)
        _present(connect(store_url(str(twin)), timeout), place, kind).dispose()
        engine = connect(_url(twin, {"mode": "ro", "immutable": "1"}), timeout)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    weakref.finalize(engine, shutil.rmtree, folder, ignore_errors=True)
    return engine


def _url(path: Path, options: dict[str, str]) -> URL:
    return URL.create("sqlite", database=f"file:{quote(str(path.absolute()))}", query=options | {"uri": "true"})
