"""About the server: what can be played, and how far the preparation is."""

from __future__ import annotations

import asyncio
import gzip
from dataclasses import asdict

from fastapi import APIRouter, Request
from starlette.responses import Response

from kingme.web.api.common import ServicesDep
from kingme.web.config import Config, make_config
from kingme.web.schemas import StatusReport

router = APIRouter(prefix="/api", tags=["server"])


@router.get("/status", summary="How far the preparation is")
async def status(services: ServicesDep) -> StatusReport:
    """Players are compiled in the background when KingMe starts for the first time on a machine.

    A person can play as soon as `core` is true, and every player can think when `ready` is.
    """
    return StatusReport(**asdict(services.preparation.status))


@router.get("/config", summary="What can be played", response_model=Config)
async def config(request: Request, services: ServicesDep) -> Response:
    """Levels, algorithms with their parameters, rule profiles, and the limits of this server."""
    if services.config is None:
        services.config = await asyncio.to_thread(make_config, services.settings)
    content = services.config.model_dump_json().encode()
    headers = {"vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):  # a seventh of its size, and part of every first visit
        content, headers["content-encoding"] = gzip.compress(content, 6), "gzip"
    return Response(content, media_type="application/json", headers=headers)
