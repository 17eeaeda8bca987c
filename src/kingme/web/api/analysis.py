"""Analysis: one WebSocket for each page that watches players think."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter
from starlette.websockets import WebSocket

from kingme.web.analysis.desk import Desk
from kingme.web.analysis.messages import StartMessage, StopMessage, message_reader
from kingme.web.api.common import address_of
from kingme.web.api.opening import open_page
from kingme.web.api.reading import messages
from kingme.web.clients import RESTART, Client
from kingme.web.services import Services

router = APIRouter()


@router.websocket("/api/analysis/ws")
async def analyse(socket: WebSocket) -> None:
    """Let players think about positions, and tell the page what they find while they do."""
    await open_page(socket, _serve)


async def _serve(socket: WebSocket, services: Services, owner: str) -> None:
    settings = services.settings
    client = Client(socket, is_owner=True)
    desk = Desk(services, owner, address_of(socket), client)
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
