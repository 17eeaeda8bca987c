"""Play: one WebSocket for each page that shows a game."""

from __future__ import annotations

import asyncio
import re
from functools import partial

from fastapi import APIRouter
from starlette.websockets import WebSocket

from kingme.errors import KingMeError
from kingme.web.api.common import address_of
from kingme.web.api.websockets import messages, open_page, texts
from kingme.web.broker import AwayError
from kingme.web.clients import FAILED, GONE, RESTART, Client, PageSocket
from kingme.web.play.actions import handle
from kingme.web.play.messages import message_reader
from kingme.web.play.session import ClosedError, Session
from kingme.web.play.sessions import ElsewhereError
from kingme.web.relay import Relay
from kingme.web.services import Services
from kingme.web.views import encode

router = APIRouter()

_GAME_ID = re.compile(r"[A-Za-z0-9_-]{22}")


@router.websocket("/api/games/{game}/ws")
async def play(socket: WebSocket, game: str) -> None:
    """Send the state of a game, take what its page has to say, and tell it of every change."""
    await open_page(socket, partial(serve_game, game=game))


async def serve_game(socket: PageSocket, services: Services, owner: str, game: str) -> None:
    """Serve a page on a game, whichever process holds it."""
    if not _GAME_ID.fullmatch(game):
        await _refuse(socket, GONE, "there is no such game")
        return
    try:
        if await services.relay.is_here(socket, owner, game):
            await _serve(services, socket, owner, game)
    except AwayError as error:
        await _refuse(socket, FAILED, str(error))


async def _refuse(socket: PageSocket, code: int, reason: str) -> None:
    await socket.send_text(encode({"type": "error", "message": reason}))
    await socket.close(code, reason)


def make_relay(services: Services) -> Relay:
    """What brings pages and games together; games that this process holds are served here."""
    pace, size = services.settings.messages_per_second, services.settings.message_bytes
    return Relay(services.broker, partial(_serve, services), partial(texts, per_second=pace, most_bytes=size))


async def _serve(services: Services, socket: PageSocket, owner: str, game: str) -> None:
    """Serve a page on a game of this process."""
    session: Session | None = None
    reason = "there is no such game"
    try:
        session = await services.sessions.get(game)
    except ElsewhereError:  # it was let go a moment ago
        await socket.close(RESTART, "connect again")
        return
    except KingMeError:  # to the page it is as good as gone
        reason = "this game cannot be read any more"
    if session is None:
        await _refuse(socket, GONE, reason)
        return
    client = Client(socket, is_owner=session.may_play(owner), person=owner, address=address_of(socket))
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


async def _listen(socket: PageSocket, services: Services, session: Session, client: Client) -> None:
    """Do what the page asks until it closes."""
    pace, size = services.settings.messages_per_second, services.settings.message_bytes
    async for message in messages(socket, client, message_reader, per_second=pace, most_bytes=size):
        await handle(session, client, message)
