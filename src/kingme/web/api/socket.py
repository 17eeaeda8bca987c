"""Play: one WebSocket for each page that shows a game."""

from __future__ import annotations

import asyncio
import contextlib
import re
from dataclasses import asdict

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from kingme.errors import KingMeError
from kingme.web.actions import handle
from kingme.web.api.common import address_of
from kingme.web.api.reading import messages
from kingme.web.clients import GONE, RESTART, TOO_MANY, Client
from kingme.web.messages import message_reader
from kingme.web.services import Services
from kingme.web.session import ClosedError, Session
from kingme.web.views import encode

router = APIRouter()

STATUS_SECONDS = 0.5
_GAME_ID = re.compile(r"[A-Za-z0-9_-]{22}")


@router.websocket("/api/games/{game}/ws")
async def play(socket: WebSocket, game: str) -> None:
    """Send the state of a game, take what its page has to say, and tell it of every change."""
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
            await _serve(socket, services, owner, game)
    finally:
        services.limits.close_socket(owner, address)


async def _prepared(socket: WebSocket, services: Services) -> None:
    """On the first start: tell how far the compiler is, until moves can be checked."""
    preparation = services.preparation
    while not preparation.status.core:
        await socket.send_text(encode({"type": "status", "status": asdict(preparation.status)}))
        await preparation.wait_for_change(STATUS_SECONDS)


async def _serve(socket: WebSocket, services: Services, owner: str, game: str) -> None:
    session = None
    with contextlib.suppress(KingMeError):  # a game that cannot be read any more is as good as gone
        session = await services.sessions.get(game) if _GAME_ID.fullmatch(game) else None
    if session is None:
        await socket.send_text(encode({"type": "error", "message": "there is no such game"}))
        await socket.close(GONE, "there is no such game")
        return
    client = Client(socket, is_owner=session.owner == owner)
    pump = asyncio.get_running_loop().create_task(client.pump())
    try:
        await session.attach(client)
        await _listen(socket, services, session, client)
    except KingMeError as error:  # not stored, or loaded again elsewhere: the page connects again and sees what is true
        if not isinstance(error, ClosedError):
            client.error(str(error))
        client.close(RESTART, "connect again")
        await pump
    finally:
        pump.cancel()
        await session.detach(client)
        services.sessions.release(session)


async def _listen(socket: WebSocket, services: Services, session: Session, client: Client) -> None:
    """Do what the page asks until it closes."""
    pace, size = services.settings.messages_per_second, services.settings.message_bytes
    async for message in messages(socket, client, message_reader, per_second=pace, most_bytes=size):
        await handle(session, client, message)
