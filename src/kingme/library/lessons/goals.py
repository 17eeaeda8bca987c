"""What the rules alone decide: goals of moves, and the squares that a step asks for."""

from __future__ import annotations

import re

from kingme.board import Board
from kingme.core.squares import squares_of
from kingme.library.lessons.step import LessonError, Step
from kingme.move import Move

GOALS = {
    "any": "every legal move is right",
    "from N": "a move of the piece on square N",
    "to N": "a move that ends on square N",
    "take N": "a move that takes N pieces",
    "crown": "a move that makes a king",
    "end": "a move after which the other side cannot move",
    "win": "a move that wins, by tables or a search to the end",
    "quickest": "a move that wins in the fewest plies, by tables",
    "draw": "a move that holds the draw, by tables",
    "best": "the best move by a deep search: every wrong one is worth at least two thirds of a man less",
    "sound": "a move that gives nothing away: less than two thirds of a man worse than the best by a deep search",
}
MARKS = {
    "movers": "the pieces of the side to move that can move",
    "takers": "the pieces of the side to move that can take",
    "targets of N": "the squares that the piece on N can go to",
    "taken by MOVE": "the pieces that a move takes",
    "path of MOVE": "the squares that a move lands on",
    "kings": "all kings",
    "system": "the pieces of both sides that stand in the files of the side to move",
    "row N": "the squares of a row, counted from the top",
    "centre": "the four squares in the middle",
    "guards": "the pieces of the side to move on its first row",
}


def meets(step: Step, move: Move) -> bool:
    """Whether a move reaches a goal that the rules decide."""
    goal, _, number = step.goal.partition(" ")
    after = step.board.play(move)
    match goal:
        case "any":
            return True
        case "from":
            return move.start == int(number)
        case "to":
            return move.end == int(number)
        case "take":
            return len(move.captured) == int(number)
        case "crown":
            return after.kings.bit_count() + _kings_taken(step.board, move) > step.board.kings.bit_count()
        case "end":
            return not after.legal_moves()
    raise LessonError(f"{step.place}: {step.goal!r} is not a goal")


def _kings_taken(board: Board, move: Move) -> int:
    pieces = [board.piece_at(square) for square in move.captured]
    return sum(piece is not None and piece.king for piece in pieces)


def marked(step: Step) -> frozenset[int]:
    """The squares that a mark asks for."""
    board, what = step.board, step.goal
    if what == "movers":
        return frozenset(move.start for move in board.legal_moves())
    if what == "takers":
        return frozenset(move.start for move in board.legal_moves() if move.is_capture)
    if what == "kings":
        return frozenset(squares_of(board.kings))
    if what == "centre":
        return frozenset((14, 15, 18, 19))
    if what == "guards":
        return board.pieces(board.turn) & frozenset(range(29, 33) if board.turn else range(1, 5))
    if what == "system":
        return frozenset(square for square in board.pieces() if is_in_system(square, int(board.turn)))
    if found := re.fullmatch(r"row ([1-8])", what):
        row = int(found[1])
        return frozenset(range(4 * row - 3, 4 * row + 1))
    if found := re.fullmatch(r"targets of (\d+)", what):
        return frozenset(move.end for move in board.legal_moves() if move.start == int(found[1]))
    if found := re.fullmatch(r"(taken by|path of) (\S+)", what):
        move = board.parse_move(found[2])
        return frozenset(move.captured if found[1] == "taken by" else move.path[1:])
    raise LessonError(f"{step.place}: {what!r} is not something to mark")


def is_in_system(square: int, turn: int) -> bool:
    """Whether a square lies in one of the four files that begin in the back row of a side: "the move" counts there."""
    row = (square - 1) // 4
    file = 2 * ((square - 1) % 4) + (1 if row % 2 == 0 else 0)
    return file % 2 == (0 if turn else 1)
