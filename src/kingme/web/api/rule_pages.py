"""The rules of the games, as pages."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException
from pydantic import StringConstraints
from starlette.responses import Response

from kingme.web.api.common import json_answer
from kingme.web.learn import game_rules
from kingme.web.schemas import refusals

router = APIRouter(prefix="/api/learn/games", tags=["learn"])

Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,40}$")]
FileName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,40}\.svg$")]


@router.get("", summary="All games that have a page on their rules")
async def list_games() -> dict[str, list[dict[str, Any]]]:
    """Name, title and one sentence of each."""
    return {"games": await asyncio.to_thread(game_rules.list_pages)}


@router.get("/{name}", summary="The rules of a game", responses=refusals(404, 422))
async def get_rules(name: Name) -> Response:
    """The text of the documentation as blocks: headings, paragraphs, tables, lists, pictures."""
    page = await asyncio.to_thread(game_rules.read_page, name)
    if page is None:
        raise HTTPException(404, f"there is no page on the rules of {name}")
    return json_answer(page)


@router.get(
    "/pictures/{name}",
    summary="A picture of a page",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}, **refusals(404, 422)},
)
async def get_picture(name: FileName) -> Response:
    """The pictures that the pages on rules show."""
    content = await asyncio.to_thread(game_rules.read_picture, name)
    if content is None:
        raise HTTPException(404, "there is no such picture")
    return Response(content, media_type="image/svg+xml", headers={"cache-control": "no-cache"})
