"""Why a move is refused: every message once."""

from __future__ import annotations

import pytest

from kingme import Board, IllegalMoveError, KingMeError
from kingme.refusal import refuse
from kingme.text.coordinates import SquareError

START = Board().fen()

REFUSALS = [
    (START, [11], "a move needs two squares, from and to, as in 11-15"),
    (START, [], "a move needs two squares, from and to, as in 11-15"),
    (START, [15, 18], "there is no piece on 15"),
    (START, [22, 18], "the piece on 22 is White's, and it is Black's turn"),
    ("W:W32:B12", [12, 16], "the piece on 12 is Black's, and it is White's turn"),
    ("B:W16,19,32:B12", [12, 16], "the game is over: Black has no legal move"),
    ("B:W6,14,32:B2", [2, 7], "a capture is compulsory: 2x9x18"),
    ("B:W6,14,32:B2,12", [12, 16], "a capture is compulsory: 2x9x18"),
    ("B:W6,7,32:B2", [2, 2], "a capture is compulsory: 2x9 or 2x11"),
    ("B:W6,7,11,32:B2,8", [8, 12], "a capture is compulsory: 2x9 or 8x15"),
    ("B:W6,14,32:B2", [2, 9], "the jump must be continued: 2x9x18"),
    ("B:W6,14,15,22,32:B2", [2, 9], "the jump must be continued: 2x9x18x25"),
    ("B:W6,13,14,21,32:BK2", [2, 9], "the jump must be continued: 2x9x18"),
    ("B:W6,14,32:B2", [2, 11], "2-11 is not a capture that 2 can make: 2x9x18"),
    ("B:W6,14,32:B2", [2, 9, 17], "2-9-17 is not a capture that 2 can make: 2x9x18"),
    (START, [11, 11], "a move must lead to another square"),
    (START, [11, 14], "11-14 is not diagonal: pieces move along diagonals, one square at a time"),
    (START, [11, 10], "11-10 is not diagonal: pieces move along diagonals, one square at a time"),
    ("B:W32:B15", [15, 11], "a man moves forward only, and 15-11 goes backward"),
    ("W:W18:B1", [18, 22], "a man moves forward only, and 18-22 goes backward"),
    (START, [7, 11], "11 is occupied"),
    (START, [11, 18], "11-18 is not a jump: there is no enemy piece between 11 and 18"),
    (START, [2, 11], "11 is occupied"),
    ("B:W32:BK1", [1, 15], "1-15 is too far: a piece moves one square, or jumps over one enemy piece"),
    ("B:W32:BK15", [15, 11, 10], "15-11-10 is not a legal move"),
    ("B:W32:BK15", [15, 10, 11], "15-10-11 is not a legal move"),
]


@pytest.mark.parametrize(("fen", "squares", "message"), REFUSALS)
def test_refusals(fen: str, squares: list[int], message: str) -> None:
    board = Board.from_fen(fen)
    assert str(refuse(board, squares)) == message
    with pytest.raises(IllegalMoveError) as caught:
        board.find_move(squares)
    assert str(caught.value) == message


@pytest.mark.parametrize("squares", [[0, 5], [11, 33], [11, 15, 99], [-4, 5], [67, 15]])
def test_squares_that_do_not_exist(squares: list[int]) -> None:
    with pytest.raises(SquareError, match="is not a square: squares are 1-32"):
        Board().find_move(squares)


def test_a_message_stays_short() -> None:
    message = str(refuse(Board(), [11, 15] * 1000 + [11, 14]))
    assert message == "11-…-14 is not diagonal: pieces move along diagonals, one square at a time"


def test_a_refusal_is_an_error_that_users_cause() -> None:
    assert issubclass(IllegalMoveError, KingMeError)
    with pytest.raises(ValueError, match="no piece on 15"):
        Board().play("15-18")
