"""What goes over the wire says the same as the library does."""

from __future__ import annotations

import random

from kingme import Board
from kingme.web.views import move_info, moves_info


def test_legal_moves_are_written_as_the_board_writes_them() -> None:
    rng = random.Random(6)
    for _ in range(40):
        board = Board()
        while board.outcome() is None and rng.random() > 0.01:
            assert moves_info(board) == [move_info(board, move) for move in board.legal_moves()]
            board = board.play(rng.choice(board.legal_moves()))


def test_captures_with_the_same_ends_are_told_apart() -> None:
    board = Board.from_fen("B:W6,7,14,15:BK2")  # once round, either way
    assert [move["text"] for move in moves_info(board)] == ["2x2", "2x11x18x9x2"]
    assert moves_info(board) == [move_info(board, move) for move in board.legal_moves()]
