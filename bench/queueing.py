"""Waiting in line: the formulas for c servers, and a simulation for what the formulas do not cover.

Arrivals are random (Poisson). For service times that are exponential, Erlang's formula is exact (M/M/c); measured
service times are anything but, and are simulated. `tests/web/test_queueing.py` holds the simulation to the formulas.
"""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Callable, Sequence

Service = Callable[[random.Random], float]
"""Draws the seconds that one customer takes."""


def chance_to_wait(servers: int, load: float) -> float:
    """Erlang's C: the share of customers that have to wait; `load` is arrivals times service, below `servers`."""
    if load >= servers:
        return 1.0
    blocked = 1.0  # Erlang's B, by its recursion: no factorial becomes too large
    for number in range(1, servers + 1):
        blocked = load * blocked / (number + load * blocked)
    return servers * blocked / (servers - load * (1 - blocked))


def mean_wait(servers: int, rate: float, service: float) -> float:
    """Mean seconds in line, M/M/c."""
    spare = servers / service - rate
    return chance_to_wait(servers, rate * service) / spare if spare > 0 else math.inf


def wait_quantile(servers: int, rate: float, service: float, share: float) -> float:
    """What so large a share waits at most, M/M/c."""
    spare, chance = servers / service - rate, chance_to_wait(servers, rate * service)
    if spare <= 0:
        return math.inf
    return max(0.0, math.log(chance / (1 - share)) / spare)


def simulate(servers: int, rate: float, service: Service, customers: int, seed: int) -> list[float]:
    """Seconds in line of each customer, first come, first served; the first tenth is left out, as the line is empty."""
    chance = random.Random(seed)
    free = [0.0] * servers  # when each server is free again
    now, waits = 0.0, []
    for number in range(customers):
        now += chance.expovariate(rate)
        begin = max(now, free[0])
        heapq.heapreplace(free, begin + service(chance))
        if number >= customers // 10:
            waits.append(begin - now)
    return waits


def exponential(mean: float) -> Service:
    return lambda chance: chance.expovariate(1 / mean)


def drawn_from(measured: Sequence[float]) -> Service:
    """Measured times, each as likely as the others."""
    return lambda chance: chance.choice(measured)


def servers_for(rate: float, service: float, wait: float, share: float) -> int:
    """How many servers it takes so that this share of customers waits no longer, M/M/c."""
    servers = max(1, math.ceil(rate * service))
    while wait_quantile(servers, rate, service, share) > wait:
        servers += 1
    return servers
