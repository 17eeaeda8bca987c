"""Small tournaments: a teacher or a club makes one and sends its link; the games begin by themselves."""

from __future__ import annotations

import time
from functools import partial
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from fastapi import APIRouter, HTTPException, Request
from pydantic import Field, StringConstraints
from starlette.responses import Response

from kingme.errors import KingMeError
from kingme.games.registry import DEFAULT, find_game
from kingme.web.api.common import OwnerDep, ServicesDep, json_answer
from kingme.web.api.people import admit
from kingme.web.people import measures, tournaments
from kingme.web.people.matchmaker import check_clock
from kingme.web.people.measures import ForbiddenError
from kingme.web.people.names import PersonName
from kingme.web.people.tournaments import NoTournamentError, Tournament
from kingme.web.schemas import GameId, GameName, Incoming, Outgoing, refusals
from kingme.web.services import Services

router = APIRouter(prefix="/api/tournaments", tags=["people"])


class NewTournament(Incoming):
    """A tournament that is about to take place."""

    title: PersonName
    kind: Literal["round-robin", "arena"] = "round-robin"
    game: GameName = DEFAULT
    clock: Annotated[str, StringConstraints(max_length=40)] = "5+3"
    rated: bool = False
    minutes: Annotated[int, Field(ge=5, le=180, description="how long an arena lasts")] = 30
    public: bool = Field(False, description="whether the lobby lists it for everybody")


class Entry(Incoming):
    name: PersonName | None = Field(None, description="what to be called; needed once")


class TournamentPlayer(Outgoing):
    name: str
    points: int
    played: int
    won: int
    here: bool = Field(description="whether they have a page open")
    away: bool = Field(description="whether they have left")
    me: bool


class TournamentGame(Outgoing):
    id: str
    black: str
    white: str
    result: Literal["1-0", "0-1", "1/2-1/2", "*"]
    mine: bool


class TournamentReport(Outgoing):
    id: str
    title: str
    kind: Literal["round-robin", "arena"]
    game: str
    game_title: str
    clock: str
    rated: bool
    minutes: int
    owner: bool = Field(description="whether you have made it")
    joined: bool
    started: float | None
    ended: float | None
    until: float | None = Field(description="when an arena ends")
    round: int
    rounds: int
    players: list[TournamentPlayer] = Field(description="the best first")
    games: list[TournamentGame] = Field(description="the latest first")


@router.post("", status_code=201, summary="Make a tournament", response_model=TournamentReport,
             responses=refusals(403, 409, 422, 429, 503))  # fmt: skip
async def make(request: Request, wanted: NewTournament, services: ServicesDep, owner: OwnerDep) -> Response:
    """A tournament of one's own; whoever has its link (`/tournament/` and the id) can join it."""
    await admit(services, request, owner)
    find_game(wanted.game)
    check_clock(wanted.clock)

    def write(connection: sa.Connection) -> Tournament:
        measures.check(connection, owner, "mute", time.time())  # its title is for others to read
        return tournaments.begin(connection, owner=owner, **wanted.model_dump())

    try:
        made = await services.writer.submit(write)
    except ForbiddenError as error:
        raise HTTPException(403, str(error)) from None
    services.hub.tell_lobby()
    return await _report(services, owner, made.id, 201)


@router.get("/{id}", summary="A tournament", response_model=TournamentReport, responses=refusals(404, 422))
async def get(id: GameId, services: ServicesDep, owner: OwnerDep) -> Response:
    """Its table and its games."""
    return await _report(services, owner, id)


@router.post("/{id}/join", summary="Join a tournament", response_model=TournamentReport,
             responses=refusals(403, 404, 409, 422, 429))  # fmt: skip
async def join(request: Request, id: GameId, wanted: Entry, services: ServicesDep, owner: OwnerDep) -> Response:
    """Take part under the name that others know you by, or come back."""
    await admit(services, request, owner)

    def write(connection: sa.Connection) -> Tournament:
        named = services.matchmaker.named(connection, owner, wanted.name)
        return tournaments.join(connection, id, owner, named.name)

    return await _changed(services, owner, id, write)


@router.post("/{id}/leave", summary="Leave a tournament", response_model=TournamentReport,
             responses=refusals(404, 409, 422))  # fmt: skip
async def leave(id: GameId, services: ServicesDep, owner: OwnerDep) -> Response:
    """Be paired no more; games that go on are played to their end."""
    return await _changed(services, owner, id, partial(tournaments.leave, id=id, who=owner))


@router.post("/{id}/start", summary="Start a tournament", response_model=TournamentReport,
             responses=refusals(404, 409, 422))  # fmt: skip
async def start(id: GameId, services: ServicesDep, owner: OwnerDep) -> Response:
    """Begin the first games; for whoever has made it."""
    return await _changed(services, owner, id, partial(tournaments.start, id=id, who=owner))


@router.post("/{id}/end", summary="End a tournament", response_model=TournamentReport,
             responses=refusals(404, 409, 422))  # fmt: skip
async def end(id: GameId, services: ServicesDep, owner: OwnerDep) -> Response:
    """End it early; for whoever has made it."""
    return await _changed(services, owner, id, partial(tournaments.end, id=id, who=owner))


async def _changed(services: Services, owner: str, id: str, write: Any) -> Response:
    try:
        changed: Tournament = await services.writer.submit(write)
    except NoTournamentError as error:
        raise HTTPException(404, str(error)) from None
    services.sessions.shared_begun.set()  # the conductor looks at once
    for person, _ in changed.players:
        services.hub.tell(person, {"type": "games"})
    services.hub.tell_lobby()
    return await _report(services, owner, id)


async def _report(services: Services, owner: str, id: str, status: int = 200) -> Response:
    try:
        found = await services.matchmaker.read(partial(tournaments.find, id=id))
    except KingMeError as error:
        raise HTTPException(404, str(error)) from None
    played = await services.matchmaker.read(partial(tournaments.meetings, id=id))
    names: dict[str, str] = dict(found.players)
    is_arena = found.kind == "arena"
    return json_answer(
        {
            **{name: getattr(found, name) for name in ("id", "title", "kind", "game", "clock", "rated", "minutes")},
            "game_title": find_game(found.game).title,
            "owner": found.owner == owner,
            "joined": owner in found.active,
            "started": found.started,
            "ended": found.ended,
            "until": found.started + 60 * found.minutes if is_arena and found.started is not None else None,
            "round": found.round,
            "rounds": 0 if is_arena or len(found.players) < 2 else tournaments.rounds(found),
            "players": [
                {
                    "name": standing.name,
                    "points": standing.points,
                    "played": standing.played,
                    "won": standing.won,
                    "here": services.hub.is_here(person),
                    "away": person in found.away,
                    "me": person == owner,
                }
                for person, standing in tournaments.standings(found, played)
            ],
            "games": [
                {
                    "id": one.game,
                    "black": names.get(one.black, "Deleted"),
                    "white": names.get(one.white, "Deleted"),
                    "result": one.result,
                    "mine": owner in (one.black, one.white),
                }
                for one in reversed(played)
            ],
        },
        status,
    )
