"""What the analysis board asks for: positions and their moves, games with variations, tables, the rules' reasons.

One WebSocket for each page lets players think about positions, and tells what they find.
"""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Query, Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.files.pdn import write_game
from kingme.games.registry import game_name_of
from kingme.rules import RULES, explain
from kingme.web.analysis.desk import Desk
from kingme.web.analysis.endings import TABLES, endgame_report
from kingme.web.analysis.messages import StartMessage, StopMessage, message_reader
from kingme.web.analysis.schemas import (
    AnalysedPosition,
    AnnotatedGame,
    AnnotatedText,
    EndgameReport,
    ExplanationReport,
    PositionQuery,
    ReadGame,
    ReadRequest,
)
from kingme.web.analysis.variations import game_of, tree_of
from kingme.web.api.common import OwnerDep, ServicesDep, address_of, json_answer, need_rules
from kingme.web.api.websockets import messages, open_page
from kingme.web.clients import RESTART, Client
from kingme.web.play.rated import check_analysis
from kingme.web.schemas import refusals
from kingme.web.services import Services
from kingme.web.uploads import pick_game
from kingme.web.views import color_name, move_info, moves_info, must_capture, outcome_info

router = APIRouter(prefix="/api", tags=["analysis"])

FenQuery = Annotated[str, Query(max_length=400, description="a position", examples=["B:WK14:BK1,K2"])]


@router.post(
    "/analysis/position",
    summary="A position and its moves",
    response_model=AnalysedPosition,
    dependencies=[Depends(need_rules)],
    responses=refusals(400, 413, 422, 503),
)
async def position(query: PositionQuery, services: ServicesDep) -> Response:
    """The legal moves of a position, or of the one that a move leads to; why a move is refused is a part of it."""
    await services.preparation.compile_for(game_name_of(query.fen))
    board = Board.from_fen(query.fen)
    made: dict[str, Any] | None = None
    refused: str | None = None
    if query.path is not None or query.move is not None:
        try:
            move = board.find_move(list(query.path)) if query.path is not None else board.parse_move(query.move or "")
            made, board = move_info(board, move), board.play_code(move.code)
        except KingMeError as error:
            refused = str(error)
    legal = moves_info(board)
    return json_answer(
        {
            "fen": board.named_fen(),
            "turn": color_name(board.turn),
            "move": made,
            "refused": refused,
            "legal": legal,
            "must_capture": must_capture(board),
            "outcome": outcome_info(board.outcome(), board.game),
            "pieces": len(board.pieces()),
        }
    )


@router.post(
    "/analysis/read",
    summary="Read a game with its variations",
    response_model=ReadGame,
    dependencies=[Depends(need_rules)],
    responses=refusals(400, 413, 422, 429, 503),
)
async def read(request: Request, upload: ReadRequest, services: ServicesDep) -> Response:
    """A game of a text, with comments, glyphs and variations, and with the position after every move."""
    if not services.limits.uploads.allows(address_of(request)):
        raise HTTPException(429, "too many files: wait a minute")
    async with services.uploading:
        return json_answer(await asyncio.to_thread(lambda: tree_of(pick_game(upload.text, upload.index))))


@router.post(
    "/analysis/write",
    summary="Write a game with its variations as PDN",
    response_model=AnnotatedText,
    dependencies=[Depends(need_rules)],
    responses=refusals(400, 413, 422, 429, 503),
)
async def write(request: Request, game: AnnotatedGame, services: ServicesDep) -> Response:
    """The text that `/api/analysis/read` reads back to the same game, and other programs read too."""
    if not services.limits.uploads.allows(address_of(request)):
        raise HTTPException(429, "too many files: wait a minute")
    async with services.uploading:
        return json_answer({"pdn": await asyncio.to_thread(lambda: write_game(game_of(game)))})


@router.get(
    "/endgame",
    summary="What the endgame tables say",
    response_model=EndgameReport,
    dependencies=[Depends(need_rules)],
    responses=refusals(422, 503),
)
async def endgame(fen: FenQuery, services: ServicesDep, owner: OwnerDep) -> Response:
    """Win, draw or loss of a position and of each of its moves, with the distance to the end where that is known."""
    board = Board.from_fen(fen)
    await asyncio.to_thread(check_analysis, services.store, owner, (board,))
    await asyncio.to_thread(import_module, TABLES)
    await services.preparation.wait_for(TABLES)
    return json_answer(await asyncio.to_thread(endgame_report, board))


@router.get(
    "/explain",
    summary="Why moves are legal",
    response_model=ExplanationReport,
    dependencies=[Depends(need_rules)],
    responses=refusals(422, 503),
)
async def explanation(fen: FenQuery) -> Response:
    """Every move that one of the five rules proposes, which rules produced it, and which one removed it."""
    board = Board.from_fen(fen)
    found = explain(board)
    return json_answer(
        {
            "fen": board.named_fen(),
            "turn": color_name(board.turn),
            "rules": RULES,
            "candidates": [
                {
                    "move": str(candidate.move),
                    "path": list(candidate.move.path),
                    "captured": list(candidate.move.captured),
                    "produced_by": list(candidate.produced_by),
                    "removed_by": candidate.removed_by,
                    "reason": candidate.reason,
                    "legal": candidate.is_legal,
                }
                for candidate in found.candidates
            ],
        }
    )


@router.websocket("/analysis/ws")
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
