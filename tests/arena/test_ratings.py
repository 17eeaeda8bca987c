"""Rating lists: agreement with Elo, recovery of known strengths, honest intervals."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from kingme.arena.elo import elo_of, score_of
from kingme.arena.ratings import RatingList, rate
from kingme.arena.record import PairResult
from kingme.errors import KingMeError

STRENGTHS = {"random": -420.0, "greedy": -150.0, "minimax": 0.0, "mcts": 170.0, "hybrid": 400.0}


def tournament(strengths: dict[str, float], pairs: int, rng: np.random.Generator) -> list[PairResult]:
    """A simulated round robin: each opening favours a colour, and part of the games are drawn."""
    results: list[PairResult] = []
    for number, (first, second) in enumerate(combinations(strengths, 2)):
        expected = score_of(strengths[first] - strengths[second])
        draws = 0.6 * min(expected, 1 - expected)  # games of equals are drawn more often
        chances = [1 - expected - draws / 2, draws, expected - draws / 2]
        scored = rng.choice(3, p=chances, size=(pairs, 2)).sum(axis=1)
        results.extend(PairResult(first, second, int(half), 2, number * pairs + k) for k, half in enumerate(scored))
    return results


def found_ratings(table: RatingList) -> dict[str, float]:
    return {rating.name: rating.rating for rating in table.ratings}


def test_two_players_get_the_elo_of_their_score() -> None:
    results = [PairResult("a", "b", half, 2, k) for k, half in enumerate([4] * 200 + [2] * 300 + [0] * 100)]
    table = rate(results)
    # One virtual draw in 1,201 games.
    assert table["a"].rating - table["b"].rating == pytest.approx(elo_of((700 + 0.5) / 1201), abs=1e-6)
    assert table["a"].rating == pytest.approx(-table["b"].rating)
    assert (table["a"].points, table["a"].games) == (700, 1200)


def test_known_strengths_are_recovered_in_order_and_value() -> None:
    table = rate(tournament(STRENGTHS, 1000, np.random.default_rng(1)))
    assert [rating.name for rating in table.ratings] == ["hybrid", "mcts", "minimax", "greedy", "random"]
    for name, strength in STRENGTHS.items():
        assert table[name].rating == pytest.approx(strength, abs=25)
        assert table[name].error < 30
    assert table.connected


def test_expected_points_are_the_actual_points() -> None:
    results = tournament(STRENGTHS, 50, np.random.default_rng(4))
    ratings = found_ratings(rate(results, samples=10))
    for name in STRENGTHS:
        units = [unit.seen_by(name) for unit in results if name in (unit.first, unit.second)]
        opponents = {unit.second for unit in units}
        scored = sum(unit.points for unit in units) + 1 / 2
        virtual = 1 / len(opponents)
        expected = sum(
            (sum(unit.games for unit in units if unit.second == other) + virtual)
            * score_of(ratings[name] - ratings[other])
            for other in opponents
        )
        assert expected == pytest.approx(scored, abs=1e-6)


def test_the_anchor_has_the_rating_asked_for() -> None:
    results = tournament(STRENGTHS, 30, np.random.default_rng(2))
    free = found_ratings(rate(results, samples=50))
    assert sum(free.values()) == pytest.approx(0, abs=1e-6)
    table = rate(results, anchor="minimax", anchor_rating=1500, samples=50)
    anchored = found_ratings(table)
    assert anchored["minimax"] == 1500
    assert (table["minimax"].low, table["minimax"].high) == (1500, 1500)
    for name, rating in free.items():
        assert anchored[name] - 1500 == pytest.approx(rating - free["minimax"])


def test_intervals_hold_the_truth_about_19_times_in_20() -> None:
    strengths = {"a": 100.0, "b": 40.0, "c": -20.0, "d": -120.0}
    rng = np.random.default_rng(8)
    held = total = 0
    for number in range(250):
        table = rate(tournament(strengths, 40, rng), samples=300, seed=number)
        for name, strength in strengths.items():
            held += table[name].low <= strength <= table[name].high
            total += 1
    assert 0.92 < held / total < 0.975


def test_a_clean_sweep_has_a_finite_rating_and_a_wide_interval() -> None:
    results = [PairResult("a", "b", 4, 2, k) for k in range(5)]
    table = rate(results)
    difference = table["a"].rating - table["b"].rating
    assert difference == pytest.approx(elo_of(10.5 / 11), abs=1e-6)
    assert table["a"].error > 50
    assert 0.9 < table.superiority[0][1] < 1


def test_likelihoods_of_superiority() -> None:
    table = rate(tournament(STRENGTHS, 40, np.random.default_rng(3)))
    for i, row in enumerate(table.superiority):
        assert row[i] == 0.5
        for j, likelihood in enumerate(row):
            assert likelihood + table.superiority[j][i] == pytest.approx(1)
            assert likelihood >= 0.5 or i > j
    even = [PairResult("a", "b", half, 2, k) for k, half in enumerate([0, 1, 2, 3, 4] * 20)]
    assert rate(even).superiority[0][1] == pytest.approx(0.5, abs=1e-6)


def test_the_same_seed_gives_the_same_intervals_whatever_the_order_of_games() -> None:
    results = tournament(STRENGTHS, 20, np.random.default_rng(6))
    one = rate(results, players=list(STRENGTHS), seed=5)
    assert rate(results, players=list(STRENGTHS), seed=5) == one
    assert rate(results[::-1], players=list(STRENGTHS), seed=5) == one
    assert rate(results, players=list(STRENGTHS), seed=6) != one


def test_it_does_not_matter_which_player_a_result_names_first() -> None:
    results = tournament(STRENGTHS, 20, np.random.default_rng(6))
    turned = [unit.seen_by(unit.second) for unit in results]
    assert rate(turned, players=list(STRENGTHS)) == rate(results, players=list(STRENGTHS))


def test_single_games_count_too() -> None:
    results = [PairResult("a", "b", 2, 1, 0), PairResult("b", "a", 2, 1, 1), PairResult("a", "b", 4, 2, 2)]
    table = rate(results, samples=50)
    assert (table["a"].points, table["a"].games) == (3, 4)
    assert table["a"].rating > table["b"].rating


def test_groups_that_never_met_are_told() -> None:
    results = [PairResult("a", "b", 4, 2, 0), PairResult("c", "d", 0, 2, 1)]
    table = rate(results, samples=50)
    assert not table.connected
    assert table["a"].rating == pytest.approx(table["d"].rating)
    gauntlet = [PairResult("hero", name, 3, 2, k) for k, name in enumerate("abc")]
    assert rate(gauntlet, samples=50).connected


def test_nothing_played_yet() -> None:
    assert rate([]).ratings == ()
    table = rate([], players=["a", "b"], samples=10)
    assert [(row.name, row.rating, row.games) for row in table.ratings] == [("a", 0, 0), ("b", 0, 0)]
    assert table.superiority == ((0.5, 0.5), (0.5, 0.5))


def test_unknown_names_are_refused() -> None:
    with pytest.raises(KingMeError, match="anchor 'z'"):
        rate([PairResult("a", "b", 4, 2, 0)], anchor="z")
    with pytest.raises(KingMeError, match="'z' has no rating"):
        rate([PairResult("a", "b", 4, 2, 0)], samples=10)["z"]


def test_twenty_players_with_extreme_results_are_rated() -> None:
    names = [f"p{k}" for k in range(20)]
    results = [PairResult(a, b, 4, 2, k) for k, (a, b) in enumerate(combinations(names, 2))]
    table = rate(results, samples=100)
    assert [row.name for row in table.ratings] == names
