"""Positions as consecutive numbers: a perfect index for every combination of material.

A position is always seen by the side to move, who moves down the board: with White to move the board is turned round
and the colours are swapped, so that one table serves both sides. Positions of the same material (own men, own kings,
enemy men, enemy kings) are numbered from 0 without gaps:

    index = number of the men's placement x kings' placements + number of the kings' placement

The number of a set of squares among the squares it may use is its place in colexicographic order, the combinatorial
number system: the i-th smallest square, with n allowed squares below it, adds the binomial C(n, i). Counting the
squares below is one `popcount`, so gaps in the board and squares taken by others cost nothing.

    own men      28 squares, all but the far row: those on the first row (4 squares), where no enemy man can stand, are
                 numbered apart from the others (24 squares), because only the latter take squares from the enemy's men
    enemy men    28 squares less those of own men
    outer kings  32 squares less all men
    inner kings  32 squares less all men and outer kings

Men come first, so that all positions that kings' moves connect lie side by side: such a block is solved by itself. The
inner kings are those of the stronger side (more pieces, or as many and more kings; the enemy's where both are equal):
moving them changes the value of a position less often, and files become a tenth smaller.
"""

from __future__ import annotations

from itertools import product
from math import comb

import numpy as np

from kingme.core.bits import popcount
from kingme.core.jit import kernel
from kingme.core.squares import BITS, BOARD, BOTTOM_ROW, TOP_ROW

MOST_PIECES = 6
SQUARES = 32

ENEMY_AREA = BOARD & ~TOP_ROW  # squares of enemy men
MIDDLE = BOARD & ~(TOP_ROW | BOTTOM_ROW)  # squares of own men beyond the first row
TOP_SQUARES, MIDDLE_SQUARES, AREA_SQUARES = 4, 24, 28

_WIDTH = SQUARES + 1
_SIZES = MOST_PIECES + 1
BINOMIAL = np.array([comb(n, k) for k in range(_SIZES + 1) for n in range(_WIDTH)], np.int64)
"""Binomial C(n, k) at `_WIDTH * k + n`."""


def men_placements(own: int, enemy: int, on_top: int | None = None) -> int:
    """Number of placements of men, or of those with so many own men on the first row."""
    if on_top is None:
        return sum(men_placements(own, enemy, top) for top in range(min(own, TOP_SQUARES) + 1))
    rest = own - on_top
    return comb(TOP_SQUARES, on_top) * comb(MIDDLE_SQUARES, rest) * comb(AREA_SQUARES - rest, enemy) if rest >= 0 else 0


_MEN_BASE = np.array(
    [
        sum(men_placements(own, enemy, top) for top in range(on_top))
        for own, enemy, on_top in product(range(_SIZES), range(_SIZES), range(TOP_SQUARES + 1))
    ],
    np.int64,
)
"""Number of placements with fewer own men on the first row."""

MATERIALS = 1 << 12  # a material code has three bits for each of its four counts


@kernel
def binomial(n, k):
    return BINOMIAL[_WIDTH * k + n]


@kernel
def material_of(own_men, own_kings, opp_men, opp_kings):
    """The code of a material from its four counts, below `MATERIALS`."""
    return own_men | (own_kings << 3) | (opp_men << 6) | (opp_kings << 9)


@kernel
def rank(pieces, among):
    """The number of a set of squares in colexicographic order among the squares it may use."""
    number = 0
    row = _WIDTH
    while pieces:
        below = (pieces & -pieces) - 1
        number += BINOMIAL[row + popcount(among & below)]
        pieces &= pieces - 1
        row += _WIDTH
    return number


@kernel
def unrank(number, count, among):
    """The set of `count` squares with this number: the inverse of `rank`."""
    pieces = 0
    left = popcount(among)
    bit = 1 << (BITS - 1)
    while count:
        if among & bit:
            left -= 1
            if number >= binomial(left, count):
                number -= binomial(left, count)
                pieces |= bit
                count -= 1
        bit >>= 1
    return pieces


@kernel("i8(i8, i8)", quick=True)
def men_index(own_men, opp_men):
    """The number of the men's placement."""
    top = own_men & TOP_ROW
    middle = own_men & ~TOP_ROW
    beyond = popcount(middle)
    on_top = popcount(top)
    enemies = popcount(opp_men)
    own = rank(top, TOP_ROW) * binomial(MIDDLE_SQUARES, beyond) + rank(middle, MIDDLE)
    base = _MEN_BASE[((on_top + beyond) * _SIZES + enemies) * (TOP_SQUARES + 1) + on_top]
    return base + own * binomial(AREA_SQUARES - beyond, enemies) + rank(opp_men, ENEMY_AREA & ~own_men)


@kernel("UniTuple(i8, 2)(i8, i8, i8)", quick=True)
def men_at(number, own_count, opp_count):
    """The men's placement with this number, as `(own_men, opp_men)`: the inverse of `men_index`."""
    row = (own_count * _SIZES + opp_count) * (TOP_SQUARES + 1)
    on_top = min(own_count, TOP_SQUARES)
    while _MEN_BASE[row + on_top] > number:
        on_top -= 1
    number -= _MEN_BASE[row + on_top]
    beyond = own_count - on_top
    enemies = binomial(AREA_SQUARES - beyond, opp_count)
    middles = binomial(MIDDLE_SQUARES, beyond)
    own = number // enemies
    own_men = unrank(own // middles, on_top, TOP_ROW) | unrank(own % middles, beyond, MIDDLE)
    return own_men, unrank(number % enemies, opp_count, ENEMY_AREA & ~own_men)


@kernel
def own_inside(own_men, own_kings, opp_men, opp_kings):
    """Whether own kings are the inner ones, given the four counts."""
    lead = own_men + own_kings - opp_men - opp_kings
    return lead > 0 or (lead == 0 and own_kings > opp_kings)


@kernel
def kings_index(own_kings, opp_kings, free, columns, inside):
    """The number of the kings' placement on squares free of men; `columns` counts those of the inner kings."""
    if inside:
        return rank(opp_kings, free) * columns + rank(own_kings, free & ~opp_kings)
    return rank(own_kings, free) * columns + rank(opp_kings, free & ~own_kings)


@kernel("i8(i8, i8, i8)", quick=True)
def index_of(own, opp, kings):
    """The number of a position, seen by the side to move, among those of its material."""
    own_kings = own & kings
    opp_kings = opp & kings
    own_men = own & ~kings
    opp_men = opp & ~kings
    free = BOARD & ~(own_men | opp_men)
    squares = popcount(free)
    owned = popcount(own_kings)
    opposed = popcount(opp_kings)
    inside = own_inside(popcount(own_men), owned, popcount(opp_men), opposed)
    outer = opposed if inside else owned
    columns = binomial(squares - outer, owned + opposed - outer)
    block = men_index(own_men, opp_men) * (binomial(squares, outer) * columns)
    return block + kings_index(own_kings, opp_kings, free, columns, inside)


@kernel
def kings_at(number, columns, outer, inner, free):
    """The placement of kings with this number, as `(outer_kings, inner_kings)`."""
    outer_kings = unrank(number // columns, outer, free)
    return outer_kings, unrank(number % columns, inner, free & ~outer_kings)


@kernel("UniTuple(i8, 3)(i8, i8, i8, i8, i8)", quick=True)
def position_at(number, om, ok, pm, pk):
    """The position with this number and material, as `(own, opp, kings)`: the inverse of `index_of`."""
    inside = own_inside(om, ok, pm, pk)
    outer, inner = (pk, ok) if inside else (ok, pk)
    columns = binomial(SQUARES - om - pm - outer, inner)
    rows = binomial(SQUARES - om - pm, outer)
    own_men, opp_men = men_at(number // (rows * columns), om, pm)
    free = BOARD & ~(own_men | opp_men)
    outer_kings, inner_kings = kings_at(number % (rows * columns), columns, outer, inner, free)
    own_kings, opp_kings = (inner_kings, outer_kings) if inside else (outer_kings, inner_kings)
    return own_men | own_kings, opp_men | opp_kings, outer_kings | inner_kings


@kernel
def _next_set(pieces, among):
    """The set of as many squares that comes next in colexicographic order; the first after the last.

    The lowest square that has a free one next to it moves up there, and the squares below it fall to the bottom.
    """
    moved = ((pieces | ~among) + (pieces & -pieces)) & among
    fallen = popcount(pieces) - popcount(moved)
    while fallen > 0:
        bottom = among & -among
        moved |= bottom
        among ^= bottom
        fallen -= 1
    return moved


@kernel
def next_kings(outer_kings, inner_kings, free):
    """The next placement of kings on squares free of men, as `(outer_kings, inner_kings)`; the first after the last."""
    following = _next_set(inner_kings, free & ~outer_kings)
    if following > inner_kings:
        return outer_kings, following
    outer_kings = _next_set(outer_kings, free)
    return outer_kings, unrank(0, popcount(inner_kings), free & ~outer_kings)
