"""The board turned by 180 degrees: bit by bit, and with every move."""

from __future__ import annotations

from players.samples import played

from kingme.core.rotation import turned, turned_move
from kingme.core.squares import BITS, BOARD, BOTTOM_ROW, TOP_ROW


def test_every_bit_goes_to_the_opposite_one() -> None:
    for bit in range(BITS):
        assert turned(1 << bit) == 1 << (BITS - 1 - bit)
    assert (turned(BOARD), turned(TOP_ROW), turned(0)) == (BOARD, BOTTOM_ROW, 0)


def test_moves_turn_with_the_board() -> None:
    captures = 0
    for board in played(300):
        codes = sorted(move.code for move in board.legal_moves())
        flipped = board.flip()
        assert sorted(int(turned_move(code)) for code in codes) == sorted(move.code for move in flipped.legal_moves())
        assert [int(turned_move(turned_move(code))) for code in codes] == codes
        for code in codes:
            assert flipped.play_code(int(turned_move(code))) == board.play_code(code).flip()
        captures += any(move.is_capture for move in board.legal_moves())
    assert captures > 50
