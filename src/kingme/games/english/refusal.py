"""Why a move of English draughts is refused: the first rule that it breaks, in words that help to find a legal one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kingme.core.moves import MAX_MOVES, MAX_PATH
from kingme.core.squares import WHITE
from kingme.games.contract import Game
from kingme.text.coordinates import check_square, row_col


def refusal(game: Game, position: Sequence[int], squares: Sequence[int]) -> str:
    """The first rule that the move named by these squares breaks."""
    if len(squares) < 2:
        return "a move needs two squares, from and to, as in 11-15"
    for square in squares:
        check_square(square)
    start, end = squares[0], squares[-1]
    squares, turn, stones = list(squares), position[3], game.stones(position)
    mover = game.SIDES[turn]
    name = "-".join(map(str, squares)) if len(squares) <= MAX_PATH else f"{start}-…-{end}"
    piece = stones.get(start)
    if piece is None:
        return f"there is no piece on {start}"
    if piece.side != turn:
        return f"the piece on {start} is {game.SIDES[piece.side]}'s, and it is {mover}'s turn"
    legal = _legal(game, position)
    if not legal:
        return f"the game is over: {mover} has no legal move"

    from_here = [move for move in legal if move[0][0] == start]
    if legal[0][1]:
        shown = _choices([game.move_text(*move) for move in legal])
        longer = [game.move_text(*move) for move in from_here if list(move[0][: len(squares)]) == squares]
        if longer:
            return f"the jump must be continued: {_choices(longer)}"
        if not from_here or not _is_jump(squares):
            return f"a capture is compulsory: {shown}"
        return f"{name} is not a capture that {start} can make: {shown}"

    if start == end:
        return "a move must lead to another square"
    target = stones.get(end)
    (row, column), (end_row, end_column) = row_col(start), row_col(end)
    rows, columns = end_row - row, abs(end_column - column)
    forward = -1 if turn == WHITE else 1
    if abs(rows) != columns:
        return f"{name} is not diagonal: pieces move along diagonals, one square at a time"
    if piece.kind == "man" and rows * forward < 0:
        return f"a man moves forward only, and {name} goes backward"
    if target is not None:
        return f"{end} is occupied"
    if columns == 2:
        return f"{name} is not a jump: there is no enemy piece between {start} and {end}"
    if columns > 2:
        return f"{name} is too far: a piece moves one square, or jumps over one enemy piece"
    return f"{name} is not a legal move"


def _legal(game: Game, position: Sequence[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Path and captured squares of every legal move."""
    buffer = np.empty(MAX_MOVES, np.int64)
    codes = buffer[: game.generate(tuple(position), buffer, 0)].tolist()
    return [game.path(position, code, codes[:index].count(code)) for index, code in enumerate(codes)]


def _is_jump(squares: list[int]) -> bool:
    """Whether the first step spans two rows, as a jump does."""
    return abs(row_col(squares[0])[0] - row_col(squares[1])[0]) >= 2


def _choices(texts: list[str]) -> str:
    unique = list(dict.fromkeys(texts))
    return unique[0] if len(unique) == 1 else f"{', '.join(unique[:-1])} or {unique[-1]}"
