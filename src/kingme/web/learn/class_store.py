"""Classes on disk: a row for each class with what is assigned, and one for each member with how far they got.

Nobody has an account: a class belongs to the teacher's browser, a membership to the pupil's, as games do. Progress only
ever grows, so that a pupil who starts something again loses nothing in the teacher's list.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kingme.database.checksum import row_checksum
from kingme.database.connection import transaction
from kingme.web.store import ConflictError, Store, StoreError, checksum_column, metadata

MOST_CLASSES = 20  # of one teacher,
MOST_JOINED = 20  # of one pupil,
MOST_IN_ALL = 10_000  # and of one server
MOST_ASSIGNMENTS = 50
MOST_MEMBERS = 100
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another
CODE_LENGTH = 10  # 31 to the power of ten: nobody guesses a class

log = logging.getLogger("kingme.web")

classes = sa.Table(
    "classes",
    metadata,
    sa.Column("code", sa.String, primary_key=True),
    sa.Column("owner", sa.String, nullable=False),
    sa.Column("title", sa.String, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("assignments", sa.JSON, nullable=False),  # [{kind, id, title}]
    checksum_column(),
    sa.Index("classes_by_owner", "owner", "created"),
)

members = sa.Table(
    "class_members",
    metadata,
    sa.Column("class", sa.ForeignKey("classes.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("owner", sa.String, nullable=False),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("joined", sa.Float, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
    sa.Column("progress", sa.JSON, nullable=False),  # {"kind id": [done, total]}
    checksum_column(),
    sa.Index("class_members_by_owner", "owner"),
)

Row = Mapping[Any, Any]


class FullError(StoreError):
    """There are as many of something as there may be."""


class NoClassError(StoreError):
    """There is no such class, or it is somebody else's to change."""


# --- reading ----------------------------------------------------------------------------------------------------------


def read(store: Store, code: str) -> tuple[dict[str, Any], list[dict[str, Any]]] | None:
    """A class and its members in the order in which they joined; None if there is no such class."""
    with transaction(store.engine, store.place) as connection:
        row = connection.execute(sa.select(classes).where(classes.c.code == code)).mappings().first()
        if row is None:
            return None
        query = sa.select(members).where(members.c["class"] == code).order_by(members.c.number)
        rows = connection.execute(query).mappings().all()
    if row["checksum"] != row_checksum("classes", row):
        raise StoreError("this class cannot be read any more: it is not what was stored")
    return dict(row), [dict(member) for member in _sound(rows)]


def of_browser(store: Store, owner: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The classes that a browser teaches and those that it has joined, the latest first, without their members."""
    joined = sa.select(members.c["class"]).where(members.c.owner == owner)
    latest = classes.c.created.desc()
    with transaction(store.engine, store.place) as connection:
        taught = connection.execute(sa.select(classes).where(classes.c.owner == owner).order_by(latest)).mappings()
        attended = connection.execute(sa.select(classes).where(classes.c.code.in_(joined)).order_by(latest)).mappings()
        found = taught.all(), attended.all()
    first, second = ([dict(row) for row in rows if row["checksum"] == row_checksum("classes", row)] for rows in found)
    return first, second


def _sound(rows: Any) -> list[Row]:
    sound = [row for row in rows if row["checksum"] == row_checksum("class_members", row)]
    if len(sound) < len(rows):
        log.warning("%d damaged members of a class are left out", len(rows) - len(sound))
    return sound


# --- writing: within a transaction of the `Writer` --------------------------------------------------------------------


def begin(connection: sa.Connection, owner: str, title: str) -> str:
    """Make a class; its code."""
    if _count(connection, classes, classes.c.owner == owner) >= MOST_CLASSES:
        raise FullError(f"you have {MOST_CLASSES} classes already: delete one first")
    if _count(connection, classes, sa.true()) >= MOST_IN_ALL:
        raise FullError("this server has no room for another class")
    code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
    row = {"code": code, "owner": owner, "title": title, "created": time.time(), "assignments": []}
    connection.execute(sa.insert(classes), row | {"checksum": row_checksum("classes", row)})
    return code


def delete(connection: sa.Connection, code: str, owner: str) -> None:
    _own(connection, code, owner)
    connection.execute(sa.delete(members).where(members.c["class"] == code))
    connection.execute(sa.delete(classes).where(classes.c.code == code))


def assign(connection: sa.Connection, code: str, owner: str, item: dict[str, str]) -> None:
    """Add something to do; the same again gets the new title."""
    row = _own(connection, code, owner)
    kept = [old for old in row["assignments"] if (old["kind"], old["id"]) != (item["kind"], item["id"])]
    if len(kept) >= MOST_ASSIGNMENTS:
        raise FullError(f"a class has at most {MOST_ASSIGNMENTS} assignments: remove one first")
    _put_assignments(connection, row, [*kept, item])


def unassign(connection: sa.Connection, code: str, owner: str, kind: str, name: str) -> None:
    """Take an assignment away; what members did of it stays, should it come back."""
    row = _own(connection, code, owner)
    kept = [old for old in row["assignments"] if (old["kind"], old["id"]) != (kind, name)]
    _put_assignments(connection, row, kept)


def join(connection: sa.Connection, code: str, owner: str, name: str) -> None:
    """Be a member under this name; who is one already gets the new name."""
    _find(connection, code)
    found = _member(connection, code, owner)
    if found is not None:
        _put_member(connection, dict(found) | {"name": name, "seen": time.time()})
        return
    if _count(connection, members, members.c["class"] == code) >= MOST_MEMBERS:
        raise FullError(f"this class is full: it has {MOST_MEMBERS} members")
    if _count(connection, members, members.c.owner == owner) >= MOST_JOINED:
        raise FullError(f"you are in {MOST_JOINED} classes already: leave one first")
    last = sa.select(sa.func.max(members.c.number)).where(members.c["class"] == code)
    number = (connection.execute(last).scalar() or 0) + 1
    now = time.time()
    row: dict[str, Any] = {
        "class": code,
        "number": number,
        "owner": owner,
        "name": name,
        "joined": now,
        "seen": now,
        "progress": {},
    }
    connection.execute(sa.insert(members), row | {"checksum": row_checksum("class_members", row)})


def leave(connection: sa.Connection, code: str, owner: str) -> None:
    this = (members.c["class"] == code) & (members.c.owner == owner)
    connection.execute(sa.delete(members).where(this))


def remove(connection: sa.Connection, code: str, owner: str, number: int) -> None:
    """Take a member out of one's own class."""
    _own(connection, code, owner)
    connection.execute(sa.delete(members).where(members.c["class"] == code, members.c.number == number))


def progress(connection: sa.Connection, code: str, owner: str, kind: str, name: str, done: int, total: int) -> bool:
    """Note how far a member got with an assignment; False if it is none, or this browser is no member."""
    row = _find(connection, code)
    member = _member(connection, code, owner)
    if member is None or not any((item["kind"], item["id"]) == (kind, name) for item in row["assignments"]):
        return False
    known = dict(member["progress"])
    key = f"{kind} {name}"
    known[key] = [max(done, known.get(key, [0])[0]), total]
    _put_member(connection, dict(member) | {"progress": known, "seen": time.time()})
    return True


# --- parts ------------------------------------------------------------------------------------------------------------


def _count(connection: sa.Connection, table: sa.Table, where: Any) -> int:
    return int(connection.execute(sa.select(sa.func.count()).select_from(table).where(where)).scalar_one())


def _find(connection: sa.Connection, code: str) -> Row:
    row = connection.execute(sa.select(classes).where(classes.c.code == code)).mappings().first()
    if row is None:
        raise NoClassError("there is no such class")
    return row


def _own(connection: sa.Connection, code: str, owner: str) -> Row:
    row = _find(connection, code)
    if row["owner"] != owner:
        raise NoClassError("only the browser that made the class can change it")
    return row


def _member(connection: sa.Connection, code: str, owner: str) -> Row | None:
    this = (members.c["class"] == code) & (members.c.owner == owner)
    return connection.execute(sa.select(members).where(this)).mappings().first()


def _put_assignments(connection: sa.Connection, row: Row, items: list[dict[str, str]]) -> None:
    changed = dict(row) | {"assignments": items}
    values = {"assignments": items, "checksum": row_checksum("classes", changed)}
    if not connection.execute(sa.update(classes).where(classes.c.code == row["code"]).values(values)).rowcount:
        raise ConflictError("the class was changed elsewhere")


def _put_member(connection: sa.Connection, row: dict[str, Any]) -> None:
    this = (members.c["class"] == row["class"]) & (members.c.number == row["number"])
    row["checksum"] = row_checksum("class_members", row)
    values = {name: row[name] for name in ("name", "seen", "progress", "checksum")}
    connection.execute(sa.update(members).where(this).values(values))
