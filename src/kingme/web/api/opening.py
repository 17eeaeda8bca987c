"""Opening a WebSocket: pages are counted, and wait until the rules are compiled."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import asdict

from starlette.websockets import WebSocket, WebSocketDisconnect

from kingme.web.api.common import address_of
from kingme.web.clients import TOO_MANY
from kingme.web.services import Services
from kingme.web.views import encode

STATUS_SECONDS = 0.5


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
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
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
