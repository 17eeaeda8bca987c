"""Single flipped bits: the same answers, or the damage named."""

from __future__ import annotations

import pytest
from database.fuzz import READERS, flip_bits


@pytest.mark.parametrize("name", READERS)
def test_a_flipped_bit_is_never_silent(name):
    ends, wrong = flip_bits(name, 130, seed=1)
    assert not wrong
    assert ends["unchanged"] > 0
    assert ends["named"] + ends["refused in a sentence"] > 30


@pytest.mark.parametrize("name", READERS)
def test_a_flipped_bit_in_a_store_of_0_1_0_is_no_traceback(name):
    _, wrong = flip_bits(name, 10, seed=2, migrated=False)
    assert not wrong


def test_a_definition_that_is_no_text_any_more_is_no_traceback():
    """SQLite's complaint quotes the broken text, and the sqlite3 module cannot read that."""
    first_page = range(2060, 4096, 64)  # it ends with the definitions of the last tables
    _, wrong = flip_bits("arena", 0, seed=0, bits=[8 * byte + 7 for byte in first_page])
    assert not wrong
