"""Glicko-2 against its author's example, and what must hold of any ratings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingme.arena.glicko2 import GlickoRating

ratings = st.builds(GlickoRating, st.floats(400, 3000), st.floats(30, 350), st.just(0.06))


def test_the_example_of_its_author() -> None:
    opponents = [(GlickoRating(1400, 30), 1.0), (GlickoRating(1550, 100), 0.0), (GlickoRating(1700, 300), 0.0)]
    new = GlickoRating(1500, 200, 0.06).after(opponents)
    assert new.rating == pytest.approx(1464.06, abs=0.02)
    assert new.deviation == pytest.approx(151.52, abs=0.01)
    assert new.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_results_only_the_certainty_fades() -> None:
    new = GlickoRating(1500, 200).after([])
    assert new.rating == 1500
    assert new.deviation == pytest.approx(200.2714, abs=0.001)


@given(ratings, ratings)
def test_a_win_raises_and_a_loss_lowers(one: GlickoRating, other: GlickoRating) -> None:
    assert one.after([(other, 1.0)]).rating > one.rating > one.after([(other, 0.0)]).rating
    assert one.expected(other) == pytest.approx(1 - other.expected(one))


def test_a_great_surprise_raises_the_volatility() -> None:
    weak = GlickoRating(1000, 50)
    assert weak.after([(GlickoRating(2000, 50), 1.0)] * 5).volatility > weak.volatility
