"""Adjudication: each rule ends the game exactly when it should, and never on missing data."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingme.arena.adjudication import Adjudication, Adjudicator, Ruling
from kingme.board import Board
from kingme.errors import KingMeError
from kingme.outcome import Color
from kingme.players.registry import player
from kingme.score import Score

AFTER_BLACK = Board.from_fen("W:WK32:BK1")  # Black has just moved
AFTER_WHITE = Board.from_fen("B:WK32:BK1")


def feed(
    adjudicator: Adjudicator, scores: Sequence[float | None], *, first: int = 1, value: bool = False
) -> tuple[int, Ruling] | None:
    """Feed evaluations of Black, White, Black … and return the ply and ruling that ended the game."""
    for ply, score in enumerate(scores, start=first):
        board = AFTER_BLACK if ply % 2 else AFTER_WHITE
        ruling = adjudicator.after_move(
            board, ply, value=score if value else None, score=None if value or score is None else Score(score)
        )
        if ruling is not None:
            return ply, ruling
    return None


def test_nothing_happens_without_rules() -> None:
    assert Adjudication().is_off
    assert feed(Adjudicator(Adjudication(), lambda board: 1), [0.0] * 500) is None


def test_draw_by_score_waits_for_its_moves_and_its_ply() -> None:
    rules = Adjudication(draw_score=0.2, draw_moves=3, draw_after=10)
    assert feed(Adjudicator(rules), [0.1, -0.1] * 20) == (10, Ruling(None, "draw by score"))
    assert feed(Adjudicator(rules), [0.1, -0.1] * 20, first=31) == (36, Ruling(None, "draw by score"))


def test_draw_by_score_starts_again_when_a_player_sees_more() -> None:
    rules = Adjudication(draw_score=0.2, draw_moves=3, draw_after=0)
    assert feed(Adjudicator(rules), [0, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0]) is None
    assert feed(Adjudicator(rules), [0, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0, 0]) == (12, Ruling(None, "draw by score"))


def test_win_by_score_needs_both_to_agree() -> None:
    rules = Adjudication(win_score=3, win_moves=2)
    assert feed(Adjudicator(rules), [3, -4] * 2) == (4, Ruling(Color.BLACK, "win by score"))
    assert feed(Adjudicator(rules), [-9, 3] * 2) == (4, Ruling(Color.WHITE, "win by score"))
    assert feed(Adjudicator(rules), [9, 9] * 50) is None  # both think that they win
    assert feed(Adjudicator(rules), [9, -1] * 50) is None  # White does not see it
    assert feed(Adjudicator(rules), [9, None] * 50) is None  # White says nothing


def test_win_by_score_starts_again_when_the_lead_changes() -> None:
    rules = Adjudication(win_score=3, win_moves=2)
    assert feed(Adjudicator(rules), [4, -4, 4, 4, -4, 4, -4]) == (7, Ruling(Color.WHITE, "win by score"))
    assert feed(Adjudicator(rules), [4, -4, 2, -4, 4]) is None


def test_moves_without_an_evaluation_neither_count_nor_interrupt() -> None:
    rules = Adjudication(draw_score=0, draw_moves=2, draw_after=0)
    assert feed(Adjudicator(rules), [None] * 100) is None
    assert feed(Adjudicator(rules), [float("nan")] * 100) is None
    assert feed(Adjudicator(rules), [0, 0, None, 0, 0]) == (5, Ruling(None, "draw by score"))


def test_a_certain_win_is_more_than_any_lead() -> None:
    adjudicator = Adjudicator(Adjudication(win_score=30, win_moves=1))
    assert adjudicator.after_move(AFTER_BLACK, 1, score=Score.win(9)) is None
    assert adjudicator.after_move(AFTER_WHITE, 2, score=Score.known(-1)) == Ruling(Color.BLACK, "win by score")


def test_the_engine_counts_in_men_like_all_others() -> None:
    """A third of a man is not three men."""
    score = player("engine:nodes=3000").analyse(Board.from_fen("B:W22-32:B1-12")).score
    assert score is not None
    assert 0.3 < score.lead < 3
    adjudicator = Adjudicator(Adjudication(win_score=3, win_moves=1))
    assert adjudicator.after_move(AFTER_BLACK, 1, score=score) is None
    assert adjudicator.after_move(AFTER_WHITE, 2, score=-score) is None


def test_values_are_measured_from_minus_one_to_one() -> None:
    rules = Adjudication(draw_score=0.1, draw_moves=1, draw_after=0, win_score=0.8, win_moves=1, measure="value")
    assert feed(Adjudicator(rules), [0.52, 0.47], value=True) == (2, Ruling(None, "draw by score"))
    assert feed(Adjudicator(rules), [0.95, 0.05], value=True) == (2, Ruling(Color.BLACK, "win by score"))
    assert feed(Adjudicator(rules), [0.7, 0.3] * 9, value=True) is None
    assert feed(Adjudicator(rules), [0, 0]) is None  # scores do not count here


def test_tables_decide_for_the_side_to_move() -> None:
    rules = Adjudication(tables=True)
    for known, winner in ((1, Color.WHITE), (0, None), (-1, Color.BLACK)):
        ruling = Adjudicator(rules, lambda board, known=known: known).after_move(AFTER_BLACK, 50)  # type: ignore[misc]
        assert ruling == Ruling(winner, "endgame table")
    assert Adjudicator(rules, lambda board: None).after_move(AFTER_BLACK, 50) is None
    assert Adjudicator(rules).after_move(AFTER_BLACK, 50) is None


SETTINGS = st.builds(
    Adjudication,
    draw_score=st.none() | st.floats(0, 1).map(lambda number: round(number, 3)),
    draw_moves=st.integers(1, 50),
    draw_after=st.integers(0, 500),
    win_score=st.none() | st.floats(0.01, 1).map(lambda number: round(number, 3)),
    win_moves=st.integers(1, 50),
    measure=st.sampled_from(["score", "value"]),
    tables=st.booleans(),
)


@given(SETTINGS)
def test_text_and_settings_are_the_same(rules: Adjudication) -> None:
    assert Adjudication.parse(rules.format()) == rules


def test_off_is_the_default() -> None:
    assert Adjudication().format() == "off"
    assert Adjudication.parse("off") == Adjudication.parse("") == Adjudication()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("resign=3", "not a rule of adjudication"),
        ("draw-score=-1", "from 0 up"),
        ("draw-score=nan", "from 0 up"),
        ("win-score=0", "above 0"),
        ("win-score=inf", "from 0 up"),
        ("draw-moves=0", "from 1 up"),
        ("draw-moves=2.5", "takes a number"),
        ("win-score=much", "takes a number"),
        ("draw-score", "takes a number"),
        ("tables=maybe", "on or off"),
        ("measure=men", "score or value"),
        ("measure=value,win-score=3", "never reached"),
    ],
)
def test_settings_that_make_no_sense_are_refused(text: str, message: str) -> None:
    with pytest.raises(KingMeError, match=message):
        Adjudication.parse(text)
