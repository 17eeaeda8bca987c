"""Reviews on disk: a row for each, and one for every position that has been looked at.

A review that was interrupted, by the server's end or by anything else, goes on from what is stored. What is damaged is
left out, and so it is found out again: the name of a review is a digest of its request, and an opinion has a checksum.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from kingme.database.checksum import row_checksum
from kingme.database.connection import transaction
from kingme.web.store import Store, checksum_column, metadata

log = logging.getLogger("kingme.web")

reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("id", sa.String, primary_key=True),  # a digest of all that it depends on
    sa.Column("owner", sa.String, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("used", sa.Float, nullable=False),
    sa.Column("request", sa.JSON, nullable=False),
    sa.Index("reviews_by_owner", "owner", "used"),
)

opinions = sa.Table(
    "review_opinions",
    metadata,
    sa.Column("review", sa.ForeignKey("reviews.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),  # of the position, 0 is the start
    sa.Column("data", sa.JSON, nullable=False),  # {value, line: paths}
    checksum_column(),
    sqlite_with_rowid=False,
)


def load(store: Store, review: str, owner: str) -> tuple[dict[str, Any], dict[int, dict[str, Any]]] | None:
    """A review's request, and what is known of its positions; None if this owner has no such review."""
    with transaction(store.engine, store.place) as connection:
        query = sa.select(reviews.c.request).where(reviews.c.id == review, reviews.c.owner == owner)
        request = connection.execute(query).scalar_one_or_none()
        if request is None:
            return None
        rows = connection.execute(sa.select(opinions).where(opinions.c.review == review)).mappings().all()
    sound = {row["number"]: row["data"] for row in rows if row["checksum"] == row_checksum("opinions", row)}
    if len(sound) < len(rows):
        log.warning("%d damaged opinions of a review are left out, and thought about again", len(rows) - len(sound))
    return request, sound


def begin(connection: sa.Connection, review: str, owner: str, request: dict[str, Any], most: int) -> None:
    """Store a request unless it is there; of all reviews of an owner the latest `most` are kept."""
    now = time.time()
    known = {"owner": owner, "request": request}  # where they were damaged, they are whole again
    found = connection.execute(sa.update(reviews).where(reviews.c.id == review).values(used=now, **known)).rowcount
    if not found:
        connection.execute(sa.insert(reviews), {"id": review, "created": now, "used": now, **known})
    old = sa.select(reviews.c.id).where(reviews.c.owner == owner).order_by(reviews.c.used.desc()).offset(most)
    forgotten = list(connection.execute(old).scalars())
    if forgotten:
        connection.execute(sa.delete(opinions).where(opinions.c.review.in_(forgotten)))
        connection.execute(sa.delete(reviews).where(reviews.c.id.in_(forgotten)))


def add(connection: sa.Connection, review: str, found: Sequence[tuple[int, dict[str, Any]]]) -> None:
    """Store what was found out about positions."""
    rows = [{"review": review, "number": number, "data": data} for number, data in found]
    if rows:
        numbers = [number for number, _ in found]
        connection.execute(sa.delete(opinions).where(opinions.c.review == review, opinions.c.number.in_(numbers)))
        connection.execute(sa.insert(opinions), [row | {"checksum": row_checksum("opinions", row)} for row in rows])
