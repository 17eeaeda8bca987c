"""All lessons in one piece, for a browser that will have no network: every step with what is said of every answer.

A step holds its legal moves with their destinations, so that the board needs nobody. What is said of a move is in the
stored proofs, one for each legal move. Nothing in it is anybody's own: no progress, no names.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from kingme.library.lessons.goals import marked
from kingme.library.lessons.lesson import Lesson, course
from kingme.library.lessons.step import Step
from kingme.web.learn.lessons import answer_judge, answer_play, course_report, lesson_report, solution
from kingme.web.views import encode

RESULTS = ("win", "draw", "loss")


@cache
def offline_course() -> bytes:
    """The course as JSON: `course`, and of each lesson `report` and `steps`; it is the same for everybody."""
    lessons = {
        lesson.name: {
            "report": lesson_report(lesson, set()),
            "steps": [_step(lesson, number) for number in range(1, len(lesson.steps) + 1)],
        }
        for lesson in course().values()
    }
    return encode({"course": course_report({}), "lessons": lessons}).encode()


def _step(lesson: Lesson, number: int) -> dict[str, Any]:
    """What is said of each answer to a step, and the right one."""
    step = lesson.steps[number - 1]
    return {"solution": solution(step), "answers": _answers(lesson, step, number)} | _marks(step)


def _answers(lesson: Lesson, step: Step, number: int) -> dict[str, dict[str, Any]]:
    if step.kind == "play":
        paths = [list(move.path) for move in step.board.legal_moves()]
        return {"-".join(map(str, path)): answer_play(lesson, number, path) for path in paths}
    if step.kind == "judge":
        return {result: answer_judge(step, result) for result in RESULTS}
    return {}


def _marks(step: Step) -> dict[str, Any]:
    """There are too many sets of squares to have an answer for each: the page compares."""
    if step.kind != "mark":
        return {}
    return {"squares": sorted(marked(step)), "well": step.well, "otherwise": step.otherwise}
