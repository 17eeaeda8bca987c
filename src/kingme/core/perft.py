"""Perft: the number of move sequences of a given length, the standard test and speed measure of a move generator."""

from __future__ import annotations

import numpy as np

from kingme.core.jit import kernel
from kingme.core.moves import MAX_MOVES, apply, count_moves, generate


@kernel("i8(i8, i8, i8, i8, i8, i8[::1], i8)")
def count_leaves(own, opp, kings, turn, depth, moves, base):
    """Sequences of `depth` >= 1 moves; the last ply is counted without making its moves.

    `moves` needs `depth * MAX_MOVES` entries; `base` is the first that is free.
    """
    if depth == 1:
        return count_moves(own, opp, kings, turn, moves, base)
    end = base + generate(own, opp, kings, turn, moves, base)
    total = 0
    for index in range(base, end):
        next_own, next_opp, next_kings = apply(own, opp, kings, turn, moves[index])
        if depth == 2:  # most calls would be for the last ply, and a call costs as much as the count itself
            total += count_moves(next_own, next_opp, next_kings, 1 - turn, moves, end)
        else:
            total += count_leaves(next_own, next_opp, next_kings, 1 - turn, depth - 1, moves, end)
    return total


def perft(own: int, opp: int, kings: int, turn: int, depth: int) -> int:
    """Number of sequences of `depth` legal moves from a position."""
    if depth == 0:
        return 1
    return int(count_leaves(own, opp, kings, turn, depth, np.empty(depth * MAX_MOVES, np.int64), 0))
