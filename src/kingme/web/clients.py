"""`Client`: one open page, and the messages that are on their way to it.

Nobody waits for a slow page: messages are put into its outbox and sent by a task of its own. A newer state replaces an
older one that has not been sent yet, so that an outbox stays short; a page that does not read at all is cut off.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import MutableMapping
from typing import Any, Protocol

from starlette.datastructures import Address
from starlette.websockets import WebSocketDisconnect, WebSocketState

from kingme.web.views import encode

LONGEST_OUTBOX = 100
SEND_SECONDS = 20.0
REPLACED = {"state": {"state", "thinking"}, "thinking": {"thinking"}, "presence": {"presence"}}
"""What a message of some type makes superfluous."""

GONE, TOO_MANY, FAILED, RESTART = 4404, 4429, 1011, 1012  # close codes


class PageSocket(Protocol):
    """The other end of a page: its WebSocket, or what stands for it where another process has that (`relay`)."""

    application_state: WebSocketState

    @property
    def client(self) -> Address | None: ...

    async def receive(self) -> MutableMapping[str, Any]: ...

    async def send_text(self, data: str) -> None: ...

    async def close(self, code: int = 1000, reason: str | None = None) -> None: ...


class Client:
    """A page at the other end of a WebSocket."""

    def __init__(self, socket: PageSocket, *, is_owner: bool, person: str = "", address: str = "") -> None:
        self.is_owner = is_owner
        self.person = person
        self.address = address
        self.watches = False  # it shows the figures of searches
        self._socket = socket
        self._outbox: deque[tuple[str, str]] = deque()
        self._wake = asyncio.Event()
        self._close: tuple[int, str] | None = None

    def post(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self.post_text(message["type"], encode(message))

    def post_text(self, kind: str, text: str, replaces: frozenset[str] = frozenset()) -> None:
        """Send a message that is JSON text already; it makes waiting ones of some kinds superfluous."""
        if replaced := replaces or REPLACED.get(kind):
            self._outbox = deque(item for item in self._outbox if item[0] not in replaced)
        self._outbox.append((kind, text))
        if len(self._outbox) > LONGEST_OUTBOX:
            self.close(FAILED, "too slow")
        self._wake.set()

    def error(self, message: str) -> None:
        self.post({"type": "error", "message": message})

    def close(self, code: int, reason: str) -> None:
        """Send what is waiting, then close."""
        if self._close is None:
            self._close = code, reason
            self._wake.set()

    @property
    def is_closing(self) -> bool:
        return self._close is not None

    async def pump(self) -> None:
        """Send messages until the page is closed from either side."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError, OSError):
            while True:
                while self._outbox:
                    async with asyncio.timeout(SEND_SECONDS):
                        await self._socket.send_text(self._outbox.popleft()[1])
                if self._close is not None:
                    break
                self._wake.clear()
                await self._wake.wait()
        await self._end()

    async def _end(self) -> None:
        code, reason = self._close or (FAILED, "connection lost")
        if self._socket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, OSError, TimeoutError, WebSocketDisconnect):
                async with asyncio.timeout(SEND_SECONDS):
                    await self._socket.close(code, reason)
