"""Analysis: one WebSocket for each page that watches players think."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import asdict

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from kingme.web.api.common import address_of
from kingme.web.api.reading import messages
from kingme.web.clients import RESTART, TOO_MANY, Client
from kingme.web.insight.desk import Desk
from kingme.web.insight.messages import StartMessage, StopMessage, message_reader
from kingme.web.services import Services
from kingme.web.views import encode

router = APIRouter()

STATUS_SECONDS = 0.5


@router.websocket("/api/analysis/ws")
async def analyse(socket: WebSocket) -> None:
    """Let players think about positions, and tell the page what they find while they do."""
    services: Services = socket.app.state.services
    owner: str = socket.scope["state"]["owner"]
    address = address_of(socket)
    await socket.accept()
    if not services.limits.open_socket(owner, address):
        await socket.close(TOO_MANY, "too many pages are open")
        return
    try:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            while not services.preparation.status.core:
                await socket.send_text(encode({"type": "status", "status": asdict(services.preparation.status)}))
                await services.preparation.wait_for_change(STATUS_SECONDS)
            await _serve(socket, services, owner)
    finally:
        services.limits.close_socket(owner, address)


async def _serve(socket: WebSocket, services: Services, owner: str) -> None:
    settings = services.settings
    client = Client(socket, is_owner=True)
    desk = Desk(services, owner, client)
    services.desks.add(client)
    pump = asyncio.get_running_loop().create_task(client.pump())
    pace, size = settings.messages_per_second, settings.body_bytes
    try:
        async for message in messages(socket, client, message_reader, per_second=pace, most_bytes=size):
            if isinstance(message, StartMessage):
                desk.start(message)
            elif isinstance(message, StopMessage):
                desk.stop(message.lane)
            else:
                client.post({"type": "pong"})
    finally:
        services.desks.discard(client)
        desk.close()
        pump.cancel()


def close_all(services: Services) -> None:
    """The server ends: pages come back later."""
    for client in list(services.desks):
        client.close(RESTART, "the server restarts")
