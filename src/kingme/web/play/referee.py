"""`Referee`: ends games between people whose time is up, also where nobody looks on, and knows when no server ran.

It looks into the store for deadlines that have passed; games with a clock that are in memory have their own alarm.
While games go on it notes every few seconds that the server is alive. After a start, the time since the last note is
added to every turn that had begun, so that it is charged to nobody.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial

import sqlalchemy as sa

from kingme.database.connection import transaction
from kingme.errors import KingMeError
from kingme.web.broker import Alone
from kingme.web.play.sessions import Sessions
from kingme.web.play.shared import with_checksum
from kingme.web.play.shared_session import SharedSession
from kingme.web.resources import Resources
from kingme.web.store import metadata, shared_games

LOOK_SECONDS = 1.0
IDLE_SECONDS = 60.0  # while no game between people goes on
AMONG_OTHERS_SECONDS = 5.0  # the same where another process may have begun one, and may have died since
GRACE = 1.0  # after a deadline: the game's own alarm comes first
BEAT_SECONDS, SLOW_BEAT_SECONDS = 2.0, 30.0  # with games that have a clock, and without
RETURN_SECONDS = 5.0  # for pages to come back after a start
MOST_AT_ONCE = 200

log = logging.getLogger("kingme.web")

server_life = sa.Table(
    "server_life",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("alive", sa.Float, nullable=False),
)


class Referee:
    """Watches over the games between people of one server."""

    def __init__(self, resources: Resources, sessions: Sessions, also: Callable[[], Awaitable[bool]]) -> None:
        """`also` is asked to do its part after each look, and says whether it has more to do."""
        self._resources, self._sessions, self._also = resources, sessions, also
        self._task: asyncio.Task[None] | None = None
        self._beaten = 0.0

    async def open(self) -> None:
        """Make good for the time that the server was down, then watch."""
        is_alone = isinstance(self._resources.broker, Alone)
        await self._resources.writer.submit(partial(make_good, is_alone=is_alone))
        self._task = asyncio.get_running_loop().create_task(self._watch())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            with contextlib.suppress(KingMeError):
                await self._beat()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                games, others = await self.look(), await self._also()
                if not (games or others):
                    pause = IDLE_SECONDS if isinstance(self._resources.broker, Alone) else AMONG_OTHERS_SECONDS
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._sessions.shared_begun.wait(), pause)
            except KingMeError as error:  # the store cannot be read or written now: the next look may find it well
                log.warning("games cannot be looked after: %s", error)
            except Exception:
                log.exception("games cannot be looked after")

    async def look(self) -> bool:
        """End the games whose time is up, and note that the server is alive; whether any game goes on."""
        self._sessions.shared_begun.clear()
        due, speeds = await asyncio.to_thread(self._read)
        for game in due:
            with contextlib.suppress(KingMeError):
                session = await self._sessions.get(game)
                if isinstance(session, SharedSession):
                    await session.wake()
                    self._sessions.release(session)
        pause = BEAT_SECONDS if speeds - {"correspondence"} else SLOW_BEAT_SECONDS
        if speeds and time.monotonic() - self._beaten >= pause:
            await self._beat()
        return bool(speeds)

    async def _beat(self) -> None:
        self._beaten = time.monotonic()
        await self._resources.writer.submit(beat)

    def _read(self) -> tuple[list[str], set[str]]:
        """The games that are overdue, and the speeds of those that go on."""
        store, column = self._resources.store, shared_games.c.deadline
        with transaction(store.engine, store.place) as connection:
            speeds = set(
                connection.execute(sa.select(shared_games.c.speed).where(column.is_not(None)).distinct()).scalars()
            )
            query = sa.select(shared_games.c.game).where(column < time.time() - GRACE).order_by(column)
            due = list(connection.execute(query.limit(MOST_AT_ONCE)).scalars()) if speeds else []
        return due, speeds


# --- within a transaction of the `Writer` -----------------------------------------------------------------------------


def beat(connection: sa.Connection) -> None:
    """Note that the server is alive."""
    row = {"id": 1, "alive": time.time()}
    if not connection.execute(sa.update(server_life).where(server_life.c.id == 1).values(row)).rowcount:
        connection.execute(sa.insert(server_life), row)


def make_good(connection: sa.Connection, *, is_alone: bool = True) -> None:
    """Move on every turn by the time since a server was alive last; this one is the only one, or one of several."""
    running = shared_games.c.deadline.is_not(None)
    begun = connection.execute(sa.select(sa.func.max(shared_games.c.since)).where(running)).scalar()
    if begun is None:
        return
    now = time.time()
    alive = connection.execute(sa.select(server_life.c.alive)).scalar() or 0.0
    down = now - max(alive, begun)  # whoever began the latest turn was alive then
    if not is_alone and down < 2 * BEAT_SECONDS:  # another process is alive, or was a moment ago
        return
    for row in connection.execute(sa.select(shared_games).where(running)).mappings().all():
        since = min(row["since"] + down, now) + RETURN_SECONDS
        moved = {"since": since, "deadline": row["deadline"] + since - row["since"]}
        values = with_checksum({**row, **moved})
        connection.execute(sa.update(shared_games).where(shared_games.c.game == row["game"]).values(values))
    beat(connection)
