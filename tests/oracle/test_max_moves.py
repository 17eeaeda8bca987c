"""How many moves a position can have, and how long a capture can get: the sizes of the kernels' buffers.

Kernels do not check the ends of their buffers, so the sizes must hold for every position with up to 12 pieces a side.
For quiet moves the proof is short (12 kings have at most 4 each, 48 in all); for captures a search looks for the worst.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from kingme.core.moves import CAPTURED_SHIFT, MAX_JUMPS, MAX_MOVES, can_jump, count_moves, generate
from kingme.core.squares import BLACK, mask_of

ROOM = np.zeros(16 * MAX_MOVES, np.int64)  # enough to see a list that would be too long for MAX_MOVES

Cells = list[str]  # of the squares 1-32: "." or "o" (a king of the side to move) or "x" (a king of the other)


def state(cells: Cells) -> tuple[int, int, int, int]:
    own, opp = (mask_of([square for square, cell in enumerate(cells, 1) if cell == side]) for side in "ox")
    return own, opp, own | opp, BLACK


def quiet_moves(cells: Cells) -> int:
    position = state(cells)
    return 0 if can_jump(*position) else int(count_moves(*position, ROOM, 0))


def captures(cells: Cells) -> int:
    position = state(cells)
    return int(count_moves(*position, ROOM, 0)) if can_jump(*position) else 0


def longest_capture(cells: Cells) -> int:
    moves = ROOM[: generate(*state(cells), ROOM, 0)].tolist()
    return max(((move >> CAPTURED_SHIFT).bit_count() for move in moves), default=0)


def climb(goal: Callable[[Cells], int], seed: int, tries: int = 4_000) -> int:
    """The best value found by changing or swapping one or two squares at a time and never stepping down."""
    random = Random(seed)
    cells = [random.choice("..ox") for _ in range(32)]
    best = -1
    for _ in range(tries):
        changed = cells.copy()
        a, b = random.sample(range(32), 2)
        if random.random() < 0.4:
            changed[a], changed[b] = changed[b], changed[a]
        else:
            changed[a] = random.choice(".ox")
            if random.random() < 0.5:
                changed[b] = random.choice(".ox")
        if changed.count("o") <= 12 and changed.count("x") <= 12 and (value := goal(changed)) >= best:
            cells, best = changed, value
    return best


def place(own: list[int], opp: list[int]) -> Cells:
    return ["o" if square in own else "x" if square in opp else "." for square in range(1, 33)]


# The most that long runs of simulated annealing found.
MOST_QUIET = place([1, 2, 9, 10, 11, 17, 18, 19, 20, 25, 26, 27], [3, 4, 12, 28])
MOST_CAPTURES = place([1, 3, 9, 13, 21, 25, 32], [5, 6, 7, 8, 14, 15, 16, 22, 23, 24, 29, 30])


def test_records() -> None:
    assert quiet_moves(MOST_QUIET) == 42
    assert captures(MOST_CAPTURES) == 34


@pytest.mark.parametrize(("goal", "record"), [(quiet_moves, 42), (captures, 34)])
def test_no_position_comes_near_the_size_of_the_list(goal: Callable[[Cells], int], record: int) -> None:
    found = max(climb(goal, seed) for seed in range(6))
    print(f"most {goal.__name__} found now: {found}, at most {record} so far, room for {MAX_MOVES}")
    assert found > record // 2
    assert 4 * found < MAX_MOVES


def test_longest_capture() -> None:
    found = max(climb(longest_capture, seed) for seed in range(6))
    print(f"longest capture found now: {found}, room for {MAX_JUMPS}")
    assert 7 <= found <= MAX_JUMPS
