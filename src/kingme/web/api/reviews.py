"""Reviews: every move of a game judged by the engine, in the background."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Depends, HTTPException, Request
from starlette.responses import Response

from kingme.web.analysis.reviews import Review
from kingme.web.analysis.schemas import ReviewId, ReviewReport, ReviewRequest
from kingme.web.api.common import OwnerDep, ServicesDep, address_of, json_answer, need_rules
from kingme.web.schemas import refusals
from kingme.web.searches import BusyError
from kingme.web.services import Services

router = APIRouter(prefix="/api/reviews", tags=["analysis"], dependencies=[Depends(need_rules)])


@router.post(
    "",
    status_code=202,
    summary="Have a game reviewed",
    response_model=ReviewReport,
    responses=refusals(400, 413, 422, 429, 503),
)
async def begin(request: Request, wanted: ReviewRequest, services: ServicesDep, owner: OwnerDep) -> Response:
    """Begin to judge every move of a game. The same game again finds the same review, and one that stopped goes on."""
    address = address_of(request)
    if not services.limits.reviews.allows(address):
        raise HTTPException(429, "too many reviews: wait a minute")
    try:
        review = await services.reviews.begin(owner, address, wanted.model_dump())
    except BusyError as error:
        raise HTTPException(429, str(error)) from None
    return json_answer(await asyncio.to_thread(review.report), 202)


@router.get("/{review}", summary="How far a review is", response_model=ReviewReport, responses=refusals(404, 422, 503))
async def get(request: Request, review: ReviewId, services: ServicesDep, owner: OwnerDep) -> Response:
    """What is judged so far; a review that was interrupted by the server's end goes on."""
    return json_answer(await asyncio.to_thread((await _find(request, services, owner, review)).report))


@router.delete("/{review}", summary="Stop a review", response_model=ReviewReport, responses=refusals(404, 422, 503))
async def stop(request: Request, review: ReviewId, services: ServicesDep, owner: OwnerDep) -> Response:
    """Stop working on it; what was found is kept, and `POST` takes it up again."""
    found = await _find(request, services, owner, review)
    services.reviews.cancel(found)
    return json_answer(await asyncio.to_thread(found.report))


async def _find(request: Request, services: Services, owner: str, review: str) -> Review:
    found = await services.reviews.get(owner, address_of(request), review)
    if found is None:
        raise HTTPException(404, "there is no such review")
    return found
