"""Play: one WebSocket for each page that shows a game."""

from __future__ import annotations

import asyncio
import contextlib
import re
from dataclasses import asdict

from fastapi import APIRouter
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from kingme.errors import KingMeError
from kingme.web.actions import handle
from kingme.web.api.common import address_of
from kingme.web.clients import GONE, RESTART, TOO_MANY, Client
from kingme.web.limits import Pace
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
    """Read messages until the page closes; a page that sends too many is read more slowly."""
    loop = asyncio.get_running_loop()
    settings = services.settings
    pace = Pace(settings.messages_per_second)
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
        if len(text.encode(errors="replace")) > settings.message_bytes:
            client.error(f"a message has at most {settings.message_bytes} bytes")
            continue
        try:
            message = message_reader.validate_json(text)
        except ValidationError as error:
            client.error(_describe(error))
            continue
        await handle(session, client, message)


def _describe(error: ValidationError) -> str:
    """What is wrong with a message, in one line."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"this message is not understood: {f'{where}: ' if where else ''}{first['msg']}"[:300]
