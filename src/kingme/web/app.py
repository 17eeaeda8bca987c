"""The app factory: `create_app(settings)` puts the parts together."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.responses import JSONResponse

from kingme import __version__
from kingme.errors import KingMeError
from kingme.web.analysis.reviews import Reviews
from kingme.web.api import (
    account,
    admin,
    analysis,
    arena,
    bot,
    classes,
    coach,
    explorer,
    games,
    health,
    info,
    jobs,
    lab,
    ladder,
    learn,
    lessons,
    library,
    memories,
    offline,
    people,
    play,
    profiler,
    puzzles,
    ratings,
    reviews,
    rule_pages,
    tournaments,
    tours,
)
from kingme.web.arena.runs import Runs
from kingme.web.learn.ahead import load_ahead
from kingme.web.library.own_games import OwnGames
from kingme.web.limits import Limits
from kingme.web.metrics import Meter, Metrics
from kingme.web.neighbours import Neighbours
from kingme.web.open_pages import OpenPages
from kingme.web.pages import Assets, make_router, not_found
from kingme.web.people.accounts import Accounts
from kingme.web.people.conductor import Conductor
from kingme.web.people.examiner import Examiner
from kingme.web.people.hub import Hub
from kingme.web.people.identities import Identities
from kingme.web.people.mail import Mail
from kingme.web.people.matchmaker import Matchmaker
from kingme.web.people.notices import Notices
from kingme.web.play.abandoned import Abandoned
from kingme.web.play.coach import Coach
from kingme.web.play.referee import Referee
from kingme.web.play.sessions import Sessions
from kingme.web.prepare import Preparation
from kingme.web.redis_broker import RedisBroker
from kingme.web.searches import Searches
from kingme.web.security import Guard
from kingme.web.services import Services
from kingme.web.settings import Settings
from kingme.web.store import Store, StoreError, UnavailableError
from kingme.web.writer import Writer

log = logging.getLogger("kingme.web")

SWITCH_SECONDS = 0.001
"""How long a thread waits for the interpreter: the event loop, or one back from its kernel. 5 ms made answers slow."""

DESCRIPTION = """\
Play checkers (English draughts) against people and players, and keep the games.

Squares are the standard numbers 1-32; Black moves first; a result of `1-0` is a win for Black. Every error answer is
`{"detail": "one clear sentence"}`.

A game belongs to the browser that began it, by the cookie `kingme_owner`; whoever knows its address can watch.

**Playing** goes over one WebSocket for each page, `/api/games/{game}/ws`. Messages are JSON objects with a `type`. The
server sends `state` on connecting and after every change, `thinking` while a player searches, `refused` with a reason
and the moves that are possible, `hint`, `draw`, `status` (while the rules are being compiled), `error` and `pong`. The
page sends `move` (`path`, `version`), `undo`, `redo`, `hint`, `resign`, `draw`, `level` (`color`, `spec`), `pause`,
`resume`, `step`, `speed` (`delay`), `stop`, `watch` (`on`) and `ping`. `docs/web.md` describes each of them.

**Playing with others:** a challenge leads to a game that two share; each can move only their own side.
`docs/friends.md` describes it, and what these games say and take beside that: `presence`, `chat`, `declined`,
`decline`, `rematch`, `claim` (`result`), `cancel`.
"""


def create_app(settings: Settings | None = None) -> FastAPI:
    """A server with its own store, workers and sessions; only the memory for searches is that of the process."""
    settings = settings or Settings.from_environment()
    assets = Assets()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        services = await _open(settings, assets)
        app.state.services = services
        try:
            yield
        finally:
            await _close(services)

    app = FastAPI(
        title="KingMe",
        version=__version__,
        description=DESCRIPTION,
        openapi_url="/api/openapi.json",
        docs_url=None,  # these pages would load scripts from elsewhere
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.metrics = Metrics()
    app.state.assets = assets
    app.add_middleware(Guard, settings=settings)
    app.add_middleware(Meter, metrics=app.state.metrics)
    app.add_exception_handler(KingMeError, _refuse)
    app.add_exception_handler(RequestValidationError, _explain)
    app.add_exception_handler(404, not_found(assets))
    app.add_exception_handler(Exception, _apologise)
    parts = (
        info,
        health,
        games,
        library,
        explorer,
        play,
        analysis,
        reviews,
        profiler,
        lab,
        learn,
        lessons,
        offline,
        puzzles,
        rule_pages,
        tours,
        classes,
        coach,
        arena,
        memories,
        account,
        ratings,
        ladder,
        admin,
        people,
        tournaments,
        bot,
        jobs,
    )
    for part in parts:
        app.include_router(part.router)
    app.include_router(admin.reports_router)
    app.include_router(people.socket_router)
    app.include_router(make_router(assets))
    return app


async def _open(settings: Settings, assets: Assets) -> Services:
    sys.setswitchinterval(SWITCH_SECONDS)
    preparation = Preparation()
    preparation.start(compile_all=settings.prepare, then=load_ahead)
    store = await asyncio.to_thread(Store, settings.database)
    await asyncio.to_thread(assets.refresh)
    services = Services(settings, preparation, store, Writer(store), Searches(settings, preparation), Limits(settings))
    if settings.redis:
        services.broker = RedisBroker(settings.redis, settings.lease_seconds)
    services.hub = Hub(services.broker.send_all)
    services.pages = OpenPages(services.broker)
    services.sessions = Sessions(services)
    services.abandoned = Abandoned(services, services.sessions)
    services.identities = Identities(store, services.writer, services.broker)
    services.matchmaker = Matchmaker(services, services.sessions)
    services.conductor = Conductor(services, services.sessions, services.matchmaker)
    services.referee = Referee(services, services.sessions, services.conductor.look)
    mail = Mail(settings.smtp, settings.mail_from)
    services.accounts = Accounts(services, services.sessions, services.identities, services.pages, mail)
    services.notices = Notices(services, mail)
    services.runs = Runs(settings)
    await asyncio.to_thread(services.runs.open)
    services.reviews = Reviews(services)
    services.own_games = OwnGames(store)
    services.coach = Coach(settings)
    services.relay = play.make_relay(services)
    neighbours = Neighbours(services)
    await services.broker.open(neighbours.hear, neighbours.lose)
    if settings.redis:
        services.hub.open()
    await services.referee.open()
    services.examiner = Examiner(services)
    return services


async def _close(services: Services) -> None:
    """End in order: pages, searches, then what is still to be written."""
    services.abandoned.close()
    await services.examiner.close()
    await services.notices.close()
    await services.referee.close()
    await services.hub.close()
    services.sessions.close()
    analysis.close_all(services)
    services.reviews.close()
    services.preparation.close()
    await asyncio.to_thread(services.accounts.mail.close)
    await asyncio.to_thread(services.coach.close)
    await asyncio.to_thread(services.runs.close)
    await asyncio.to_thread(services.searches.close)
    await asyncio.to_thread(services.writer.close)
    await services.broker.close()
    services.shelf.close()
    services.store.close()


async def _refuse(request: Request, error: Exception) -> JSONResponse:
    """What is wrong is told in one sentence: with a request, with a stored game, or with the store."""
    status = 503 if isinstance(error, UnavailableError) else 409 if isinstance(error, StoreError) else 422
    return JSONResponse({"detail": str(error)}, status)


async def _explain(request: Request, error: Exception) -> JSONResponse:
    """The first thing that is wrong with a request."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    sentence = f"{where}: {first['msg']}" if where else str(first["msg"])
    return JSONResponse({"detail": sentence.encode(errors="replace").decode()[:500]}, 422)


async def _apologise(request: Request, error: Exception) -> JSONResponse:
    """Our own mistake: the details are in the log, which names no secret."""
    return JSONResponse({"detail": "something went wrong on the server: its log says what"}, 500)
