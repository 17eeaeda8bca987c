"""Elo of a match: the reference values, laws, and coverage by simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingme.arena.elo import elo_of, estimate, score_of, superiority
from kingme.arena.intervals import wilson
from kingme.errors import KingMeError

COUNTS = st.integers(0, 2000)
MATCHES = st.one_of(st.tuples(COUNTS, COUNTS, COUNTS), st.tuples(COUNTS, COUNTS, COUNTS, COUNTS, COUNTS))


def test_reference_match_of_single_games() -> None:
    found = estimate((96, 111, 136))
    assert round(found.elo, 2) == 40.70
    assert round(found.error, 2) == 30.43
    assert round(100 * found.los, 2) == 99.60
    assert round(found.nelo, 2) == 49.77
    assert found.n == 343


def test_reference_match_of_pairs() -> None:
    found = estimate((34, 54, 63, 64, 75))
    assert round(found.elo, 2) == 55.58
    assert round(found.error, 2) == 27.65
    assert round(found.nelo, 2) == 57.94
    assert found.n == 290


def test_elo_and_score_are_inverse() -> None:
    assert elo_of(0.5) == 0
    assert score_of(400) == pytest.approx(10 / 11)
    assert [elo_of(0), elo_of(1)] == [-math.inf, math.inf]
    for elo in (-700, -3, 0, 41.5, 800):
        assert elo_of(score_of(elo)) == pytest.approx(elo)


@given(MATCHES)
def test_swapping_the_players_turns_every_figure_round(match: tuple[int, ...]) -> None:
    one, other = estimate(match), estimate(match[::-1])
    assert one.elo == pytest.approx(-other.elo, abs=1e-6)
    assert one.elo_low == pytest.approx(-other.elo_high, abs=1e-6)
    assert one.los == pytest.approx(1 - other.los, abs=1e-9)
    assert one.nelo == pytest.approx(-other.nelo, abs=1e-6)


@given(MATCHES)
def test_the_interval_holds_the_estimate_and_stays_in_range(match: tuple[int, ...]) -> None:
    found = estimate(match)
    assert 0 <= found.score_low <= found.score_high <= 1
    # A clean sweep is estimated with a thousandth of a loss, its interval without.
    assert found.score_low - 1e-3 <= found.score <= found.score_high + 1e-3
    assert 0 <= found.los <= 1
    assert not math.isnan(found.elo + found.nelo)


def test_no_game_says_nothing() -> None:
    found = estimate((0, 0, 0))
    assert (found.n, found.elo, found.elo_low, found.elo_high, found.los) == (0, 0, -math.inf, math.inf, 0.5)


@pytest.mark.parametrize(("match", "low", "los"), [((0, 0, 1), -233.8, 0.841), ((0, 0, 10), 166.2, 0.9992)])
def test_a_clean_sweep_is_not_overrated(match: tuple[int, ...], low: float, los: float) -> None:
    found = estimate(match)
    assert found.elo_low == pytest.approx(low, abs=0.1)
    assert found.elo_high == math.inf
    assert found.los == pytest.approx(los, abs=1e-3)


def test_an_interval_that_would_leave_the_range_is_wilsons_with_the_samples_own_variance() -> None:
    # Nine wins and a draw: mean 0.95, variance 0.0225, hence 10 x 0.0475 / 0.0225 = 21.1 trials.
    found = estimate((0, 1, 9))
    assert (found.score_low, found.score_high) == pytest.approx(wilson(0.95, 10 * 0.0475 / 0.0225))
    assert (found.elo_low, found.elo_high) == pytest.approx((210.56, 812.44), abs=0.01)


def test_los_agrees_with_the_formula_for_decisive_games() -> None:
    assert estimate((96, 111, 136)).los == pytest.approx(superiority(136, 96), abs=2e-3)
    assert superiority(0, 0) == 0.5


@pytest.mark.parametrize("match", [(1, 2), (1, 2, 3, 4), (1, -1, 3), (1, math.nan, 3), (1, 2, math.inf)])
def test_what_is_no_match_is_refused(match: tuple[float, ...]) -> None:
    with pytest.raises(KingMeError):
        estimate(match)


def _coverage(chances: list[float], n: int, runs: int = 2000) -> float:
    """How often the 95 % interval of a simulated match holds the true score."""
    rng = np.random.default_rng(n)
    truth = float(np.dot(chances, np.arange(len(chances)))) / (len(chances) - 1)
    found = (estimate(match.tolist()) for match in rng.multinomial(n, chances, size=runs))
    return sum(one.score_low <= truth <= one.score_high for one in found) / runs


@pytest.mark.parametrize(
    ("chances", "n"),
    [
        ([0.3, 0.3, 0.4], 92),
        ([0.19, 0.23, 0.58], 273),
        ([0.05, 0.9, 0.05], 200),
        ([0.1, 0.2, 0.4, 0.2, 0.1], 46),
        ([0.02, 0.08, 0.2, 0.3, 0.4], 100),
        ([0.25, 0.0, 0.5, 0.0, 0.25], 500),
    ],
)
def test_intervals_hold_the_truth_about_19_times_in_20(chances: list[float], n: int) -> None:
    assert 0.93 < _coverage(chances, n) < 0.967


@pytest.mark.parametrize(("chances", "n"), [([0.01, 0.02, 0.97], 40), ([0.0, 0.01, 0.02, 0.07, 0.9], 20)])
def test_intervals_of_lopsided_short_matches_promise_no_more_than_they_hold(chances: list[float], n: int) -> None:
    assert _coverage(chances, n) > 0.9


def test_pairs_give_the_right_interval_where_single_games_do_not() -> None:
    # Openings that favour a colour by much: the games of a pair go one each way, and pairs hardly vary.
    rng = np.random.default_rng(5)
    held = widths = 0.0
    for _ in range(500):
        bias = rng.choice([-300, 300], size=100)
        first = (rng.random(100) < 1 / (1 + 10 ** (-(20 + bias) / 400))).astype(int)
        second = (rng.random(100) < 1 / (1 + 10 ** (-(20 - bias) / 400))).astype(int)
        pairs = estimate(np.bincount(2 * (first + second), minlength=5).tolist())
        wins = int(first.sum() + second.sum())
        games = estimate((200 - wins, 0, wins))
        truth = (score_of(320) + score_of(-280)) / 2
        held += pairs.score_low <= truth <= pairs.score_high
        widths += (pairs.score_high - pairs.score_low) / (games.score_high - games.score_low)
    assert 0.92 < held / 500 < 0.98
    assert widths / 500 < 0.8
