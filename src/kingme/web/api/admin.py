"""For administrators: reports, bans and mutes, games that are void, and the log; and reports of everybody to them."""

from __future__ import annotations

import time
from functools import partial
from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Depends, HTTPException, Path
from starlette.responses import Response

from kingme.outcome import Color
from kingme.web.api.account import NeededSession
from kingme.web.api.common import OwnerDep, ServicesDep, json_answer
from kingme.web.people import office
from kingme.web.people.guesses import TooManyGuessesError
from kingme.web.people.office_schemas import (
    LiftedMeasure,
    NewMeasure,
    NewReport,
    OfficeReport,
    Unlocking,
    VoidGame,
)
from kingme.web.schemas import refusals
from kingme.web.store import ConflictError

router = APIRouter(prefix="/api/admin", tags=["administration"])
reports_router = APIRouter(tags=["people"])


async def need_rights(services: ServicesDep, owner: OwnerDep, session: NeededSession) -> str:
    """The id of an administrator who has shown a code in this browser within the hour."""
    if not await services.accounts.read(partial(office.is_unlocked, id=owner, session=session, now=time.time())):
        raise HTTPException(403, "this is for administrators: show a code of your app first")
    return owner


Administrator = Annotated[str, Depends(need_rights)]


@reports_router.post(
    "/api/reports", status_code=204, summary="Report an opponent", responses=refusals(409, 422, 429, 503)
)
async def report(wanted: NewReport, services: ServicesDep, owner: OwnerDep) -> None:
    """Tell the administrators about an opponent, such as one who plays a rated game with an engine's help."""
    work = partial(
        office.report, author=owner, game=wanted.game, reason=wanted.reason, text=wanted.text, now=time.time()
    )
    try:
        await services.writer.submit(work)
    except TooManyGuessesError:
        raise HTTPException(429, "you have sent many reports: wait an hour") from None


@router.post("/unlock", status_code=204, summary="Show a code", responses=refusals(401, 403, 422, 429, 503))
async def unlock(given: Unlocking, services: ServicesDep, owner: OwnerDep, session: NeededSession) -> None:
    """Get the rights of an administrator in this browser for an hour, by a code of the authenticator app."""
    now = time.time()
    try:
        await services.writer.submit(partial(office.take_try, id=owner, now=now))
    except TooManyGuessesError as error:
        raise HTTPException(429, str(error)) from None
    work = partial(office.unlock, id=owner, session=session, code=given.code, now=now)
    if not await services.writer.submit(work):
        raise HTTPException(403, "the code is wrong, or you are not an administrator")


@router.get("", summary="What there is to do", response_model=OfficeReport, responses=refusals(401, 403, 503))
async def overview(services: ServicesDep, administrator: Administrator) -> Response:
    """Open reports, bans and mutes, accounts that share an address, and the log."""
    return json_answer(await services.accounts.read(partial(office.overview, now=time.time())))


@router.post("/measures", status_code=204, summary="Ban or mute", responses=refusals(401, 403, 409, 422, 503))
async def impose(wanted: NewMeasure, services: ServicesDep, administrator: Administrator) -> None:
    """A ban closes an account: it is logged out, and so are its programs. A banned guest cannot meet others or make an
    account. A mute keeps somebody from writing.
    """

    def work(connection: sa.Connection) -> str:
        by, order, now = administrator, (wanted.measure, wanted.days, wanted.reason), time.time()
        if wanted.name is not None:
            return office.impose(connection, by, wanted.name, *order, now)
        if wanted.report is not None:
            id = office.about_whom(connection, wanted.report)
        elif wanted.game is not None and wanted.color is not None:
            id = office.player_of(connection, wanted.game, Color.parse(wanted.color))
        else:
            raise ConflictError("say whom: by a name, a report, or a game and a color")
        return office.impose_on(connection, by, id, *order, now, with_places=wanted.address)

    id = await services.writer.submit(work)
    if wanted.measure == "ban":
        await services.accounts.shut_out(id)


@router.post("/measures/lift", status_code=204, summary="Lift a ban", responses=refusals(401, 403, 404, 422, 503))
async def lift(wanted: LiftedMeasure, services: ServicesDep, administrator: Administrator) -> None:
    """Or a mute."""

    def work(connection: sa.Connection) -> bool:
        if wanted.handle is not None:
            return office.lift_handle(connection, administrator, wanted.handle, wanted.measure)
        return wanted.name is not None and office.lift(connection, administrator, wanted.name, wanted.measure)

    if not await services.writer.submit(work):
        raise HTTPException(404, "there is no such ban or mute")


@router.post("/void", status_code=204, summary="Void a game", responses=refusals(401, 403, 404, 422, 503))
async def void(wanted: VoidGame, services: ServicesDep, administrator: Administrator) -> None:
    """Let a rated game count for nobody; the ratings that it touched are worked out again."""
    work = partial(office.void_game, by=administrator, game=wanted.game, reason=wanted.reason)
    if not await services.writer.submit(work):
        raise HTTPException(404, "this game does not count anyway")


@router.post("/reports/{id}/close", status_code=204, summary="Close a report", responses=refusals(401, 403, 404, 422))
async def close(id: Annotated[int, Path(ge=1, le=2**31)], services: ServicesDep, administrator: Administrator) -> None:
    """It has been looked at."""
    if not await services.writer.submit(partial(office.close_report, by=administrator, id=id, now=time.time())):
        raise HTTPException(404, "there is no such open report")
