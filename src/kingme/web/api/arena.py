"""The arena in the browser: runs are started, watched, stopped and resumed; their games and reports are shown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Depends, HTTPException, Query, Request
from pydantic import Field
from starlette.responses import Response, StreamingResponse

from kingme.arena.pdn_export import pdn_games
from kingme.database.connection import StoreError
from kingme.files.pdn import write_game
from kingme.files.save import save_game
from kingme.web.api.common import OwnerDep, ServicesDep, address_of, json_answer, need_rules
from kingme.web.arena.experiments import find_result, list_experiments
from kingme.web.arena.games import list_games
from kingme.web.arena.orders import experiment_of, plan_of
from kingme.web.arena.replay import find_game, state_text
from kingme.web.arena.reports import policy, run_report, with_side
from kingme.web.arena.runs import BusyError, Client, ForbiddenError, MissingError, Runs, find_run
from kingme.web.arena.schemas import (
    Arena,
    ArenaGame,
    Bounds,
    ExperimentOrder,
    ExperimentResult,
    Games,
    Key,
    RunDetail,
    RunId,
    RunOrder,
    RunTable,
    Workers,
)
from kingme.web.arena.stream import watch_experiment, watch_run
from kingme.web.gate import SETS
from kingme.web.schemas import Outgoing, refusals
from kingme.web.services import Services

router = APIRouter(prefix="/api/arena", tags=["arena"], dependencies=[Depends(need_rules)])

PDN, JSON, HTML, EVENTS = "application/x-pdn", "application/json", "text/html", "text/event-stream"
First = Annotated[
    str,
    Query(
        pattern="^[A-Z][a-z]{1,11}$", description="what to call the side that moves first, as the board set in use does"
    ),
]
GameNumber = Annotated[int, Field(ge=0, le=100_000_000)]
T = TypeVar("T")


def get_lab(services: ServicesDep) -> Runs:
    return services.runs


def get_client(request: Request, owner: OwnerDep) -> Client:
    """Who asks; a browser on the machine of the server leads what its command line has begun."""
    return Client(owner, address_of(request), is_local=request.state.is_local)


LabDep = Annotated[Runs, Depends(get_lab)]
ClientDep = Annotated[Client, Depends(get_client)]


async def ask(function: Callable[..., T], *arguments: Any, **options: Any) -> T:
    """Do something slow in a thread; what is wrong becomes a sentence with its status."""
    try:
        return await asyncio.to_thread(function, *arguments, **options)
    except MissingError as error:
        raise HTTPException(404, str(error)) from None
    except ForbiddenError as error:
        raise HTTPException(403, str(error)) from None
    except BusyError as error:
        raise HTTPException(429, str(error)) from None
    except StoreError as error:
        raise HTTPException(409, str(error)) from None


class Begun(Outgoing):
    """Where to look at what was begun: /lab/arena/{id}."""

    id: str


# --- lists and beginnings ---------------------------------------------------------------------------------------------


@router.get("", summary="All runs and experiments", responses=refusals(409, 503))
async def overview(services: ServicesDep, lab: LabDep, client: ClientDep) -> Arena:
    """Everything in the store of this server, whether a browser or the command line began it."""
    settings = services.settings
    runs, experiments = await asyncio.gather(ask(lab.runs, client), ask(list_experiments, lab, client))
    limits = Bounds(
        players=settings.arena_players,
        games=settings.arena_games,
        workers=settings.arena_workers,
        runs=settings.arena_runs,
    )
    return Arena(store=_shown(lab.place), runs=runs, experiments=experiments, openings=list(SETS), limits=limits)


def _shown(place: str) -> str:
    """The store's name: neither a path of this machine nor a password is for every browser to see."""
    return place.partition("://")[0] if "://" in place else Path(place).name


@router.post("/runs", status_code=201, summary="Begin a run", responses=refusals(400, 403, 409, 413, 422, 429, 503))
async def begin(request: Request, order: RunOrder, services: ServicesDep, lab: LabDep, client: ClientDep) -> Begun:
    """Begin a match, a tournament, a test or a sweep; one that is there already is resumed.

    The plan is the one that the command line would make. Outside engines and files are not for browsers.
    """
    _pace(services, request)
    plan = await ask(plan_of, order, services.settings)
    return Begun(id=str(await ask(lab.begin, plan, client, order.workers, fresh=order.fresh)))


@router.post(
    "/experiments",
    status_code=201,
    summary="Start an experiment, or resume it",
    responses=refusals(400, 403, 409, 413, 422, 429, 503),
)
async def begin_experiment(
    request: Request, order: ExperimentOrder, services: ServicesDep, lab: LabDep, client: ClientDep
) -> Begun:
    """Test the claims of a study again: its runs one after another, then its measurements, then a report."""
    _pace(services, request)
    experiment, size = await ask(experiment_of, order, services.settings)
    return Begun(id=await ask(lab.begin_experiment, experiment, size, client, order.workers))


def _pace(services: Services, request: Request) -> None:
    if not services.limits.games.allows(address_of(request)):
        raise HTTPException(429, "too many new runs: wait a minute")


# --- a run ------------------------------------------------------------------------------------------------------------


@router.get("/runs/{run}", summary="A run", responses=refusals(404, 409, 422, 503))
async def get_run(run: RunId, lab: LabDep, client: ClientDep) -> RunDetail:
    """How it is played, and how far it is."""
    return await ask(lab.detail, run, client)


@router.get("/runs/{run}/table", summary="The results of a run so far", responses=refusals(404, 409, 422, 503))
async def get_table(run: RunId, lab: LabDep) -> RunTable:
    """Standings with their 95 % intervals, pairings, endings."""
    return await ask(lab.table, run)


@router.post("/runs/{run}/stop", summary="Stop a run", responses=refusals(403, 404, 409, 422, 503))
async def stop(run: RunId, lab: LabDep, client: ClientDep) -> RunDetail:
    """Ask whoever plays it to end; what was played is stored, and it can be resumed at any time."""
    await ask(lab.stop, run, client)
    return await ask(lab.detail, run, client)


@router.post("/runs/{run}/resume", summary="Resume a run", responses=refusals(400, 403, 404, 409, 413, 422, 429, 503))
async def resume(run: RunId, order: Workers, lab: LabDep, client: ClientDep) -> RunDetail:
    """Play what is missing, whoever began it."""
    await ask(lab.resume, run, client, order.workers)
    return await ask(lab.detail, run, client)


@router.get(
    "/runs/{run}/events",
    summary="Watch a run",
    response_class=StreamingResponse,
    responses={200: {"content": {EVENTS: {}}}, **refusals(404, 409, 422, 429, 503)},
)
async def run_events(request: Request, run: RunId, services: ServicesDep, lab: LabDep, client: ClientDep) -> Response:
    """Server-sent events: `run`, `boards` and `table`, each when it has changed; `gone` if the run is not there."""
    await ask(lab.detail, run, client)
    return _events(request, services, client, watch_run(lab, run, client))


@router.get("/runs/{run}/games", summary="The finished games of a run", responses=refusals(404, 409, 422, 503))
async def get_games(
    run: RunId,
    lab: LabDep,
    player: Annotated[str, Query(max_length=200, description="only games of this player")] = "",
    result: Annotated[
        Literal["", "black", "white", "draw", "won", "lost"], Query(description="won and lost are by the player")
    ] = "",
    ending: Annotated[str, Query(max_length=40, description="how it ended, as in the table")] = "",
    offset: Annotated[int, Query(ge=0, le=100_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Games:
    """By number, the latest first."""
    return await ask(list_games, lab, run, player, result, ending, offset, limit)


@router.get(
    "/runs/{run}/games/{number}",
    summary="A game of a run",
    response_model=ArenaGame,
    responses=refusals(404, 409, 422, 503),
)
async def get_game(run: RunId, number: GameNumber, lab: LabDep) -> Response:
    """A game to replay, with what the players thought of each move as comments."""
    return json_answer(await ask(state_text, lab, run, number))


@router.get(
    "/runs/{run}/games/{number}/pdn",
    summary="Download a game of a run as PDN",
    response_class=Response,
    responses={200: {"content": {PDN: {}}}, **refusals(404, 409, 422, 503)},
)
async def game_pdn(run: RunId, number: GameNumber, lab: LabDep) -> Response:
    """One game with its moves, result and how it ended, for any program that reads PDN."""
    _, _, game = await ask(find_game, lab, run, number)
    return _file(await asyncio.to_thread(write_game, game), PDN, f"kingme-run-{run}-game-{number + 1}.pdn")


@router.get(
    "/runs/{run}/games/{number}/json",
    summary="Download a game of a run as JSON",
    response_class=Response,
    responses={200: {"content": {JSON: {}}}, **refusals(404, 409, 422, 503)},
)
async def game_json(run: RunId, number: GameNumber, lab: LabDep) -> Response:
    """One game as KingMe saves games, with the time of each move."""
    _, _, game = await ask(find_game, lab, run, number)
    return _file(await asyncio.to_thread(save_game, game), JSON, f"kingme-run-{run}-game-{number + 1}.json")


@router.get(
    "/runs/{run}/pdn",
    summary="Download all games of a run as PDN",
    response_class=Response,
    responses={200: {"content": {PDN: {}}}, **refusals(404, 409, 422, 503)},
)
async def run_pdn(run: RunId, lab: LabDep) -> Response:
    """All games that are over, in the order of their numbers."""

    def write() -> str:
        with lab.store() as store:
            return "".join(pdn_games(store, find_run(store, run).id))

    return _file(await ask(write), PDN, f"kingme-run-{run}.pdn")


@router.get(
    "/runs/{run}/report",
    summary="The report of a run",
    response_class=Response,
    responses={200: {"content": {HTML: {}}}, **refusals(404, 409, 422, 503)},
)
async def report(run: RunId, services: ServicesDep, lab: LabDep, first: First = "Black") -> Response:
    """One page with every table and plot, and every game to replay; it can be saved and needs no server."""
    try:
        return await ask(_page, await run_report(lab, services.reporting, run), first)
    except MissingError as error:
        raise HTTPException(404, str(error)) from None


# --- an experiment ----------------------------------------------------------------------------------------------------


@router.get("/experiments/{key}", summary="An experiment", responses=refusals(404, 409, 422, 503))
async def get_experiment(key: Key, lab: LabDep, client: ClientDep) -> ExperimentResult:
    """How far it is, and what was claimed beside what was measured."""
    return await ask(find_result, lab, key, client)


@router.post("/experiments/{key}/stop", summary="Stop an experiment", responses=refusals(403, 404, 409, 422, 503))
async def stop_experiment(key: Key, lab: LabDep, client: ClientDep) -> ExperimentResult:
    """Ask it to end; begun again in the same size, it goes on."""
    await ask(find_result, lab, key, client)
    await ask(lab.stop_experiment, key, client)
    return await ask(find_result, lab, key, client)


@router.post(
    "/experiments/{key}/resume",
    summary="Resume an experiment",
    responses=refusals(400, 403, 404, 409, 413, 422, 429, 503),
)
async def resume_experiment(key: Key, order: Workers, lab: LabDep, client: ClientDep) -> ExperimentResult:
    """Play and measure what is missing, in the size in which it was begun."""
    await ask(find_result, lab, key, client)
    await ask(lab.resume_experiment, key, client, order.workers)
    return await ask(find_result, lab, key, client)


@router.get(
    "/experiments/{key}/events",
    summary="Watch an experiment",
    response_class=StreamingResponse,
    responses={200: {"content": {EVENTS: {}}}, **refusals(404, 409, 422, 429, 503)},
)
async def experiment_events(
    request: Request, key: Key, services: ServicesDep, lab: LabDep, client: ClientDep
) -> Response:
    """Server-sent events: `experiment` and `boards`, each when it has changed."""
    await ask(find_result, lab, key, client)
    return _events(request, services, client, watch_experiment(lab, lambda: find_result(lab, key, client)))


@router.get(
    "/experiments/{key}/report",
    summary="The report of an experiment",
    response_class=Response,
    responses={200: {"content": {HTML: {}}}, **refusals(404, 409, 422, 503)},
)
async def experiment_report(key: Key, lab: LabDep, client: ClientDep, first: First = "Black") -> Response:
    """Claimed beside measured, with every table, plot and game."""

    def find() -> Path:
        found = find_result(lab, key, client)
        if not found.report:
            raise MissingError("this experiment has no report yet")
        return lab.experiments_folder() / key / "report.html"

    return await ask(_page, await ask(find), first)


# --- answers ----------------------------------------------------------------------------------------------------------


def _page(path: Path, first: str) -> Response:
    text = with_side(path.read_text(encoding="utf-8"), first)
    return Response(text, media_type=HTML, headers={"content-security-policy": policy(text)})


def _file(text: str, kind: str, name: str) -> Response:
    return Response(text.encode(), media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


def _events(request: Request, services: Services, client: Client, events: AsyncIterator[str]) -> Response:
    """A line to one page; how many of them a client may have open is limited as for games."""
    limits, address = services.limits, address_of(request)
    if not limits.open_socket(client.owner, address):
        raise HTTPException(429, "too many pages are open")
    limits.close_socket(client.owner, address)  # a page that is gone already never begins to listen

    async def told() -> AsyncIterator[str]:
        if not limits.open_socket(client.owner, address):
            return
        try:
            async for text in events:
                yield text
        finally:
            limits.close_socket(client.owner, address)

    return StreamingResponse(told(), media_type=EVENTS, headers={"x-accel-buffering": "no"})
