"""A look at every position of a solved table: what is to be stored of it, and the counts that reports quote."""

from __future__ import annotations

import numpy as np

from kingme.core.bits import popcount
from kingme.core.jit import kernel
from kingme.core.squares import BOARD
from kingme.endgame.codec import ANY
from kingme.endgame.index import binomial, kings_at, men_at, next_kings, own_inside
from kingme.endgame.slices import Slice  # noqa: F401  (in a signature)
from kingme.endgame.successors import must_jump, threatened
from kingme.endgame.values import DRAWN, signed

# What `survey` counts. Values are 0 lost, 1 won, 2 drawn: three numbers for each of three sets of positions.
ALL = 0
STORED = 3  # without a capture for the side to move
CALM = 6  # without a capture for either side
LONGEST_LOSS, LONGEST_LOSS_AT, LONGEST_WIN, LONGEST_WIN_AT = 9, 10, 11, 12
TALLY = 13


def new_tally() -> np.ndarray:
    """An empty tally; -1 stands for no win and no loss."""
    tally = np.zeros(TALLY, np.int64)
    tally[LONGEST_LOSS:] = -1
    return tally


def add_tallies(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The tally of two parts of a table; of positions with equal distances the earlier one is kept."""
    total = np.concatenate([first[:LONGEST_LOSS] + second[:LONGEST_LOSS], first[LONGEST_LOSS:]])
    for length in (LONGEST_LOSS, LONGEST_WIN):
        if (second[length], -second[length + 1]) > (first[length], -first[length + 1]):
            total[length : length + 2] = second[length : length + 2]
    return total


@kernel("void(i8, i8, Slice, u1[::1], u1[::1], i8[::1])")
def survey(first, last, material, table, codes, tally):
    """Write a code for each position of the blocks `first` to `last` of a table, and count them.

    The code is 0, 1 or 2 for lost, won or drawn, and `ANY` where the side to move has a capture.
    """
    om, ok, pm, pk = material
    inside = own_inside(om, ok, pm, pk)
    outer, inner = (pk, ok) if inside else (ok, pk)
    for block in range(first, last):
        own_men, opp_men = men_at(block, om, pm)
        free = BOARD & ~(own_men | opp_men)
        columns = binomial(popcount(free) - outer, inner)
        size = binomial(popcount(free), outer) * columns
        outer_kings, inner_kings = kings_at(0, columns, outer, inner, free)
        for number in range(block * size, (block + 1) * size):
            own_kings, opp_kings = (inner_kings, outer_kings) if inside else (outer_kings, inner_kings)
            own, opp, kings = own_men | own_kings, opp_men | opp_kings, own_kings | opp_kings
            value = signed(table[number])
            code = 2 if value == DRAWN else value & 1
            tally[ALL + code] += 1
            if code != 2:
                slot = LONGEST_LOSS + 2 * code
                if value > tally[slot]:
                    tally[slot] = value
                    tally[slot + 1] = number
            if must_jump(own, opp, kings):
                code = ANY
            else:
                tally[STORED + code] += 1
                if not threatened(own, opp, kings):
                    tally[CALM + code] += 1
            codes[number] = code
            outer_kings, inner_kings = next_kings(outer_kings, inner_kings, free)


@kernel("void(u1[::1], u1[::1], i8, i8, u1[::1])")
def loss_distances(table, codes, first, last, halves):
    """Write half the distance of each lost position without a capture to `halves`, and the last one seen elsewhere."""
    latest = 0
    for number in range(first, last):
        if codes[number] == 0:
            latest = table[number] >> 1
        halves[number - first] = latest
