"""The clock."""

from __future__ import annotations

import pytest

from kingme import Clock, Color, KingMeError


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("5", Clock(300, 300)),
        ("5+3", Clock(300, 300, 3)),
        (" 0.5 + 0.1 ", Clock(30, 30, 0.1)),
        ("90+30", Clock(5400, 5400, 30)),
    ],
)
def test_reading(text: str, clock: Clock) -> None:
    assert Clock.parse(text) == clock


@pytest.mark.parametrize(
    "text", ["", "x", "0", "0+3", "-5", "5+", "+3", "5+-1", "1e9", "5:00", "5+3" + " " * 40 + "x", "9" * 99]
)
def test_what_is_no_clock(text: str) -> None:
    with pytest.raises(KingMeError, match=r"is not a clock: write minutes\+seconds, as in 5\+3"):
        Clock.parse(text)


def test_spending_time() -> None:
    clock = Clock(10, 20, 2)
    assert clock.spend(Color.BLACK, 4)
    assert clock.spend(Color.WHITE, 19.5)
    assert (clock.left(Color.BLACK), clock.left(Color.WHITE)) == (8, 2.5)
    assert not clock.spend(Color.WHITE, 2.5)
    assert clock.left(Color.WHITE) == 0, "no increment after the flag has fallen"


def test_a_copy_runs_alone() -> None:
    clock = Clock(10, 10, 1)
    twin = clock.copy()
    twin.spend(Color.BLACK, 5)
    assert (clock.black, twin.black, twin.increment) == (10, 6, 1)
