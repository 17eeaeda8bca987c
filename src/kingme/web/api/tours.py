"""Guided tours, and the glossary that explains their words."""

from __future__ import annotations

import asyncio
from importlib import import_module

from fastapi import APIRouter, Depends, HTTPException, Request
from starlette.responses import Response

from kingme.web.api.common import ServicesDep, address_of, json_answer, need_rules
from kingme.web.lab.tour_schemas import Glossary, TourList, TourName, TourReport
from kingme.web.learn.glossary import glossary
from kingme.web.schemas import refusals
from kingme.web.services import Services

router = APIRouter(prefix="/api/lab", tags=["lab"])

SEARCHES = ("stepper", "minimax", "flat", "engine.player", "mcts", "rave")  # modules whose kernels tours run
KERNEL_SECONDS = 120.0  # the page shows meanwhile how far the compiler is


@router.get("/tours", summary="All guided tours", response_model=TourList)
async def list_all() -> Response:
    """The tours in their order, with the number of their steps."""
    from kingme.web.lab.guided_tours import list_tours

    return json_answer({"tours": await asyncio.to_thread(list_tours)})


@router.get(
    "/tours/{name}",
    summary="A guided tour",
    response_model=TourReport,
    response_model_exclude_unset=True,
    dependencies=[Depends(need_rules)],
    responses=refusals(404, 422, 429, 503),
)
async def get(request: Request, name: TourName, services: ServicesDep) -> Response:
    """Every step with what it shows, its question, the answer that the search gives, and the explanation.

    The searches are made when a tour is first asked for, and then kept.
    """
    from kingme.web.lab.guided_tours import tour_names, tour_text

    if name not in tour_names():
        raise HTTPException(404, "there is no such tour")
    if not services.limits.steps.allows(address_of(request)):
        raise HTTPException(429, "too many requests: wait a minute")
    await _prepare(services)
    return json_answer(await asyncio.to_thread(tour_text, name))


@router.get("/glossary", summary="Words explained", response_model=Glossary)
async def words() -> Response:
    """The words of the trade in one or two plain sentences each."""
    return json_answer({"terms": list(glossary())})


async def _prepare(services: Services) -> None:
    """Wait for the kernels that tours run; they are there at once but on the first start on a machine."""
    try:
        async with asyncio.timeout(KERNEL_SECONDS):
            for name in SEARCHES:
                module = f"kingme.players.{name}"
                await asyncio.to_thread(import_module, module)
                await services.preparation.wait_for(module)
    except TimeoutError:
        how_far = services.preparation.status.message
        message = f"the players are still being prepared ({how_far}): try again in a moment"
        raise HTTPException(503, message, {"Retry-After": "2"}) from None
