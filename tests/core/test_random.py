"""The random numbers of kernels: the reference output of PCG32, and plain tests of fairness."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from kingme.core.random import below, new_rng, next32, seed

# First outputs of the reference implementation's demo program, pcg32_srandom(42, 54).
REFERENCE = [0xA15C02B7, 0x7B47F409, 0xBA1D3330, 0x83D2F293, 0xBFA4784B, 0xCBED606E]

WITHOUT_COMPILER = """
from kingme.core.jit import JIT_DISABLED
from kingme.core.random import below, new_rng, next32
assert JIT_DISABLED
rng = new_rng(42, 54)
print([int(next32(rng)) for _ in range(6)])
"""


def plain_pcg32(state: int, stream: int, count: int) -> list[int]:
    """PCG32 in unbounded Python integers, from its published definition."""
    multiplier, words = 6364136223846793005, (1 << 64) - 1
    increment = (stream << 1 | 1) & words
    state = ((increment + state) * multiplier + increment) & words
    numbers = []
    for _ in range(count):
        word, rotation = ((state >> 18) ^ state) >> 27 & 0xFFFFFFFF, state >> 59
        numbers.append((word >> rotation | word << (-rotation & 31)) & 0xFFFFFFFF)
        state = (state * multiplier + increment) & words
    return numbers


def chi_square(counts: np.ndarray) -> float:
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2 / expected).sum())


def test_reference_output() -> None:
    rng = new_rng(42, 54)
    assert [next32(rng) for _ in REFERENCE] == REFERENCE


def test_seed_starts_again() -> None:
    rng = np.array([1, 2])
    seed(rng, 42, 54)
    assert [next32(rng) for _ in REFERENCE] == REFERENCE


def test_without_the_compiler(run_python: Callable[..., str]) -> None:
    assert run_python(WITHOUT_COMPILER, NUMBA_DISABLE_JIT="1") == f"{REFERENCE}\n"


@pytest.mark.parametrize("state", [0, 1, -1, 2**63 - 1, -(2**63), 2**64 - 1, 123456789])
@pytest.mark.parametrize("stream", [0, 1, -1, 2**63 - 1, -(2**63)])
def test_every_seed_and_stream(state: int, stream: int) -> None:
    rng = new_rng(state, stream)
    assert [next32(rng) for _ in range(200)] == plain_pcg32(state, stream, 200)


def test_streams_differ() -> None:
    streams = [[next32(rng) for _ in range(8)] for rng in (new_rng(1, stream) for stream in range(100))]
    assert len({tuple(numbers) for numbers in streams}) == 100


@pytest.mark.parametrize("n", [1, 2, 3, 7, 48, 1000, 2**31])
def test_below_stays_below(n: int) -> None:
    rng = new_rng(n)
    numbers = [below(rng, n) for _ in range(2_000)]
    assert min(numbers) >= 0
    assert max(numbers) < n
    assert n == 1 or max(numbers) > 0.9 * (n - 1)


@pytest.mark.parametrize(("n", "limit"), [(2, 15), (7, 28), (48, 92)])  # above it once in 10,000 seeds
def test_below_is_uniform(n: int, limit: float) -> None:
    rng = new_rng(2026)
    counts = np.bincount([below(rng, n) for _ in range(2_000 * n)], minlength=n)
    assert chi_square(counts) < limit
