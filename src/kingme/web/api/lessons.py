"""The course: its lessons, and answers to their steps; drills against the endgame tables."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Path
from starlette.responses import Response

from kingme.board import Board
from kingme.endgame import find
from kingme.library.lessons.drills import Drill
from kingme.library.lessons.drills import drills as all_drills
from kingme.library.lessons.lesson import Lesson, course
from kingme.web.api.common import OwnerDep, ServicesDep, json_answer, need_rules
from kingme.web.learn import drills, lesson_store, lessons
from kingme.web.learn.schemas import (
    AnswerReport,
    CourseReport,
    DrillList,
    DrillMove,
    DrillPosition,
    DrillReport,
    LessonAnswer,
    LessonName,
    LessonReport,
    SolutionReport,
)
from kingme.web.schemas import refusals

router = APIRouter(prefix="/api/learn", tags=["learn"], dependencies=[Depends(need_rules)])


@router.get("/course", summary="All lessons", response_model=CourseReport, responses=refusals(503))
async def get_course(services: ServicesDep, owner: OwnerDep) -> Response:
    """The chapters in the order in which they are taught, with what this browser has done."""
    done = await asyncio.to_thread(lesson_store.done_steps, services.store, owner)
    return json_answer(await asyncio.to_thread(lessons.course_report, done))


@router.get("/lessons/{name}", summary="A lesson", response_model=LessonReport, responses=refusals(404, 422, 503))
async def get_lesson(name: LessonName, services: ServicesDep, owner: OwnerDep) -> Response:
    """Its steps: positions with their legal moves, and tasks. What is right is told when an answer comes."""
    lesson = await asyncio.to_thread(_find, name)
    done = await asyncio.to_thread(lesson_store.done_steps, services.store, owner)
    return json_answer(lessons.lesson_report(lesson, done.get(name, set())))


@router.post(
    "/lessons/{name}/{number}",
    summary="Answer a step",
    response_model=AnswerReport,
    responses=refusals(400, 404, 413, 422, 503),
)
async def answer(
    name: LessonName, number: int, given: LessonAnswer, services: ServicesDep, owner: OwnerDep
) -> Response:
    """What is said of an answer; a right one is kept as progress."""
    lesson = await asyncio.to_thread(_find, name, number)
    report = await asyncio.to_thread(_judge, lesson, number, given)
    if report["right"]:
        await services.writer.submit(lambda connection: lesson_store.note_done(connection, owner, name, number))
    return json_answer(report)


@router.get(
    "/lessons/{name}/{number}/solution",
    summary="The right answer of a step",
    response_model=SolutionReport,
    responses=refusals(404, 422, 503),
)
async def solution(name: LessonName, number: int) -> Response:
    """For those who give up, or have learned enough from their mistakes."""
    lesson = await asyncio.to_thread(_find, name, number)
    return json_answer(lessons.solution(lesson.steps[number - 1]))


# --- drills -----------------------------------------------------------------------------------------------------------


@router.get("/drills", summary="All drills", response_model=DrillList, responses=refusals(503))
async def list_drills() -> Response:
    """Kinds of endgames that can be played against the tables."""
    found = await asyncio.to_thread(lambda: [drills.summary(drill) for drill in all_drills().values()])
    return json_answer({"drills": found})


@router.get(
    "/drills/{name}/{number}",
    summary="A position of a drill",
    response_model=DrillPosition,
    responses=refusals(404, 422, 503),
)
async def get_drill(name: LessonName, number: Annotated[int, Path(ge=1, le=100_000)]) -> Response:
    """The same number is the same position for everybody."""
    return json_answer(await asyncio.to_thread(drills.position, _find_drill(name), number))


@router.post(
    "/drills/{name}",
    summary="Make a move in a drill",
    response_model=DrillReport,
    responses=refusals(400, 404, 413, 422, 503),
)
async def play_drill(name: LessonName, given: DrillMove) -> Response:
    """Whether the move keeps the goal, and the answer of the tables."""
    return json_answer(await asyncio.to_thread(_play_drill, _find_drill(name), given))


def _play_drill(drill: Drill, given: DrillMove) -> dict[str, Any]:
    board = Board.from_fen(given.fen)
    if not board.turn or not board.legal_moves() or find(board) is None or not drills.is_open(drill, board):
        raise HTTPException(422, "this position does not belong to the drill")
    return drills.play(drill, board, given.path)


def _find_drill(name: str) -> Drill:
    drill = all_drills().get(name)
    if drill is None:
        raise HTTPException(404, "there is no such drill")
    return drill


def _find(name: str, number: int = 1) -> Lesson:
    lesson = course().get(name)
    if lesson is None or not 1 <= number <= len(lesson.steps):
        raise HTTPException(404, "there is no such lesson")
    return lesson


def _judge(lesson: Lesson, number: int, given: LessonAnswer) -> dict[str, Any]:
    step = lesson.steps[number - 1]
    if step.kind == "play" and given.path is not None:
        return lessons.answer_play(lesson, number, given.path)
    if step.kind == "mark" and given.squares is not None:
        return lessons.answer_mark(step, given.squares)
    if step.kind == "judge" and given.result is not None:
        return lessons.answer_judge(step, given.result)
    raise HTTPException(422, "this step asks for another kind of answer")
