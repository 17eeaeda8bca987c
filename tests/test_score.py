"""A score prints, compares and turns itself, and becomes an expected score."""

from __future__ import annotations

import json
import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingme.errors import KingMeError
from kingme.score import Score

plies = st.integers(0, 500)
scores = st.one_of(
    st.floats(-60, 60).map(Score),
    plies.map(Score.win),
    plies.map(Score.loss),
    st.sampled_from((-1, 0, 1)).map(Score.known),
)

BEST_TO_WORST = (
    Score.win(1),
    Score.win(40),
    Score.known(1),
    Score(30.0),
    Score(0.01),
    Score(0.0),
    Score(-2.0),
    Score.known(-1),
    Score.loss(40),
    Score.loss(1),
)


def test_quick_wins_come_first_and_quick_losses_last() -> None:
    for better, worse in pairwise(BEST_TO_WORST):
        assert better > worse
        assert worse < better
        assert better >= worse
        assert not better <= worse


def test_a_drawn_endgame_is_worth_as_much_as_an_even_position() -> None:
    assert Score.known(0) <= Score(0.0)
    assert Score.known(0) >= Score(0.0)
    assert Score.known(0) != Score(0.0)  # one is certain, the other is not


@given(scores, scores)
def test_turning_round_reverses_the_order(one: Score, other: Score) -> None:
    assert (one < other) == (-other < -one)
    turned = -one
    assert -turned == one


@given(scores)
def test_both_sides_expect_one_point_together(score: Score) -> None:
    assert math.isclose(score.expected + (-score).expected, 1.0)


@given(scores, scores)
def test_a_better_score_never_expects_less(one: Score, other: Score) -> None:
    if one < other:
        assert one.expected <= other.expected


@given(st.floats(-10, 10))
def test_an_expected_result_becomes_the_evaluation_it_came_from(men: float) -> None:
    assert math.isclose(Score.from_expected(Score(men).expected).men, men, abs_tol=1e-9)


def test_a_certain_result_has_an_evaluation_that_files_can_hold() -> None:
    assert math.isfinite(Score.from_expected(1.0).men)
    assert math.isclose(Score.from_expected(0.0).men, -Score.from_expected(1.0).men)


@given(scores)
def test_data_comes_back(score: Score) -> None:
    assert Score.from_data(json.loads(json.dumps(score.as_data()))) == score


@pytest.mark.parametrize(
    "data", ["", "win in 3", "win -1", "drawn", math.nan, math.inf, None, [1], "win 99999", "win 1\n"]
)
def test_what_is_no_score_is_refused(data: object) -> None:
    with pytest.raises(KingMeError, match="is not a score"):
        Score.from_data(data)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score(0.05), "+0.05"),
        (Score(-5.0), "-5"),
        (Score(0.001), "0"),
        (Score.win(1), "win in 1 ply"),
        (Score.loss(4), "loss in 4 plies"),
        (Score.known(-1), "loss by the tables"),
        (Score.known(0), "draw by the tables"),
        (Score.known(1, 33), "win in 33 plies"),
    ],
)
def test_it_prints_what_people_say(score: Score, text: str) -> None:
    assert str(score) == text
    assert f"{score:>20}" == text.rjust(20)


def test_distances_and_leads() -> None:
    assert (Score.win(5).distance, Score.loss(4).distance, Score(2.0).distance, Score.known(1).distance) == (
        5,
        -4,
        None,
        None,
    )
    assert (Score.win(5).lead, Score.known(-1).lead, Score.known(0).lead, Score(2.0).lead) == (
        math.inf,
        -math.inf,
        0.0,
        2.0,
    )
    assert Score.loss(3).is_decided
    assert not Score.known(0).is_decided


@pytest.mark.parametrize("men", [2000.0, 1e9, 1e300])
def test_no_lead_is_too_large_for_an_expected_result(men: float) -> None:
    assert Score(men).expected == 1.0
    assert 0.0 <= Score(-men).expected < 1e-9
