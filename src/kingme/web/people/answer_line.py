"""`AnswerLine`: an HTTP answer that goes on, a JSON text in each line, in the place of a WebSocket.

A program reads it with nothing but an HTTP client. An empty line comes whenever there is nothing to tell for a while,
so that both sides notice when the other is gone.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, MutableMapping
from typing import Any

from starlette.datastructures import Address
from starlette.websockets import WebSocketState

BEAT = 10.0  # seconds
KIND = "application/x-ndjson"


class AnswerLine:
    """Is served as a page is, and says nothing; `lines` is the body of the answer."""

    def __init__(self, client: Address | None) -> None:
        self.client = client
        self.application_state = WebSocketState.CONNECTED
        self._texts: asyncio.Queue[str | None] = asyncio.Queue(maxsize=1)
        self._is_gone = asyncio.Event()

    async def receive(self) -> MutableMapping[str, Any]:
        """Comes when the reader is gone."""
        await self._is_gone.wait()
        return {"type": "websocket.disconnect", "code": 1001}

    def hang_up(self) -> None:
        """The reader is gone."""
        self._is_gone.set()

    async def send_text(self, data: str) -> None:
        await self._texts.put(data)

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        """End the answer when what was sent before has been read."""
        self.application_state = WebSocketState.DISCONNECTED
        await self._texts.put(None)

    async def lines(self) -> AsyncIterator[bytes]:
        while True:
            try:
                async with asyncio.timeout(BEAT):
                    text = await self._texts.get()
            except TimeoutError:
                yield b"\n"
                continue
            if text is None:
                return
            yield f"{text}\n".encode()
