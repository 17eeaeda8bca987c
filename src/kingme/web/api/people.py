"""People who play with each other: challenges, the lobby, quick pairing, and moves over plain HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from functools import partial
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Depends, HTTPException, Path, Request
from pydantic import Field, TypeAdapter
from starlette.responses import Response
from starlette.websockets import WebSocket

from kingme.errors import KingMeError
from kingme.web.api.common import OwnerDep, ServicesDep, address_of, find_session, json_answer, need_rules
from kingme.web.api.websockets import messages, open_page
from kingme.web.clients import Client, PageSocket
from kingme.web.people import blocks, challenges, person
from kingme.web.people.challenges import Challenge, NoChallengeError, TakenError, TooManyChallengesError
from kingme.web.people.lobby import challenge_reports, games_to_watch, lobby_report, meeting_report, running_rows
from kingme.web.people.matchmaker import TooBusyError
from kingme.web.people.measures import ForbiddenError
from kingme.web.people.meeting_schemas import (
    Acceptance,
    BegunGame,
    BlockRequest,
    ChallengeReport,
    LobbyReport,
    MeetingReport,
    Naming,
    NewChallenge,
    PairingReport,
)
from kingme.web.people.names import NameRefusedError
from kingme.web.play.actions import handle
from kingme.web.play.messages import Message
from kingme.web.play.shared_session import SharedSession
from kingme.web.play.speaker import Speaker
from kingme.web.schemas import GameId, Incoming, State, refusals
from kingme.web.services import Services

router = APIRouter(prefix="/api/people", tags=["people"], dependencies=[Depends(need_rules)])
socket_router = APIRouter()

T = TypeVar("T")

_STATUS: dict[type[KingMeError], int] = {
    NoChallengeError: 404,
    TakenError: 409,
    TooManyChallengesError: 429,
    TooBusyError: 429,
    NameRefusedError: 422,
}


@router.get("/me", summary="What waits for you", response_model=MeetingReport)
async def me(services: ServicesDep, owner: OwnerDep) -> Response:
    """What you are called, your games with others that go on, and challenges of yours and for you."""
    return json_answer(await services.matchmaker.read(partial(meeting_report, who=owner)))


@router.post("/me/name", summary="Choose a name", response_model=MeetingReport, responses=refusals(403, 409, 422, 429))
async def rename(request: Request, wanted: Naming, services: ServicesDep, owner: OwnerDep) -> Response:
    """What others see; an account keeps the name that it has."""
    await admit(services, request, owner)
    known = await services.matchmaker.read(partial(person.find, id=owner))
    if known is not None and known.kind != "guest":
        raise HTTPException(409, "the name of an account stays as it is")
    await _done(services.writer.submit(partial(person.set_name, id=owner, text=wanted.name)))
    return await me(services, owner)


@router.get("/lobby", summary="The lobby", response_model=LobbyReport)
async def lobby(services: ServicesDep, owner: OwnerDep) -> Response:
    """Open challenges, games to watch, and who is on."""
    report = await services.matchmaker.read(partial(lobby_report, who=owner, here=services.hub.people()))
    running = await services.matchmaker.read(running_rows)
    return json_answer(report | {"games": await games_to_watch(running, services.sessions)})


# --- challenges -------------------------------------------------------------------------------------------------------


@router.post(
    "/challenges",
    status_code=201,
    summary="Challenge somebody",
    response_model=ChallengeReport,
    responses=refusals(403, 409, 422, 429, 503),
)
async def challenge(request: Request, wanted: NewChallenge, services: ServicesDep, owner: OwnerDep) -> Response:
    """Offer a game: to whoever has the link (`/challenge/` and the id), to the lobby, or to one account or program."""
    await admit(services, request, owner)
    if wanted.place == "quick":
        raise HTTPException(422, "quick pairing has an address of its own")
    return await _report(services, owner, await _done(services.matchmaker.challenge(owner, wanted)), 201)


@router.get(
    "/challenges/{id}", summary="A challenge", response_model=ChallengeReport, responses=refusals(404, 409, 422, 503)
)
async def get_challenge(id: GameId, services: ServicesDep, owner: OwnerDep) -> Response:
    """What is offered, and the game that it has led to."""
    return await _report(services, owner, await _done(services.matchmaker.find(id)))


@router.post(
    "/challenges/{id}/accept",
    summary="Accept a challenge",
    response_model=BegunGame,
    responses=refusals(403, 404, 409, 422, 429, 503),
)
async def accept(request: Request, id: GameId, wanted: Acceptance, services: ServicesDep, owner: OwnerDep) -> Response:
    """Begin the game."""
    await admit(services, request, owner)
    return json_answer({"game": await _done(services.matchmaker.accept(owner, id, wanted.name))})


@router.delete(
    "/challenges/{id}", status_code=204, summary="Withdraw or decline", responses=refusals(404, 409, 422, 503)
)
async def withdraw(id: GameId, services: ServicesDep, owner: OwnerDep) -> None:
    """Take back a challenge of your own, or decline one that is for you."""
    await _done(services.matchmaker.withdraw(owner, id))


@router.post(
    "/pairing", summary="Find an opponent", response_model=PairingReport, responses=refusals(403, 409, 422, 429)
)
async def pair(request: Request, wanted: NewChallenge, services: ServicesDep, owner: OwnerDep) -> Response:
    """Begin a game with whoever wants the same one and is nearest in rating; the longer you wait, the further away.

    While there is nobody, ask again every few seconds: 15 seconds later you do not wait any more.
    """
    if await services.matchmaker.read(partial(challenges.is_seeking, owner=owner)):
        if not services.limits.renewals.allows(owner):
            raise HTTPException(429, "you are asking too often: every few seconds will do")
    else:
        await admit(services, request, owner)
    game, waiting = await _done(services.matchmaker.pair(owner, wanted.model_copy(update={"place": "quick"})))
    reports = [] if waiting is None else await _reports(services, owner, [waiting])
    return json_answer({"game": game, "waiting": next(iter(reports), None)})


@router.delete("/pairing", status_code=204, summary="Stop looking for an opponent", responses=refusals(409, 503))
async def stop_pairing(services: ServicesDep, owner: OwnerDep) -> None:
    """Take back the wish for an opponent; nothing happens if there was none."""
    await services.matchmaker.stop_pairing(owner)


# --- games ------------------------------------------------------------------------------------------------------------


@router.post(
    "/games/{game}",
    summary="Do something in a game",
    response_model=State,
    responses=refusals(403, 404, 409, 422, 503),
)
async def act(
    game: GameId,
    message: Annotated[Message, Field(discriminator="type")],
    services: ServicesDep,
    owner: OwnerDep,
) -> Response:
    """The messages of a game's WebSocket, one at a time, for programs: move, resign, draw, chat and the others."""
    session = await services.sessions.take(game, owner)
    if session is None:
        raise HTTPException(404, "there is no such game")
    speaker = Speaker(owner, is_owner=session.may_play(owner))
    if not speaker.is_owner or not isinstance(session, SharedSession):
        raise HTTPException(403, "this game is not yours to play")
    await handle(session, speaker, message)
    services.sessions.release(session)
    if session.is_closed:
        raise HTTPException(404, "the game was cancelled")
    speaker.check()
    return json_answer(session.text_for(owner))


# --- blocking ---------------------------------------------------------------------------------------------------------


@router.post("/blocked", status_code=204, summary="Block an opponent", responses=refusals(403, 404, 409, 422))
async def block(wanted: BlockRequest, services: ServicesDep, owner: OwnerDep) -> None:
    """Have nothing to do any more with whoever plays against you in this game."""
    session = await find_session(services, wanted.game)
    sides = session.shared.sides_of(owner) if isinstance(session, SharedSession) else []
    if not sides or not isinstance(session, SharedSession):
        raise HTTPException(403, "you can block whom you have played with")
    other = sides[0].other
    name = session.state.active.name(other)
    await services.writer.submit(partial(blocks.block, owner=owner, person=session.shared.people[other], name=name))


@router.delete("/blocked/{number}", status_code=204, summary="Unblock somebody", responses=refusals(404, 409, 422))
async def unblock(number: Annotated[int, Path(ge=0, le=1000)], services: ServicesDep, owner: OwnerDep) -> None:
    """By the number in your list."""
    known = await services.matchmaker.read(partial(blocks.blocked_by, owner=owner))
    if number >= len(known):
        raise HTTPException(404, "there is nobody with this number in your list")
    await services.writer.submit(partial(blocks.unblock, owner=owner, person=known[number][0]))


# --- being here -------------------------------------------------------------------------------------------------------


class LobbyMessage(Incoming):
    """Whether the page shows the lobby."""

    type: Literal["lobby"]
    on: bool


class PingMessage(Incoming):
    type: Literal["ping"]


reader: TypeAdapter[LobbyMessage | PingMessage] = TypeAdapter(
    Annotated[LobbyMessage | PingMessage, Field(discriminator="type")]
)


@socket_router.websocket("/api/people/ws")
async def listen(socket: WebSocket) -> None:
    """Tell a page what is new for its person: `start`, `games`, `challenge`, `declined`, and `lobby` for who looks."""
    await open_page(socket, serve_person)


async def serve_person(socket: PageSocket, services: Services, owner: str) -> None:
    """Tell a page, or a program, what is new for its person until it closes."""
    client = Client(socket, is_owner=True, person=owner, address=address_of(socket))
    pump = asyncio.get_running_loop().create_task(client.pump())
    services.hub.join(owner, client)
    client.post({"type": "games"})
    try:
        pace, size = services.settings.messages_per_second, services.settings.message_bytes
        async for message in messages(socket, client, reader, per_second=pace, most_bytes=size):
            if message.type == "ping":
                client.post({"type": "pong"})
            else:
                services.hub.watch_lobby(client, message.on)
    finally:
        services.hub.leave(owner, client)
        services.hub.tell_lobby()
        pump.cancel()


# --- parts ------------------------------------------------------------------------------------------------------------


async def admit(services: Services, request: Request, owner: str) -> None:
    """Let somebody meet others: not too often, and not who is banned."""
    if not services.limits.challenges.allows(address_of(request)):
        raise HTTPException(429, "too many requests: wait a minute")
    try:
        await services.matchmaker.arrive(owner, address_of(request))
    except ForbiddenError as error:
        raise HTTPException(403, str(error)) from None


async def _done(work: Awaitable[T]) -> T:
    """What a piece of work gives; a refusal has the status that fits."""
    try:
        return await work
    except tuple(_STATUS) as error:
        raise HTTPException(_STATUS[type(error)], str(error)) from None


async def _reports(services: Services, owner: str, found: list[Challenge]) -> list[dict[str, Any]]:
    return await services.matchmaker.read(partial(challenge_reports, found=found, who=owner))


async def _report(services: Services, owner: str, found: Challenge, status: int = 200) -> Response:
    return json_answer((await _reports(services, owner, [found]))[0], status)
