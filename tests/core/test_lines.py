"""Arrays that share no cache line."""

import numpy as np
import pytest

from kingme.core.lines import PAIR_OF_LINES, own_lines


@pytest.mark.parametrize("kind", [np.int64, np.int32, np.uint8])
@pytest.mark.parametrize("count", [1, 2, 3, 16, 17, 200])
def test_no_two_arrays_touch_one_pair_of_lines(count, kind):
    arrays = [own_lines(count, kind) for _ in range(20)]
    lines = []
    for array in arrays:
        assert array.dtype == kind
        assert array.shape == (count,)
        assert array.flags.c_contiguous
        assert not array.any()
        first = array.ctypes.data
        lines.append(set(range(first // PAIR_OF_LINES, (first + array.nbytes - 1) // PAIR_OF_LINES + 1)))
    assert len(set.union(*lines)) == sum(map(len, lines))
