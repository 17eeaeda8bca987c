"""Looking into searches: tree search step by step, minimax by its trace. Live growth goes over the analysis stream."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib import import_module
from typing import Any

from fastapi import APIRouter, Depends, HTTPException, Request
from pydantic import Field
from starlette.responses import Response

from kingme.games.registry import DEFAULT, game_name_of
from kingme.web.analysis.messages import PositionMessage
from kingme.web.analysis.positions import game_at
from kingme.web.api.common import OwnerDep, ServicesDep, address_of, json_answer, need_rules
from kingme.web.gate import PublicSpec
from kingme.web.lab.bounds import MOST_DETAILED, MOST_SIMULATIONS, MOST_STEPS
from kingme.web.play.rated import check_analysis
from kingme.web.schemas import Incoming, Spec, refusals
from kingme.web.services import Services
from kingme.web.views import color_name

router = APIRouter(prefix="/api/profiler", tags=["profiler"], dependencies=[Depends(need_rules)])

KERNEL_SECONDS = 120.0  # the page shows meanwhile how far the compiler is


class StepsRequest(Incoming):
    """Which simulations of which search to make; `spec` of the answer goes into the next request."""

    position: PositionMessage
    player: Spec
    done: int = Field(default=0, ge=0, le=10 * MOST_SIMULATIONS, description="simulations that were made before")
    count: int = Field(default=1, ge=1, le=MOST_STEPS)
    detailed: bool = Field(default=False, description=f"scores and playouts too, for {MOST_DETAILED} steps at most")


class TraceRequest(Incoming):
    position: PositionMessage
    player: Spec


class LineRequest(Incoming):
    """A line of play as moves in standard notation."""

    position: PositionMessage
    line: list[str] = Field(max_length=300)


@router.post("/steps", summary="Step through a tree search", responses=refusals(400, 413, 422, 429, 503))
async def steps(request: Request, wanted: StepsRequest, services: ServicesDep, owner: OwnerDep) -> Response:
    """Make simulations one at a time: the way down with the score of every child, the new nodes, the playout, the
    result, and what was counted where.
    """
    if wanted.detailed and wanted.count > MOST_DETAILED:
        raise HTTPException(422, f"details are told for {MOST_DETAILED} steps at most, not {wanted.count}")

    def work() -> dict[str, Any]:
        from kingme.web.lab.steps import take_steps, with_seed

        game = game_at(wanted.position.fen, wanted.position.moves)
        check_analysis(services.store, owner, (game.board,))
        spec = with_seed(PublicSpec(wanted.player, services.settings))
        return take_steps(game, spec, wanted.done, wanted.count, detailed=wanted.detailed)

    return await _run(request, services, wanted.position.fen, "kingme.players.stepper", work)


@router.post("/trace", summary="Trace a minimax search", responses=refusals(400, 413, 422, 429, 503))
async def trace(request: Request, wanted: TraceRequest, services: ServicesDep, owner: OwnerDep) -> Response:
    """Every position of a minimax search in the order of the search, with alpha, beta, value and cutoffs."""

    def work() -> dict[str, Any]:
        from kingme.web.lab.steps import trace_search, with_seed

        game = game_at(wanted.position.fen, wanted.position.moves)
        check_analysis(services.store, owner, (game.board,))
        return trace_search(game, with_seed(PublicSpec(wanted.player, services.settings)))

    return await _run(request, services, wanted.position.fen, "kingme.players.minimax", work)


@router.post("/line", summary="The positions along a line", responses=refusals(400, 413, 422, 429, 503))
async def line(request: Request, wanted: LineRequest, services: ServicesDep) -> Response:
    """The position that is reached, the moves of a line from there, and the position after each."""

    def work() -> dict[str, Any]:
        board = game_at(wanted.position.fen, wanted.position.moves).board
        start = {"fen": board.named_fen(), "turn": color_name(board.turn), "over": not board.legal_moves()}
        steps = []
        for text in wanted.line:
            move = board.parse_move(text)
            board = board.play(move)
            shown = {"path": list(move.path), "captured": list(move.captured), "text": str(move)}
            steps.append({"move": shown, "fen": board.named_fen()})
        return {**start, "steps": steps}

    return await _run(request, services, wanted.position.fen, "kingme.game", work)


async def _run(
    request: Request, services: Services, fen: str, module: str, work: Callable[[], dict[str, Any]]
) -> Response:
    """Do it in a thread: a few at a time, not too many from one client, and when its kernels are compiled."""
    address = address_of(request)
    if not services.limits.steps.allows(address):
        raise HTTPException(429, "too many steps: wait a minute")
    with services.limits.looking(address) as allowed:
        if not allowed:
            raise HTTPException(429, "too many searches are looked into from your address: wait for one of them")
        try:
            async with asyncio.timeout(KERNEL_SECONDS):
                await asyncio.to_thread(import_module, module)
                if (game := game_name_of(fen)) == DEFAULT:
                    await services.preparation.wait_for(module)
                await services.preparation.compile_for(game, module)
        except TimeoutError:
            how_far = services.preparation.status.message
            message = f"the players are still being prepared ({how_far}): try again in a moment"
            raise HTTPException(503, message, {"Retry-After": "2"}) from None
        async with services.looking:
            return json_answer(await asyncio.to_thread(work))
