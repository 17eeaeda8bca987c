"""Ratings: profiles, and leader boards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, TypeVar

import sqlalchemy as sa
from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request
from starlette.responses import Response

from kingme.database.connection import transaction
from kingme.games.registry import DEFAULT
from kingme.web.api.common import OwnerDep, ServicesDep, address_of, json_answer, need_rules
from kingme.web.people import estimate, ladder, profiles
from kingme.web.people.rating_schemas import (
    Estimate,
    EstimateRequest,
    LadderTable,
    LeaderBoard,
    PoolRating,
    Profile,
    RivalName,
)
from kingme.web.people.rating_store import Pool
from kingme.web.people.speeds import Speed
from kingme.web.schemas import GameName, refusals
from kingme.web.services import Services

router = APIRouter(prefix="/api", tags=["ratings"])

T = TypeVar("T")


@router.get("/leaders", summary="A leader board", response_model=LeaderBoard, responses=refusals(422, 503))
async def leaders(
    services: ServicesDep,
    owner: OwnerDep,
    speed: Annotated[Speed, Query()] = "correspondence",
    variant: Annotated[GameName, Query()] = DEFAULT,
) -> Response:
    """The best of one game at one speed, among the levels, whose ratings were measured. Guests are not listed."""
    read = partial(profiles.leader_board, pool=Pool(variant, speed), viewer=owner)
    return json_answer(await _read(services, read))


@router.get("/ladder", summary="The strength ladder", response_model=LadderTable, responses=refusals(503))
async def strength_ladder(services: ServicesDep, owner: OwnerDep) -> Response:
    """Programs that have played for the ladder, the levels, and the presets of the studies, on one scale."""
    rows = await _read(services, partial(ladder.table, viewer=owner))
    return json_answer({"rows": rows, "least": ladder.LEAST_GAMES})


@router.post(
    "/ladder/estimate",
    summary="Estimate a strength by games of a file",
    response_model=Estimate,
    dependencies=[Depends(need_rules)],
    responses=refusals(400, 413, 422, 429, 503),
)
async def estimate_strength(request: Request, wanted: EstimateRequest, services: ServicesDep) -> Response:
    """Of a player, by its games against players of the ladder. It is unverified, and kept nowhere."""
    if not services.limits.uploads.allows(address_of(request)):
        raise HTTPException(429, "too many files: wait a minute")
    listed = await _read(services, estimate.listed_players)
    async with services.uploading:
        most = services.settings.upload_games
        return json_answer(await asyncio.to_thread(estimate.estimate, listed, wanted.text, wanted.name, most))


@router.get("/ratings", summary="Your own ratings", responses=refusals(503))
async def own_ratings(services: ServicesDep, owner: OwnerDep) -> list[PoolRating]:
    """Those of this browser's person, an account or a guest."""
    found = await _read(services, partial(profiles.own_ratings, id=owner))
    return [PoolRating.model_validate(one) for one in found]


@router.get("/profiles/{name:path}", summary="A profile", response_model=Profile, responses=refusals(404, 422, 503))
async def profile(name: Annotated[RivalName, Path()], services: ServicesDep, owner: OwnerDep) -> Response:
    """Ratings with their curves, results by opponent and by opening, and the latest rated games, which are public."""

    def read(connection: sa.Connection) -> dict[str, Any] | None:
        id = profiles.find_id(connection, name)
        return None if id is None else profiles.profile(connection, id, owner)

    found = await _read(services, read)
    if found is None:
        raise HTTPException(404, "nobody has this name")
    return json_answer(found)


@router.get("/profile", summary="Your own profile", response_model=Profile, responses=refusals(503))
async def own_profile(services: ServicesDep, owner: OwnerDep) -> Response:
    """The same for this browser's person, who may be a guest."""
    return json_answer(await _read(services, partial(profiles.profile, id=owner, viewer=owner)))


async def _read(services: Services, look: Callable[[sa.Connection], T]) -> T:
    def read() -> T:
        with transaction(services.store.engine, services.store.place) as connection:
            return look(connection)

    return await asyncio.to_thread(read)
