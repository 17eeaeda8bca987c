"""Where squares lie in the bits of a board: rows of four or five squares, with one unused bit after every second row.

    8x8, 35 bits (as in `kingme.core.squares`)        10x10, 54 bits
    .  0  .  1  .  2  .  3                            .  0  .  1  .  2  .  3  .  4
    4  .  5  .  6  .  7  . (8)                        5  .  6  .  7  .  8  .  9  . (10)
    .  9  . 10  . 11  . 12                            .  11 .  12 .  13 .  14 .  15
    13 . 14  . 15  . 16  . (17)                       16 .  17 .  18 .  19 .  20 . (21)
               …                                                 …

Every diagonal step is one shift, `NEAR` or `FAR`, from every row alike; what steps over an edge lands on an unused bit
or beyond the last one. Kernels know one orientation, with a dark corner at White's left. A mirrored board is the same
board for them: its squares have other names (`Layout`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from kingme.games.contract import operation
from kingme.games.network import LAYERS_8, LAYERS_10, Layers, forward8, forward10
from kingme.text.dark_squares import DarkSquares


def _unused(in_row: int) -> int:
    return sum(1 << (pair * (2 * in_row + 1) + 2 * in_row) for pair in range(in_row))


def _mask(size: int, chosen: Callable[[int, int], bool]) -> int:
    """The bits of the squares whose row and column, from 0, are chosen."""
    half = size // 2
    return sum(
        1 << (row // 2 * (size + 1) + row % 2 * half + column // 2)
        for row in range(size)
        for column in range(size)
        if (row + column) % 2 and chosen(row, column)
    )


class Board8:
    """Constants of the 8x8 board for kernels."""

    ROWS: ClassVar[int] = 8
    COLUMNS: ClassVar[int] = 8
    BITS: ClassVar[int] = 35
    NEAR: ClassVar[int] = 4
    FAR: ClassVar[int] = 5
    BOARD: ClassVar[int] = ((1 << 35) - 1) & ~_unused(4)
    INNER: ClassVar[int] = ((1 << 31) - 1) & ~0b1111 & ~_unused(4)  # squares whose pieces can be captured
    SHIFT: ClassVar[int] = 12  # of captured pieces within a move
    TOP_ROW: ClassVar[int] = 0b1111
    BOTTOM_ROW: ClassVar[int] = 0b1111 << 31
    CROWN_SHIFT: ClassVar[int] = 31  # BOTTOM_ROW >> (CROWN_SHIFT * turn) is the row where `turn` crowns
    LAST_BUT_ONE: ClassVar[int] = 0b1111 << 27  # the row before that, for Black
    LAST_SHIFT: ClassVar[int] = 23
    START_BLACK: ClassVar[int] = 0b1111 | 0b1111 << 4 | 0b1111 << 9
    START_WHITE: ClassVar[int] = 0b1111 << 22 | 0b1111 << 27 | 0b1111 << 31
    CENTRE: ClassVar[int] = _mask(8, lambda row, column: row in (3, 4) and 2 <= column <= 5)
    EDGE: ClassVar[int] = _mask(8, lambda row, column: column in (0, 7))
    ROAD: ClassVar[int] = _mask(8, lambda row, column: row + column == 7)
    MEN: ClassVar[int] = 12  # of a side at the start
    FULL_LEAD: ClassVar[int] = MEN
    MAX_MOVES: ClassVar[int] = 256
    MAX_CAPTURES: ClassVar[int] = 128  # kept of one position; quiet moves are fewer than 4 for each empty square
    MOVE_BITS: ClassVar[int] = 47
    LAYERS: ClassVar[Layers] = LAYERS_8

    @operation
    def network(game, weights, first, own_men, own_kings, foe_men, foe_kings):
        return forward8(weights, first, own_men, own_kings, foe_men, foe_kings)


class Board10:
    """Constants of the 10x10 board for kernels."""

    ROWS: ClassVar[int] = 10
    COLUMNS: ClassVar[int] = 10
    BITS: ClassVar[int] = 54
    NEAR: ClassVar[int] = 5
    FAR: ClassVar[int] = 6
    BOARD: ClassVar[int] = ((1 << 54) - 1) & ~_unused(5)
    INNER: ClassVar[int] = ((1 << 49) - 1) & ~0b11111 & ~_unused(5)
    SHIFT: ClassVar[int] = 7
    TOP_ROW: ClassVar[int] = 0b11111
    BOTTOM_ROW: ClassVar[int] = 0b11111 << 49
    CROWN_SHIFT: ClassVar[int] = 49
    LAST_BUT_ONE: ClassVar[int] = 0b11111 << 44
    LAST_SHIFT: ClassVar[int] = 39
    START_BLACK: ClassVar[int] = 0b11111 | 0b11111 << 5 | 0b11111 << 11 | 0b11111 << 16
    START_WHITE: ClassVar[int] = 0b11111 << 33 | 0b11111 << 38 | 0b11111 << 44 | 0b11111 << 49
    CENTRE: ClassVar[int] = _mask(10, lambda row, column: row in (4, 5) and 2 <= column <= 7)
    EDGE: ClassVar[int] = _mask(10, lambda row, column: column in (0, 9))
    ROAD: ClassVar[int] = _mask(10, lambda row, column: row + column == 9)
    MEN: ClassVar[int] = 20
    FULL_LEAD: ClassVar[int] = MEN
    MAX_MOVES: ClassVar[int] = 512
    MAX_CAPTURES: ClassVar[int] = 256
    MOVE_BITS: ClassVar[int] = 56
    LAYERS: ClassVar[Layers] = LAYERS_10

    @operation
    def network(game, weights, first, own_men, own_kings, foe_men, foe_kings):
        return forward10(weights, first, own_men, own_kings, foe_men, foe_kings)


@dataclass(frozen=True)
class Layout:
    """The numbers that people give to squares, and the bits that kernels give them."""

    names: DarkSquares

    def _bit(self, square: int) -> int:
        row, place = self.names.row_place(square)
        in_row = self.names.in_row
        if self.names.mirrored:
            place = in_row - 1 - place
        return row // 2 * (2 * in_row + 1) + row % 2 * in_row + place

    @cached_property
    def bits(self) -> dict[int, int]:
        """Bit of each square."""
        return {square: self._bit(square) for square in range(1, self.names.count + 1)}

    @cached_property
    def squares(self) -> dict[int, int]:
        """Square of each bit."""
        return {bit: square for square, bit in self.bits.items()}

    def mask_of(self, squares: Iterable[int]) -> int:
        return sum(1 << self.bits[square] for square in squares)

    def squares_of(self, mask: int) -> list[int]:
        """The squares of a bit board in ascending order."""
        return [square for square, bit in self.bits.items() if mask >> bit & 1]
