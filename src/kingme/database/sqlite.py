"""All that is true of SQLite only: its file and its log, its locks, its checks, its copies."""

from __future__ import annotations

import os
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Engine

MOST_PROBLEMS = 20  # that a check tells of

UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What reading a damaged database may raise: the module fails to tell of a broken definition that is no text."""


def set_up(connection: sqlite3.Connection, timeout: float, *, is_read_only: bool) -> None:
    """Prepare a new connection."""
    connection.isolation_level = None  # transactions are begun by us
    connection.text_factory = _text
    cursor = connection.cursor()
    if not is_read_only:
        write_ahead(cursor, timeout)
        cursor.execute("PRAGMA synchronous = NORMAL")  # safe whatever happens to the process
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _text(data: bytes) -> str:
    """A text that is damaged has signs that nobody wrote, and so a wrong checksum; it is no reason to stop reading."""
    return data.decode("utf-8", "replace")


def write_ahead(cursor: Any, timeout: float) -> None:
    """Switch to a write-ahead log: readers and one writer at once, and whole transactions or none.

    SQLite waits for locks by itself, but not here: the switch turns a reader's lock into an exclusive one, and of two
    programs that open a new store at the same moment each would wait for the other. It refuses one of them at once
    instead, and that one has to try again.
    """
    deadline = time.monotonic() + timeout
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if not re.search("locked|busy", str(error)) or time.monotonic() >= deadline:
                raise
            time.sleep(0.005)
        else:
            return


def log_of(path: Path) -> Path:
    """The write-ahead log of a database. SQLite removes it when the last program closes the database."""
    return path.with_name(f"{path.name}-wal")


def has_log(path: Path) -> bool:
    """Whether something stands in the log: somebody has the database open, or did not close it."""
    with suppress(OSError):
        return log_of(path).stat().st_size > 0
    return False


def can_write(path: Path) -> bool:
    """Whether a database may be written: its file, and its folder for the log."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


@contextmanager
def alone(path: Path) -> Iterator[sqlite3.Connection | None]:
    """A connection that nobody shares, the log included; None where others have the database open.

    When it is closed, what was in the log is in the database.
    """
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        connection.text_factory = _text
        try:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
        except UNREADABLE as error:
            if not re.search("locked|busy", str(error)):
                raise
            yield None
        else:
            yield connection


def problems(connection: sqlite3.Connection, *, quick: bool = False) -> list[str]:
    """What SQLite finds wrong with the structure of a database; `quick` does not compare indexes with their tables."""
    check = "quick_check" if quick else "integrity_check"
    try:
        found = [str(row[0]) for row in connection.execute(f"PRAGMA {check}({MOST_PROBLEMS})")]
    except UNREADABLE as error:
        found = [str(error)]
    return [] if found == ["ok"] else [" ".join(line.split()) for line in found if not line.startswith("***")] or found


def engine_problems(engine: Engine) -> list[str]:
    """The same for a store that is open; nothing where it is not SQLite."""
    if engine.dialect.name != "sqlite":
        return []
    connection = engine.raw_connection()
    try:
        return problems(connection.driver_connection)  # type: ignore[arg-type]
    finally:
        connection.close()


def file_problems(path: Path) -> list[str]:
    """The same for a file that nobody uses."""
    with closing(sqlite3.connect(_address(path, "mode=ro&immutable=1"), uri=True)) as connection:
        connection.text_factory = _text
        return problems(connection)


def copy(source: Path, target: Path) -> None:
    """Copy a database as it is at this moment, while others read and write it; the copy has no log."""
    reading = sqlite3.connect(_readable(source), uri=True, timeout=30)
    with closing(reading) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")


def _readable(path: Path) -> str:
    return _address(path, "mode=rw" if can_write(path) else "mode=ro" if has_log(path) else "mode=ro&immutable=1")


def _address(path: Path, options: str) -> str:
    return f"file:{quote(str(path.absolute()))}?{options}"


def reading_options(path: Path) -> dict[str, str] | None:
    """How a database that may not be written can be opened to be read; None where that takes a copy.

    A log needs a file of shared memory beside it, which is there while somebody else writes. Without a log nobody
    writes, and SQLite may be told that the file does not change.
    """
    options = {"mode": "ro"} if has_log(path) else {"mode": "ro", "immutable": "1"}
    text = "&".join(f"{name}={value}" for name, value in options.items())
    try:
        with closing(sqlite3.connect(_address(path, text), uri=True)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        if "unable to open" in str(error) or "readonly" in str(error):
            return None
        raise
    return options


def set_version(cursor: Any, version: int) -> None:
    """The number by which version 0.1.0 of the web app knows that a store is not for it."""
    cursor.execute(f"PRAGMA user_version = {int(version)}")
