"""What was played in a position: the library of this server, and one's own games."""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Query
from starlette.responses import Response

from kingme.board import Board
from kingme.files.pdn import write_game
from kingme.library.archive.game_search import Question
from kingme.web.analysis.endings import TABLES
from kingme.web.api.common import OwnerDep, ServicesDep, json_answer, need_rules
from kingme.web.library.explorer import explorer_report, found_games
from kingme.web.library.explorer_schemas import ExplorerGames, ExplorerReport, GameText, Text
from kingme.web.schemas import refusals

router = APIRouter(prefix="/api/explorer", tags=["library"], dependencies=[Depends(need_rules)])

FenQuery = Annotated[str, Query(max_length=400, description="a position", examples=["B:W21-32:B1-12"])]
Words = Annotated[Text, Query()]
Number = Annotated[int | None, Query(ge=1, le=1 << 53)]


@router.get(
    "", summary="What was played in a position", response_model=ExplorerReport, responses=refusals(409, 422, 503)
)
async def explore(
    services: ServicesDep,
    owner: OwnerDep,
    fen: FenQuery,
    collection: Annotated[Text, Query(description="one collection; @own for your own games; all if empty")] = "",
    mirrored: bool = False,
) -> Response:
    """Each legal move with its games and results, what the endgame tables say of it, and the latest games."""
    board = Board.from_fen(fen)
    await asyncio.to_thread(import_module, TABLES)
    await services.preparation.wait_for(TABLES)
    report = await asyncio.to_thread(
        explorer_report, services.shelf, services.own_games, owner, board, collection, mirrored
    )
    return json_answer(report)


@router.get("/games", summary="Search for games", response_model=ExplorerGames, responses=refusals(409, 422, 503))
async def games(
    services: ServicesDep,
    fen: Annotated[str, Query(max_length=400)] = "",
    mirrored: bool = False,
    collection: Words = "",
    player: Words = "",
    opening: Words = "",
    material: Words = "",
    result: Words = "",
    since: Words = "",
    until: Words = "",
    before: Number = None,
) -> Response:
    """Games that fit all that is given, the latest first; `before` is the `older` of the page that went before."""
    question = Question(
        position=Board.from_fen(fen) if fen else None,
        mirrored=mirrored,
        collection=collection,
        player=player,
        opening=opening,
        material=material,
        result=result,
        since=since,
        until=until,
    )
    return json_answer(await asyncio.to_thread(found_games, services.shelf, question, before))


@router.get(
    "/games/{number}", summary="A game of the library", response_model=GameText, responses=refusals(404, 409, 422, 503)
)
async def game(services: ServicesDep, number: int) -> Response:
    """The game as PDN."""
    archive = services.shelf.archive()
    if archive is None or not 0 < number < 1 << 31:
        raise HTTPException(404, "there is no such game in the library")
    return json_answer({"pdn": await asyncio.to_thread(lambda: write_game(archive.game(number)))})
