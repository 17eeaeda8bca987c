"""Challenges on disk: somebody wants a game, and whoever has the link, finds it in the lobby or is meant can accept.

One that is accepted keeps the id of the game, so that the same link leads both to it. Quick pairing is the same: a
challenge that its owner renews every few seconds, and that goes to whoever wants the same game and is near in rating.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

import sqlalchemy as sa

from kingme.database.checksum import row_checksum
from kingme.web.people import blocks
from kingme.web.people.speeds import Speed
from kingme.web.store import StoreError, checksum_column, metadata

LINK_DAYS = 7.0
OPEN_HOURS = 2.0  # in the lobby, with a clock: both must be there
QUICK_SECONDS = 15.0  # without being renewed
MOST_OPEN = 20  # of one person
MOST_IN_ALL = 20_000
FIRST_WINDOW, WINDOW_GROWTH = 150, 15  # in rating, and for each second of waiting

challenges = sa.Table(
    "challenges",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False),
    sa.Column("target", sa.String(64)),  # the only one who may accept
    sa.Column("place", sa.String(8), nullable=False),  # link, lobby, quick
    sa.Column("kind", sa.String(40), nullable=False),
    sa.Column("start", sa.JSON),
    sa.Column("rules", sa.String(100)),
    sa.Column("clock", sa.String(40)),
    sa.Column("days", sa.Float),
    sa.Column("speed", sa.String(16), nullable=False),
    sa.Column("color", sa.String(8), nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("delay", sa.Integer, nullable=False),
    sa.Column("rating", sa.Integer),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
    sa.Column("game", sa.String(22)),
    checksum_column(),
    sa.Index("challenges_of_owner", "owner"),
    sa.Index("challenges_by_place", "place", "until"),
)

Place = Literal["link", "lobby", "quick"]


class NoChallengeError(StoreError):
    """There is no such challenge, or not any more."""


class TakenError(StoreError):
    """Somebody else was faster."""


class TooManyChallengesError(StoreError):
    """There are as many challenges as there may be."""


@dataclass(frozen=True)
class Challenge:
    """An invitation to a game."""

    owner: str
    place: Place
    kind: str
    speed: Speed
    color: Literal["black", "white", "random"]  # of the owner
    rated: bool
    created: float
    until: float
    id: str = ""
    target: str | None = None
    start: dict[str, Any] | None = None
    rules: str | None = None
    clock: str | None = None
    days: float | None = None
    delay: int = 0
    rating: int | None = None
    game: str | None = None

    @property
    def is_open(self) -> bool:
        return self.game is None and time.time() < self.until

    def matches(self, other: Challenge) -> bool:
        """Whether two ask for the same game, and are near enough in rating for the time that they have waited."""
        same = ("kind", "start", "rules", "clock", "days", "rated")
        if any(getattr(self, name) != getattr(other, name) for name in same):
            return False
        if "random" not in (self.color, other.color) and self.color == other.color:
            return False
        if self.rating is None or other.rating is None:
            return True
        waited = time.time() - min(self.created, other.created)
        return abs(self.rating - other.rating) <= FIRST_WINDOW + WINDOW_GROWTH * waited


# --- reading ----------------------------------------------------------------------------------------------------------


def find(connection: sa.Connection, id: str) -> Challenge:
    """A challenge by its id, also one that was accepted."""
    row = connection.execute(sa.select(challenges).where(challenges.c.id == id)).mappings().first()
    found = None if row is None else _challenge(row)
    if found is None or (found.game is None and not found.is_open):
        raise NoChallengeError("there is no such challenge any more: it was withdrawn, or it is too old")
    return found


def of_owner(connection: sa.Connection, owner: str) -> list[Challenge]:
    """The open challenges that somebody has made, the latest first; without quick pairing."""
    return _all(connection, challenges.c.owner == owner, challenges.c.place != "quick")


def to_person(connection: sa.Connection, person: str) -> list[Challenge]:
    """The open challenges that are for somebody."""
    return _all(connection, challenges.c.target == person)


def is_seeking(connection: sa.Connection, owner: str) -> bool:
    """Whether somebody is looking for an opponent by quick pairing, and has not stopped renewing that."""
    return bool(_all(connection, challenges.c.owner == owner, challenges.c.place == "quick"))


def in_lobby(connection: sa.Connection, most: int) -> list[Challenge]:
    """The open challenges that everybody may accept, the latest first."""
    return _all(connection, challenges.c.place == "lobby")[:most]


def _all(connection: sa.Connection, *where: sa.ColumnElement[bool]) -> list[Challenge]:
    now = time.time()
    query = sa.select(challenges).where(*where, challenges.c.game.is_(None), challenges.c.until > now)
    rows = connection.execute(query.order_by(challenges.c.created.desc()).limit(500)).mappings()
    return [found for row in rows if (found := _challenge(row)) is not None]


# --- writing: within a transaction of the `Writer` --------------------------------------------------------------------


def add(connection: sa.Connection, new: Challenge) -> Challenge:
    """Keep a challenge; with an id."""
    forget_old(connection)
    if len(of_owner(connection, new.owner)) >= MOST_OPEN:
        raise TooManyChallengesError(f"you have {MOST_OPEN} open challenges: withdraw one first")
    if connection.execute(sa.select(sa.func.count()).select_from(challenges)).scalar_one() >= MOST_IN_ALL:
        raise TooManyChallengesError("this server has as many challenges as it takes: try again later")
    added = replace(new, id=secrets.token_urlsafe(16))
    connection.execute(sa.insert(challenges), _row(added))
    return added


def seek(connection: sa.Connection, wanted: Challenge) -> tuple[Challenge, Challenge | None]:
    """Look for somebody who wants the same game: one's own challenge, and theirs if there is one.

    Asking again renews one's own. The caller accepts what was found.
    """
    query = (challenges.c.place == "quick", challenges.c.owner == wanted.owner)
    own = [one for one in _all(connection, *query) if one.matches(replace(wanted, color="random"))]
    if own:
        mine = replace(own[0], until=wanted.until, rating=wanted.rating)
        connection.execute(sa.update(challenges).where(challenges.c.id == mine.id).values(_row(mine)))
    else:
        withdraw_quick(connection, wanted.owner)
        mine = add(connection, wanted)
    others = [
        one
        for one in _all(connection, challenges.c.place == "quick", challenges.c.owner != wanted.owner)
        if one.matches(mine) and not blocks.is_between(connection, one.owner, mine.owner)
    ]
    near = min(others, key=lambda one: (abs((one.rating or 0) - (mine.rating or 0)), one.created), default=None)
    return mine, near


def take(connection: sa.Connection, id: str, game: str, *also: str) -> None:
    """Note that a challenge has led to a game; `TakenError` if it had already. Of others nothing is kept."""
    found = find(connection, id)
    if found.game is not None:
        raise TakenError("somebody else has accepted this challenge")
    connection.execute(sa.update(challenges).where(challenges.c.id == id).values(_row(replace(found, game=game))))
    for other in also:
        own = sa.delete(challenges).where(challenges.c.id == other, challenges.c.game.is_(None))
        if not connection.execute(own).rowcount:
            raise TakenError("somebody has accepted your own challenge meanwhile")


def withdraw(connection: sa.Connection, id: str, person: str) -> Challenge:
    """Take back one's own challenge, or decline one that is for oneself."""
    found = find(connection, id)
    if person not in (found.owner, found.target) or found.game is not None:
        raise NoChallengeError("this challenge is not yours to withdraw")
    connection.execute(sa.delete(challenges).where(challenges.c.id == id))
    return found


def withdraw_quick(connection: sa.Connection, owner: str) -> None:
    """Stop looking for an opponent."""
    own = (challenges.c.owner == owner, challenges.c.place == "quick", challenges.c.game.is_(None))
    connection.execute(sa.delete(challenges).where(*own))


def forget_old(connection: sa.Connection) -> None:
    """Delete what nobody can accept any more; links to games are kept for as long as they could have been used."""
    connection.execute(sa.delete(challenges).where(challenges.c.until < time.time()))


def _row(challenge: Challenge) -> dict[str, Any]:
    row = asdict(challenge)
    return row | {"checksum": row_checksum("challenges", row)}


def _challenge(row: Mapping[Any, Any]) -> Challenge | None:
    if row["checksum"] != row_checksum("challenges", row):
        return None
    return Challenge(**{name: value for name, value in row.items() if name != "checksum"})


def lifetime(place: Place, days: float | None, has_clock: bool) -> float:
    """For how many seconds a challenge stands."""
    if place == "quick":
        return QUICK_SECONDS
    return OPEN_HOURS * 3600 if place == "lobby" and has_clock and days is None else LINK_DAYS * 86_400


def owners(found: Sequence[Challenge]) -> set[str]:
    return {challenge.owner for challenge in found}
