"""Games as resources: begin, list, look, delete, download. Playing itself goes over the WebSocket (`play`)."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import re
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Query, Request
from starlette.responses import Response, StreamingResponse

from kingme.files.pdn import write_game
from kingme.files.save import save_game
from kingme.game import Game
from kingme.web.api.common import OwnerDep, ServicesDep, address_of, find_session, json_answer, need_rules
from kingme.web.play.export import all_games
from kingme.web.play.sessions import TooManyError
from kingme.web.play.shared_session import SharedSession
from kingme.web.schemas import GameId, GameList, NewGame, State, refusals
from kingme.web.store import StoreError

router = APIRouter(prefix="/api", tags=["games"], dependencies=[Depends(need_rules)])

PDN, JSON = "application/x-pdn", "application/json"


@router.post(
    "/games", status_code=201, summary="Begin a game", response_model=State, responses=refusals(400, 413, 422, 429, 503)
)
async def create_game(request: Request, new: NewGame, services: ServicesDep, owner: OwnerDep) -> Response:
    """Begin a game between people, players or both, from the usual start, a FEN, a drawn opening or an uploaded game.

    The game belongs to the browser that asked for it (by its cookie): only there it can be played. Others who know the
    address can watch.
    """
    if not services.limits.games.allows(address_of(request)):
        raise HTTPException(429, "too many new games: wait a minute")
    has_file = new.start is not None and new.start.import_ is not None
    try:
        async with services.uploading if has_file else contextlib.nullcontext():
            session = await services.sessions.create(owner, new)
    except TooManyError as error:
        raise HTTPException(429, str(error)) from None
    return json_answer(session.text_for(owner), 201)


@router.get("/games", summary="List the games of this browser", responses=refusals(422, 503))
async def list_games(
    services: ServicesDep,
    owner: OwnerDep,
    search: Annotated[str, Query(max_length=100, description="words in names, results and openings")] = "",
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> GameList:
    """The latest first."""
    total, damaged, rows = await asyncio.to_thread(services.store.search, owner, search, offset, limit)
    games = [row | {"finished": row["result"] != "*"} for row in rows]
    return GameList.model_validate({"total": total, "damaged": damaged, "games": games})


@router.get(
    "/games/{game}", summary="The state of a game", response_model=State, responses=refusals(404, 409, 422, 503)
)
async def get_game(game: GameId, services: ServicesDep, owner: OwnerDep) -> Response:
    """What the WebSocket sends on connecting."""
    session = await find_session(services, game)
    async with session.lock:
        return json_answer(session.text_for(owner))


@router.delete("/games/{game}", status_code=204, summary="Delete a game", responses=refusals(403, 404, 422, 503))
async def delete_game(game: GameId, services: ServicesDep, owner: OwnerDep) -> None:
    """Delete a game of this browser for good, also one that cannot be read any more."""
    with contextlib.suppress(StoreError):  # the store, too, deletes only what belongs to the owner
        session = await find_session(services, game)
        if isinstance(session, SharedSession):
            raise HTTPException(403, "a game of two people belongs to both, and stays")
        if session.state.owner != owner:
            raise HTTPException(403, "only the browser that began a game can delete it")
    if not await services.sessions.delete(game, owner):
        raise HTTPException(404, "there is no such game")


@router.get(
    "/games/{game}/pdn",
    summary="Download a game as PDN",
    response_class=Response,
    responses={200: {"content": {PDN: {}}}, **refusals(403, 404, 409, 422, 503)},
)
async def game_pdn(game: GameId, services: ServicesDep, owner: OwnerDep) -> Response:
    """The Portable Draughts Notation, which other programs read."""
    copy = await _copy(services, game, owner)
    return _download(await asyncio.to_thread(write_game, copy), PDN, f"{_file_name(copy)}.pdn")


@router.get(
    "/games/{game}/json",
    summary="Download a game as JSON",
    response_class=Response,
    responses={200: {"content": {JSON: {}}}, **refusals(403, 404, 409, 422, 503)},
)
async def game_json(game: GameId, services: ServicesDep, owner: OwnerDep) -> Response:
    """A saved game with everything that KingMe knows about it."""
    copy = await _copy(services, game, owner)
    return _download(await asyncio.to_thread(save_game, copy), JSON, f"{_file_name(copy)}.json")


@router.get(
    "/export",
    summary="Download all games of this browser as PDN",
    response_class=StreamingResponse,
    responses={200: {"content": {PDN: {}}}, **refusals(503)},
)
async def export(services: ServicesDep, owner: OwnerDep) -> StreamingResponse:
    """All in one file, the latest first."""
    name = f"kingme-games-{datetime.date.today().isoformat()}.pdn"
    return StreamingResponse(all_games(services.store, owner), media_type=PDN, headers=_as_file(name))


async def _copy(services: ServicesDep, game: str, owner: str) -> Game:
    session = await find_session(services, game)
    async with session.lock:
        if isinstance(session, SharedSession) and session.is_hidden(owner):
            raise HTTPException(403, "the players show their moves later: wait until the game is over")
        return session.state.active.game.copy()


def _file_name(game: Game) -> str:
    """A name for a file: the players' names without anything that a file name or a header cannot hold."""
    names = f"kingme-{game.tags.get('Black', '')}-{game.tags.get('White', '')}"
    return re.sub(r"[^A-Za-z0-9]+", "-", names).strip("-").lower()[:60]


def _as_file(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


def _download(text: str, kind: str, name: str) -> Response:
    return Response(text.encode(), media_type=kind, headers=_as_file(name))
