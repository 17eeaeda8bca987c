"""`Neighbours`: what the other processes of a site tell this one, and who has to know."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from kingme.errors import KingMeError
from kingme.web.broker import Note
from kingme.web.clients import RESTART
from kingme.web.services import Services

log = logging.getLogger("kingme.web")


class Neighbours:
    """Hands notes of other processes on to the parts of this one."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._tasks: set[asyncio.Task[None]] = set()

    def hear(self, process: str, note: Note) -> None:
        """A note has come."""
        services, kind = self._services, note["kind"]
        if services.relay.hear(process, note):
            return
        if kind in ("yield", "deleted", "owner"):
            self._do(services.sessions.hear(note))
        elif kind == "pages":
            self._do(services.pages.hear(note))
        elif kind in ("person", "lobby", "presence", "people"):
            services.hub.hear(process, note)
        elif kind == "identities":
            services.identities.hear(note)

    def lose(self, process: str | None) -> None:
        """A process is gone; without one, this one was away for so long that others may have taken over its games."""
        self._services.relay.lose(process)
        self._services.hub.lose(process)
        if process is None:
            self._services.sessions.close(RESTART, "this process was away")

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, KingMeError):
            log.error("a note of another process could not be heeded", exc_info=error)
