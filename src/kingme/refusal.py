"""Why a move is refused: the first rule that it breaks, in words that help to find the right one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kingme.core.moves import MAX_PATH
from kingme.errors import KingMeError
from kingme.move import Move
from kingme.outcome import Color
from kingme.text.coordinates import check_square, row_col


class PieceLike(Protocol):
    """What a refusal has to know of a piece."""

    @property
    def color(self) -> Color: ...
    @property
    def king(self) -> bool: ...


class PositionLike(Protocol):
    """What a refusal has to know of a position; `Board`, which refuses moves by it, is one."""

    @property
    def turn(self) -> Color: ...
    def piece_at(self, square: int) -> PieceLike | None: ...
    def legal_moves(self) -> Sequence[Move]: ...


class IllegalMoveError(KingMeError):
    """A move that the rules forbid; the message names the rule, and the moves that it demands."""


def refuse(board: PositionLike, squares: list[int]) -> IllegalMoveError:
    """The error for a move that was named by these squares and is not legal on this board."""
    return IllegalMoveError(_reason(board, squares))


def _reason(board: PositionLike, squares: list[int]) -> str:
    if len(squares) < 2:
        return "a move needs two squares, from and to, as in 11-15"
    for square in squares:
        check_square(square)
    start, end = squares[0], squares[-1]
    name = "-".join(map(str, squares)) if len(squares) <= MAX_PATH else f"{start}-…-{end}"
    piece = board.piece_at(start)
    if piece is None:
        return f"there is no piece on {start}"
    if piece.color is not board.turn:
        return f"the piece on {start} is {piece.color}'s, and it is {board.turn}'s turn"
    legal = board.legal_moves()
    if not legal:
        return f"the game is over: {board.turn} has no legal move"

    from_here = [move for move in legal if move.start == start]
    if legal[0].is_capture:
        shown = _choices([str(move) for move in legal])
        longer = [str(move) for move in from_here if list(move.path[: len(squares)]) == squares]
        if longer:
            return f"the jump must be continued: {_choices(longer)}"
        if not from_here or not _is_jump(squares):
            return f"a capture is compulsory: {shown}"
        return f"{name} is not a capture that {start} can make: {shown}"

    if start == end:
        return "a move must lead to another square"
    target = board.piece_at(end)
    (row, column), (end_row, end_column) = row_col(start), row_col(end)
    rows, columns = end_row - row, abs(end_column - column)
    forward = -1 if board.turn is Color.WHITE else 1
    if abs(rows) != columns:
        return f"{name} is not diagonal: pieces move along diagonals, one square at a time"
    if not piece.king and rows * forward < 0:
        return f"a man moves forward only, and {name} goes backward"
    if target is not None:
        return f"{end} is occupied"
    if columns == 2:
        return f"{name} is not a jump: there is no enemy piece between {start} and {end}"
    if columns > 2:
        return f"{name} is too far: a piece moves one square, or jumps over one enemy piece"
    return f"{name} is not a legal move"


def _is_jump(squares: list[int]) -> bool:
    """Whether the first step spans two rows, as a jump does."""
    return abs(row_col(squares[0])[0] - row_col(squares[1])[0]) >= 2


def _choices(texts: list[str]) -> str:
    unique = list(dict.fromkeys(texts))
    return unique[0] if len(unique) == 1 else f"{', '.join(unique[:-1])} or {unique[-1]}"
