"""Single flipped bits: the same answers, or the damage named."""

from __future__ import annotations

import pytest
from database.fuzz import READERS, flip_bits


@pytest.mark.parametrize("name", READERS)
def test_a_flipped_bit_is_never_silent(name):
    ends, wrong = flip_bits(name, 150, seed=1)
    assert not wrong
    assert ends["unchanged"] > 0
    assert ends["named"] + ends["refused in a sentence"] > 40


@pytest.mark.parametrize("name", READERS)
def test_a_flipped_bit_in_a_store_of_0_1_0_is_no_traceback(name):
    _, wrong = flip_bits(name, 10, seed=2, migrated=False)
    assert not wrong
