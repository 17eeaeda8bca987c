"""Perft: the number of move sequences of a given length, the standard test and speed measure of a move generator."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kingme.core.jit import kernel
from kingme.games.contract import Game
from kingme.games.registry import DEFAULT, find_game


@kernel("i8(game, position, i8, i8[::1], i8)")
def count_leaves(game, position, depth, moves, base):
    """Sequences of `depth` >= 1 moves; the last ply is counted without making its moves.

    `moves` needs `depth * game.MAX_MOVES` entries; `base` is the first that is free. A game that is over has no more
    sequences.
    """
    if depth == 1:
        return game.count(position, moves, base)
    end = base + game.generate(position, moves, base)
    total = 0
    for index in range(base, end):
        after = game.apply(position, moves[index])
        if depth == 2:  # most calls would be for the last ply, and a call costs as much as the count itself
            total += game.count(after, moves, end)
        else:
            total += count_leaves(game, after, depth - 1, moves, end)
    return total


def perft(position: Sequence[int], depth: int, game: Game | None = None) -> int:
    """Number of sequences of `depth` legal moves from a position of a game (English draughts unless another is given).

    >>> english = find_game("english")
    >>> perft(english.start(), 5)
    7361
    """
    if depth == 0:
        return 1
    game = game or find_game(DEFAULT)
    own, opp, third, turn = (int(number) for number in position)
    return int(count_leaves(game, (own, opp, third, turn), depth, np.empty(depth * game.MAX_MOVES, np.int64), 0))
