"""`OpenPages`: every WebSocket that is open, and whose it is, so that the pages of somebody who logs out are closed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

from starlette.websockets import WebSocket

from kingme.web.broker import Broker, Note
from kingme.web.clients import RESTART


@dataclass(eq=False)
class OpenPage:
    """One connection."""

    socket: WebSocket
    owner: str
    session: str | None


class OpenPages:
    """The pages that are open."""

    def __init__(self, broker: Broker) -> None:
        self._broker = broker
        self._pages: set[OpenPage] = set()

    def __len__(self) -> int:
        return len(self._pages)

    @contextlib.contextmanager
    def keep(self, socket: WebSocket) -> Iterator[None]:
        """Count a page as open meanwhile."""
        state = socket.scope["state"]
        page = OpenPage(socket, state["owner"], state.get("session"))
        self._pages.add(page)
        try:
            yield
        finally:
            self._pages.discard(page)

    async def close(self, owner: str, *, but: str | None = None, sessions: frozenset[str | None] | None = None) -> None:
        """Close the pages of an owner: of these sessions, or all but those of one; they may come back as who they are
        then.
        """
        known = None if sessions is None else list(sessions)
        self._broker.send_all({"kind": "pages", "owner": owner, "but": but, "sessions": known})
        await self._close_own(owner, but, sessions)

    async def hear(self, note: Note) -> None:
        """Another process has closed pages: do the same."""
        sessions = None if note["sessions"] is None else frozenset(note["sessions"])
        await self._close_own(note["owner"], note["but"], sessions)

    async def _close_own(self, owner: str, but: str | None, sessions: frozenset[str | None] | None) -> None:
        chosen = [page for page in self._pages if page.owner == owner and (but is None or page.session != but)]
        if sessions is not None:
            chosen = [page for page in chosen if page.session in sessions]
        await asyncio.gather(*(_close(page.socket) for page in chosen))


async def _close(socket: WebSocket) -> None:
    with contextlib.suppress(RuntimeError, OSError):
        await socket.close(RESTART, "logged in or out")
