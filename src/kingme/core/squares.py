"""Geometry of the board: 32 squares in 35 bits, so that every diagonal step is one shift.

A row of the board holds four squares. Rows take four bits each, with one unused bit after every second row:

          b   d   f   h                    bits                     squares 1-32
    8   .   0 .   1 .   2 .   3      row 0:  0  1  2  3            1   2   3   4
    7     4 .   5 .   6 .   7 .      row 1:  4  5  6  7   (8)    5   6   7   8
    6   .   9 .  10 .  11 .  12      row 2:  9 10 11 12            9  10  11  12
    5    13 .  14 .  15 .  16 .      row 3: 13 14 15 16  (17)   13  14  15  16
    4   .  18 .  19 .  20 .  21      row 4: 18 19 20 21           17  18  19  20
    3    22 .  23 .  24 .  25 .      row 5: 22 23 24 25  (26)   21  22  23  24
    2   .  27 .  28 .  29 .  30      row 6: 27 28 29 30           25  26  27  28
    1    31 .  32 .  33 .  34 .      row 7: 31 32 33 34         29  30  31  32
          a   c   e   g

Down the board is `<< 4` (left) or `<< 5` (right), up is `>> 5` (left) or `>> 4` (right), from every row alike. A step
over an edge lands on an unused bit or outside the 35, and `BOARD` masks both away: no tables, no parity, no wrapping.

Black starts at the top (squares 1-12), moves down and moves first; White starts on 21-32 and moves up.
"""

from __future__ import annotations

BLACK, WHITE = 0, 1

BITS = 35  # one more than the highest bit in use
UNUSED = (1 << 8) | (1 << 17) | (1 << 26)
BOARD = ((1 << BITS) - 1) & ~UNUSED

TOP_ROW = 0b1111  # where White crowns
BOTTOM_ROW = 0b1111 << 31  # where Black crowns
CROWN_SHIFT = 31  # BOTTOM_ROW >> (CROWN_SHIFT * turn) is the row where `turn` crowns


def bit_of(square: int) -> int:
    """Index of the bit of a square 1-32."""
    return square - 1 + (square - 1) // 8


def square_of(bit: int) -> int:
    """Square 1-32 of the bit with this index."""
    return bit - bit // 9 + 1


def mask_of(squares: range | list[int] | tuple[int, ...] | frozenset[int]) -> int:
    """The set of squares 1-32 as a bit board."""
    return sum(1 << bit_of(square) for square in squares)


_MASKS = [(square, mask_of((square,))) for square in range(1, 33)]


def squares_of(mask: int) -> list[int]:
    """The squares of a bit board in ascending order."""
    return [square for square, bit in _MASKS if mask & bit]


START_BLACK = mask_of(range(1, 13))
START_WHITE = mask_of(range(21, 33))
