"""The coach: a move is looked at before it is made."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Depends, Request
from pydantic import Field
from starlette.responses import Response

from kingme.board import Board
from kingme.web.api.common import OwnerDep, ServicesDep, address_of, json_answer, need_rules
from kingme.web.play.rated import check_analysis
from kingme.web.schemas import Fen, Incoming, Outgoing, Square, refusals
from kingme.web.services import Services

router = APIRouter(prefix="/api/coach", tags=["games"], dependencies=[Depends(need_rules)])

PATIENCE = 2.0  # seconds to wait for the compiler: a person wants to move
SILENT: dict[str, Any] = {"warning": None, "line": []}


class CoachQuestion(Incoming):
    fen: Fen
    path: list[Square] = Field(min_length=2, max_length=16)


class CoachReport(Outgoing):
    warning: str | None = Field(description="what the move gives away; null where it is fine")
    line: list[str] = Field(description="the move, and what follows")


@router.post(
    "/move",
    summary="Look at a move before it is made",
    response_model=CoachReport,
    responses=refusals(400, 413, 422, 503),
)
async def look(request: Request, question: CoachQuestion, services: ServicesDep, owner: OwnerDep) -> Response:
    """A warning before a blunder. A busy server, or one that is still compiling, says nothing rather than wait."""
    from kingme.web.play.coach import MODULE

    try:
        async with asyncio.timeout(PATIENCE):
            await services.preparation.wait_for(MODULE)
    except TimeoutError:
        return json_answer(SILENT)
    if not services.limits.steps.allows(address_of(request)):
        return json_answer(SILENT)
    with services.limits.looking(address_of(request)) as allowed:
        if not allowed:
            return json_answer(SILENT)
        async with services.looking:
            report = await asyncio.to_thread(_look, services, owner, Board.from_fen(question.fen), question.path)
    return json_answer(report)


def _look(services: Services, owner: str, board: Board, path: list[int]) -> dict[str, Any]:
    """The report; rated games are played without a coach."""
    check_analysis(services.store, owner, (board,))
    return services.coach.look(board, path)
