"""Budgets: what is allowed, what a text means, and what a clock gives."""

from __future__ import annotations

import pytest

from kingme import KingMeError
from kingme.players import Limit
from kingme.players.limit import OVERHEAD


def test_text() -> None:
    assert Limit.parse("time=1.5") == Limit(time=1.5)
    assert Limit.parse(" nodes = 100000 , depth=6,") == Limit(nodes=100_000, depth=6)
    assert Limit.parse("iterations=500") == Limit(iterations=500)
    assert Limit.parse("clock=60,increment=0.5,moves_to_go=10") == Limit(clock=60, increment=0.5, moves_to_go=10)
    assert Limit.parse("") == Limit()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seconds=1", "'seconds' is not a limit: use clock, depth, increment, iterations, moves_to_go, nodes, time"),
        ("time=soon", "time takes a number, not 'soon'"),
        ("time=", "time takes a number, not ''"),
        ("nodes=1.5", "nodes takes a number, not '1.5'"),
        ("depth=0", "a limit must be above zero, and depth is 0"),
        ("time=-1", "a limit must be above zero, and time is -1.0"),
        ("time=nan", "a limit must be above zero, and time is nan"),
        ("increment=-1", "an increment cannot be negative, and it is -1.0"),
        ("clock=1,increment=nan", "an increment cannot be negative, and it is nan"),
    ],
)
def test_refusals(text: str, message: str) -> None:
    with pytest.raises(KingMeError, match=message):
        Limit.parse(text)


def test_empty() -> None:
    assert Limit().is_empty
    assert Limit(increment=1.0, moves_to_go=3).is_empty
    assert not any(limit.is_empty for limit in (Limit(time=1), Limit(nodes=1), Limit(depth=1), Limit(clock=1)))


def test_a_share_of_the_clock() -> None:
    assert Limit().seconds() is None
    assert Limit(time=2).seconds() == 2
    assert Limit(clock=300).seconds() == pytest.approx(10 - OVERHEAD)
    assert Limit(clock=300, increment=5).seconds() == pytest.approx(14 - OVERHEAD)
    assert Limit(clock=300, moves_to_go=10).seconds() == pytest.approx(30 - OVERHEAD)
    assert Limit(clock=300, time=3).seconds() == 3


@pytest.mark.parametrize("clock", [0.001, 0.04, 0.1, 1.0, 100.0])
@pytest.mark.parametrize("moves_to_go", [None, 1, 2])
def test_the_flag_never_falls(clock: float, moves_to_go: int | None) -> None:
    seconds = Limit(clock=clock, increment=100, moves_to_go=moves_to_go).seconds()
    assert seconds is not None
    assert 0 < seconds <= max(0.001, clock / 2)


@pytest.mark.parametrize("clock", [2.0, 10.0, 60.0, 300.0])
@pytest.mark.parametrize("increment", [0.0, 0.02, 1.0])
def test_a_clock_lasts_for_a_long_game(clock: float, increment: float) -> None:
    """A hundred moves, each with the time that stopping and answering takes, and the time is used all the same."""
    left = clock
    for _ in range(100):
        left -= (Limit(clock=left, increment=increment).seconds() or 0.0) + 0.006
        assert left > 0
        left += increment
    assert left < 0.5 * clock + 40 * increment


@pytest.mark.parametrize("moves", [1, 5, 40])
@pytest.mark.parametrize("clock", [1.0, 60.0])
def test_a_time_control_is_reached(clock: float, moves: int) -> None:
    left = clock
    for played in range(moves):
        left -= (Limit(clock=left, moves_to_go=moves - played).seconds() or 0.0) + 0.006
        assert left > 0
    assert left < 0.6 * clock
