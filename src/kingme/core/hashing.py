"""Zobrist hashing: a position's fingerprint, updated by a few exclusive-ors per move.

Every (piece, square) pair has a random number, and White's turn one more; the hash of a position is the exclusive-or
of those that are present (Zobrist 1970). The numbers come from SplitMix64 with a fixed seed, so that a hash means the
same on every machine and in every file.
"""

from __future__ import annotations

import numpy as np

from kingme.core.bits import lowest
from kingme.core.jit import kernel
from kingme.core.moves import CAPTURED_SHIFT, SQUARE_MASK
from kingme.core.squares import BITS, BOTTOM_ROW, CROWN_SHIFT

_SEED = 0x4B696E674D65  # "KingMe"


def _splitmix64(count: int) -> list[int]:
    state, words, numbers = _SEED, (1 << 64) - 1, []
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & words
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & words
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & words
        numbers.append(z ^ (z >> 31))
    return numbers


_NUMBERS = np.array(_splitmix64(4 * BITS + 1), dtype=np.uint64).view(np.int64)

TURN_KEY = int(_NUMBERS[-1])
PIECE_KEYS = _NUMBERS[:-1].copy()
"""Key of a piece: index `BITS * (2 * color + king) + bit`."""


@kernel
def _key(color, king, bit):
    return PIECE_KEYS[BITS * (2 * color + king) + bit]


@kernel("i8(i8, i8, i8, i8)", quick=True)
def hash_position(own, opp, kings, turn):
    """The hash of a position, computed from nothing."""
    value = TURN_KEY * turn
    pieces = own
    while pieces:
        bit = lowest(pieces)
        pieces &= pieces - 1
        value ^= _key(turn, (kings >> bit) & 1, bit)
    pieces = opp
    while pieces:
        bit = lowest(pieces)
        pieces &= pieces - 1
        value ^= _key(1 - turn, (kings >> bit) & 1, bit)
    return value


@kernel("i8(i8, i8, i8, i8)", quick=True)
def hash_after(value, kings, turn, move):
    """The hash after `turn` makes a move, from the hash and the kings before it."""
    start = move & SQUARE_MASK
    end = (move >> 6) & SQUARE_MASK
    captured = move >> CAPTURED_SHIFT
    king = (kings >> start) & 1
    crowned = ((BOTTOM_ROW >> (CROWN_SHIFT * turn)) >> end) & 1
    value ^= TURN_KEY ^ _key(turn, king, start) ^ _key(turn, king | crowned, end)
    while captured:
        bit = lowest(captured)
        captured &= captured - 1
        value ^= _key(1 - turn, (kings >> bit) & 1, bit)
    return value
