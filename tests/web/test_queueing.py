"""The simulation of lines in front of servers, held to the formulas where there are any."""

from __future__ import annotations

import importlib.util
import math
from pathlib import Path
from statistics import mean

import pytest

_spec = importlib.util.spec_from_file_location("queueing", Path(__file__).parents[2] / "bench" / "queueing.py")
assert _spec is not None
assert _spec.loader is not None
queueing = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(queueing)


def test_formulas_by_hand():
    assert queueing.chance_to_wait(1, 0.5) == pytest.approx(0.5)  # M/M/1: the load
    assert queueing.mean_wait(1, 0.5, 1.0) == pytest.approx(1.0)  # M/M/1: load / (mu - lambda)
    assert queueing.chance_to_wait(2, 1.0) == pytest.approx(1 / 3)  # a^2 / (a^2 + 2 (1 + a) (1 - a / 2)) with a = 1
    assert queueing.mean_wait(2, 2.0, 1.0) == math.inf
    direct = (8**10 / math.factorial(10) * 10 / 2) / (
        sum(8**k / math.factorial(k) for k in range(10)) + 8**10 / math.factorial(10) * 10 / 2
    )
    assert queueing.chance_to_wait(10, 8.0) == pytest.approx(direct)


@pytest.mark.parametrize(("servers", "load"), [(1, 0.7), (2, 1.6), (8, 6.4), (32, 25.6)])
def test_simulation_agrees_with_erlang(servers, load):
    waits = queueing.simulate(servers, load, queueing.exponential(1.0), 150_000, seed=7)
    assert mean(waits) == pytest.approx(queueing.mean_wait(servers, load, 1.0), rel=0.1, abs=0.01)
    waited = sum(wait > 1e-9 for wait in waits) / len(waits)
    assert waited == pytest.approx(queueing.chance_to_wait(servers, load), abs=0.02)
    at_most = queueing.wait_quantile(servers, load, 1.0, 0.95)
    assert sum(wait <= at_most for wait in waits) / len(waits) == pytest.approx(0.95, abs=0.01)


def test_equal_times_wait_half_as_long():
    """M/D/1, by the formula of Pollaczek and Khinchine: half of M/M/1."""
    waits = queueing.simulate(1, 0.8, queueing.drawn_from([1.0]), 150_000, seed=7)
    assert mean(waits) == pytest.approx(queueing.mean_wait(1, 0.8, 1.0) / 2, rel=0.05)


def test_servers_that_are_enough_and_one_less_is_not():
    wanted = queueing.servers_for(100.0, 0.5, wait=0.1, share=0.99)
    assert (
        queueing.wait_quantile(wanted, 100.0, 0.5, 0.99) <= 0.1 < queueing.wait_quantile(wanted - 1, 100.0, 0.5, 0.99)
    )
