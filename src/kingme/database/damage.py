"""A stored thing that is not what was written: in words for people, and set aside in a table of its own."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import JSON, Column, Connection, Float, Integer, MetaData, String, Table, Text, func, insert, select

from kingme.database.connection import BrokenJson

log = logging.getLogger("kingme.database")

WRONG_CHECKSUM = "its checksum is wrong: it is not what was stored"


class Damage(NamedTuple):
    """What is damaged, as a person calls it, and what is wrong with it."""

    what: str
    problem: str

    def __str__(self) -> str:
        return f"{self.what} is damaged and left out: {self.problem}"


OnDamage = Callable[[Damage], None]


def warn(damage: Damage) -> None:
    """Tell of damage where nobody else does: nothing is left out without a word."""
    log.warning("%s", damage)


def damaged_table(metadata: MetaData) -> Table:
    """Where damaged rows are kept: what they belonged to, what is wrong, and what can be read of them."""
    return Table(
        "damaged",
        metadata,
        Column("id", Integer, primary_key=True),
        Column("collection", String(200), nullable=False),  # the run, or the owner
        Column("item", String(200), nullable=False),  # the game
        Column("problem", Text, nullable=False),
        Column("found", Float, nullable=False),  # seconds since 1970
        Column("content", JSON, nullable=False),
    )


def set_aside(
    connection: Connection, table: Table, collection: object, item: object, problem: str, content: Any
) -> None:
    """Keep what is left of damaged rows, for whoever wants to look into them."""
    row = {"collection": str(collection), "item": str(item), "problem": problem, "found": time.time()}
    connection.execute(insert(table), row | {"content": _readable(content)})


def count_aside(connection: Connection, table: Table) -> dict[str, int]:
    """How much was set aside of each collection."""
    query = select(table.c.collection, func.count()).group_by(table.c.collection)
    return {str(name): int(number) for name, number in connection.execute(query)}


def _readable(value: Any) -> Any:
    """Anything as JSON."""
    if isinstance(value, Mapping):
        return {str(key): _readable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_readable(item) for item in value]
    return repr(value) if isinstance(value, bytes | BrokenJson) else value
