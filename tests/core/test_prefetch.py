"""Asking for memory ahead of time changes nothing but the time."""

import numpy as np

from kingme.core.jit import kernel
from kingme.core.prefetch import prefetch


@kernel
def _total(numbers):  # type: ignore[no-untyped-def]
    total = 0
    for index in range(numbers.size):
        prefetch(numbers, (index + 64) % numbers.size)
        total += numbers[index]
    return total


def test_it_changes_nothing():
    numbers = np.arange(1000)
    assert _total(numbers) == 499500
    assert (numbers == np.arange(1000)).all()
