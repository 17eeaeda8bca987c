"""What a browser keeps for the time when it has no network: the service worker, and the course in one piece."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from functools import cache

from fastapi import APIRouter, Depends, HTTPException, Request
from starlette.responses import Response

from kingme.web.api.common import need_rules
from kingme.web.installable import worker_script
from kingme.web.learn.offline import offline_course
from kingme.web.pages import Asset, Assets, answer_with
from kingme.web.schemas import refusals

router = APIRouter(dependencies=[Depends(need_rules)])


@cache
def _course() -> Asset:
    content = offline_course()
    tag = hashlib.sha256(content).hexdigest()[:20]
    return Asset(content, gzip.compress(content, 6), "application/json", f'"{tag}"')


@router.get(
    "/api/learn/offline",
    tags=["learn"],
    summary="The course in one piece",
    response_class=Response,
    responses={200: {"content": {"application/json": {}}}, **refusals(503)},
)
async def get_offline_course(request: Request) -> Response:
    """All lessons with what is said of every answer, for pages without a network. It is the same for everybody."""
    return answer_with(request, await asyncio.to_thread(_course), "no-cache")


@router.get("/service-worker.js", include_in_schema=False)
async def service_worker(request: Request) -> Response:
    """Browsers ask for it now and then; another version of the page or of the course is another worker."""
    assets: Assets = request.app.state.assets

    def make() -> Asset | None:
        assets.refresh()
        return worker_script(assets, _course().content)

    script = await asyncio.to_thread(make)
    if script is None:
        raise HTTPException(404, "the page is not installed: this is a server without static files")
    return answer_with(request, script, "no-cache")
