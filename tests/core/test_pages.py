"""Large arrays: zeros, aligned, touched bit by bit, and cleared."""

from __future__ import annotations

from itertools import count

import numpy as np
import pytest

from kingme.core.pages import LARGE_PAGE, SMALL_PAGE, STEP, Pages, fresh_zeros
from kingme.errors import KingMeError

SIZE = 3 * STEP // 8 + 77  # numbers: some steps, and a rest


def test_fresh_memory_is_zero_whatever_was_there_before() -> None:
    for _ in range(8):  # the fourth or so would be made of what the first ones left
        for kind in (np.int64, np.int8):
            array = fresh_zeros(4 * LARGE_PAGE, kind)
            assert (array.dtype, array.shape) == (np.dtype(kind), (4 * LARGE_PAGE,))
            assert not array.any()
            array[:] = 7
    assert fresh_zeros(5).tolist() == [0] * 5
    assert fresh_zeros(0).tolist() == []


def test_touching_keeps_what_is_written_and_goes_on_where_it_was_stopped() -> None:
    pages = Pages(SIZE)
    assert pages.array.__array_interface__["data"][0] % SMALL_PAGE == 0
    assert (pages.array.size, pages.array.dtype) == (SIZE, np.dtype(np.int64))
    pages.array[:] = np.arange(SIZE)
    pages.touch(lambda: True)
    assert not pages.is_ready
    looks = count()
    pages.touch(lambda: next(looks) == 1)
    assert next(looks) == 2
    assert not pages.is_ready
    pages.touch()
    assert pages.is_ready
    assert (pages.array == np.arange(SIZE)).all()
    pages.clear()
    assert not pages.array.any()
    assert pages.is_ready


def test_more_memory_than_there_is_is_refused_in_one_sentence() -> None:
    with pytest.raises(KingMeError, match="ask for less"):
        Pages(1 << 58)
    with pytest.raises(KingMeError, match="ask for less"):
        fresh_zeros(1 << 62)
