"""What all WebSockets share: pages are counted and wait for the rules; messages have a known shape, size and pace."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import asdict
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from kingme.web.api.common import address_of
from kingme.web.clients import TOO_MANY, Client, PageSocket
from kingme.web.limits import Pace
from kingme.web.services import Services
from kingme.web.views import encode

STATUS_SECONDS = 0.5

M = TypeVar("M")


async def open_page(socket: WebSocket, serve: Callable[[WebSocket, Services, str], Awaitable[None]]) -> None:
    """Serve a page, by its services and its owner, until it closes; one too many is refused."""
    services: Services = socket.app.state.services
    owner: str = socket.scope["state"]["owner"]
    address = address_of(socket)
    await socket.accept()
    if not services.limits.open_socket(owner, address):
        await socket.close(TOO_MANY, "too many pages are open")
        return
    try:
        with services.pages.keep(socket), contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            await _prepared(socket, services)
            await serve(socket, services, owner)
    finally:
        services.limits.close_socket(owner, address)


async def _prepared(socket: WebSocket, services: Services) -> None:
    """On the first start: tell how far the compiler is, until moves can be checked."""
    preparation = services.preparation
    while not preparation.status.core:
        await socket.send_text(encode({"type": "status", "status": asdict(preparation.status)}))
        await preparation.wait_for_change(STATUS_SECONDS)


async def texts(socket: PageSocket, client: Client, *, per_second: float, most_bytes: int) -> AsyncIterator[str]:
    """What a page says until it closes; one that says too much has to wait."""
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
        yield text


async def messages(
    socket: PageSocket, client: Client, reader: TypeAdapter[M], *, per_second: float, most_bytes: int
) -> AsyncIterator[M]:
    """The same as messages; one that is not understood is answered."""
    async for text in texts(socket, client, per_second=per_second, most_bytes=most_bytes):
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
