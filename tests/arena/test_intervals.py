"""Intervals: known values, laws, and coverage by simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingme.arena.intervals import Estimate, grouped_mean, mean, rate, spread, t_value, wilson, z_value
from kingme.errors import KingMeError

# Two-sided quantiles of Student's distribution from printed tables.
STUDENT = [
    (0.95, 1, 12.706), (0.95, 2, 4.303), (0.95, 3, 3.182), (0.95, 4, 2.776), (0.95, 5, 2.571), (0.95, 10, 2.228),
    (0.95, 30, 2.042), (0.95, 120, 1.980), (0.99, 1, 63.657), (0.99, 4, 4.604), (0.99, 20, 2.845), (0.90, 7, 1.895),
]  # fmt: skip


@pytest.mark.parametrize(("confidence", "freedom", "value"), STUDENT)
def test_student_quantiles_are_those_of_the_tables(confidence: float, freedom: int, value: float) -> None:
    assert t_value(confidence, freedom) == pytest.approx(value, abs=5e-4)


def test_student_quantiles_approach_the_normal_ones() -> None:
    assert z_value(0.95) == pytest.approx(1.959964, abs=1e-6)
    assert t_value(0.95, 10**7) == pytest.approx(z_value(0.95), abs=1e-5)


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
        (1, 1, 0.2065, 1.0),
    ],
)
def test_wilson_intervals(successes: int, n: int, low: float, high: float) -> None:
    assert rate(successes, n)[:3] == pytest.approx((successes / n, low, high), abs=1e-4)


@given(st.integers(0, 500), st.integers(1, 500))
def test_a_rate_lies_within_its_interval_and_the_interval_within_0_and_1(successes: int, n: int) -> None:
    if successes <= n:
        found = rate(successes, n)
        assert 0 <= found.low <= found.value <= found.high <= 1


@pytest.mark.parametrize("share", [0.02, 0.1, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("n", [20, 92, 500])
def test_wilson_intervals_hold_the_truth_about_19_times_in_20(share: float, n: int) -> None:
    # Exactly: the binomial probability of the counts whose interval holds the true share.
    held = 0.0
    for k in range(n + 1):
        low, high = wilson(k / n, n)
        if low <= share <= high:
            chance = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
            held += math.exp(chance + k * math.log(share) + (n - k) * math.log(1 - share))
    assert 0.92 < held < 0.985


def test_a_mean_has_students_interval() -> None:
    # mean 3, s = sqrt 2.5, t(4) = 2.776
    found = mean([1, 2, 3, 4, 5])
    assert found == pytest.approx((3, 3 - 1.9632, 3 + 1.9632, 5), abs=1e-3)
    assert found.error == pytest.approx(1.9632, abs=1e-3)


def test_one_value_says_nothing_about_its_spread_and_none_says_nothing() -> None:
    assert mean([7]) == Estimate(7, -math.inf, math.inf, 1)
    assert grouped_mean([[7, 9]]) == Estimate(8, -math.inf, math.inf, 2)
    for empty in (mean([]), rate(0, 0), grouped_mean([]), grouped_mean([[], []]), spread([]).mean):
        assert empty.n == 0
        assert math.isnan(empty.value)


def test_mean_intervals_hold_the_truth_about_19_times_in_20() -> None:
    rng = np.random.default_rng(2)
    samples = rng.gamma(4, 20, size=(3000, 12))
    held = sum(found.low <= 80 <= found.high for found in (mean(list(sample)) for sample in samples))
    assert 0.92 < held / 3000 < 0.96


def test_groups_of_one_are_a_plain_mean_and_equal_groups_their_means_mean() -> None:
    values = [1.0, 2.5, 4.0, 8.0]
    assert grouped_mean([[value] for value in values]) == pytest.approx(mean(values))
    assert grouped_mean([[value] * 3 for value in values])[:3] == pytest.approx(mean(values)[:3])


def test_grouped_intervals_hold_the_truth_where_plain_ones_would_not() -> None:
    rng = np.random.default_rng(3)
    held = plain = 0
    for _ in range(1000):
        # Each game has a pace of its own, which all its moves share.
        games = [rng.normal(1, 0.2) + rng.normal(0, 0.05, size=rng.integers(20, 60)) for _ in range(30)]
        groups = [list(game) for game in games]
        found, naive = grouped_mean(groups), mean([time for game in groups for time in game])
        held += found.low <= 1 <= found.high
        plain += naive.low <= 1 <= naive.high
    assert 0.92 < held / 1000 < 0.97
    assert plain / 1000 < 0.5


def test_a_spread_has_percentiles_and_the_largest_value() -> None:
    found = spread([list(range(51)), list(range(51, 101))])
    assert found.mean.value == 50
    assert found.percentiles == pytest.approx({5: 5, 25: 25, 50: 50, 75: 75, 95: 95, 99: 99})
    assert found.largest == 100


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(KingMeError, match="11 successes in 10"):
        rate(11, 10)
    for confidence in (0.0, 1.0, 95, math.nan):
        with pytest.raises(KingMeError, match="confidence"):
            mean([1, 2], confidence)
