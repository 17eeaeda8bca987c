"""For whoever watches over a server: whether it works, and its figures."""

from __future__ import annotations

import asyncio
import time

import sqlalchemy as sa
from fastapi import APIRouter, HTTPException, Request
from pydantic import Field
from starlette.responses import PlainTextResponse, Response

from kingme.database.connection import transaction
from kingme.web.api.common import ServicesDep
from kingme.web.metrics import KIND, Metrics
from kingme.web.operator import is_operator
from kingme.web.schemas import Outgoing, refusals
from kingme.web.services import Services
from kingme.web.store import StoreError

router = APIRouter(prefix="/api", tags=["server"])

KEPT_SECONDS = 1.0  # an answer is good for so long: asking is no way to keep the database busy


class Health(Outgoing):
    ok: bool
    version: str = Field(description="of KingMe")


@router.get("/health", summary="Whether the server works", responses=refusals(503))
async def health(request: Request, services: ServicesDep) -> Health:
    """503 while the games cannot be read; for a load balancer, which then sends nobody here."""
    asked, problem = services.health
    if asked < time.monotonic() - KEPT_SECONDS:
        services.health = time.monotonic(), problem  # the others take the old answer meanwhile
        problem = await asyncio.to_thread(_look, services)
        services.health = time.monotonic(), problem
    if problem:
        raise HTTPException(503, problem)
    return Health(ok=True, version=request.app.version)


def _look(services: Services) -> str:
    """What is wrong, or nothing."""
    try:
        with transaction(services.store.engine, services.store.place) as connection:
            connection.execute(sa.text("SELECT 1"))
    except StoreError:
        return "the games cannot be read at the moment"
    return ""


@router.get(
    "/metrics",
    summary="Figures for Prometheus",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}, **refusals(401)},
)
async def metrics(request: Request, services: ServicesDep) -> Response:
    """From this machine, or with `Authorization: Bearer TOKEN`: the operator's token or `KINGME_METRICS_TOKEN`."""
    authorization, settings = request.headers.get("authorization", ""), services.settings
    tokens = [token for token in (settings.operator_token, settings.metrics_token) if token]
    if not request.state.is_local and not any(is_operator(authorization, token) for token in tokens):
        message = "figures are for whoever runs the server: ask from its own machine, or with KINGME_METRICS_TOKEN"
        raise HTTPException(401, message, {"WWW-Authenticate": "Bearer"})
    kept: Metrics = request.app.state.metrics
    return PlainTextResponse(kept.text(services), media_type=KIND)
