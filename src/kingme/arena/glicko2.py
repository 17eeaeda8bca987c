"""Glicko-2: ratings that know how certain they are.

Mark Glickman, "Example of the Glicko-2 system" (2022). A player has a rating, its deviation and a volatility; after a
period with results against opponents the three are

    mu = (rating - 1500) / 173.7178,  phi = deviation / 173.7178
    g(phi) = 1 / sqrt(1 + 3 phi^2 / pi^2),  E = 1 / (1 + exp(-g(phi_j) (mu - mu_j)))
    v = 1 / sum g_j^2 E_j (1 - E_j),  delta = v sum g_j (s_j - E_j)
    sigma' from f(x) = 0, found by the Illinois method
    phi' = 1 / sqrt(1 / (phi^2 + sigma'^2) + 1 / v),  mu' = mu + phi'^2 sum g_j (s_j - E_j)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

SCALE = 173.7178
CENTRE = 1500.0
TAU = 0.5  # how far volatilities may move
TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """A rating with its deviation: the truth lies within two deviations in 95 of 100 cases."""

    rating: float = CENTRE
    deviation: float = 350.0
    volatility: float = 0.06

    def after(self, results: Sequence[tuple[GlickoRating, float]]) -> GlickoRating:
        """The rating after a period with these opponents and scores (1 won, 0.5 drawn, 0 lost).

        >>> others = [(GlickoRating(1400, 30), 1.0), (GlickoRating(1550, 100), 0.0), (GlickoRating(1700, 300), 0.0)]
        >>> new = GlickoRating(1500, 200).after(others)
        >>> round(new.rating, 2), round(new.deviation, 2), round(new.volatility, 5)
        (1464.05, 151.52, 0.06)
        """
        mu, phi = (self.rating - CENTRE) / SCALE, self.deviation / SCALE
        if not results:
            return GlickoRating(self.rating, math.hypot(phi, self.volatility) * SCALE, self.volatility)
        precision = surprise = 0.0
        for other, score in results:
            weight = _weight(other.deviation / SCALE)
            expected = 1 / (1 + math.exp(-weight * (mu - (other.rating - CENTRE) / SCALE)))
            precision += weight**2 * expected * (1 - expected)
            surprise += weight * (score - expected)
        variance = 1 / precision
        volatility = _volatility(self.volatility, phi, variance, variance * surprise)
        new_phi = 1 / math.sqrt(1 / (phi**2 + volatility**2) + precision)
        return GlickoRating(CENTRE + SCALE * (mu + new_phi**2 * surprise), SCALE * new_phi, volatility)

    def expected(self, other: GlickoRating) -> float:
        """The score to expect against another."""
        phi = math.hypot(self.deviation, other.deviation) / SCALE
        return 1 / (1 + math.exp(-_weight(phi) * (self.rating - other.rating) / SCALE))


def _weight(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """The volatility that fits the surprise best."""
    start = math.log(sigma**2)

    def slope(x: float) -> float:
        power = math.exp(x)
        inner = phi**2 + variance + power
        return power * (delta**2 - inner) / (2 * inner**2) - (x - start) / TAU**2

    low, high = start, _other_side(slope, start, phi, variance, delta)
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        value = slope(middle)
        if value * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, value
    return math.exp(low / 2)


def _other_side(slope: Callable[[float], float], start: float, phi: float, variance: float, delta: float) -> float:
    """A point at which the slope has the other sign."""
    if delta**2 > phi**2 + variance:
        return math.log(delta**2 - phi**2 - variance)
    steps = 1
    while slope(start - steps * TAU) < 0:
        steps += 1
    return start - steps * TAU
