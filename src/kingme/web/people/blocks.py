"""Who wants nothing to do with whom: they are not paired, cannot accept each other's challenges, and do not chat."""

from __future__ import annotations

import time

import sqlalchemy as sa

from kingme.database.checksum import row_checksum
from kingme.web.store import StoreError, checksum_column, metadata

MOST_BLOCKED = 500  # by one person

blocked_people = sa.Table(
    "blocked_people",
    metadata,
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),  # as it was then
    sa.Column("at", sa.Float, nullable=False),
    checksum_column(),
)


def block(connection: sa.Connection, owner: str, person: str, name: str) -> None:
    """Have nothing to do with somebody any more."""
    if owner == person:
        raise StoreError("you cannot block yourself")
    if len(blocked_by(connection, owner)) >= MOST_BLOCKED:
        raise StoreError(f"you have blocked {MOST_BLOCKED} people: unblock somebody first")
    unblock(connection, owner, person)
    row = {"owner": owner, "person": person, "name": name, "at": time.time()}
    connection.execute(sa.insert(blocked_people), row | {"checksum": row_checksum("blocked_people", row)})


def unblock(connection: sa.Connection, owner: str, person: str) -> None:
    own = (blocked_people.c.owner == owner, blocked_people.c.person == person)
    connection.execute(sa.delete(blocked_people).where(*own))


def blocked_by(connection: sa.Connection, owner: str) -> list[tuple[str, str]]:
    """Whom somebody has blocked: ids and names, the latest first."""
    query = sa.select(blocked_people.c.person, blocked_people.c.name).where(blocked_people.c.owner == owner)
    return [(row.person, row.name) for row in connection.execute(query.order_by(blocked_people.c.at.desc()))]


def is_between(connection: sa.Connection, one: str, other: str) -> bool:
    """Whether either of two has blocked the other."""
    first = sa.and_(blocked_people.c.owner == one, blocked_people.c.person == other)
    second = sa.and_(blocked_people.c.owner == other, blocked_people.c.person == one)
    return connection.execute(sa.select(blocked_people.c.at).where(sa.or_(first, second))).first() is not None
