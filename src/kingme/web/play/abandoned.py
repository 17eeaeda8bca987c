"""Rated games against a level that nobody continues: they are lost, so that nobody escapes a loss by walking away."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

from kingme.database.connection import transaction
from kingme.errors import KingMeError
from kingme.web.people import rating_store
from kingme.web.play.session import Session
from kingme.web.play.sessions import Sessions
from kingme.web.resources import Resources

EVERY = 600.0
WITH_CLOCK, WITHOUT_CLOCK = 3600.0, 14 * 86400.0
"""Seconds without a move after which a game is lost. A clock that runs is quicker; it stands while a server is down."""

log = logging.getLogger("kingme.web")


class Abandoned:
    """Looks after the rated games of a server from time to time."""

    def __init__(self, resources: Resources, sessions: Sessions) -> None:
        self._resources = resources
        self._sessions = sessions
        self._task = asyncio.get_running_loop().create_task(self._run())

    def close(self) -> None:
        self._task.cancel()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.sweep(time.time())
            except Exception:
                log.exception("rated games could not be looked after")

    async def sweep(self, now: float) -> int:
        """End what was abandoned; how many games that were."""
        ended = 0
        for game in await asyncio.to_thread(self._idle, now - WITH_CLOCK):
            with contextlib.suppress(KingMeError):  # a game that cannot be read counts for nobody
                session = await self._sessions.get(game)
                ended += session is not None and await _end(session, now)
        return ended

    def _idle(self, before: float) -> list[str]:
        with transaction(self._resources.store.engine, self._resources.store.place) as connection:
            return rating_store.running_since(connection, before)


async def _end(session: Session, now: float) -> bool:
    """Let the person lose, if it is one person's game and nobody is there."""
    async with session.lock:
        state = session.state
        active = state.active
        if session.is_closed or session.is_attended or not state.is_rated or len(active.people) != 1:
            return False
        patience = WITHOUT_CLOCK if active.game.clock is None else WITH_CLOCK
        if state.updated > now - patience:
            return False
        active.game.resign(active.people[0])
        await session.commit(moved=True)
        return True
