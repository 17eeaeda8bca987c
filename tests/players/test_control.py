"""Control: kernels in threads, stopped by the clock, by a cancel event, by an error or by whoever listens."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from kingme.players.base import Info
from kingme.players.control import INFO_INTERVAL, Control
from kingme.players.limit import Limit


def spin(control: Control, seconds: float = 10.0) -> str:
    """A job that ends when it is told to."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        if control.stop[0]:
            return "stopped"
        time.sleep(0.001)
    return "ran out"


def test_results_come_in_the_order_of_the_jobs() -> None:
    control = Control(Limit())
    assert control.run(lambda: (time.sleep(0.02), "slow")[1], lambda: "fast") == ["slow", "fast"]
    assert control.run() == []
    assert not control.must_stop()


def test_jobs_run_side_by_side() -> None:
    barrier = threading.Barrier(3, timeout=5)
    assert len(Control(Limit()).run(*[barrier.wait] * 3)) == 3


def test_time_stops_all_jobs() -> None:
    control = Control(Limit(time=0.1))
    assert control.run(*[lambda: spin(control)] * 2) == ["stopped"] * 2
    assert 0.1 <= control.elapsed < 1
    assert not control.cancelled


def test_a_clock_stops_it_too() -> None:
    control = Control(Limit(clock=3.6))
    assert control.run(lambda: spin(control)) == ["stopped"]
    assert 0.1 <= control.elapsed < 1


def test_cancel_stops_within_50_ms() -> None:
    cancel = threading.Event()
    control = Control(Limit(), cancel=cancel)
    cancelled_at: list[float] = []
    threading.Timer(0.1, lambda: (cancelled_at.append(time.perf_counter()), cancel.set())).start()
    assert control.run(lambda: spin(control)) == ["stopped"]
    assert time.perf_counter() - cancelled_at[0] < 0.5  # 50 ms on a machine that is not busy
    assert control.cancelled


def test_a_search_cancelled_before_it_starts_stops_at_its_first_look() -> None:
    cancel = threading.Event()
    cancel.set()
    control = Control(Limit(), cancel=cancel)
    assert control.run(lambda: spin(control)) == ["stopped"]
    assert control.elapsed < 0.5


def test_an_error_in_a_job_stops_the_others_and_is_raised() -> None:
    control = Control(Limit())

    def fail() -> None:
        raise RuntimeError("kernel")

    ended: list[str] = []
    with pytest.raises(RuntimeError, match="kernel"):
        control.run(lambda: ended.append(spin(control)), fail)
    assert ended == ["stopped"]


def test_progress_comes_up_to_ten_times_a_second() -> None:
    seen: list[Info] = []
    control = Control(Limit(time=0.55), on_info=seen.append)
    assert control.streams
    control.run(lambda: spin(control), snapshot=lambda: Info(nodes=7))
    assert 1 <= len(seen) <= 0.55 / INFO_INTERVAL
    assert all(info.nodes == 7 and info.time > 0 for info in seen)
    assert [info.time for info in seen] == sorted(info.time for info in seen)
    count = len(seen)
    control.report(Info)
    control.report(Info, force=True)
    assert len(seen) == count + 1


def test_nobody_listens() -> None:
    control = Control(Limit(time=0.15))
    assert not control.streams
    control.run(lambda: spin(control), snapshot=lambda: pytest.fail("not wanted"))


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_an_error_of_the_listener_stops_the_search(error: type[BaseException]) -> None:
    def listen(info: Any) -> None:
        raise error

    control = Control(Limit(), on_info=listen)
    ended: list[str] = []
    with pytest.raises(error):
        control.run(lambda: ended.append(spin(control)), snapshot=Info)
    assert ended == ["stopped"]
