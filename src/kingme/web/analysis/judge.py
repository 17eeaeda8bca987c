"""Judging moves: how much of the expected score a move gave away, and whether it missed a shot.

The engine looks at every position of a game. What a move is worth is what the position after it is worth for the other
side, turned round; the difference to the best move is its loss. Expected scores run from 0 (loss) to 1 (win), with a
draw in the middle, so a loss of 0.5 turns a win into a draw. The endgame tables overrule the engine where they know.

A shot is a combination that wins material by force. It was missed where the best line wins at least a man that the
move played does not.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from kingme.board import Board
from kingme.move import Move
from kingme.outcome import Color
from kingme.web.analysis.reasons import why
from kingme.web.analysis.schemas import Judgement
from kingme.web.views import color_name, line_texts, move_info

INACCURACY, MISTAKE, BLUNDER = 0.06, 0.12, 0.22  # of the expected score
DECIDED = 0.05  # an expected score this close to 0 or 1: moves there are easy, or make no difference
STRICTNESS = 4.4  # a mistake of 0.12 leaves a move an accuracy of 59 %, a blunder of 0.22 leaves 38 %
SHOT_LOSS = 0.08
SHOT_PLIES = 13  # how far a shot may reach
LONGEST_LINE = 16
_MAN, _KING = 1.0, 1.5
_EXACT = {"win": 1.0, "draw": 0.5, "loss": 0.0}


@dataclass(frozen=True)
class Opinion:
    """What the engine thinks of one position: for the side to move."""

    value: float
    line: tuple[Move, ...]  # best play by both sides; nothing where there is no move

    @property
    def move(self) -> Move | None:
        """The best move: the first of the line."""
        return self.line[0] if self.line else None


def exact_value(engine: float, table: dict[str, Any] | None) -> float:
    """The expected score: the table's where it has the position, else the engine's."""
    return engine if table is None else _EXACT[table["value"]]


def judgement_of(loss: float) -> Judgement:
    return (
        "blunder" if loss >= BLUNDER else "mistake" if loss >= MISTAKE else "inaccuracy" if loss >= INACCURACY else ""
    )


def judge(number: int, board: Board, played: Move, before: Opinion, after: Opinion) -> dict[str, Any]:
    """What to say of a move; the shape is `schemas.JudgedPly`."""
    assert before.move is not None
    value, got = before.value, 1.0 - after.value
    forced = len({move.code for move in board.legal_moves()}) == 1
    same = played.code == before.move.code
    loss = 0.0 if same or forced else max(0.0, value - got)
    best_gain, own_gain = gain_of(board, before.line), gain_of(board, (played, *after.line))
    judgement, shot = judgement_of(loss), loss >= SHOT_LOSS and best_gain - own_gain >= _MAN and best_gain >= _MAN
    words = ""
    if judgement or shot:
        words = why(board, played, before.line, after.line, gain=own_gain, best_gain=best_gain, value=value, got=got)
    return {
        "number": number,
        "color": color_name(board.turn),
        "text": board.notation(played),
        "best": move_info(board, before.move),
        "line": line_texts(board, before.line, LONGEST_LINE),
        "paths": [list(move.path) for move in before.line[:LONGEST_LINE]],
        "value": value,
        "after": value if same or forced else got,
        "loss": loss,
        "judgement": judgement,
        "shot": shot,
        "why": words,
        "forced": forced,
    }


def gain_of(board: Board, line: Sequence[Move]) -> float:
    """The material that a line wins for the side to move, counted where it has come to rest."""
    side, start = board.turn, _balance(board, board.turn)
    gain = 0.0
    for move in line[:SHOT_PLIES]:
        if move not in board.legal_moves():
            break
        board = board.play_code(move.code)
        moves = board.legal_moves()
        if not moves or not moves[0].is_capture:
            gain = _balance(board, side) - start
    return gain


def _balance(board: Board, side: Color) -> float:
    def worth(color: Color) -> float:
        men, kings = board.pieces_mask(color, False), board.pieces_mask(color, True)
        return _MAN * men.bit_count() + _KING * kings.bit_count()

    return worth(side) - worth(side.other)


def summary(color: str, plies: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """What a side did well and badly; the shape is `schemas.SideReport`."""
    own = [ply for ply in plies if ply["color"] == color]
    free = [ply for ply in own if not ply["forced"]]
    counted = [ply["loss"] for ply in free if DECIDED < ply["value"] < 1 - DECIDED or ply["loss"] >= INACCURACY]
    count = {name: sum(ply["judgement"] == name for ply in own) for name in ("inaccuracy", "mistake", "blunder")}
    average = sum(ply["loss"] for ply in free) / len(free) if free else None
    return {
        "moves": len(own),
        "inaccuracies": count["inaccuracy"],
        "mistakes": count["mistake"],
        "blunders": count["blunder"],
        "shots": sum(ply["shot"] for ply in own),
        "average_loss": average,
        "accuracy": accuracy(counted) if counted else None,
    }


def accuracy(losses: Sequence[float]) -> float:
    """How well a side played, in percent, by what each of its moves cost.

    Each move has an accuracy of its own; the result is half their mean and half their harmonic mean, in which a few bad
    moves weigh more than many easy ones.

    >>> round(accuracy([0.0] * 10)), round(accuracy([0.0] * 7 + [0.1, 0.1, 0.3])), round(accuracy([0.3]))
    (100, 79, 27)
    """
    moves = [math.exp(-STRICTNESS * loss) for loss in losses]
    return 50 * (sum(moves) / len(moves) + len(moves) / sum(1 / move for move in moves))
