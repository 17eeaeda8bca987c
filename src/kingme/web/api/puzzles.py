"""The puzzle trainer: tasks, answers, refutations, and what a browser has learned."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import APIRouter, Depends, HTTPException, Request
from starlette.responses import Response

from kingme.errors import KingMeError
from kingme.game import Game
from kingme.library.puzzles.puzzle import Puzzle
from kingme.move import Move
from kingme.players.limit import Limit
from kingme.web.api.common import OwnerDep, ServicesDep, address_of, json_answer, need_rules
from kingme.web.learn import lesson_store, lessons, puzzle_store, puzzles
from kingme.web.learn.puzzle_schemas import (
    AnswerVerdict,
    ProgressOverview,
    PuzzleAnswer,
    PuzzleId,
    PuzzleMenu,
    PuzzleQuery,
    PuzzleResult,
    PuzzleTask,
    Refutation,
)
from kingme.web.schemas import refusals
from kingme.web.searches import BusyError, Search
from kingme.web.services import Services
from kingme.web.views import encode, moves_info, score_info

router = APIRouter(prefix="/api", tags=["puzzles"], dependencies=[Depends(need_rules)])

ENGINE = "engine:nodes=30000,tables=on,hash=4"
REFUTATION_PLIES = 6
EVERY = 3  # among so many puzzles one is a mistake that is due


async def find_puzzle(name: PuzzleId) -> Puzzle:
    puzzle = await asyncio.to_thread(puzzles.read_puzzle, name)
    if puzzle is None:
        raise HTTPException(404, "there is no such puzzle")
    return puzzle


PuzzleDep = Annotated[Puzzle, Depends(find_puzzle)]


@router.get("/puzzles", summary="What there is to train", response_model=PuzzleMenu, responses=refusals(503))
async def menu(services: ServicesDep, owner: OwnerDep) -> Response:
    """The themes, and how this browser stands."""
    standing = await asyncio.to_thread(puzzle_store.read_standing, services.store, owner, time.time())
    rows = await asyncio.to_thread(puzzle_store.read_attempts, services.store, owner)
    counts = await asyncio.to_thread(puzzles.theme_counts)
    name = puzzles.daily(puzzles.today())
    return json_answer(
        {
            "puzzles": len(puzzles.shelf().ids),
            "themes": [{"name": theme, "puzzles": count} for theme, count in counts.items()],
            "solver": _solver_info(standing.solver, len(standing.due)),
            "best": max((run["solved"] for run in puzzles.run_results(rows)), default=None),
            "daily": any(row["puzzle"] == name and row["solved"] for row in rows),
        }
    )


@router.post(
    "/puzzles/next", summary="The next puzzle", response_model=PuzzleTask, responses=refusals(404, 409, 422, 429, 503)
)
async def next_puzzle(request: Request, wanted: PuzzleQuery, services: ServicesDep, owner: OwnerDep) -> Response:
    """A puzzle of one's own strength, a mistake that comes back, the puzzle of the day, or the next of a timed run."""
    if not services.limits.steps.allows(address_of(request)):
        raise HTTPException(429, "too many puzzles: wait a moment")
    if wanted.theme is not None and wanted.theme not in await asyncio.to_thread(puzzles.theme_counts):
        raise HTTPException(404, "there is no such theme")
    now = time.time()
    standing = await asyncio.to_thread(puzzle_store.read_standing, services.store, owner, now)
    task = await asyncio.to_thread(_choose, wanted, standing, now)
    await services.writer.submit(lambda connection: puzzle_store.set_task(connection, owner, task))
    puzzle = await find_puzzle(task["puzzle"])
    more = {
        "kind": task["kind"],
        "rated": task["rated"],
        "rating": puzzle.rating,
        "solver": _solver_info(standing.solver, len(standing.due)),
        "run": _run_info(task["run"], now),
    }
    return json_answer(puzzles.task_info(puzzle) | more)


def _choose(wanted: PuzzleQuery, standing: puzzle_store.Standing, now: float) -> dict[str, Any]:
    """The task that was asked for."""
    solver, known, due = standing
    task: dict[str, Any] = {"kind": wanted.kind, "theme": wanted.theme, "rated": False, "run": None}
    rating = solver.rating.rating
    if wanted.kind == "daily":
        name = puzzles.daily(puzzles.today())
        return task | {"puzzle": name, "rated": name not in known}
    comes_back = wanted.kind == "endless" and wanted.theme is None and solver.attempts % EVERY == EVERY - 1
    due = [name for name in due if puzzles.is_known(name)]
    if wanted.kind == "mistakes" or (comes_back and due):
        if not due:
            raise HTTPException(404, "no mistake is due: they come back after ten minutes, a day, three days, …")
        return task | {"puzzle": due[0], "kind": "mistake"}
    if wanted.kind == "run":
        run: Any = {"began": now, "solved": 0, "wrong": 0}
        if not wanted.begin:
            run = (solver.task or {}).get("run")
            if run is None or now > run["began"] + puzzle_store.RUN_SECONDS:
                raise HTTPException(409, "the three minutes are over")
        rating = puzzles.RUN_FIRST + puzzles.RUN_STEP * run["solved"]
        task["run"] = run
    found = puzzles.shelf(wanted.theme).near(rating, known, random.Random())
    return task | {"puzzle": found, "rated": wanted.kind == "endless" and found not in known}


@router.post(
    "/puzzles/{name}/answer", summary="Answer", response_model=AnswerVerdict, responses=refusals(404, 422, 503)
)
async def answer(puzzle: PuzzleDep, given: PuzzleAnswer, services: ServicesDep, owner: OwnerDep) -> Response:
    """Whether a move is right, and the opponent's reply. A wrong move ends the puzzle; the first end counts."""
    move = _read_move(puzzle, given)
    board, wanted = puzzle.decisions()[given.step]
    place = 2 * given.step
    [played] = puzzles.line_moves(board, [move])
    verdict: dict[str, Any] = {"right": move.code == wanted.code, "move": played, "reply": None, "legal": []}
    is_last = place + 1 == len(puzzle.line)
    if verdict["right"] and not is_last:
        after = board.play_code(move.code)
        [verdict["reply"]] = puzzles.line_moves(after, [puzzle.line[place + 1]])
        verdict["legal"] = moves_info(after.play_code(puzzle.line[place + 1].code))
        verdict["result"] = None
    else:
        verdict["result"] = await _end(services, owner, puzzle, solved=verdict["right"])
    return json_answer(verdict)


@router.post(
    "/puzzles/{name}/solution", summary="Give up", response_model=PuzzleResult, responses=refusals(404, 422, 503)
)
async def give_up(puzzle: PuzzleDep, services: ServicesDep, owner: OwnerDep) -> Response:
    """The solution; a puzzle that was not answered yet counts as not solved."""
    return json_answer(await _end(services, owner, puzzle, solved=False))


@router.post(
    "/puzzles/{name}/refutation",
    summary="Why a move is wrong",
    response_model=Refutation,
    responses=refusals(404, 422, 503),
)
async def refute(
    request: Request, puzzle: PuzzleDep, given: PuzzleAnswer, services: ServicesDep, owner: OwnerDep
) -> Response:
    """How the engine goes on after a move, and what it thinks of the position then."""
    move = _read_move(puzzle, given)
    after = puzzle.decisions()[given.step][0].play_code(move.code)
    if not after.legal_moves():
        return json_answer({"line": [], "score": None})
    player = await services.searches.player(ENGINE)
    search = Search(owner, "a puzzle", player, Game(after), Limit(nodes=30_000), 2.0, address=address_of(request))
    try:
        analysis = await services.searches.run(search)
    except BusyError as error:
        raise HTTPException(503, str(error)) from None
    if analysis is None:
        raise HTTPException(503, "the server is closing")
    score = None if analysis.score is None else score_info(-analysis.score)
    return json_answer({"line": puzzles.line_moves(after, analysis.pv[:REFUTATION_PLIES]), "score": score})


@router.get("/progress", summary="What this browser has learned", response_model=ProgressOverview)
async def progress(services: ServicesDep, owner: OwnerDep) -> Response:
    """Ratings, themes, streaks and timed runs."""
    return json_answer(await _progress(services, owner))


@router.get(
    "/progress/export",
    summary="Download what this browser has learned",
    response_class=Response,
    responses={200: {"content": {"application/json": {}}}, **refusals(503)},
)
async def export(services: ServicesDep, owner: OwnerDep) -> Response:
    """The same with every attempt, as a file."""
    overview = await _progress(services, owner)
    rows = await asyncio.to_thread(puzzle_store.read_attempts, services.store, owner)
    columns = ("puzzle", "kind", "at", "solved", "rating")
    tried = [{name: row[name] for name in columns} for row in rows]
    data = {"program": "KingMe", "kind": "progress", "version": 1, **overview, "attempts": tried}
    headers = {"content-disposition": f'attachment; filename="kingme-progress-{puzzles.today().isoformat()}.json"'}
    return Response(encode(data), media_type="application/json", headers=headers)


# --- helpers ----------------------------------------------------------------------------------------------------------


def _read_move(puzzle: Puzzle, given: PuzzleAnswer) -> Move:
    decisions = puzzle.decisions()
    if given.step >= len(decisions):
        raise KingMeError(f"this puzzle has {len(decisions)} moves to find, and step {given.step} is beyond them")
    return decisions[given.step][0].find_move(list(given.path))


async def _end(services: Services, owner: str, puzzle: Puzzle, *, solved: bool) -> dict[str, Any]:
    """Count the end of a puzzle, and tell about it."""
    now = time.time()

    def work(connection: sa.Connection) -> tuple[puzzle_store.Counted, puzzle_store.Solver, int]:
        counted = puzzle_store.count(connection, owner, puzzle.id, puzzle.rating, solved=solved, now=now)
        due = puzzle_store.find_due(connection, owner, now)
        return counted, puzzle_store.find_solver(connection, owner), len(due)

    counted, solver, due = await services.writer.submit(work)
    run = (solver.task or {}).get("run")
    return puzzles.solution_info(puzzle) | {
        "solved": solved,
        "counted": counted.counts,
        "change": round(counted.after.rating) - round(counted.before.rating),
        "rating": round(counted.puzzle.rating),
        "solver": _solver_info(solver, due),
        "run": _run_info(run, now),
    }


def _solver_info(solver: puzzle_store.Solver, due: int) -> dict[str, int]:
    rating = solver.rating
    return {
        "rating": round(rating.rating),
        "deviation": round(rating.deviation),
        "attempts": solver.attempts,
        "due": due,
    }


def _run_info(run: dict[str, Any] | None, now: float) -> dict[str, Any] | None:
    if run is None:
        return None
    left = max(0.0, run["began"] + puzzle_store.RUN_SECONDS - now)
    return {"left": left, "solved": run["solved"], "wrong": run["wrong"]}


async def _progress(services: Services, owner: str) -> dict[str, Any]:
    """Each part of the course adds a field here, and to `ProgressOverview`."""
    standing = await asyncio.to_thread(puzzle_store.read_standing, services.store, owner, time.time())
    rows = await asyncio.to_thread(puzzle_store.read_attempts, services.store, owner)
    steps = await asyncio.to_thread(lesson_store.read_steps, services.store, owner)
    done = lesson_store.by_lesson(steps)
    course = await asyncio.to_thread(lessons.course_report, done)
    every = [
        {"name": each["name"], "title": each["title"], "chapter": chapter["title"]}
        | {"steps": each["steps"], "done": each["done"]}
        for chapter in course["chapters"]
        for each in chapter["lessons"]
    ]
    curve = [{"at": row["at"], "rating": round(row["rating"])} for row in rows if row["rating"] is not None]
    return {
        "puzzles": {
            "solver": _solver_info(standing.solver, len(standing.due)),
            "solved": sum(row["solved"] for row in rows),
            "tried": len(rows),
            "curve": curve,
            "themes": puzzles.theme_reports(rows),
            "streak": puzzles.streak(rows, [step["done"] for step in steps], puzzles.today()),
            "runs": puzzles.run_results(rows),
        },
        "lessons": [lesson for lesson in every if lesson["done"]],
        "lessons_in_all": len(every),
    }
