"""What can be learned here: the pages on algorithms and their pictures, at the addresses of the laboratory."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException
from pydantic import StringConstraints
from starlette.responses import Response

from kingme.web.api.common import json_answer
from kingme.web.learn import algorithms
from kingme.web.schemas import refusals

router = APIRouter(prefix="/api/lab", tags=["lab"])

Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,40}$")]
FileName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,40}\.svg$")]


@router.get("/algorithms", summary="All algorithms in a few words")
async def list_algorithms() -> dict[str, list[dict[str, Any]]]:
    """From the simplest to the strongest, with the presets that use each."""
    return {"algorithms": await asyncio.to_thread(algorithms.list_pages)}


@router.get("/algorithms/{name}", summary="The page on an algorithm", responses=refusals(404, 422))
async def get_algorithm(name: Name) -> Response:
    """The text of the documentation as blocks: headings, paragraphs, code, tables, lists, pictures."""
    page = await asyncio.to_thread(algorithms.read_page, name)
    if page is None:
        raise HTTPException(404, f"there is no page on {name}")
    return json_answer(page)


@router.get(
    "/pictures/{name}",
    summary="A picture of a page",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}, **refusals(404, 422)},
)
async def get_picture(name: FileName) -> Response:
    """The pictures that the pages on algorithms show."""
    content = await asyncio.to_thread(algorithms.read_picture, name)
    if content is None:
        raise HTTPException(404, "there is no such picture")
    return Response(content, media_type="image/svg+xml", headers={"cache-control": "no-cache"})
