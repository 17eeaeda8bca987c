"""All rows of a store from one kind of database into another: how a PostgreSQL gets into a backup, and back.

A backup always holds SQLite files, so that what was made of one kind of database can be put into the other: that is
also how a site moves. Values go over as they are stored; JSON goes as its text, because a number or a null of JSON
could otherwise come back as something that only means the same.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, Inspector, inspect, text

from kingme.database import sqlite
from kingme.database.connection import connect, shown, store_url, transaction
from kingme.database.migration import StoreKind
from kingme.database.opening import open_store
from kingme.database.postgresql import room_of
from kingme.errors import KingMeError

ROWS = 1000
OWN = "alembic_version"  # which the target has of its own


def save(place: str, kind: StoreKind, target: Path) -> None:
    """Write all of a store in a PostgreSQL, as it is at one moment, into an SQLite file."""
    unpacked = target.with_name(f"{target.name}.wal")
    source, made = open_store(place, kind), open_store(str(unpacked), kind)
    try:
        with transaction(source, place) as reading, transaction(made, str(unpacked), write=True) as writing:
            _copy(reading, writing)
    finally:
        source.dispose()
        made.dispose()
    sqlite.copy(unpacked, target)


def load(source: Path, place: str, kind: StoreKind) -> str | None:
    """Put an SQLite file into a PostgreSQL; where what was there before is kept, if there was anything."""
    url = store_url(place)
    plain = connect(url)
    try:
        kept = _step_aside(plain, place, kind)
        try:
            made, read = open_store(place, kind), open_store(str(source), kind)
            try:
                with transaction(read, str(source)) as reading, transaction(made, place, write=True) as writing:
                    _copy(reading, writing)
                    _go_on_counting(writing)
            finally:
                made.dispose()
                read.dispose()
        except BaseException:
            _step_back(plain, place, kind, kept)
            raise
    finally:
        plain.dispose()
    return kept


def check_idle(place: str, kind: StoreKind) -> None:
    """Refuse to replace a store under the hands of those who use it."""
    engine = connect(store_url(place))
    query = text(
        "SELECT count(*) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = :name"
    )
    try:
        with transaction(engine, place) as connection:
            users = connection.execute(query, {"name": room_of(kind.name)}).scalar_one()
    finally:
        engine.dispose()
    if users:
        raise KingMeError(f"{shown(place)} is in use: stop the server and all runs, then restore again")


def _copy(source: Connection, target: Connection) -> None:
    """Copy all rows of all tables, those first that others refer to; a new store may have rows of its own."""
    there, here = inspect(target), set(inspect(source).get_table_names()) - {OWN}
    tables = [name for name, _ in there.get_sorted_table_and_fkc_names() if name in here]
    for name in reversed(tables):
        target.exec_driver_sql(f'DELETE FROM "{name}"')
    for name in tables:
        assert name is not None
        columns = {str(column["name"]): str(column["type"]) for column in there.get_columns(name)}
        kinds = list(columns.values())
        rows = source.exec_driver_sql(_select(source, name, list(columns)))
        statement = _insert(target, name, columns)
        while chunk := rows.fetchmany(ROWS):
            target.exec_driver_sql(statement, [tuple(map(_stored, row, kinds)) for row in chunk])


def _select(source: Connection, table: str, columns: list[str]) -> str:
    jsons = _json_columns(inspect(source), table) if source.dialect.name == "postgresql" else set()
    names = (f'"{name}"::text' if name in jsons else f'"{name}"' for name in columns)
    return f'SELECT {", ".join(names)} FROM "{table}"'


def _insert(target: Connection, table: str, columns: dict[str, str]) -> str:
    names = ", ".join(f'"{name}"' for name in columns)
    if target.dialect.name == "postgresql":
        values = (f"CAST(%s AS {kind})" for kind in columns.values())
    else:
        values = ("?" for _ in columns)
    return f'INSERT INTO "{table}" ({names}) VALUES ({", ".join(values)})'


def _json_columns(names: Inspector, table: str) -> set[str]:
    return {str(column["name"]) for column in names.get_columns(table) if str(column["type"]) == "JSON"}


def _stored(value: object, kind: str) -> object:
    """A value as a column takes it: SQLite has numbers for booleans."""
    if kind == "BOOLEAN" and value is not None:
        return bool(value)
    return bytes(value) if isinstance(value, memoryview) else value


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


def _step_aside(engine: Engine, place: str, kind: StoreKind) -> str | None:
    """Give the schema of a store another name, if it is there."""
    room = room_of(kind.name)
    kept = f"{room}_replaced_{datetime.now():%Y%m%d_%H%M%S_%f}"
    with transaction(engine, place, write=True) as connection:
        if room not in inspect(connection).get_schema_names():
            return None
        connection.exec_driver_sql(f"ALTER SCHEMA {room} RENAME TO {kept}")
    return kept


def _step_back(engine: Engine, place: str, kind: StoreKind, kept: str | None) -> None:
    """Leave everything as it was."""
    room = room_of(kind.name)
    with transaction(engine, place, write=True) as connection:
        connection.exec_driver_sql(f"DROP SCHEMA IF EXISTS {room} CASCADE")
        if kept is not None:
            connection.exec_driver_sql(f"ALTER SCHEMA {kept} RENAME TO {room}")


def _go_on_counting(connection: Connection) -> None:
    """New rows get numbers after those that were put in."""
    names = inspect(connection)
    for table in names.get_table_names():
        for column in names.get_columns(table):
            find = text("SELECT pg_get_serial_sequence(:table, :column)")
            sequence = connection.execute(find, {"table": f'"{table}"', "column": column["name"]}).scalar()
            if sequence is not None:
                last = f'SELECT COALESCE(MAX("{column["name"]}"), 0) + 1 FROM "{table}"'
                connection.exec_driver_sql(f"SELECT setval('{sequence}', ({last}), false)")
