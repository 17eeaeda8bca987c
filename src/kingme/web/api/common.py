"""What the routes share: the services, the owner of a request, and answers that need no second look."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, HTTPException, Request
from starlette.responses import Response

from kingme.web.addresses import bucket
from kingme.web.play.session import Session
from kingme.web.services import Services
from kingme.web.views import encode

CORE_SECONDS = 30.0


def get_services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


def get_owner(request: Request) -> str:
    """Whose request it is: the digest of the browser's secret, which `security.Guard` has read."""
    owner: str = request.state.owner
    return owner


ServicesDep = Annotated[Services, Depends(get_services)]
OwnerDep = Annotated[str, Depends(get_owner)]


async def need_rules(services: ServicesDep) -> None:
    """Wait for the kernels of the rules; they are there at once but on the first start on a machine."""
    if not await services.preparation.wait_for_core(CORE_SECONDS):
        message = f"KingMe is still getting ready ({services.preparation.status.message}): try again in a moment"
        raise HTTPException(503, message, {"Retry-After": "2"})


def address_of(request: Any) -> str:
    """Where a request comes from, as limits count it; `security.Guard` has found out whose address it is."""
    return bucket(request.client.host)


async def find_session(services: Services, game: str) -> Session:
    """A game to look at; whoever wants to change it takes it (`Sessions.take`)."""
    session = await services.sessions.look(game)
    if session is None:
        raise HTTPException(404, "there is no such game")
    return session


def json_answer(data: dict[str, Any] | str, status: int = 200) -> Response:
    """Data that has the documented shape already, or its JSON; tests hold it to the schema."""
    return Response(data if isinstance(data, str) else encode(data), status, media_type="application/json")
