"""Play: one WebSocket for each page that shows a game."""

from __future__ import annotations

import asyncio
import re
from functools import partial

from fastapi import APIRouter
from starlette.websockets import WebSocket

from kingme.errors import KingMeError
from kingme.web.api.common import address_of
from kingme.web.api.websockets import messages, open_page
from kingme.web.clients import GONE, RESTART, Client
from kingme.web.play.actions import handle
from kingme.web.play.messages import message_reader
from kingme.web.play.session import ClosedError, Session
from kingme.web.services import Services
from kingme.web.views import encode

router = APIRouter()

_GAME_ID = re.compile(r"[A-Za-z0-9_-]{22}")


@router.websocket("/api/games/{game}/ws")
async def play(socket: WebSocket, game: str) -> None:
    """Send the state of a game, take what its page has to say, and tell it of every change."""
    await open_page(socket, partial(_serve, game=game))


async def _serve(socket: WebSocket, services: Services, owner: str, game: str) -> None:
    session: Session | None = None
    reason = "there is no such game"
    try:
        session = await services.sessions.get(game) if _GAME_ID.fullmatch(game) else None
    except KingMeError:  # to the page it is as good as gone
        reason = "this game cannot be read any more"
    if session is None:
        await socket.send_text(encode({"type": "error", "message": reason}))
        await socket.close(GONE, reason)
        return
    client = Client(socket, is_owner=session.state.owner == owner, address=address_of(socket))
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
