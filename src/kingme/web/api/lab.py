"""What the laboratory shows beside searches: the gallery of positions."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Depends
from starlette.responses import Response

from kingme.web.api.common import json_answer, need_rules
from kingme.web.schemas import refusals

router = APIRouter(prefix="/api/lab", tags=["lab"])


@router.get("/gallery", summary="Instructive positions", dependencies=[Depends(need_rules)], responses=refusals(503))
async def gallery() -> Response:
    """Positions that show what an algorithm is good or bad at, with what to watch."""
    from kingme.web.lab.gallery import gallery_data

    return json_answer({"positions": await asyncio.to_thread(gallery_data)})
