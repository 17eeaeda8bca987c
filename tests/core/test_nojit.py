"""Kernels are plain Python too: with NUMBA_DISABLE_JIT=1 they give the same numbers, slowly."""

from __future__ import annotations

from collections.abc import Callable

PERFT = """
from kingme.core.jit import JIT_DISABLED
from kingme.search.perft import perft
from kingme.core.squares import START_BLACK, START_WHITE
assert JIT_DISABLED
print(*(perft((START_BLACK, START_WHITE, 0, 0), depth) for depth in range(5)))
"""

# Everything that core computes, along some games with many captures and kings.
TOUR = """
import numpy as np
from kingme.core.hashing import hash_after, hash_position
from kingme.core.moves import *
from kingme.core.random import below, new_rng
from kingme.core.squares import BOARD, START_BLACK, START_WHITE

rng, moves, path = new_rng(7), np.zeros(MAX_MOVES, np.int64), np.zeros(MAX_PATH, np.int64)
for game in range(4):
    own, opp, kings, turn = START_BLACK, START_WHITE, 0, 0
    value = hash_position(own, opp, kings, turn)
    for ply in range(120):
        count = int(generate(own, opp, kings, turn, moves, 0))
        assert count == count_moves(own, opp, kings, turn, moves.copy(), 0)
        if count == 0:
            break
        move = int(moves[below(rng, count)])
        length = trace_path(BOARD & ~(own | opp) | 1 << (move & 63), move, path, 0)
        value = hash_after(value, kings, turn, move)
        quiet = is_quiet(kings, turn, move)
        questions = can_jump(own, opp, kings, turn), can_move(own, opp, kings, turn)
        own, opp, kings = map(int, apply(own, opp, kings, turn, move))
        turn = 1 - turn
        assert value == hash_position(own, opp, kings, turn)
        print(count, move, int(value), bool(quiet), *map(bool, questions), *map(int, path[:length]), own, opp, kings)
"""


def test_perft_without_the_compiler(run_python: Callable[..., str]) -> None:
    assert run_python(PERFT, NUMBA_DISABLE_JIT="1") == "1 7 49 302 1469\n"


def test_compiled_and_plain_kernels_agree_on_everything(run_python: Callable[..., str]) -> None:
    plain = run_python(TOUR, NUMBA_DISABLE_JIT="1")
    assert len(plain.splitlines()) > 150
    assert plain == run_python(TOUR, NUMBA_DISABLE_JIT="0")
