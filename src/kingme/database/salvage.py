"""A malformed SQLite file is set aside, and what can be read of it goes into a new one.

Rows are read from the first on and from the last back, until SQLite stumbles; between these, one by one by their
numbers where the table has any. What is lost is known where an index still names it. Rows that can be read and are not
what was stored are found by their checksums later.
"""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
from collections.abc import Generator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from kingme.database import sqlite
from kingme.database.connection import StoreError

log = logging.getLogger("kingme.database")

LARGEST_GAP = 200_000  # numbers of rows that are tried one by one
Row = tuple[Any, ...]


@dataclass
class Rescue:
    """A new file with the rows that could be read; it takes the place of the old one when that is closed."""

    path: Path
    place: str
    salvaged: Path
    problem: str
    counts: dict[str, int] = field(default_factory=dict)
    lost: dict[str, int | None] = field(default_factory=dict)  # None: nobody knows how many

    def put_in_place(self) -> None:
        """Set the damaged file aside, with its log, and tell what was recovered and what not."""
        aside = free_name(self.path, "damaged")
        for name in (sqlite.log_of(self.path), self.path.with_name(f"{self.path.name}-shm")):
            if name.exists():
                name.rename(aside.with_name(f"{aside.name}{name.name.removeprefix(self.path.name)}"))
        keep(self.path, aside)
        self.salvaged.replace(self.path)
        log.warning("%s", self.sentence(aside))

    def sentence(self, aside: Path) -> str:
        shown = [f"{number} of {table}" for table, number in self.counts.items() if number]
        lost = [
            f"an unknown number of {table}" if number is None else f"{number} of {table}"
            for table, number in self.lost.items()
            if number != 0
        ]
        return (
            f"{self.place} was damaged ({self.problem}) and is kept in {aside}. Rows recovered into a new file: "
            f"{', '.join(shown) or 'none'}. Rows that could not be read: {', '.join(lost) or 'none that is known of'}"
        )


def salvage(connection: sqlite3.Connection, path: Path, place: str, found: list[str]) -> Rescue:
    """Read what can be read of a malformed database; `StoreError` where that is nothing."""
    salvaged = path.with_name(f"{path.name}.salvaged.tmp")
    salvaged.unlink(missing_ok=True)
    rescue = Rescue(path, place, salvaged, found[0][:200])
    try:
        tables, statements = _definitions(connection)
        with closing(sqlite3.connect(salvaged, isolation_level=None)) as new:
            new.execute("BEGIN")
            for statement in statements:
                new.execute(statement)
            for table in tables:
                _copy_table(connection, new, table, rescue)
            new.execute("COMMIT")
            if problems := sqlite.problems(new):
                raise sqlite3.DatabaseError(problems[0])
    except sqlite.UNREADABLE as error:
        salvaged.unlink(missing_ok=True)
        raise StoreError(
            f"{place} is damaged ({rescue.problem}) and nothing can be read of it: restore a backup, or choose "
            "another file"
        ) from error
    return rescue


def _definitions(connection: sqlite3.Connection) -> tuple[list[str], list[str]]:
    """The names of all tables, and the statements that make them and their indexes."""
    rows = connection.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type DESC")
    found = [(kind, name, sql) for kind, name, sql in rows if not name.startswith("sqlite_")]
    tables = [name for kind, name, _ in found if kind == "table"]
    if not tables:
        raise sqlite3.DatabaseError("it has no tables")
    return tables, [sql for _, _, sql in found]


def _copy_table(old: sqlite3.Connection, new: sqlite3.Connection, table: str, rescue: Rescue) -> None:
    columns = [(row[1], row[5]) for row in new.execute(f'PRAGMA table_info("{table}")')]
    names = ", ".join(f'"{name}"' for name, _ in columns)
    keys = [f'"{name}"' for name, place in sorted(columns, key=lambda column: column[1]) if place]
    has_numbers = True
    try:
        new.execute(f'SELECT rowid FROM "{table}"')
    except sqlite3.OperationalError:
        has_numbers = False
    order = ["rowid"] if has_numbers else keys
    marks = ", ".join("?" for _ in columns)
    kept = 0
    whole = True
    reading = _read(old, table, names, order)
    while True:
        try:
            row = next(reading)
        except StopIteration as end:
            whole = bool(end.value)
            break
        with suppress(sqlite3.Error, OverflowError):  # a row that breaks a rule of its table is none
            kept += new.execute(f'INSERT OR IGNORE INTO "{table}" ({names}) VALUES ({marks})', row).rowcount
    rescue.counts[table] = kept
    rescue.lost[table] = _lost(old, table, keys, kept, whole)


def _read(connection: sqlite3.Connection, table: str, names: str, order: list[str]) -> Generator[Row, None, bool]:
    """All rows that can be read, perhaps some of them twice; returns whether SQLite never stumbled."""
    ends: list[Row | None] = []
    size = len(order)
    for direction in ("ASC", "DESC"):
        ordering = ", ".join(f"{name} {direction}" for name in order)
        last: Row | None = None
        try:
            for row in connection.execute(f'SELECT {", ".join(order)}, {names} FROM "{table}" ORDER BY {ordering}'):
                if last is not None and not _follows(last, row[:size], direction):
                    break  # its tree bites its own tail, or its order is broken
                last = row[:size]
                yield row[size:]
            else:
                return direction == "ASC"
        except sqlite3.DatabaseError:
            pass
        ends.append(last)
    if order != ["rowid"]:
        return False
    low = ends[0][0] + 1 if ends[0] else 1
    high = ends[1][0] if ends[1] else low + LARGEST_GAP
    for number in range(low, min(high, low + LARGEST_GAP)):
        with suppress(sqlite3.DatabaseError):
            yield from connection.execute(f'SELECT {names} FROM "{table}" WHERE rowid = ?', (number,))
    return False


def _follows(last: Row, row: Row, direction: str) -> bool:
    try:
        return bool(row > last if direction == "ASC" else row < last)
    except TypeError:  # keys of two kinds
        return False


def _lost(connection: sqlite3.Connection, table: str, keys: list[str], kept: int, whole: bool) -> int | None:
    """How many rows an index names that are not there; None where no index can tell."""
    if not keys:
        return 0 if whole else None
    try:
        for _, index, _, origin, _ in connection.execute(f'PRAGMA index_list("{table}")').fetchall():
            if origin == "pk":
                query = f'SELECT count(*) FROM (SELECT DISTINCT {", ".join(keys)} FROM "{table}" INDEXED BY "{index}")'
                return max(0, int(connection.execute(query).fetchone()[0]) - kept)
    except sqlite3.DatabaseError:
        pass
    return 0 if whole else None


def free_name(path: Path, what: str) -> Path:
    """A name beside a file that is not taken: `kingme.sqlite.damaged-20260131-120000`."""
    stem = f"{path.name}.{what}-{datetime.now():%Y%m%d-%H%M%S}"
    names = (path.with_name(stem if not number else f"{stem}-{number}") for number in range(1000))
    return next(name for name in names if not name.exists())


def keep(path: Path, name: Path) -> None:
    """Give a file a second name that stays when another file takes its place, so that there is never none."""
    try:
        os.link(path, name)
    except OSError:  # not every file system has links
        shutil.copy2(path, name)
