"""Why a move was a mistake, in words: what it allows, which shot it misses, which rule of thumb it breaks.

The words follow from two lines of the engine: how the game goes on after the move, and how it would have gone on after
the best one. Material is counted where captures have come to rest (`judge.gain_of`).
"""

from __future__ import annotations

from collections.abc import Sequence

from kingme.board import Board
from kingme.games.registry import DEFAULT
from kingme.move import Move
from kingme.outcome import Color

_COUNTS = ("no", "one", "two", "three", "four", "five", "six")
_WIN, _LOSS = 0.98, 0.02  # of the expected result: as good as certain
_CENTRE = frozenset((14, 15, 18, 19))
_EDGE = frozenset((4, 5, 12, 13, 20, 21, 28, 29))
_MANY = 12  # pieces on the board as long as the first row is worth guarding
_SHOWN = 5  # plies of a shot


def why(
    board: Board, played: Move, best: Sequence[Move], after: Sequence[Move], *, gain: float, best_gain: float,
    value: float, got: float,
) -> str:  # fmt: skip
    """What is wrong with a move; `gain` and `best_gain` are men that the two lines win, `value` and `got` results."""
    if best_gain >= 1.0 and best_gain - gain >= 1.0 and gain > -1.0:
        reason = f"Misses {_line(board, best)}, which wins {_men(best_gain)}."
    elif gain <= -1.0:
        reason = _allows(board, played, after, -gain)
    elif (king := _new_king(board, (played, *after))) is not None:
        reason = f"Lets {king}."
    else:
        reason = f"Better was {_line(board, best)}."
    return " ".join(part for part in (reason, _result(value, got), _rule(board, played, best)) if part)


def _allows(board: Board, played: Move, after: Sequence[Move], loss: float) -> str:
    """The capture that costs most, and how the game comes to it."""
    position, best, texts = board.play(played), 0, []
    found = ""
    for number, move in enumerate(after[:9]):
        if move not in position.legal_moves():
            break
        texts.append(str(move))
        if number % 2 == 0 and len(move.captured) > best:
            best, found = len(move.captured), " ".join(texts[-3:])
        position = position.play(move)
    return f"Allows {found}, which costs {_men(loss)}." if found else f"Costs {_men(loss)}."


def _line(board: Board, line: Sequence[Move]) -> str:
    texts, last = [], 1
    for number, move in enumerate(line[:_SHOWN], start=1):
        if move not in board.legal_moves():
            break
        texts.append(board.notation(move))
        if move.is_capture:
            last = number
        board = board.play(move)
    return " ".join(texts[:last])


def _men(gain: float) -> str:
    count = int(gain)
    return "a man" if count <= 1 else f"{_COUNTS[count] if count < len(_COUNTS) else count} men"


def _new_king(board: Board, line: Sequence[Move]) -> str | None:
    """Whether the other side makes a king soon, which the best line may have stopped."""
    side, position = board.turn, board
    for move in line[:6]:
        if move not in position.legal_moves():
            return None
        piece, color = position.piece_at(move.start), position.turn
        position = position.play(move)
        now = position.piece_at(move.end)
        if color is not side and piece and now and now.king and not piece.king:
            return f"{str(color).capitalize()} have a king with {move}"
    return None


def _result(value: float, got: float) -> str:
    if value >= _WIN:
        return "A win becomes a loss." if got <= _LOSS else "" if got > 0.75 else "The win is gone."
    return "A game that could be held is lost." if got <= _LOSS < value else ""


def _rule(board: Board, played: Move, best: Sequence[Move]) -> str:
    """The rule of thumb that a quiet move breaks, where the best move would not have broken it."""
    if board.game.name != DEFAULT or played.is_capture or not best or best[0].is_capture:
        return ""
    piece, better = board.piece_at(played.start), best[0]
    if piece is None or piece.king:
        return ""
    white = board.turn is Color.WHITE
    home = range(29, 33) if white else range(1, 5)
    if played.start in home and better.start not in home and len(board.pieces()) > _MANY:
        return "Rule of thumb: keep your back row as long as you can."
    if played.end == (5 if white else 28) and board.piece_at(1 if white else 32) is not None:
        return "Rule of thumb: stay out of the dog hole."
    if played.end in _EDGE and better.end in _CENTRE:
        return "Rule of thumb: play towards the centre, not to the edge."
    return ""
