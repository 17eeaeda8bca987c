"""Intervals for rates and means: how certain a number from a sample is.

- A rate (won games of all games) gets Wilson's score interval, which stays inside 0..1 and keeps its promise for small
  samples and for 0 % and 100 % (E. B. Wilson, "Probable inference", JASA 1927).
- A mean of independent values (moves of a game) gets Student's t interval.
- A mean over values that come in groups (the moves of a game share their player's fortune) gets the interval of a ratio
  estimator, whose variance is taken between groups (W. G. Cochran, *Sampling Techniques*, 1977, chapter 6).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from kingme.errors import KingMeError

NORMAL = NormalDist()
Z95 = NORMAL.inv_cdf(0.975)
PERCENTILES = (5, 25, 50, 75, 95, 99)


class Estimate(NamedTuple):
    """A value with its confidence interval, from `n` observations; NaN where there are none."""

    value: float
    low: float
    high: float
    n: int

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


NOTHING = Estimate(math.nan, math.nan, math.nan, 0)


class Spread(NamedTuple):
    """How values are distributed: their mean, some percentiles and the largest."""

    mean: Estimate
    percentiles: dict[int, float]
    largest: float


def z_value(confidence: float) -> float:
    """The half-width, in standard deviations, of an interval that holds this share of a normal distribution."""
    if not 0 < confidence < 1:
        raise KingMeError(f"a confidence lies between 0 and 1, and {confidence:g} does not: 0.95 is usual")
    return NORMAL.inv_cdf((1 + confidence) / 2)


def t_value(confidence: float, freedom: int) -> float:
    """As `z_value`, for Student's distribution (G. W. Hill, "Algorithm 396", CACM 1970; five digits).

    >>> round(t_value(0.95, 1), 3), round(t_value(0.95, 9), 3), round(t_value(0.95, 1000), 3)
    (12.706, 2.262, 1.962)
    """
    z, n, tail = z_value(confidence), freedom, 1 - confidence
    if n < 1:
        return math.inf
    if n == 1:
        return 1 / math.tan(tail * math.pi / 2)
    if n == 2:
        return math.sqrt(2 / (tail * (2 - tail)) - 2)
    a = 1 / (n - 0.5)
    b = 48 / (a * a)
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * math.sqrt(a * math.pi / 2) * n
    y = (d * tail) ** (2 / n)
    if y > 0.05 + a:
        x = -z
        y = x * x
        if n < 5:
            c += 0.3 * (n - 4.5) * (x + 0.6)
        c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
        y = math.expm1(a * y * y)
    else:
        y = ((1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1) * (n + 1) / (n + 2)
        y += 1 / ((d * tail) ** (2 / n))
    return math.sqrt(n * y)


def wilson(share: float, n: float, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's interval around a share of `n` trials: the p for which |share - p| <= z sqrt(p (1-p) / n).

    `n` need not be whole: an effective number of trials will do.
    """
    if n <= 0:
        return 0.0, 1.0
    z2 = z_value(confidence) ** 2
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = math.sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    # At 0 % and 100 % the outer end is exact; rounding would miss it by a hair.
    return max(0.0, centre - half) if share > 0 else 0.0, min(1.0, centre + half) if share < 1 else 1.0


def rate(successes: int, n: int, confidence: float = 0.95) -> Estimate:
    """The share of successes with Wilson's interval.

    >>> print("{0:.3f} from {1:.3f} to {2:.3f}".format(*rate(8, 10)))
    0.800 from 0.490 to 0.943
    """
    if not 0 <= successes <= n:
        raise KingMeError(f"{successes} successes in {n} trials cannot be")
    if n == 0:
        return NOTHING
    return Estimate(successes / n, *wilson(successes / n, n, confidence), n)


def mean(values: Sequence[float], confidence: float = 0.95) -> Estimate:
    """The mean of independent values: m ± t(n-1) s / sqrt n. One value alone has an infinite interval."""
    n = len(values)
    if n == 0:
        return NOTHING
    sample = np.asarray(values, dtype=np.float64)
    centre = float(sample.mean())
    if n == 1:
        return Estimate(centre, -math.inf, math.inf, 1)
    half = t_value(confidence, n - 1) * float(sample.std(ddof=1)) / math.sqrt(n)
    return Estimate(centre, centre - half, centre + half, n)


def grouped_mean(groups: Sequence[Sequence[float]], confidence: float = 0.95) -> Estimate:
    """The mean over all values of all groups, where only the groups are independent.

    m = sum y / sum c for group sums y and sizes c; its variance is G/(G-1) sum (y - m c)^2 / (sum c)^2 for G groups.
    """
    filled = [group for group in groups if len(group)]
    if not filled:
        return NOTHING
    sums = np.array([math.fsum(group) for group in filled])
    sizes = np.array([len(group) for group in filled], dtype=np.float64)
    n, total = len(filled), float(sizes.sum())
    centre = float(sums.sum()) / total
    if n == 1:
        return Estimate(centre, -math.inf, math.inf, int(total))
    residual = float(((sums - centre * sizes) ** 2).sum())
    half = t_value(confidence, n - 1) * math.sqrt(n / (n - 1) * residual) / total
    return Estimate(centre, centre - half, centre + half, int(total))


def spread(groups: Sequence[Sequence[float]], confidence: float = 0.95) -> Spread:
    """Mean (with the interval of `grouped_mean`), percentiles and maximum of all values in all groups."""
    values = np.array([value for group in groups for value in group], dtype=np.float64)
    if not len(values):
        return Spread(NOTHING, {}, math.nan)
    cuts = np.percentile(values, PERCENTILES)
    percentiles = {share: float(cut) for share, cut in zip(PERCENTILES, cuts, strict=True)}
    return Spread(grouped_mean(groups, confidence), percentiles, float(values.max()))
