"""Reviews on disk: a row for each, and one for every position that has been looked at.

A review that was interrupted, by the server's end or by anything else, goes on from what is stored.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

_metadata = sa.MetaData()

reviews = sa.Table(
    "reviews",
    _metadata,
    sa.Column("id", sa.String, primary_key=True),  # a digest of all that it depends on
    sa.Column("owner", sa.String, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("used", sa.Float, nullable=False),
    sa.Column("request", sa.JSON, nullable=False),
    sa.Index("reviews_by_owner", "owner", "used"),
)

opinions = sa.Table(
    "review_opinions",
    _metadata,
    sa.Column("review", sa.ForeignKey("reviews.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),  # of the position, 0 is the start
    sa.Column("data", sa.JSON, nullable=False),  # {value, line: paths}
    sqlite_with_rowid=False,
)


def create_tables(engine: sa.Engine) -> None:
    with engine.begin() as connection:
        _metadata.create_all(connection)


def load(engine: sa.Engine, review: str, owner: str) -> tuple[dict[str, Any], dict[int, dict[str, Any]]] | None:
    """A review's request, and what is known of its positions; None if this owner has no such review."""
    with engine.connect() as connection:
        query = sa.select(reviews.c.request).where(reviews.c.id == review, reviews.c.owner == owner)
        request = connection.execute(query).scalar_one_or_none()
        if request is None:
            return None
        rows = connection.execute(sa.select(opinions.c.number, opinions.c.data).where(opinions.c.review == review))
        return request, {row.number: row.data for row in rows}


def begin(connection: sa.Connection, review: str, owner: str, request: dict[str, Any], most: int) -> None:
    """Store a request unless it is there; of all reviews of an owner the latest `most` are kept."""
    now = time.time()
    found = connection.execute(sa.update(reviews).where(reviews.c.id == review).values(used=now)).rowcount
    if not found:
        row = {"id": review, "owner": owner, "created": now, "used": now, "request": request}
        connection.execute(sa.insert(reviews), row)
    old = sa.select(reviews.c.id).where(reviews.c.owner == owner).order_by(reviews.c.used.desc()).offset(most)
    forgotten = list(connection.execute(old).scalars())
    if forgotten:
        connection.execute(sa.delete(opinions).where(opinions.c.review.in_(forgotten)))
        connection.execute(sa.delete(reviews).where(reviews.c.id.in_(forgotten)))


def add(connection: sa.Connection, review: str, found: Sequence[tuple[int, dict[str, Any]]]) -> None:
    """Store what was found out about positions."""
    rows = [{"review": review, "number": number, "data": data} for number, data in found]
    if rows:
        connection.execute(sa.insert(opinions).prefix_with("OR REPLACE"), rows)
