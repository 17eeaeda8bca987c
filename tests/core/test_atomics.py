"""Atomic reading, writing and swapping: what it does to one entry, and that no step of any thread is lost."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from kingme.core.atomics import add, compare_and_swap, fence, load, store
from kingme.core.jit import kernel
from kingme.core.lines import own_lines

KINDS = [np.int16, np.int32, np.int64]


@kernel
def read(array, index):
    return load(array, index)


@kernel
def write(array, index, value):
    store(array, index, value)


@kernel
def swap(array, index, expected, value):
    return compare_and_swap(array, index, expected, value)


@kernel
def count_up(array, times):
    """Add one so many times, again whenever another thread was faster."""
    for _ in range(times):
        while True:
            value = load(array, 0)
            if compare_and_swap(array, 0, value, value + 1):
                break


@kernel
def add_up(array, amount, times):
    for _ in range(times):
        add(array, 0, amount)


@kernel
def hand_over(data, ready, times):
    """Prepare something, say so, and wait until it has been fetched."""
    for number in range(1, times + 1):
        data[0] = number
        data[7] = -number
        store(ready, 0, number)
        while load(ready, 0) != 0:
            pass


@kernel
def take_over(data, ready, times):
    """Fetch what has been prepared; returns how often it was not complete."""
    wrong = 0
    for number in range(1, times + 1):
        while load(ready, 0) != number:
            pass
        wrong += data[0] != number or data[7] != -number
        store(ready, 0, 0)
    return wrong


@kernel
def raise_flag(flags, mine, other):
    """Raise one's own flag and look at the other one."""
    flags[mine] = 1
    fence()
    return flags[other]


@pytest.mark.parametrize("kind", KINDS)
def test_one_entry_and_no_other(kind: type) -> None:
    array = np.full(5, 7, kind)
    assert read(array, 2) == 7
    write(array, 2, -3)
    assert array.tolist() == [7, 7, -3, 7, 7]
    assert read(array, 2) == -3
    assert not swap(array, 2, 7, 9)
    assert array.tolist() == [7, 7, -3, 7, 7]
    assert swap(array, 2, -3, -4)
    assert array.tolist() == [7, 7, -4, 7, 7]
    assert raise_flag(array, 0, 4) == 7


@pytest.mark.parametrize("kind", KINDS)
def test_no_step_is_lost(kind: type) -> None:
    array, times, threads = own_lines(1, kind), 8_000, 4
    count_up(array, 0)
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda _: count_up(array, times), range(threads)))
    assert array[0] == threads * times


@pytest.mark.parametrize(("kind", "amount"), [(np.int32, 3), (np.int64, 3), (np.float64, 0.25)])
def test_no_addition_is_lost(kind: type, amount: float) -> None:
    array, threads, times = own_lines(1, kind), 4, 20_000
    add_up(array, amount, 0)
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda _: add_up(array, amount, times), range(threads)))
    assert array[0] == threads * times * amount


def test_what_is_handed_over_is_complete() -> None:
    data, ready, times = own_lines(8), own_lines(1), 300
    hand_over(data, ready, 0)
    take_over(data, ready, 0)
    with ThreadPoolExecutor(2) as pool:
        giver = pool.submit(hand_over, data, ready, times)
        taker = pool.submit(take_over, data, ready, times)
        giver.result()
        assert taker.result() == 0


PLAIN = """
from concurrent.futures import ThreadPoolExecutor
import numpy as np
from kingme.core.atomics import add, compare_and_swap, fence, load, store
from kingme.core.jit import JIT_DISABLED
assert JIT_DISABLED
array = np.zeros(2, np.int32)
store(array, 1, -5)
fence()
def count_up(times):
    for _ in range(times):
        while not compare_and_swap(array, 0, value := load(array, 0), value + 1):
            pass
with ThreadPoolExecutor(4) as pool:
    list(pool.map(count_up, [500] * 4))
print(array.tolist())
"""


def test_without_the_compiler(run_python: Callable[..., str]) -> None:
    assert run_python(PLAIN, NUMBA_DISABLE_JIT="1") == "[2000, -5]\n"
