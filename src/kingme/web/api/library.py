"""Files and positions from outside."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Depends, HTTPException, Request
from starlette.responses import Response

from kingme.board import Board
from kingme.core.squares import bit_of
from kingme.errors import KingMeError
from kingme.games.registry import game_name_of
from kingme.outcome import Color
from kingme.text.coordinates import row_col
from kingme.text.fen import check_position
from kingme.web.api.common import ServicesDep, address_of, json_answer, need_rules
from kingme.web.schemas import ImportReport, ImportRequest, PositionReport, PositionRequest, refusals
from kingme.web.uploads import list_games
from kingme.web.views import moves_info, outcome_info

router = APIRouter(prefix="/api", tags=["library"], dependencies=[Depends(need_rules)])

MOST_PIECES = 12


@router.post(
    "/import",
    summary="Look into a file",
    response_model=ImportReport,
    responses=refusals(400, 413, 422, 429, 503),
)
async def import_games(request: Request, upload: ImportRequest, services: ServicesDep) -> Response:
    """Which games a text holds: PDN with any number of games, saved games as JSON, or positions as FEN.

    Nothing is stored: `POST /api/games` begins a game from one of them.
    """
    if not services.limits.uploads.allows(address_of(request)):
        raise HTTPException(429, "too many files: wait a minute")
    async with services.uploading:
        return json_answer(await asyncio.to_thread(list_games, upload.text, services.settings.upload_games))


@router.post(
    "/position",
    summary="Check a position",
    response_model=PositionReport,
    responses=refusals(400, 413, 422, 503),
)
async def check(position: PositionRequest, services: ServicesDep) -> Response:
    """What is wrong with a position, or its FEN and its legal moves: for the board editor."""
    if sum(part is not None for part in (position.fen, position.game, position.squares)) != 1:
        raise KingMeError("a position is either a fen, a game or squares")
    board: Board | None = None
    problems: list[dict[str, Any]] = []
    await services.preparation.compile_for(position.game or game_name_of(position.fen or ""))
    try:
        if position.fen is not None:
            board = Board.from_fen(position.fen)
        elif position.game is not None:
            board = Board(game=position.game)
        else:
            board, problems = set_up(position.squares or {}, Color.parse(position.turn))
    except KingMeError as error:
        problems = [{"message": str(error), "squares": []}]
    return json_answer(
        {
            "fen": None if board is None else board.named_fen(),
            "problems": problems,
            "legal": [] if board is None else moves_info(board),
            "outcome": None if board is None else outcome_info(board.outcome(), board.game),
        }
    )


def set_up(squares: dict[str, Any], turn: Color) -> tuple[Board | None, list[dict[str, Any]]]:
    """A board from pieces on squares, or everything that is wrong with them, each with the squares to look at."""
    pieces = {_square(name): letter for name, letter in squares.items()}
    problems: list[dict[str, Any]] = []
    for color, letter, last_row in ((Color.BLACK, "b", 8), (Color.WHITE, "w", 1)):
        own = [square for square, piece in pieces.items() if piece.lower() == letter]
        if not own:
            problems.append({"message": f"{color} has no piece: put at least one on the board", "squares": []})
        if len(own) > MOST_PIECES:
            text = f"{color} has {len(own)} pieces: a side has at most {MOST_PIECES}"
            problems.append({"message": text, "squares": sorted(own)})
        uncrowned = sorted(square for square in own if pieces[square] == letter and row_col(square)[0] == last_row)
        if uncrowned:
            where = ", ".join(map(str, uncrowned))
            text = f"a {color} man on {where} would be a king: crown it, or put it elsewhere"
            problems.append({"message": text, "squares": uncrowned})
    if problems:
        return None, problems
    masks = {
        letter: sum(1 << bit_of(square) for square, piece in pieces.items() if piece == letter) for letter in "bwBW"
    }
    black, white, kings = masks["b"] | masks["B"], masks["w"] | masks["W"], masks["B"] | masks["W"]
    black, white, kings, _ = check_position(black, white, kings, int(turn))
    return Board(black, white, kings, turn), []


def _square(name: str) -> int:
    if not (name.isascii() and name.isdecimal() and len(name) <= 2 and 1 <= int(name) <= 32):
        raise KingMeError(f"{name[:10]!r} is not a square: they are numbered from 1 to 32")
    return int(name)
