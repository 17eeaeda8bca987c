"""All that is true of PostgreSQL only."""

from __future__ import annotations

from sqlalchemy import Connection, Engine, event

NAMES = ("postgresql", "postgres")
DRIVER = "postgresql+psycopg"

WRITERS = 8064  # the number of the lock that a transaction holds while it writes


def arguments(room: str) -> dict[str, str]:
    """How to connect so that the tables of a room are found, and no others; the connection has the room's name."""
    return {"options": f"-c search_path={room_of(room)}", "application_name": room_of(room)} if room else {}


def make_room(connection: Connection, room: str) -> None:
    """Make the schema that holds a room's tables, if it is not there."""
    connection.exec_driver_sql(f"CREATE SCHEMA IF NOT EXISTS {room_of(room)}")


def room_of(room: str) -> str:
    """The schema that holds a room's tables."""
    return f"kingme_{room}"


def set_up(engine: Engine, timeout: float) -> Engine:
    """Give an engine the transactions that SQLite has.

    A writer waits for the lock first, and then sees what the writer before it has left. A reader sees one moment.
    """

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if connection.get_execution_options().get("write", False):
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = {int(1000 * timeout)}")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITERS})")
        else:
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")

    return engine
