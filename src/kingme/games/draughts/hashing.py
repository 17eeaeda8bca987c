"""Zobrist hashing of boards of up to 64 bits, as `kingme.core.hashing` has it for English draughts."""

from __future__ import annotations

from random import Random

import numpy as np

from kingme.core.bits import lowest
from kingme.core.jit import kernel
from kingme.games.draughts.generator import SQUARE_MASK, captured_by, crowned_by

_BITS = 64
_random = Random(0x44726175676874)  # "Draught"; its numbers are the same in every version of Python
_NUMBERS = np.array([_random.getrandbits(64) for _ in range(4 * _BITS + 1)], dtype=np.uint64).view(np.int64)

_TURN_KEY = int(_NUMBERS[-1])
_PIECE_KEYS = _NUMBERS[:-1].copy()


@kernel
def _key(color, king, bit):
    return _PIECE_KEYS[_BITS * (2 * color + king) + bit]


@kernel
def _keys(pieces, kings, color):
    value = 0
    while pieces:
        bit = lowest(pieces)
        pieces &= pieces - 1
        value ^= _key(color, (kings >> bit) & 1, bit)
    return value


@kernel
def hash_position(position):
    """The hash of a position, computed from nothing."""
    own, opp, kings, turn = position
    return (_TURN_KEY * turn) ^ _keys(own, kings, turn) ^ _keys(opp, kings, 1 - turn)


@kernel
def hash_after(game, position, key, move):
    """The hash after a move, from the position before it and its hash."""
    _, _, kings, turn = position
    start = move & SQUARE_MASK
    end = (move >> 6) & SQUARE_MASK
    king = (kings >> start) & 1
    crowned = crowned_by(game, position, move) >> end
    key ^= _TURN_KEY ^ _key(turn, king, start) ^ _key(turn, crowned, end)
    return key ^ _keys(captured_by(game, move), kings, 1 - turn)
