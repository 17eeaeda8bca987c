"""The board turned by 180 degrees, so that White moves down as Black does: one function then serves both sides."""

from __future__ import annotations

from kingme.core.bits import reverse, shift_right
from kingme.core.jit import kernel
from kingme.core.moves import CAPTURED_SHIFT, SQUARE_MASK
from kingme.core.squares import BITS


@kernel("i8(i8)", quick=True)
def turned(mask):
    """A bit board turned by 180 degrees: bit 0 becomes bit 34."""
    return shift_right(reverse(mask), 64 - BITS)


@kernel("i8(i8)", quick=True)
def turned_move(move):
    """The number of a move on the board turned round."""
    start = BITS - 1 - (move & SQUARE_MASK)
    end = BITS - 1 - ((move >> 6) & SQUARE_MASK)
    return (turned(move >> CAPTURED_SHIFT) << CAPTURED_SHIFT) | (end << 6) | start
