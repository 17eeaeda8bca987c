"""Memories between games: what they hold, how they grew, forget them."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Depends, HTTPException, Request
from starlette.responses import Response

from kingme.web.api.common import json_answer, need_rules
from kingme.web.lab.memory_schemas import MemoryLines, MemoryList, MemoryName
from kingme.web.schemas import refusals

router = APIRouter(prefix="/api/memories", tags=["lab"], dependencies=[Depends(need_rules)])


@router.get("", summary="Memories of players", response_model=MemoryList, responses=refusals(503))
async def list_all(request: Request) -> Response:
    """What players with a memory have learned on this server; the server's owner gives them theirs."""
    from kingme.web.lab.memories import memory_reports

    reports = await asyncio.to_thread(memory_reports)
    return json_answer({"memories": reports, "may_forget": request.state.is_local})


@router.get(
    "/{name}", summary="What a memory knows best", response_model=MemoryLines, responses=refusals(404, 422, 503)
)
async def lines(name: MemoryName) -> Response:
    """The lines from the start that most of its games went."""
    from kingme.web.lab.memories import memory_lines

    _need(name)
    return json_answer({"lines": await asyncio.to_thread(memory_lines, name)})


@router.delete("/{name}", summary="Forget", status_code=204, responses=refusals(403, 404, 422, 503))
async def forget(request: Request, name: MemoryName) -> Response:
    """Remove a memory; only a browser on the server's own machine may."""
    from kingme.memories.memory_file import MemoryFile

    if not request.state.is_local:
        raise HTTPException(403, "memories belong to the person who runs this server: kingme memory forget removes one")
    _need(name)
    await asyncio.to_thread(MemoryFile(name).forget)
    return Response(status_code=204)


def _need(name: str) -> None:
    from kingme.memories.memory_file import MemoryFile

    found: Any = MemoryFile(name).stamp
    if found is None:
        raise HTTPException(404, "there is no such memory")
