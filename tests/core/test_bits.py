"""Shifts and counts of 64 bits, compiled and as plain Python."""

from __future__ import annotations

from collections.abc import Callable

CASES = """
import numpy as np
from kingme.core.bits import lowest, multiply_add, popcount, reverse, shift_left, shift_right
from kingme.core.jit import kernel

@kernel
def everything(number, amount, found):
    found[0] = shift_left(number, amount)
    found[1] = shift_right(number, amount)
    found[2] = popcount(number)
    found[3] = lowest(number)
    found[4] = reverse(number)
    found[5] = multiply_add(number, number, amount)

found = np.zeros(6, np.int64)
for number in (1, -1, 5, -(1 << 63), (1 << 63) - 1, 0x0123456789ABCDEF, -0x7EFFFFFFFFFFFF7F):
    for amount in (0, 1, 7, 32, 63):
        everything(number, amount, found)
        print(*found)
"""


def test_compiled_and_plain_agree(run_python: Callable[..., str]) -> None:
    plain = run_python(CASES, NUMBA_DISABLE_JIT="1")
    assert plain == run_python(CASES, NUMBA_DISABLE_JIT="0")
    lines = [list(map(int, line.split())) for line in plain.splitlines()]
    assert lines[5][:4] == [-1, -1, 64, 0]  # -1, not shifted
    assert lines[9][:3] == [-(1 << 63), 1, 64]  # -1 by 63: nothing of the sign is smeared
