"""Bans and mutes, on disk: of people, and of the places that a guest plays from.

Functions take a connection: those that write are called within a transaction of the `Writer`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Literal

import sqlalchemy as sa

from kingme.database.checksum import row_checksum
from kingme.web.people import guesses, person, places
from kingme.web.store import StoreError, checksum_column, metadata

Measure = Literal["ban", "mute"]

ALL: tuple[Measure, ...] = ("ban", "mute")
PLACE_DAYS = 30  # of a measure against a place: then somebody else may have the address

measures = sa.Table(
    "measures",
    metadata,
    sa.Column("person", sa.String(64), primary_key=True),  # or a place (`places.PREFIX`)
    sa.Column("measure", sa.String(8), primary_key=True),
    sa.Column("until", sa.Float),  # none: until it is lifted
    sa.Column("reason", sa.String(200), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    checksum_column(),
)


class ForbiddenError(StoreError):
    """Somebody is banned or muted, or has no right to do this."""


def impose(connection: sa.Connection, whom: str, measure: Measure, until: float | None, reason: str, at: float) -> None:
    """Begin a measure, in place of an earlier one."""
    row = {"person": whom, "measure": measure, "until": until, "reason": reason, "at": at}
    connection.execute(sa.delete(measures).where(_this(whom, measure)))
    connection.execute(sa.insert(measures), row | {"checksum": row_checksum("measures", row)})


def lift(connection: sa.Connection, whom: str, measure: Measure) -> bool:
    """End a measure; False if there is none."""
    return bool(connection.execute(sa.delete(measures).where(_this(whom, measure))).rowcount)


def find_whom(connection: sa.Connection, handle: str) -> str | None:
    """Whom a handle names: what pages see in place of an id."""
    known = connection.execute(sa.select(measures.c.person).distinct()).scalars()
    return next((whom for whom in known if handle_of(whom) == handle), None)


def handle_of(whom: str) -> str:
    """What pages call somebody, or a place, of whom they must not know the id."""
    return guesses.digest("measure", whom)[:16]


def in_force(connection: sa.Connection, most: int) -> list[Mapping[Any, Any]]:
    """All measures, the latest first."""
    query = sa.select(measures).order_by(measures.c.at.desc()).limit(most)
    return list(connection.execute(query).mappings())


def check(connection: sa.Connection, id: str, measure: Measure, now: float) -> None:
    """`ForbiddenError` for somebody who is banned or muted; it tells why and until when.

    A guest, or somebody who has no name yet, is also held to what was imposed on the places where the guest has been.
    """
    whom = [id]
    holder = person.find(connection, id)
    if holder is None or holder.kind == "guest":
        whom += places.of_person(connection, id, now)
    query = sa.select(measures).where(measures.c.person.in_(whom), measures.c.measure == measure)
    for row in connection.execute(query).mappings():
        if row["until"] is None or row["until"] >= now:
            raise ForbiddenError(_words(row, is_guest=len(whom) > 1 or holder is None or holder.kind == "guest"))


def is_under(connection: sa.Connection, id: str, measure: Measure, now: float) -> bool:
    """Whether somebody is banned or muted."""
    try:
        check(connection, id, measure, now)
    except ForbiddenError:
        return True
    return False


def forget(connection: sa.Connection, id: str) -> None:
    connection.execute(sa.delete(measures).where(measures.c.person == id))


def _this(whom: str, measure: Measure) -> sa.ColumnElement[bool]:
    return sa.and_(measures.c.person == whom, measures.c.measure == measure)


def _words(row: Mapping[Any, Any], *, is_guest: bool) -> str:
    until = "" if row["until"] is None else time.strftime(" until %Y-%m-%d %H:%M", time.gmtime(row["until"]))
    if row["measure"] == "mute":
        return f"you may not write{until}: {row['reason']}"
    what = "guests from here cannot play with others" if is_guest else "this account is closed"
    return f"{what}{until}: {row['reason']}"
