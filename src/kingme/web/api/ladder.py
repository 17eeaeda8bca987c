"""Players that their authors enter for the strength ladder, as specs: the server plays their games."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any
from urllib.parse import quote

import sqlalchemy as sa
from fastapi import APIRouter, Depends, HTTPException, Path, Request
from starlette.responses import Response

from kingme.web.api.common import OwnerDep, ServicesDep, address_of, json_answer, need_rules
from kingme.web.gate import PublicSpec
from kingme.web.people import entrants, ladder, person
from kingme.web.people.entrants import Entrant
from kingme.web.people.guesses import TooManyGuessesError
from kingme.web.people.measures import ForbiddenError
from kingme.web.people.names import NameRefusedError
from kingme.web.people.rating_schemas import EntrantList, NewEntrant
from kingme.web.schemas import refusals
from kingme.web.services import Services

router = APIRouter(prefix="/api/ladder/entrants", tags=["ratings"], dependencies=[Depends(need_rules)])

EntrantId = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]


@router.get("", summary="Your players on the ladder", response_model=EntrantList, responses=refusals(503))
async def own(request: Request, services: ServicesDep, owner: OwnerDep) -> Response:
    """How far the server is with each of them."""
    offered = _is_offered(request, services)
    rows = await services.matchmaker.read(partial(_reports, owner=owner))
    return json_answer({"offered": offered, "entrants": rows})


@router.post(
    "",
    status_code=201,
    summary="Enter a player for the ladder",
    response_model=EntrantList,
    responses=refusals(403, 409, 422, 429, 503),
)
async def enter(request: Request, wanted: NewEntrant, services: ServicesDep, owner: OwnerDep) -> Response:
    """A spec under a name of its own: the server plays its games against levels, one after the other and after
    everybody else, until its rating is certain enough.
    """
    if not _is_offered(request, services):
        raise HTTPException(403, "log in to enter a player" if services.settings.ladder == "on" else "not offered here")
    if not services.limits.challenges.allows(address_of(request)):
        raise HTTPException(429, "too many requests: wait a minute")
    await asyncio.to_thread(PublicSpec, wanted.spec, services.settings)  # it passes the gate, or is refused
    work = partial(entrants.enter, owner=owner, address=address_of(request), name=wanted.name, spec=wanted.spec.strip())
    try:
        await services.writer.submit(work)
    except ForbiddenError as error:
        raise HTTPException(403, str(error)) from None
    except TooManyGuessesError as error:
        raise HTTPException(429, str(error)) from None
    except NameRefusedError as error:
        raise HTTPException(422, str(error)) from None
    services.examiner.look()
    rows = await services.matchmaker.read(partial(_reports, owner=owner))
    return json_answer({"offered": True, "entrants": rows}, 201)


@router.post("/{id}/stop", status_code=204, summary="Stop playing for a player", responses=refusals(404, 422, 503))
async def stop(id: EntrantId, services: ServicesDep, owner: OwnerDep) -> None:
    """Its games stay; the one that is being played is forgotten."""
    await services.examiner.stop((await _find(services, owner, id)).person)


@router.post("/{id}/resume", status_code=204, summary="Go on for a player", responses=refusals(404, 422, 503))
async def resume(id: EntrantId, services: ServicesDep, owner: OwnerDep) -> None:
    """Play on, after a stop or a failure."""
    found = await _find(services, owner, id)
    if found.state != "done":
        await services.writer.submit(partial(entrants.put, id=found.person, state="playing"))
        services.examiner.look()


@router.delete("/{id}", status_code=204, summary="Remove a player", responses=refusals(404, 422, 503))
async def remove(id: EntrantId, services: ServicesDep, owner: OwnerDep) -> None:
    """With its games and its rating."""
    found = await _find(services, owner, id)
    services.examiner.drop(found.person)
    await services.writer.submit(partial(entrants.remove, id=found.person))
    await services.sessions.close_all_of(found.person, deleted=True)


def _is_offered(request: Request, services: Services) -> bool:
    """Guests have players on their own machine only: anybody can be as many guests as they like."""
    is_known = not services.settings.offers_accounts or request.state.session is not None
    return services.settings.ladder == "on" and is_known


async def _find(services: Services, owner: str, id: str) -> Entrant:
    known = await services.matchmaker.read(partial(entrants.of_owner, owner=owner))
    found = next((one for one in known if one.handle == id), None)
    if found is None:
        raise HTTPException(404, "you have no such player")
    return found


def _reports(connection: sa.Connection, owner: str) -> list[dict[str, Any]]:
    known = entrants.of_owner(connection, owner)
    names = person.find_all(connection, [one.person for one in known])
    return [_report(connection, one, names[one.person].name) for one in known if one.person in names]


def _report(connection: sa.Connection, entrant: Entrant, name: str) -> dict[str, Any]:
    standing = ladder.standing(connection, entrant.person)
    value, low, high = standing.strength
    return {
        "id": entrant.handle,
        "name": name,
        "link": f"/people/{quote(name, safe='')}",
        "spec": entrant.spec,
        "state": entrant.state,
        "message": entrant.message,
        "games": standing.games,
        "rating": round(value),
        "low": round(low),
        "high": round(high),
    }
