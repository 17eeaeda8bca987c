"""Class rooms: a teacher makes a class and assigns things, pupils join by its link, and it is told who got how far."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import sqlalchemy as sa
from fastapi import APIRouter, HTTPException, Path, Request
from starlette.responses import Response

from kingme.board import Board
from kingme.web.api.common import OwnerDep, ServicesDep, address_of, json_answer
from kingme.web.learn import class_store, puzzles
from kingme.web.learn.class_schemas import (
    Assignment,
    ClassCode,
    ClassList,
    ClassReport,
    Counted,
    ItemId,
    Joining,
    Kind,
    NewClass,
    ProgressReport,
)
from kingme.web.schemas import refusals
from kingme.web.services import Services

router = APIRouter(prefix="/api/classes", tags=["classes"])

T = TypeVar("T")
Number = Annotated[int, Path(ge=1, le=1_000_000_000)]


@router.get("", summary="Your classes", response_model=ClassList)
async def list_classes(services: ServicesDep, owner: OwnerDep) -> Response:
    """The classes that this browser teaches, and those that it has joined."""
    taught, joined = await asyncio.to_thread(class_store.of_browser, services.store, owner)
    return json_answer({"taught": [_summary(row) for row in taught], "joined": [_summary(row) for row in joined]})


@router.post("", status_code=201, summary="Make a class", response_model=ClassReport, responses=refusals(409, 422, 429))
async def make(request: Request, wanted: NewClass, services: ServicesDep, owner: OwnerDep) -> Response:
    """A class of one's own; whoever has its link can join it."""
    if not services.limits.games.allows(address_of(request)):
        raise HTTPException(429, "too many classes: wait a minute")
    code = await _write(services, lambda connection: class_store.begin(connection, owner, wanted.title))
    return await _report(services, owner, code, 201)


@router.get("/{code}", summary="A class", response_model=ClassReport, responses=refusals(404, 409, 422))
async def get(code: ClassCode, services: ServicesDep, owner: OwnerDep) -> Response:
    """What is assigned, and who got how far: the teacher sees everybody, a member sees themselves."""
    return await _report(services, owner, code)


@router.delete("/{code}", status_code=204, summary="Delete a class", responses=refusals(404, 422))
async def delete(code: ClassCode, services: ServicesDep, owner: OwnerDep) -> None:
    """Delete one's own class with all that is known of its members."""
    await _write(services, lambda connection: class_store.delete(connection, code, owner))


@router.post(
    "/{code}/assignments", summary="Assign something", response_model=ClassReport, responses=refusals(404, 409, 422)
)
async def assign(code: ClassCode, wanted: Assignment, services: ServicesDep, owner: OwnerDep) -> Response:
    """Assign a lesson, so many puzzles of a theme, a position or a tour; the same again gets the new title."""
    if wanted.kind == "position":
        Board.from_fen(wanted.id)
    if wanted.kind == "puzzles":
        puzzles.check_goal(wanted.id)
    item = wanted.model_dump()
    await _write(services, lambda connection: class_store.assign(connection, code, owner, item))
    return await _report(services, owner, code)


@router.delete(
    "/{code}/assignments/{kind}/{item}",
    summary="Remove an assignment",
    response_model=ClassReport,
    responses=refusals(404, 409, 422),
)
async def unassign(code: ClassCode, kind: Kind, item: ItemId, services: ServicesDep, owner: OwnerDep) -> Response:
    """Take it from the list; what members did with it is kept."""
    await _write(services, lambda connection: class_store.unassign(connection, code, owner, kind, item))
    return await _report(services, owner, code)


@router.post("/{code}/join", summary="Join a class", response_model=ClassReport, responses=refusals(404, 409, 422, 429))
async def join(request: Request, code: ClassCode, wanted: Joining, services: ServicesDep, owner: OwnerDep) -> Response:
    """Be a member under a name of one's choice; again, to be called something else."""
    if not services.limits.steps.allows(address_of(request)):
        raise HTTPException(429, "too many requests: wait a minute")
    await _write(services, lambda connection: class_store.join(connection, code, owner, wanted.name))
    return await _report(services, owner, code)


@router.delete("/{code}/join", status_code=204, summary="Leave a class", responses=refusals(422))
async def leave(code: ClassCode, services: ServicesDep, owner: OwnerDep) -> None:
    """Leave it; what the class knew of this browser is deleted."""
    await _write(services, lambda connection: class_store.leave(connection, code, owner))


@router.delete(
    "/{code}/members/{number}", summary="Remove a member", response_model=ClassReport, responses=refusals(404, 422)
)
async def remove(code: ClassCode, number: Number, services: ServicesDep, owner: OwnerDep) -> Response:
    """Take a member out of one's own class."""
    await _write(services, lambda connection: class_store.remove(connection, code, owner, number))
    return await _report(services, owner, code)


@router.post(
    "/{code}/progress", summary="Tell how far you got", response_model=Counted, responses=refusals(404, 422, 429)
)
async def progress(
    request: Request, code: ClassCode, told: ProgressReport, services: ServicesDep, owner: OwnerDep
) -> Response:
    """So many of so many steps of a lesson, tour or position, or puzzles; it counts if it is assigned here."""
    if not services.limits.steps.allows(address_of(request)):
        raise HTTPException(429, "too many requests: wait a minute")
    if told.done > told.total:
        raise HTTPException(422, "done is at most total")
    counted = await _write(
        services,
        lambda connection: class_store.progress(connection, code, owner, told.kind, told.id, told.done, told.total),
    )
    return json_answer({"counted": counted})


async def _write(services: Services, work: Callable[[sa.Connection], T]) -> T:
    try:
        return await services.writer.submit(work)
    except class_store.NoClassError as error:
        raise HTTPException(404, str(error)) from None


async def _report(services: Services, owner: str, code: str, status: int = 200) -> Response:
    found = await asyncio.to_thread(class_store.read, services.store, code)
    if found is None:
        raise HTTPException(404, "there is no such class")
    row, members = found
    is_teacher = row["owner"] == owner
    me = next((member["number"] for member in members if member["owner"] == owner), None)
    return json_answer(
        {
            "code": row["code"],
            "title": row["title"],
            "created": row["created"],
            "teacher": is_teacher,
            "me": me,
            "assignments": row["assignments"],
            "members": [_member(member) for member in members if is_teacher or member["number"] == me],
        },
        status,
    )


def _summary(row: dict[str, Any]) -> dict[str, Any]:
    kept = {name: row[name] for name in ("code", "title", "created")}
    return kept | {"assignments": len(row["assignments"])}


def _member(row: dict[str, Any]) -> dict[str, Any]:
    kept = {name: row[name] for name in ("number", "name", "joined", "seen")}
    done = [
        dict(zip(("kind", "id"), key.split(" ", 1), strict=True)) | {"done": done, "total": total}
        for key, (done, total) in row["progress"].items()
    ]
    return kept | {"progress": done}
