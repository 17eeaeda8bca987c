"""Two kings against one, solved backwards from the end by enumeration: the best defence there is, for tests.

A position is `(strong, weak, turn)` with bit boards, turn 0 for the strong side (Black). Each gets the number of plies
to the end of the game if the strong side wins by best play. One king against one is in it too: it can be left over.
"""

from __future__ import annotations

from collections import deque
from functools import cache
from itertools import combinations

import numpy as np

from kingme import Board, Color
from kingme.core.moves import MAX_MOVES, apply, generate
from kingme.core.squares import bit_of

Position = tuple[int, int, int]

BITS = [1 << bit_of(square) for square in range(1, 33)]


@cache
def two_kings_against_one() -> dict[Position, int]:
    """Plies to the end for every position that two kings win; the others are missing."""
    strong_side = BITS + [a | b for a, b in combinations(BITS, 2)]
    positions = [(kings, king, turn) for kings in strong_side for king in BITS if not kings & king for turn in (0, 1)]
    won: dict[Position, int] = {}
    parents: dict[Position, list[Position]] = {position: [] for position in positions}
    open_replies: dict[Position, int] = {}
    buffer = np.empty(MAX_MOVES, np.int64)
    for position in positions:
        strong, weak, turn = position
        own, opp = (strong, weak) if turn == 0 else (weak, strong)
        codes = set(buffer[: generate(own, opp, strong | weak, turn, buffer, 0)].tolist())
        if not codes:
            if turn == 1:
                won[position] = 0
            continue
        open_replies[position] = len(codes)
        for code in codes:
            next_own, next_opp, _ = apply(own, opp, strong | weak, turn, code)
            after = (int(next_opp), int(next_own), 1) if turn == 0 else (int(next_own), int(next_opp), 0)
            if after[1] == 0:  # the last king is taken
                won[position] = 1
            elif after[0] != 0:
                parents[after].append(position)
    queue = deque(sorted(won, key=lambda position: won[position]))
    while queue:  # in the order of distance: breadth first
        position = queue.popleft()
        for parent in parents[position]:
            if parent in won:
                continue
            open_replies[parent] -= 1
            if parent[2] == 0 or open_replies[parent] == 0:  # one good move wins; every defence must fail
                won[parent] = won[position] + 1
                queue.append(parent)
    return won


def plies_left(board: Board) -> int | None:
    """Plies to the end, with Black the side that has two kings; None if that is not a win."""
    return two_kings_against_one().get((board.black, board.white, int(board.turn)))


def longest_defence(board: Board) -> Board:
    """The position after White's most stubborn move."""

    def plies(after: Board) -> int:
        left = plies_left(after)
        return 1000 if left is None else left

    assert board.turn is Color.WHITE
    return max((board.play(move) for move in board.legal_moves()), key=plies)
