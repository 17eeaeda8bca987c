"""Stronger presets beat weaker ones. The sizes of the steps are in `docs/algorithms`."""

from __future__ import annotations

import pytest
from strength.matches import play, prove

from kingme.arena.sprt import Sprt

pytestmark = pytest.mark.strength

CLEARLY = Sprt(0, 60, alpha=0.05, beta=0.05, model="logistic")
SLIGHTLY = Sprt(0, 30, alpha=0.05, beta=0.05, model="logistic")


@pytest.mark.parametrize(("stronger", "weaker"), [("medium", "easy"), ("hard", "medium"), ("expert", "hard")])
def test_levels(stronger: str, weaker: str) -> None:
    prove(stronger, weaker)


@pytest.mark.parametrize("level", range(1, 9))
def test_kingmes_own_ladder(level: int) -> None:
    """Level 10 thinks for too long to be met here."""
    prove(f"level-{level + 1}:hash=4", f"level-{level}:hash=4", test=CLEARLY)


@pytest.mark.parametrize(
    ("stronger", "weaker"), [("a-minimax2", "a-greedy"), ("a-minimax4", "a-minimax2"), ("d-depth5", "d-depth3")]
)
def test_depth(stronger: str, weaker: str) -> None:
    prove(stronger, weaker)


def test_greedy_is_hardly_better_than_chance() -> None:
    """Captures are compulsory, so chance takes almost all that greed does."""
    tally = prove("a-greedy", "random", test=SLIGHTLY, most=1500)
    assert tally.score < 0.65


@pytest.mark.parametrize("name", ["easy", "a-minimax2", "a-flat100", "b-rave:iterations=100"])
def test_anything_that_looks_ahead_beats_chance(name: str) -> None:
    tally = play(name, "random", 15)
    assert tally.elo.elo_low > 100


@pytest.mark.parametrize(
    "weaker",
    [
        "random",
        "a-greedy",
        "a-minimax4",
        "a-flat100",
        "expert",
        "b-minimax",
        "b-mcts",
        "b-rave",
        "b-rave-path",
        "b-heuristic-rave",
        "c-weighted",
        "d-depth5",
        "e-5+25:iterations=2000,positions=20000",
    ],
)
def test_the_engine_beats_every_other_player(weaker: str) -> None:
    tally = prove("engine:nodes=20000,hash=4", weaker)
    assert tally.losses <= tally.games // 10
