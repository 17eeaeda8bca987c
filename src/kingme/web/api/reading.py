"""Reading from a WebSocket: messages of a known shape, of bounded size, at a bounded pace."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket

from kingme.web.clients import Client
from kingme.web.limits import Pace

M = TypeVar("M")


async def messages(
    socket: WebSocket, client: Client, reader: TypeAdapter[M], *, per_second: float, most_bytes: int
) -> AsyncIterator[M]:
    """Messages until the page closes; one that is not understood is answered, a page that sends too many must wait."""
    loop = asyncio.get_running_loop()
    pace = Pace(per_second)
    while True:
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            return
        if (wait := pace.wait(loop.time())) > 0:
            await asyncio.sleep(wait)
        text = received.get("text")
        if text is None:
            client.error("messages are JSON text")
            continue
        if len(text.encode(errors="replace")) > most_bytes:
            client.error(f"a message has at most {most_bytes} bytes")
            continue
        try:
            message = reader.validate_json(text)
        except ValidationError as error:
            client.error(_describe(error))
            continue
        yield message


def _describe(error: ValidationError) -> str:
    """What is wrong with a message, in one line."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"this message is not understood: {f'{where}: ' if where else ''}{first['msg']}"[:300]
