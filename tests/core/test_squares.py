"""Geometry of the 35-bit board, checked against the board as it is drawn."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingme.core.squares import (
    BITS,
    BOARD,
    BOTTOM_ROW,
    CROWN_SHIFT,
    START_BLACK,
    START_WHITE,
    TOP_ROW,
    UNUSED,
    bit_of,
    mask_of,
    square_of,
    squares_of,
)

SQUARES = range(1, 33)


def row_and_column(square: int) -> tuple[int, int]:
    """Place of a square on the 8x8 board, from the top left and from 0."""
    row = (square - 1) // 4
    return row, 2 * ((square - 1) % 4) + (row + 1) % 2


PLACES = {row_and_column(square): square for square in SQUARES}


def test_the_board_has_32_squares_and_3_gaps() -> None:
    assert BOARD.bit_count() == 32
    assert UNUSED.bit_count() == 3
    assert BOARD | UNUSED == (1 << BITS) - 1
    assert BOARD & UNUSED == 0


def test_bits_of_the_diagram() -> None:
    assert [bit_of(square) for square in SQUARES] == [
        *(0, 1, 2, 3, 4, 5, 6, 7),
        *(9, 10, 11, 12, 13, 14, 15, 16),
        *(18, 19, 20, 21, 22, 23, 24, 25),
        *(27, 28, 29, 30, 31, 32, 33, 34),
    ]
    assert mask_of(SQUARES) == BOARD


@pytest.mark.parametrize("square", SQUARES)
def test_bit_and_square_are_inverse(square: int) -> None:
    assert square_of(bit_of(square)) == square


@pytest.mark.parametrize("square", SQUARES)
@pytest.mark.parametrize(("shift", "rows", "columns"), [(4, 1, -1), (5, 1, 1), (-5, -1, -1), (-4, -1, 1)])
def test_every_diagonal_step_is_one_shift(square: int, shift: int, rows: int, columns: int) -> None:
    row, column = row_and_column(square)
    neighbour = PLACES.get((row + rows, column + columns))
    bit = 1 << bit_of(square)
    landed = (bit << shift if shift > 0 else bit >> -shift) & BOARD
    assert squares_of(landed) == ([neighbour] if neighbour else [])


def test_rows_where_men_crown() -> None:
    assert squares_of(TOP_ROW) == [1, 2, 3, 4]
    assert squares_of(BOTTOM_ROW) == [29, 30, 31, 32]
    assert BOTTOM_ROW >> CROWN_SHIFT == TOP_ROW


def test_start_position() -> None:
    assert squares_of(START_BLACK) == list(range(1, 13))
    assert squares_of(START_WHITE) == list(range(21, 33))


@given(st.frozensets(st.sampled_from(SQUARES)))
def test_masks_hold_sets_of_squares(squares: frozenset[int]) -> None:
    mask = mask_of(squares)
    assert mask & ~BOARD == 0
    assert squares_of(mask) == sorted(squares)
