"""One step of a lesson: a position, a task, and what is said of the answers.

There are three kinds. *Play* asks for a move, *mark* for squares, *judge* for the result with best play. What is right
is never written down alone: `goals` finds it by the rules, and `proof` by tables or search.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.files.toml import expect
from kingme.move import Move

Kind = Literal["play", "mark", "judge"]

_TEXTS = ("board", "moves", "reply", "task", "goal", "mark", "judge", "otherwise", "well")
_LISTS = ("right", "wrong")

RESULTS = ("win", "draw", "loss")
SEARCHED = ("win", "quickest", "draw", "best", "sound")
"""Goals that tables or a search decide; all others are decided by the rules."""


class LessonError(KingMeError):
    """A lesson says something that cannot be right."""


@dataclass(frozen=True)
class NamedAnswer:
    """A move (or a result) that a lesson names, and what it says of it."""

    name: str
    words: str


@dataclass(frozen=True)
class Step:
    board: Board
    task: str
    kind: Kind
    goal: str  # of a play: a goal; of a mark: which squares; of a judge: win, draw or loss
    right: tuple[NamedAnswer, ...] = ()
    wrong: tuple[NamedAnswer, ...] = ()
    otherwise: str = ""  # what is said of answers without words of their own
    well: str = ""  # what is said of a right mark or judgement
    reply: Move | None = None  # the move of the other side that led from the step before to this one
    place: str = field(default="", compare=False)  # for messages

    @cached_property
    def named(self) -> dict[Move, NamedAnswer]:
        """The moves that have words of their own."""
        return {self.board.parse_move(answer.name): answer for answer in (*self.right, *self.wrong)}

    @property
    def move(self) -> Move:
        """The move that the lesson goes on with."""
        return self.board.parse_move(self.right[0].name)


def read_step(data: Any, before: Step | None, place: str) -> Step:
    """The step that a table of the file describes; `before` is the step that it may go on from."""
    try:
        return _read(data, before, place)
    except LessonError:
        raise
    except KingMeError as error:
        raise LessonError(f"{place}: {error}") from None


def _read(data: Any, before: Step | None, place: str) -> Step:
    expect("step", data, dict)
    for key, value in data.items():
        if key not in _TEXTS + _LISTS:
            raise LessonError(f"{place}: a step has no {key!r}")
        expect(key, value, list if key in _LISTS else str)
    kinds = [kind for kind, key in (("play", "goal"), ("mark", "mark"), ("judge", "judge")) if key in data]
    if len(kinds) != 1:
        raise LessonError(f"{place}: a step has one of goal, mark and judge")
    kind: Any = kinds[0]
    if not data.get("task"):
        raise LessonError(f"{place}: a step has a task")
    board, reply = _position(data, before, place)
    step = Step(
        board,
        data["task"].strip(),
        kind,
        data["goal" if kind == "play" else kind],
        tuple(_answer(text, place) for text in data.get("right", ())),
        tuple(_answer(text, place) for text in data.get("wrong", ())),
        data.get("otherwise", "").strip(),
        data.get("well", "").strip(),
        reply,
        place,
    )
    if kind == "play" and not step.right:
        raise LessonError(f"{place}: a right move has to be named")
    if kind == "judge" and step.goal not in RESULTS:
        raise LessonError(f"{place}: judge is one of {', '.join(RESULTS)}")
    if kind != "play" and (not step.well or not (step.otherwise or step.wrong)):
        raise LessonError(f"{place}: say what is well about the right answer, and otherwise")
    if kind == "play":
        known = len(step.named)  # parses every move
        if known < len(step.right) + len(step.wrong):
            raise LessonError(f"{place}: a move is named twice")
    return step


def _position(data: dict[str, Any], before: Step | None, place: str) -> tuple[Board, Move | None]:
    if len({"board", "moves", "reply"} & data.keys()) > 1:
        raise LessonError(f"{place}: a step has one of board, moves and reply")
    if "board" in data:
        return Board.from_fen(data["board"]), None
    if "moves" in data:
        board = Board()
        for move in data["moves"].split():
            board = board.play(move)
        return board, None
    if before is None:
        raise LessonError(f"{place}: the first step has a board")
    if "reply" not in data:
        return before.board, None
    if before.kind != "play":
        raise LessonError(f"{place}: there is no move to reply to")
    after = before.board.play(before.move)
    reply = after.parse_move(data["reply"])
    return after.play(reply), reply


def _answer(text: Any, place: str) -> NamedAnswer:
    name, colon, words = text.partition(":") if isinstance(text, str) else ("", "", "")
    if not colon or not words.strip():
        raise LessonError(f"{place}: an answer is a move, a colon and words, not {str(text)[:40]!r}")
    return NamedAnswer(name.strip(), words.strip())
