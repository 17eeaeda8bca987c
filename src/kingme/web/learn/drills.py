"""A drill as the page sees it: a position, and the answer of the tables to each move. Nothing is kept between moves."""

from __future__ import annotations

from typing import Any

from kingme.board import Board
from kingme.endgame.question import NAMES
from kingme.library.lessons.drills import Drill, best_reply, better_move, value_for
from kingme.outcome import Color
from kingme.refusal import IllegalMoveError
from kingme.web.learn.lessons import line_move
from kingme.web.views import color_name, moves_info

WHITE = Color.WHITE


def summary(drill: Drill) -> dict[str, Any]:
    fen = drill.example().fen()
    return {"name": drill.name, "title": drill.title, "task": drill.task, "goal": drill.goal, "fen": fen}


def position(drill: Drill, number: int) -> dict[str, Any]:
    board = drill.position(number)
    return {
        "drill": drill.name,
        "title": drill.title,
        "task": drill.task,
        "number": number,
        "fen": board.fen(),
        "turn": color_name(board.turn),
        "legal": moves_info(board),
        "goal": drill.goal,
        **_value(board),
    }


def is_open(drill: Drill, board: Board) -> bool:
    """Whether the goal can still be reached."""
    return any(drill.keeps(board.play(move)) for move in board.legal_moves())


def play(drill: Drill, board: Board, path: list[int]) -> dict[str, Any]:
    """Make the person's move, and answer it."""
    report: dict[str, Any] = {"verdict": "illegal", "words": "", "move": None, "reply": None, "better": None}
    report |= {"value": None, "plies": None, "legal": moves_info(board)}
    try:
        move = board.find_move(path)
    except IllegalMoveError as error:
        return report | {"words": str(error)}
    after = board.play(move)
    report["move"] = line_move(board, move)
    if not drill.keeps(after):
        better = board.notation(better_move(drill, board))
        report["reply"] = line_move(after, best_reply(after)) if after.legal_moves() else None
        lost = "the win is gone" if drill.goal == "win" else "that loses"
        return report | {"verdict": "wrong", "words": f"After {board.notation(move)} {lost}.", "better": better}
    if not after.legal_moves():
        return report | {"verdict": "done", "words": "Won: Black has no move left.", "value": "win", "plies": 0}
    reply = best_reply(after)
    end = after.play(reply)
    report |= {"reply": line_move(after, reply), "legal": moves_info(end), **_value(end)}
    return report | {"verdict": "right", "words": _words(end)}


def _words(board: Board) -> str:
    value = value_for(board, WHITE)
    assert value is not None
    if value.wdl == 0:
        return "Still a draw."
    return "Still winning." if value.plies is None else f"Still winning: {value.plies} plies to go."


def _value(board: Board) -> dict[str, Any]:
    value = value_for(board, WHITE)
    assert value is not None
    return {"value": NAMES[value.wdl], "plies": value.plies}
