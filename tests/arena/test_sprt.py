"""The sequential test: reference values, laws, and error rates by simulation."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingme.arena.elo import NELO, estimate, moments, score_of
from kingme.arena.sprt import Decision, Model, Sprt, SprtRun, _fit_t, logistic_llr, normalised_llr
from kingme.errors import KingMeError

REFERENCE: list[tuple[tuple[int, ...], Model, float, float, float]] = [
    ((36027, 68692, 36433), "normalised", 0, 2, 0.92),
    ((10650, 20431, 10871), "normalised", -1.75, 0.25, 2.30),
    ((21184, 40708, 21404), "logistic", 0.5, 2.5, -1.57),
    ((57030, 106593, 57433), "logistic", 0, 2, -2.59),
    ((365, 16618, 36229, 16974, 390), "normalised", 0, 2, 2.25),
    ((127, 4883, 10712, 5150, 104), "normalised", -1.75, 0.25, 3.01),
    ((223, 9863, 21279, 10037, 246), "logistic", 0.5, 2.5, -3.07),
    ((871, 26175, 55983, 26678, 821), "logistic", 0, 2, -4.98),
]


@pytest.mark.parametrize(("match", "model", "elo0", "elo1", "llr"), REFERENCE)
def test_reference_values(match: tuple[int, ...], model: Model, elo0: float, elo1: float, llr: float) -> None:
    assert round(Sprt(elo0, elo1, model=model).llr(match), 2) == llr


def test_bounds() -> None:
    test = Sprt(0, 5)
    assert (test.lower, test.upper) == pytest.approx((-2.944, 2.944), abs=1e-3)
    skew = Sprt(0, 5, alpha=0.01, beta=0.1)
    assert (skew.lower, skew.upper) == pytest.approx((math.log(0.1 / 0.99), math.log(0.9 / 0.01)))


def test_verdicts() -> None:
    assert Sprt(-1.75, 0.25).verdict((127, 4883, 10712, 5150, 104)).decision == "H1"
    assert Sprt(0.5, 2.5, model="logistic").verdict((223, 9863, 21279, 10037, 246)).decision == "H0"
    assert Sprt(0, 2).verdict((365, 16618, 36229, 16974, 390)).decision is None
    assert Sprt(0, 2).verdict((0, 0, 0, 0, 0)).llr == 0


COUNTS = st.integers(0, 300)
MATCHES = st.one_of(st.tuples(COUNTS, COUNTS, COUNTS), st.tuples(COUNTS, COUNTS, COUNTS, COUNTS, COUNTS))


@given(MATCHES, st.sampled_from(["normalised", "logistic"]), st.floats(-200, 195), st.floats(1, 100))
def test_every_match_has_a_ratio_and_swapping_players_and_hypotheses_turns_it_round(
    match: tuple[int, ...], model: Model, elo0: float, width: float
) -> None:
    elo1 = min(200.0, elo0 + width)
    llr = Sprt(elo0, elo1, model=model).llr(match)
    assert math.isfinite(llr)
    assert llr == pytest.approx(-Sprt(-elo1, -elo0, model=model).llr(match[::-1]), abs=1e-6, rel=1e-6)


@given(st.tuples(*[st.integers(1, 500)] * 5), st.floats(-150, 150))
def test_the_fitted_distribution_has_the_normalised_elo_of_its_hypothesis(match: tuple[int, ...], nelo: float) -> None:
    total = sum(match)
    scores = [0, 0.25, 0.5, 0.75, 1]
    t = math.sqrt(2) * nelo / NELO
    fit = _fit_t([number / total for number in match], scores, t)
    mean, variance = moments(fit, scores)
    assert sum(fit) == pytest.approx(1, abs=1e-6)
    assert (mean - 0.5) / math.sqrt(variance) == pytest.approx(t, abs=0.02)


def test_the_ratio_is_that_of_the_likelihoods_where_only_one_parameter_is_free() -> None:
    # Wins and losses only: the hypotheses fix the whole distribution, and the LLR is a plain binomial one.
    wins, losses, p0, p1 = 620, 480, score_of(0), score_of(50)
    exact = wins * math.log(p1 / p0) + losses * math.log((1 - p1) / (1 - p0))
    assert logistic_llr((losses, 0, wins), 0, 50) == pytest.approx(exact, abs=0.01)
    assert normalised_llr((losses, 0, wins), 0, 50) > 0


def test_a_run_decides_by_the_order_of_the_schedule_whatever_the_order_of_arrival() -> None:
    rng = random.Random(3)
    results = [(pair, rng.choice([1, 2, 2, 3, 3, 4])) for pair in range(400)]
    straight = SprtRun(Sprt(0, 30))
    straight.extend(results)
    assert straight.verdict.decision == "H1"
    assert straight.pairs < 400
    for _ in range(5):
        shuffled = sorted(results, key=lambda result: result[0] + rng.uniform(0, 12))
        other = SprtRun(Sprt(0, 30))
        other.extend(shuffled)
        assert (other.frequencies, other.verdict) == (straight.frequencies, straight.verdict)


def test_a_run_refuses_what_cannot_be() -> None:
    run = SprtRun(Sprt(0, 5))
    run.add(0, 2)
    with pytest.raises(KingMeError, match="pair 0 was counted"):
        run.add(0, 2)
    with pytest.raises(KingMeError, match="half points"):
        run.add(1, 5)


@pytest.mark.parametrize(
    ("elo0", "elo1", "alpha", "beta", "model"),
    [
        (5, 5, 0.05, 0.05, "normalised"),
        (5, 0, 0.05, 0.05, "logistic"),
        (0, math.nan, 0.05, 0.05, "logistic"),
        (0, 500, 0.05, 0.05, "normalised"),
        (0, 5, 0, 0.05, "normalised"),
        (0, 5, 0.5, 0.5, "normalised"),
        (0, 5, 0.05, 0.05, "bayes"),
    ],
)
def test_tests_that_make_no_sense_are_refused(
    elo0: float, elo1: float, alpha: float, beta: float, model: Model
) -> None:
    with pytest.raises(KingMeError):
        Sprt(elo0, elo1, alpha, beta, model)


def _tilted(base: list[float], reach: float, model: Model) -> list[float]:
    """The distribution of pairs closest to `base` whose Elo difference is `reach`."""
    scores = np.arange(5) / 4
    low, high = -20.0, 20.0
    for _ in range(80):
        tilt = (low + high) / 2
        chances = np.array(base) * np.exp(tilt * scores)
        chances /= chances.sum()
        found = estimate((1e9 * chances).tolist())
        low, high = (tilt, high) if (found.elo if model == "logistic" else found.nelo) < reach else (low, tilt)
    return [float(chance) for chance in chances]


@pytest.mark.parametrize(
    ("model", "elo0", "elo1", "base"),
    [("logistic", 0, 40, [0.02, 0.1, 0.76, 0.1, 0.02]), ("normalised", 0, 80, [0.1, 0.2, 0.4, 0.2, 0.1])],
)
@pytest.mark.parametrize("wrong", ["H0", "H1"])
def test_wrong_decisions_are_about_one_in_twenty(
    model: Model, elo0: float, elo1: float, base: list[float], wrong: Decision
) -> None:
    test = Sprt(elo0, elo1, model=model)
    chances = _tilted(base, elo0 if wrong == "H1" else elo1, model)
    rng = np.random.default_rng(7)
    runs, errors = 500, 0
    for _ in range(runs):
        frequencies = [0] * 5
        decision = None
        while decision is None:
            for pair in rng.choice(5, p=chances, size=2):
                frequencies[pair] += 1
            decision = test.verdict(frequencies).decision
        errors += decision == wrong
    assert 0.02 < errors / runs < 0.075
