"""Connections to the database of a store, and its errors in words."""

from __future__ import annotations

import re
import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from kingme.errors import KingMeError


class StoreError(KingMeError):
    """The database cannot be used; what was stored before is as it was."""


def connect(place: str, timeout: float) -> Engine:
    """An engine for the path of an SQLite file or a database URL; nothing is opened yet."""
    try:
        url = make_url(place if "://" in place else f"sqlite:///{Path(place).expanduser()}")
        if url.get_backend_name() != "sqlite":
            return create_engine(url, pool_pre_ping=True)
        engine = create_engine(url, connect_args={"timeout": timeout})
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise StoreError(f"{place} is no database that can be opened: {error}") from None

    # The sqlite3 module would begin transactions by itself, and as readers: two programs that read and then want to
    # write would block each other at once, without waiting. Those that are going to write say so first (IMMEDIATE).
    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        write_ahead(cursor, timeout)
        cursor.execute("PRAGMA synchronous = NORMAL")  # safe whatever happens to the process
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        write = connection.get_execution_options().get("write", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine


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


def explain(place: str, error: BaseException) -> str:
    """What is wrong with a database, and what to do about it."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    text = " ".join(str(cause).split())[:300]
    safe = "Nothing that was stored is lost; the same command goes on where it stopped."
    if isinstance(cause, sqlite3.Error) or isinstance(error, PoolTimeoutError):
        for pattern, words in (
            ("disk is full", f"there is no room left for {place}: make some. {safe}"),
            ("disk I/O error", f"{place} cannot be written: the disk reports an error. {safe}"),
            ("locked|busy", f"{place} is locked by another program: wait until it is done, or end it. {safe}"),
            ("readonly|read-only", f"{place} cannot be written: it is read-only. {safe}"),
            ("not a database", f"{place} is not a store of KingMe: choose another file"),
            ("unable to open", f"{place} cannot be opened: is there such a folder, and may you write there?"),
            ("malformed", f"{place} is damaged ({text}): restore a copy, or choose another file"),
        ):
            if re.search(pattern, text):
                return words
    return f"{place}: {text}. {safe}"
