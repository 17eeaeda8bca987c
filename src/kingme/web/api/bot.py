"""For programs: who they are, streams of what happens, moves over plain HTTP, and games for the strength ladder.

A program shows a token, `Authorization: Bearer kingme_…`, which its author makes on the account page. Challenges are
those of people (`/api/people/challenges`), and every game has the WebSocket that pages use as well.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from functools import partial
from typing import Annotated, Any, Literal, TypeVar

import sqlalchemy as sa
from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.security import HTTPBearer
from pydantic import Field
from starlette.responses import Response, StreamingResponse

from kingme.database.connection import transaction
from kingme.outcome import Color
from kingme.web.api.common import ServicesDep, address_of, find_session, json_answer, need_rules
from kingme.web.api.people import serve_person
from kingme.web.api.play import serve_game
from kingme.web.clients import PageSocket
from kingme.web.people import entrants, ladder, person, profiles
from kingme.web.people.answer_line import KIND, AnswerLine
from kingme.web.people.rating_schemas import PoolRating
from kingme.web.people.tokens import Token
from kingme.web.play.actions import handle
from kingme.web.play.messages import Message
from kingme.web.play.session import Session
from kingme.web.play.speaker import Speaker
from kingme.web.schemas import GameId, Incoming, NewGame, Outgoing, SeatRequest, State, refusals
from kingme.web.services import Services

T = TypeVar("T")

STREAM: dict[int | str, dict[str, Any]] = {200: {"content": {KIND: {}}}}


def need_token(request: Request) -> Token:
    """The token of a program; a browser with a cookie has none."""
    found: Token | None = getattr(request.state, "token", None)
    if found is None:
        raise HTTPException(401, "show a token: Authorization: Bearer kingme_…", {"WWW-Authenticate": "Bearer"})
    return found


TokenDep = Annotated[Token, Depends(need_token)]

described = HTTPBearer(
    scheme_name="token", description="a token of an account, with its scopes: `read`, `play`", auto_error=False
)
router = APIRouter(prefix="/api/bot", tags=["programs"], dependencies=[Depends(need_rules), Depends(described)])


class BotReport(Outgoing):
    """Who a token speaks for."""

    name: str
    kind: Literal["account", "bot"]
    scopes: list[Literal["read", "play"]]
    ratings: list[PoolRating]


class LadderOrder(Incoming):
    """A game for the strength ladder."""

    clock: Literal["1+1", "3+2", "10+5"] | None = Field(None, description="without one, there is no hurry")


@router.get("", summary="Who the token speaks for", response_model=BotReport, responses=refusals(401, 403, 503))
async def whoami(token: TokenDep, services: ServicesDep) -> Response:
    """Its name, what it may do, and its ratings."""

    def read(connection: sa.Connection) -> dict[str, Any]:
        holder = person.find(connection, token.person)
        if holder is None:
            raise HTTPException(401, "there is no such token")
        ratings = profiles.own_ratings(connection, token.person)
        return {"name": holder.name, "kind": holder.kind, "scopes": token.scopes.split(), "ratings": ratings}

    return json_answer(await _read(services, read))


@router.get(
    "/events",
    summary="What happens, as a stream",
    response_class=StreamingResponse,
    responses={**STREAM, **refusals(401, 403, 429, 503)},
)
async def events(request: Request, token: TokenDep, services: ServicesDep) -> StreamingResponse:
    """A line of JSON for each event: `challenge` (one is for you), `start` (a game has begun), `games` (one has gone
    on), `declined`. It begins with `games`. What an event is about is then asked for at `/api/people/me`.
    """
    return _stream(request, services, token, serve_person)


@router.get(
    "/games/{game}/stream",
    summary="A game as a stream",
    response_class=StreamingResponse,
    responses={**STREAM, **refusals(401, 403, 404, 422, 429, 503)},
)
async def stream(request: Request, game: GameId, token: TokenDep, services: ServicesDep) -> StreamingResponse:
    """A line of JSON for each message that a page would get: `state` first and after every change. It ends when the
    game is deleted. A level moves only while its opponent reads here, or has a WebSocket open.
    """
    return _stream(request, services, token, partial(serve_game, game=game))


@router.post(
    "/games/{game}",
    summary="Do something in a game",
    response_model=State,
    responses=refusals(401, 403, 404, 409, 422, 503),
)
async def act(
    game: GameId, message: Annotated[Message, Field(discriminator="type")], token: TokenDep, services: ServicesDep
) -> Response:
    """One of the messages of a game's WebSocket: `move` (`path`), `resign`, `draw` and the others."""
    session = await find_session(services, game)
    if not session.may_play(token.person):
        raise HTTPException(403, "this game is not yours to play")
    return json_answer(await _act(services, session, token, message))


async def _act(services: Services, session: Session, token: Token, message: Message) -> str:
    speaker = Speaker(token.person, is_owner=True)
    await handle(session, speaker, message)
    services.sessions.release(session)
    if session.is_closed:
        raise HTTPException(404, "there is no such game any more")
    speaker.check()
    return session.text_for(token.person)


@router.post(
    "/ladder",
    status_code=201,
    summary="A game for the strength ladder",
    response_model=State,
    responses=refusals(401, 403, 409, 422, 429, 503),
)
async def climb(request: Request, order: LadderOrder, token: TokenDep, services: ServicesDep) -> Response:
    """Begin a rated game against the level that tells most about the program's strength, with colours in turn."""
    if not services.limits.games.allows(address_of(request)):
        raise HTTPException(429, "too many new games: wait a minute")
    anchor, color = await _read(services, partial(ladder.next_game, program=token.person))
    own, level = SeatRequest(kind="human"), SeatRequest(kind="ai", spec=anchor.spec)
    black, white = (own, level) if color is Color.BLACK else (level, own)
    new = NewGame(black=black, white=white, clock=order.clock, rated=True)
    session = await services.sessions.create(token.person, new, partial(entrants.count_game, program=token.person))
    return json_answer(session.text_for(token.person), 201)


# --- parts ------------------------------------------------------------------------------------------------------------


def _stream(
    request: Request,
    services: Services,
    token: Token,
    serve: Callable[[PageSocket, Services, str], Coroutine[Any, Any, None]],
) -> StreamingResponse:
    """An answer that goes on until either side ends it; it counts as an open page."""
    address = address_of(request)
    if not services.limits.open_socket(token.person, address):
        raise HTTPException(429, "too many streams are open")
    line = AnswerLine(request.client)

    async def body() -> AsyncIterator[bytes]:
        served = asyncio.get_running_loop().create_task(serve(line, services, token.person))
        try:
            async for text in line.lines():
                yield text
        finally:
            line.hang_up()
            served.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await served
            services.limits.close_socket(token.person, address)

    return StreamingResponse(body(), media_type=KIND)


async def _read(services: Services, look: Callable[[sa.Connection], T]) -> T:
    def read() -> T:
        with transaction(services.store.engine, services.store.place) as connection:
            return look(connection)

    return await asyncio.to_thread(read)
