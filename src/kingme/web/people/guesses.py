"""How often a secret may be guessed: by name, by address, and by both; kept in the store, so that a restart helps
nobody.

Names count whether there is such an account or not. A count runs down by itself; each row holds it as it was last.
There is no checksum: a damaged count is one that is too high or too low for an hour.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa

from kingme.web.store import StoreError, metadata

HOUR = 3600.0
FORGOTTEN = 24 * HOUR

guesses = sa.Table(
    "guesses",
    metadata,
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("number", sa.Float, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("guesses_by_time", "at"),
)


class TooManyGuessesError(StoreError):
    """Whoever guesses has to wait."""


class Allowance(NamedTuple):
    """What may be guessed: so often at once, and as often again in an hour."""

    key: str
    most: int


def allowances(purpose: str, most: Sequence[tuple[tuple[str, ...], int]]) -> list[Allowance]:
    """The allowances for a purpose: parts of a key, and how often."""
    return [Allowance(digest(purpose, *parts), number) for parts, number in most]


def take(connection: sa.Connection, wanted: Sequence[Allowance], now: float) -> None:
    """Take a guess of each allowance, or of none: `TooManyGuessesError`."""
    connection.execute(sa.delete(guesses).where(guesses.c.at < now - FORGOTTEN))
    used = [_used(connection, allowance, now) for allowance in wanted]
    for allowance, number in zip(wanted, used, strict=True):
        if number + 1 > allowance.most:
            raise TooManyGuessesError(f"too many attempts: try again in {_minutes(allowance, number)}")
    for allowance, number in zip(wanted, used, strict=True):
        _put(connection, allowance.key, number + 1, now)


def give_back(connection: sa.Connection, wanted: Sequence[Allowance], now: float) -> None:
    """Undo `take`: it was no guess, because it was right."""
    for allowance in wanted:
        _put(connection, allowance.key, max(0.0, _used(connection, allowance, now) - 1), now)


def _used(connection: sa.Connection, allowance: Allowance, now: float) -> float:
    row = connection.execute(sa.select(guesses).where(guesses.c.key == allowance.key)).first()
    if row is None:
        return 0.0
    return float(max(0.0, row.number - max(0.0, now - row.at) * allowance.most / HOUR))


def _put(connection: sa.Connection, key: str, number: float, now: float) -> None:
    connection.execute(sa.delete(guesses).where(guesses.c.key == key))
    if number > 0:
        connection.execute(sa.insert(guesses), {"key": key, "number": number, "at": now})


def _minutes(allowance: Allowance, used: float) -> str:
    minutes = int((used + 1 - allowance.most) * 60 / allowance.most) + 1
    return "a minute" if minutes == 1 else f"{minutes} minutes"


def digest(*parts: str) -> str:
    """Of what is counted or compared, and not to be read."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
