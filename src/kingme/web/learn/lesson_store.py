"""Which steps of lessons a browser has done: a row for each, with a checksum; damaged ones count as not done."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable

import sqlalchemy as sa

from kingme.database.checksum import row_checksum
from kingme.database.connection import transaction
from kingme.web.store import Store, checksum_column, metadata

log = logging.getLogger("kingme.web")

lesson_steps = sa.Table(
    "lesson_steps",
    metadata,
    sa.Column("owner", sa.String, primary_key=True),
    sa.Column("lesson", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),  # of the step, from 1
    sa.Column("done", sa.Float, nullable=False),
    checksum_column(),
    sqlite_with_rowid=False,
)


def done_steps(store: Store, owner: str) -> dict[str, set[int]]:
    """The numbers of the steps that an owner has done, by lesson."""
    return by_lesson(read_steps(store, owner))


def by_lesson(rows: Iterable[sa.RowMapping]) -> dict[str, set[int]]:
    """Steps that were done, as numbers by lesson."""
    done: dict[str, set[int]] = {}
    for row in rows:
        done.setdefault(row["lesson"], set()).add(row["number"])
    return done


def read_steps(store: Store, owner: str) -> list[sa.RowMapping]:
    """The steps that an owner has done: lesson, number, and when."""
    with transaction(store.engine, store.place) as connection:
        rows = connection.execute(sa.select(lesson_steps).where(lesson_steps.c.owner == owner)).mappings().all()
    return [row for row in rows if _is_sound(row)]


def _is_sound(row: sa.RowMapping) -> bool:
    if row["checksum"] == row_checksum("lesson_steps", row):
        return True
    log.warning("a damaged row of a lesson's progress is left out")
    return False


def note_done(connection: sa.Connection, owner: str, lesson: str, number: int) -> None:
    """A step has been done; doing it again changes nothing."""
    row = {"owner": owner, "lesson": lesson, "number": number, "done": time.time()}
    row["checksum"] = row_checksum("lesson_steps", row)
    this = sa.and_(*(lesson_steps.c[name] == row[name] for name in ("owner", "lesson", "number")))
    if connection.execute(sa.select(lesson_steps.c.number).where(this)).first() is None:
        connection.execute(sa.insert(lesson_steps), row)
