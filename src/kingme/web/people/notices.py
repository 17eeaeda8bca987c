"""`Notices`: e-mail to whoever wants it when it is their turn in a game with days for a move, or without a clock.

An account asks for it on its page, and ends it there. There is at most one message for each turn of a game, some while
after the turn has begun, and none to somebody who has a page open; a mailbox gets few in an hour, whoever gave its
address. What was sent is noted before it is sent: a message may be lost, and never comes twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from functools import partial
from typing import NamedTuple

import sqlalchemy as sa

from kingme.errors import KingMeError
from kingme.web.people import account, guesses
from kingme.web.people.mail import Mail
from kingme.web.resources import Resources
from kingme.web.store import ConflictError, games, metadata, shared_games

EVERY = 60.0
PATIENCE = 600.0  # after the move of the other side: most answer at once
MOST_AT_ONCE = 200
MOST_OF_A_BOX = 6  # messages to one address, at once and again in an hour

log = logging.getLogger("kingme.web")

turn_notices = sa.Table(
    "turn_notices",  # who wants to be told by e-mail
    metadata,
    sa.Column("person", sa.String(64), primary_key=True),
    sa.Column("site", sa.String(200), nullable=False),  # how they reach this server
)
turns_told = sa.Table(
    "turns_told",  # the turn of each game that somebody was told of last
    metadata,
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("length", sa.Integer, nullable=False),
)


class Notice(NamedTuple):
    """A message that is to be sent."""

    to: str
    opponent: str
    address: str


class Notices:
    """Looks every minute for turns that somebody should be told of."""

    def __init__(self, resources: Resources, mail: Mail) -> None:
        self._resources, self._mail = resources, mail
        self._task = asyncio.get_running_loop().create_task(self._run()) if mail.is_set_up else None

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.look(time.time())
            except KingMeError as error:
                log.warning("nobody can be told of their turn: %s", error)
            except Exception:
                log.exception("nobody can be told of their turn")

    async def look(self, now: float) -> int:
        """Tell everybody who waits to be told; how many that were."""
        here = frozenset(self._resources.hub.people())
        due = await self._resources.writer.submit(partial(take_due, here=here, now=now))
        for notice in due:
            text = (
                f"{notice.opponent} has moved, and it is your turn:\n\n    {notice.address}\n\n"
                "You get this message because your KingMe account asks for it. To end that, clear the box "
                '"Tell me by e-mail when it is my turn" on the page of your account.\n'
            )
            self._mail.send(notice.to, f"Your turn against {notice.opponent}", text)
        return len(due)


# --- within a transaction ---------------------------------------------------------------------------------------------


def wants(connection: sa.Connection, id: str) -> bool:
    query = sa.select(turn_notices.c.person).where(turn_notices.c.person == id)
    return connection.execute(query).first() is not None


def ask(connection: sa.Connection, id: str, site: str, *, on: bool) -> None:
    """Begin or end it; an account needs an e-mail address."""
    connection.execute(sa.delete(turn_notices).where(turn_notices.c.person == id))
    if not on:
        return
    known = account.find(connection, id)
    if known is None or known.email is None:
        raise ConflictError("save an e-mail address first")
    connection.execute(sa.insert(turn_notices), {"person": id, "site": site[:200]})


def take_due(connection: sa.Connection, here: frozenset[str], now: float) -> list[Notice]:
    """The turns that somebody is to be told of, noted as told."""
    slow = sa.and_(shared_games.c.speed == "correspondence", shared_games.c.deadline.is_not(None))
    mover = sa.case((shared_games.c.turn == "black", shared_games.c.black), else_=shared_games.c.white)
    query = (
        sa.select(shared_games.c.game, shared_games.c.turn, turn_notices.c.person, turn_notices.c.site,
                  games.c.length, games.c.black, games.c.white)
        .join(games, games.c.id == shared_games.c.game)
        .join(turn_notices, turn_notices.c.person == mover)
        .outerjoin(turns_told, turns_told.c.game == shared_games.c.game)
        .where(slow, shared_games.c.since < now - PATIENCE)
        .where(sa.or_(turns_told.c.length.is_(None), turns_told.c.length != games.c.length))
        .order_by(shared_games.c.since)
        .limit(MOST_AT_ONCE)
    )  # fmt: skip
    found = []
    for row in connection.execute(query).mappings().all():
        known = account.find(connection, row["person"])
        if row["person"] in here or known is None or known.email is None:
            continue
        connection.execute(sa.delete(turns_told).where(turns_told.c.game == row["game"]))
        connection.execute(sa.insert(turns_told), {"game": row["game"], "length": row["length"]})
        try:
            guesses.take(connection, guesses.allowances("notice", [((known.email.lower(),), MOST_OF_A_BOX)]), now)
        except guesses.TooManyGuessesError:
            continue
        opponent = row["white"] if row["turn"] == "black" else row["black"]
        found.append(Notice(known.email, " ".join(opponent.split()), f"{row['site']}/play/{row['game']}"))
    forget_old(connection)
    return found


def forget_old(connection: sa.Connection) -> None:
    """Games that are over need no note."""
    running = sa.select(shared_games.c.game).where(shared_games.c.deadline.is_not(None))
    connection.execute(sa.delete(turns_told).where(turns_told.c.game.not_in(running)))
