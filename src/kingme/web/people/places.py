"""From where somebody plays: short digests of addresses, for a month.

Accounts that share one are shown to administrators; a ban or a mute of a guest can be one of the guest's addresses too,
since a guest who is shut out is somebody else in another browser. Of an address so little is kept that many share it.

Functions take a connection: those that write are called within a transaction of the `Writer`.
"""

from __future__ import annotations

import secrets

import sqlalchemy as sa

from kingme.web.people import guesses, person
from kingme.web.store import metadata

DIGITS = 5  # of a digest of an address: enough for a hint, too few to find the address
SECONDS = 30 * 86400.0
FRESH_SECONDS = 3600.0  # a place that was noted so lately need not be noted again
MOST_SHOWN = 200
MOST_KEPT = 100_000  # those that were not seen for longest make room
TIDY_EVERY = 100  # notes, on average
PREFIX = "place:"

account_places = sa.Table(
    "account_places",
    metadata,
    sa.Column("person", sa.String(64), primary_key=True),  # guests who play with others have places too
    sa.Column("place", sa.String(16), primary_key=True),
    sa.Column("seen", sa.Float, nullable=False),
)


def place_of(address: str) -> str:
    return guesses.digest("place", address)[:DIGITS]


def note(connection: sa.Connection, id: str, address: str, now: float) -> None:
    """Note where somebody is."""
    place = place_of(address)
    if secrets.randbelow(TIDY_EVERY) == 0:
        tidy(connection, now)
    this = sa.and_(account_places.c.person == id, account_places.c.place == place)
    connection.execute(sa.delete(account_places).where(this))
    connection.execute(sa.insert(account_places), {"person": id, "place": place, "seen": now})


def tidy(connection: sa.Connection, now: float) -> None:
    """Forget what is old, and what is too much: a browser without cookies is a new guest with every request."""
    connection.execute(sa.delete(account_places).where(account_places.c.seen < now - SECONDS))
    latest = sa.select(account_places.c.seen).order_by(account_places.c.seen.desc()).offset(MOST_KEPT).limit(1)
    oldest = connection.execute(latest).scalar_one_or_none()
    if oldest is not None:
        connection.execute(sa.delete(account_places).where(account_places.c.seen <= oldest))


def is_fresh(connection: sa.Connection, id: str, address: str, now: float) -> bool:
    """Whether this was noted just now."""
    this = sa.and_(account_places.c.person == id, account_places.c.place == place_of(address))
    seen = connection.execute(sa.select(account_places.c.seen).where(this)).scalar_one_or_none()
    return seen is not None and seen > now - FRESH_SECONDS


def of_person(connection: sa.Connection, id: str, now: float) -> list[str]:
    """Where somebody has been lately, as names that measures know."""
    query = sa.select(account_places.c.place).where(
        account_places.c.person == id, account_places.c.seen > now - SECONDS
    )
    return [f"{PREFIX}{place}" for place in connection.execute(query).scalars()]


def shared(connection: sa.Connection, now: float) -> list[set[str]]:
    """Accounts that have logged in from one address, two or more of them."""
    known = sa.and_(person.people.c.id == account_places.c.person, person.people.c.kind != "guest")
    query = sa.select(account_places.c.place, account_places.c.person).join(person.people, known)
    groups: dict[str, set[str]] = {}
    for row in connection.execute(query.where(account_places.c.seen > now - SECONDS)):
        groups.setdefault(row.place, set()).add(row.person)
    found = [group for group in groups.values() if len(group) > 1]
    return sorted(found, key=len, reverse=True)[:MOST_SHOWN]
