"""Engines for the databases of stores, and their errors in words."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    IntegrityError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from kingme.database import postgresql, sqlite
from kingme.errors import KingMeError

BUSY = 30.0  # seconds to wait for another program that writes

_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


class StoreError(KingMeError):
    """The database cannot be used."""


class BrokenJson:
    """In the place of a value that is no JSON any more; no checksum fits it."""

    def __repr__(self) -> str:
        return "broken JSON"


BROKEN = BrokenJson()


def compact(value: Any) -> str:
    """JSON as stores keep it."""
    return _encoder.encode(value)


def _read_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return BROKEN  # one row must not keep us from reading the others


def store_url(place: str) -> URL:
    """The URL of a store that is named by the path of an SQLite file or by a database URL."""
    try:
        if "://" in place:
            url = make_url(place)
            return url.set(drivername=postgresql.DRIVER) if url.drivername in postgresql.NAMES else url
        return URL.create("sqlite", database=str(Path(place).expanduser()))
    except (ArgumentError, ValueError) as error:  # the latter for a port that is no number
        raise StoreError(f"{shown(place)} is no database that can be opened: {error}") from None


def shown(place: str) -> str:
    """A place as it may be printed and logged: a URL without its password.

    >>> shown("postgresql://me:secret@db/kingme")
    'postgresql://me:***@db/kingme'
    """
    return re.sub(r"(://[^/@]*?:)[^/]*@", r"\1***@", place)


def file_of(url: URL) -> Path | None:
    """The file of an SQLite database; None for a database of another kind, or in memory."""
    is_file = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return Path(str(url.database)) if is_file else None


def connect(url: URL, timeout: float = BUSY, room: str = "") -> Engine:
    """An engine; nothing is opened yet. Transactions that are going to write have the execution option `write`.

    One program writes at a time, in PostgreSQL too, so that what a transaction has read is still true when it writes;
    readers never wait, and all that one of them reads is from the same moment. `room` is where the tables are in a
    PostgreSQL, which has room for stores of all kinds.
    """
    tools = {"json_serializer": compact, "json_deserializer": _read_json, "hide_parameters": True}  # errors are logged
    try:
        if url.get_backend_name() == "postgresql":
            arguments = postgresql.arguments(room)
            return postgresql.set_up(create_engine(url, pool_pre_ping=True, connect_args=arguments, **tools), timeout)
        if url.get_backend_name() != "sqlite":
            return create_engine(url, pool_pre_ping=True, **tools)
        engine = create_engine(url, connect_args={"timeout": timeout}, **tools)
    except ModuleNotFoundError as error:
        if error.name == "psycopg":
            raise StoreError("PostgreSQL needs its driver: pip install 'kingme[server]'") from None
        raise StoreError(f"{url} is no database that can be opened: {error}") from None
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise StoreError(f"{url} is no database that can be opened: {error}") from None

    is_read_only = url.query.get("mode") == "ro"

    # The sqlite3 module would begin transactions by itself, and as readers: two programs that read and then want to
    # write would block each other at once, without waiting. Those that are going to write say so first (IMMEDIATE).
    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        sqlite.set_up(connection, timeout, is_read_only=is_read_only)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        write = connection.get_execution_options().get("write", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine


@contextmanager
def transaction(engine: Engine, place: str, *, write: bool = False) -> Iterator[Connection]:
    """A transaction whose errors are sentences; a row that is there already is left to whoever wrote it."""
    try:
        with engine.connect().execution_options(write=write) as connection, connection.begin():
            yield connection
    except IntegrityError:
        raise
    except (SQLAlchemyError, UnicodeDecodeError) as error:
        raise StoreError(explain(place, error)) from error


def explain(place: str, error: BaseException) -> str:
    """What is wrong with a database, and what to do about it. That nothing is lost is said only where it is certain."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    text = " ".join(str(cause).split())[:300]
    safe = "Nothing that was stored is lost; the same command resumes."
    if isinstance(cause, UnicodeDecodeError):
        return f"{place} is damaged (its definitions are no text): restore a backup, or choose another file"
    if isinstance(cause, sqlite3.Error) or isinstance(error, PoolTimeoutError):
        for pattern, words in (
            ("disk is full", f"there is no room left for {place}: make some. {safe}"),
            ("disk I/O error", f"{place} cannot be read or written: the disk reports an error. Check the disk"),
            ("locked|busy", f"{place} is locked by another program: wait until it is done, or end it. {safe}"),
            ("readonly|read-only", f"{place} cannot be written: it is read-only. {safe}"),
            ("not a database", f"{place} is not a store of KingMe, or is damaged: choose another file"),
            ("unable to open", f"{place} cannot be opened: is there such a folder, and may you write there?"),
            (
                "malformed|no such (table|column)|corrupt|unsupported file format",
                f"{place} is damaged ({text}): restore a backup, or choose another file",
            ),
        ):
            if re.search(pattern, text):
                return words
    if is_away(error):
        return f"{shown(place)} does not answer ({text}): is the database running, and is its address right?"
    return f"{shown(place)}: {text}"


def is_away(error: BaseException) -> bool:
    """Whether a database of another machine cannot be reached, rather than refuses what it was asked."""
    return isinstance(error, OperationalError) and not isinstance(error.orig, sqlite3.Error)
