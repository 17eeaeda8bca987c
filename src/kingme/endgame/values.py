"""What a table says of a position, as one byte.

    0 ... 253   plies to the end of the game under best play: an even number is lost, an odd number won, for the side to
                move (0: it has no move; 1: it takes the last piece or blocks it)
    255         drawn

Tables without distances use 0 for lost and 1 for won. The winner takes the shortest way, the loser the longest.
"""

from __future__ import annotations

import numpy as np

from kingme.core.jit import kernel

LOST, WON = 0, 1
LONGEST = 253
DRAWN = 255


@kernel
def signed(byte):
    """A byte as a signed 64-bit number, the one type that kernels calculate in."""
    return np.int64(byte)


@kernel
def better(first, second):
    """The value that the side to move prefers: a quick win, a draw, a slow loss."""
    if first == DRAWN:
        return second if second != DRAWN and second & 1 else first
    if first & 1:
        return first if second == DRAWN or not second & 1 or first < second else second
    return second if second == DRAWN or second & 1 or second > first else first


@kernel
def before(value, distances):
    """The value of a position for whoever moves from it to a position of this value.

    It may be one beyond `LONGEST`; whoever keeps it must look. Without distances only won and lost are told apart, also
    where the value has one: blocks of the pair that is being solved hold the layers of their solution.
    """
    if value == DRAWN:
        return DRAWN
    return value + 1 if distances else 1 - (value & 1)
