"""Thinking on the opponent's time: the clock starts with the hit, a miss ends at once, and what was learned is kept."""

import time

import pytest

from kingme import Board, Game
from kingme.errors import KingMeError
from kingme.players import Limit, player

PLAYERS = ["engine", "minimax:deepening=on,depth=40", "mcts:iterations=100000000,megabytes=500"]


@pytest.fixture(scope="module", autouse=True)
def loaded():
    """Machine code is loaded on first use, which must not be timed."""
    for spec in PLAYERS:
        player(spec).analyse(Board(), Limit(time=0.01))


@pytest.mark.parametrize("spec", PLAYERS)
def test_a_hit_starts_the_clock(spec):
    ponder = player(spec).ponder(Board(), Limit(time=0.2))
    time.sleep(0.5)  # longer than the limit: it does not run yet
    assert ponder.running
    started = time.perf_counter()
    analysis = ponder.hit()
    assert 0.1 < time.perf_counter() - started < 1.0
    assert analysis.move in Board().legal_moves()
    assert not analysis.stopped
    assert analysis.setup_time + analysis.time > 0.6  # the same search all the time
    assert not ponder.running


@pytest.mark.parametrize("spec", PLAYERS)
def test_a_miss_is_cancelled_at_once(spec):
    bot = player(spec)
    took = []
    for _ in range(3):
        ponder = bot.ponder(Board(), Limit(time=60))
        time.sleep(0.1)
        started = time.perf_counter()
        ponder.cancel()
        took.append(time.perf_counter() - started)
        assert not ponder.running
    assert min(took) < 0.05
    assert bot.analyse(Board(), Limit(time=0.05)).move in Board().legal_moves()  # free for the next question


def test_a_search_that_ends_before_the_hit_answers_at_once():
    ponder = player("engine:nodes=20000").ponder(Board(), Limit(time=60))
    while ponder.running:
        time.sleep(0.01)
    started = time.perf_counter()
    assert ponder.hit().nodes == 20000
    assert time.perf_counter() - started < 0.2


def test_what_was_learned_is_kept():
    """After pondering the same depth takes fewer nodes."""
    cold = player("engine").analyse(Board(), Limit(depth=13)).nodes
    bot = player("engine")
    ponder = bot.ponder(Board())  # a million nodes
    while ponder.running:
        time.sleep(0.01)
    assert bot.analyse(Board(), Limit(depth=13)).nodes < 0.8 * cold


def test_a_game_brings_its_history():
    game = Game()
    game.play("11-15")
    ponder = player("engine:nodes=1000").ponder(game)
    assert ponder.hit().move in game.board.legal_moves()


def test_a_failure_comes_with_the_hit():
    bot = player("engine")
    bot._search = _fail
    with pytest.raises(KingMeError, match="out of luck"):
        bot.ponder(Board()).hit()


def _fail(*_):
    raise KingMeError("out of luck")
