"""Runs and pairs of runs: what goes in comes out, except where it does not matter."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingme.endgame.codec import ANY, BLOCK, MOST_PAIRS, TOKENS, choose_pairs, decode, encode, token_words


def there_and_back(codes: np.ndarray) -> tuple[np.ndarray, int]:
    """The codes after packing and unpacking, and the number of bytes in between."""
    tokens, starts = np.empty(codes.size, np.uint8), np.empty(codes.size // BLOCK + 2, np.int64)
    pairs = np.empty(2 * MOST_PAIRS, np.uint8)
    count = choose_pairs(codes, 0, codes.size, tokens, starts, np.empty(TOKENS * TOKENS, np.int64), pairs)
    blocks = encode(codes, 0, codes.size, pairs, count, tokens, starts)
    assert blocks == -(-codes.size // BLOCK)
    values = np.full(codes.size, 9, np.uint8)
    words = token_words(pairs[: 2 * count])
    for block in range(blocks):
        part = values[block * BLOCK : (block + 1) * BLOCK]
        decode(tokens, int(starts[block]), int(starts[block + 1]), words, 0, part, part.size)
    return values, int(starts[blocks])


def agree(codes: np.ndarray, values: np.ndarray) -> bool:
    return bool(((values == codes) | ((codes == ANY) & (values < ANY))).all())


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 5000)), min_size=1, max_size=30))
def test_runs_of_any_length(runs: list[tuple[int, int]]) -> None:
    codes = np.concatenate([np.full(length, code, np.uint8) for code, length in runs])
    values, _ = there_and_back(codes)
    assert agree(codes, values)


@pytest.mark.parametrize("size", [1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 17])
def test_noise(size: int) -> None:
    codes = np.random.default_rng(size).integers(0, 4, size).astype(np.uint8)
    values, length = there_and_back(codes)
    assert agree(codes, values)
    assert length <= size


def test_repetitions_become_short() -> None:
    codes = np.tile(np.repeat(np.array([0, 2, 1, 2], np.uint8), [7, 3, 11, 2]), 2000)
    values, length = there_and_back(codes)
    assert agree(codes, values)
    assert length < codes.size / 100


def test_what_does_not_matter_costs_nothing() -> None:
    codes = np.full(2 * BLOCK, 2, np.uint8)
    codes[np.random.default_rng(1).random(codes.size) < 0.5] = ANY
    values, length = there_and_back(codes)
    assert (values == 2).all()
    assert length == 2
