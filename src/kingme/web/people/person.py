"""Who plays here: a row for each guest that has chosen a name, and for each account, program and level.

A person's id is the owner id of the browser (`web/security.py`), and so of all that the person has. An account takes
over the id of the guest that made it. Guests may share a name; what has a `key` is the only one with it. The row is
public but for the id: passwords and sessions are kept elsewhere.

Reading functions take a connection, so that they can be part of what a `Writer` does; `look_up` opens its own.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

import sqlalchemy as sa

from kingme.database.checksum import row_checksum
from kingme.database.connection import transaction
from kingme.web.people.names import NameRefusedError, name_key, person_name
from kingme.web.store import Store, checksum_column, metadata

Kind = Literal["guest", "account", "bot", "level"]

MOST_GUESTS = 100_000  # with a name, on one server; those who were not seen for longest make room
MANY_IDS = 500  # of one query

log = logging.getLogger("kingme.web")

people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("key", sa.String(160), unique=True),  # of everybody but guests
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
    checksum_column(),
)


@dataclass(frozen=True)
class Person:
    """Somebody with a name."""

    id: str
    name: str
    kind: Kind
    created: float
    seen: float


# --- reading ----------------------------------------------------------------------------------------------------------


def look_up(store: Store, ids: Collection[str]) -> dict[str, Person]:
    """Those of these ids that have a name."""
    with transaction(store.engine, store.place) as connection:
        return find_all(connection, ids)


def find(connection: sa.Connection, id: str) -> Person | None:
    """The person with this id; None for a guest who has not chosen a name."""
    return find_all(connection, (id,)).get(id)


def find_all(connection: sa.Connection, ids: Collection[str]) -> dict[str, Person]:
    """The persons with these ids, by id."""
    found, wanted = {}, list(ids)
    for first in range(0, len(wanted), MANY_IDS):
        query = sa.select(people).where(people.c.id.in_(wanted[first : first + MANY_IDS]))
        for row in connection.execute(query).mappings():
            if (person := _person(row)) is not None:
                found[person.id] = person
    return found


def find_by_name(connection: sa.Connection, name: str) -> Person | None:
    """The account, program or level of this name, or of one that cannot be told from it."""
    row = connection.execute(sa.select(people).where(people.c.key == name_key(name))).mappings().first()
    return None if row is None else _person(row)


# --- writing: within a transaction of the `Writer` --------------------------------------------------------------------


def set_name(connection: sa.Connection, id: str, text: str) -> Person:
    """Give a person this name: a guest who has none yet, or another one; `NameRefusedError` if it cannot be theirs."""
    name = person_name(text)
    holder = find_by_name(connection, name)
    if holder is not None and holder.id != id:
        raise NameRefusedError(f"the name {name} belongs to somebody else: choose another")
    known = find(connection, id)
    if known is None:
        return put(connection, id, name, "guest")
    return put(connection, id, name, known.kind, created=known.created)


def put(connection: sa.Connection, id: str, name: str, kind: Kind, *, created: float | None = None) -> Person:
    """Write the row of a person; the name was checked."""
    now = time.time()
    person = Person(id, name, kind, now if created is None else created, now)
    if not connection.execute(sa.update(people).where(people.c.id == id).values(_row(person))).rowcount:
        if kind == "guest":
            _make_room(connection)
        connection.execute(sa.insert(people), _row(person))
    return person


def touch(connection: sa.Connection, id: str) -> None:
    """Note that a person is here."""
    person = find(connection, id)
    if person is not None:
        row = _row(person) | {"seen": time.time()}
        row["checksum"] = row_checksum("people", row)
        connection.execute(sa.update(people).where(people.c.id == id).values(row))


def _make_room(connection: sa.Connection) -> None:
    guests = people.c.kind == "guest"
    count = connection.execute(sa.select(sa.func.count()).select_from(people).where(guests)).scalar_one()
    if count >= MOST_GUESTS:
        oldest = sa.select(people.c.id).where(guests).order_by(people.c.seen).limit(count - MOST_GUESTS + 1)
        connection.execute(sa.delete(people).where(people.c.id.in_(oldest)))


def _row(person: Person) -> dict[str, Any]:
    row = asdict(person) | {"key": None if person.kind == "guest" else name_key(person.name)}
    return row | {"checksum": row_checksum("people", row)}


def _person(row: Mapping[Any, Any]) -> Person | None:
    if row["checksum"] != row_checksum("people", row):
        log.warning("the name of a person is not what was stored, and is left out")
        return None
    return Person(row["id"], row["name"], row["kind"], row["created"], row["seen"])
