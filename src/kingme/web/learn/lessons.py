"""The course as the page sees it, and its word on an answer. Everything is read from the stored proofs: no search."""

from __future__ import annotations

from typing import Any

from kingme.board import Board
from kingme.library.lessons.goals import marked
from kingme.library.lessons.lesson import CHAPTERS, Lesson, course
from kingme.library.lessons.proof import Proved, proof_of
from kingme.library.lessons.step import Step
from kingme.library.lessons.words import words_for
from kingme.move import Move
from kingme.refusal import IllegalMoveError
from kingme.score import Score
from kingme.web.views import color_name, move_info, moves_info

_RESULTS = {"win": "{side} wins.", "draw": "It is a draw.", "loss": "{other} wins."}


def course_report(done: dict[str, set[int]]) -> dict[str, Any]:
    """All chapters and lessons, with how many steps of each were done."""
    lessons = course().values()
    return {
        "chapters": [
            {
                "name": name,
                "title": title,
                "lessons": [_summary(each, done.get(each.name, set())) for each in lessons if each.chapter == name],
            }
            for name, title in CHAPTERS.items()
            if any(each.chapter == name for each in lessons)
        ]
    }


def _summary(lesson: Lesson, done: set[int]) -> dict[str, Any]:
    numbers = set(range(1, len(lesson.steps) + 1))
    return {
        "name": lesson.name,
        "title": lesson.title,
        "idea": lesson.idea,
        "fen": lesson.steps[0].board.fen(),
        "steps": len(numbers),
        "done": len(done & numbers),
    }


def lesson_report(lesson: Lesson, done: set[int]) -> dict[str, Any]:
    names = list(course())
    place = names.index(lesson.name)
    return {
        "name": lesson.name,
        "title": lesson.title,
        "idea": lesson.idea,
        "source": lesson.source,
        "chapter": CHAPTERS[lesson.chapter],
        "next": names[place + 1] if place + 1 < len(names) else None,
        "done": sorted(number for number in done if number <= len(lesson.steps)),
        "steps": [
            _step(step, lesson.steps[number - 1] if number else None) for number, step in enumerate(lesson.steps)
        ],
    }


def _step(step: Step, before: Step | None) -> dict[str, Any]:
    reply = None
    if step.reply is not None and before is not None:
        reply = move_info(before.board.play(before.move), step.reply)
    return {
        "kind": step.kind,
        "fen": step.board.fen(),
        "turn": color_name(step.board.turn),
        "legal": moves_info(step.board),
        "task": step.task,
        "count": len(marked(step)) if step.kind == "mark" else None,
        "reply": reply,
    }


# --- answers ----------------------------------------------------------------------------------------------------------


def answer_play(lesson: Lesson, number: int, path: list[int]) -> dict[str, Any]:
    """What is said of a move in the step of this number, from 1."""
    step = lesson.steps[number - 1]
    try:
        move = step.board.find_move(path)
    except IllegalMoveError as error:
        return _report("illegal", str(error))
    proved = next(each for each in proof_of(lesson.name)[number - 1] if each.move == move)
    after = step.board.play(move)
    value = _proved_value(proved.score) if proved.score is not None and proved.score.result is not None else None
    report = _report(proved.verdict, words_for(step, proved), value)
    return report | {"move": line_move(step.board, move), "line": _line(after, proved)}


def answer_mark(step: Step, squares: list[int]) -> dict[str, Any]:
    wanted, given = marked(step), set(squares)
    if given == wanted:
        return _report("right", step.well)
    extra, missing = sorted(given - wanted), len(wanted - given)
    what = f"{_list(extra)} {'does' if len(extra) == 1 else 'do'} not belong there." if extra else ""
    more = f"{missing} {'is' if missing == 1 else 'are'} missing." if missing else ""
    return _report("wrong", " ".join(part for part in (what, more, step.otherwise) if part))


def answer_judge(step: Step, result: str) -> dict[str, Any]:
    if result == step.goal:
        return _report("right", step.well)
    named = next((answer.words for answer in step.wrong if answer.name == result), step.otherwise)
    return _report("wrong", named)


def solution(step: Step) -> dict[str, Any]:
    """The right answer, for those who ask for it."""
    answer: dict[str, Any] = {"text": "", "path": None, "squares": None, "result": None}
    if step.kind == "play":
        return answer | {"text": f"Play {step.move}.", "path": list(step.move.path)}
    if step.kind == "mark":
        squares = sorted(marked(step))
        return answer | {"text": f"Tap {_list(squares)}.", "squares": squares}
    side, other = (str(color).capitalize() for color in (step.board.turn, step.board.turn.other))
    return answer | {"text": _RESULTS[step.goal].format(side=side, other=other), "result": step.goal}


def line_move(board: Board, move: Move) -> dict[str, Any]:
    return move_info(board, move) | {"fen": board.play(move).fen()}


def _line(board: Board, proved: Proved) -> list[dict[str, Any]]:
    moves = []
    for text in proved.line:
        move = board.parse_move(text)
        moves.append(line_move(board, move))
        board = board.play(move)
    return moves


def _proved_value(score: Score) -> str:
    """A result that is certain, for the end of a sentence."""
    name = {1: "a win", 0: "a draw", -1: "a loss"}[score.result or 0]
    return f"{name} in {score.plies} plies" if score.plies else name


def _report(verdict: str, words: str, value: str | None = None) -> dict[str, Any]:
    right = verdict == "right"
    return {"right": right, "verdict": verdict, "words": words, "value": value, "move": None, "line": []}


def _list(squares: list[int]) -> str:
    texts = [str(square) for square in squares]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
