"""Elo, likelihood of superiority and normalised Elo of a match, from its results alone.

The input is how often each result came up, in ascending order: `(losses, draws, wins)` for single games, or the five
frequencies of colour-swapped pairs, `(LL, LD, DD + WL, WD, WW)`. Pairs are the better unit: the two games of a pair
share an opening that may favour one colour, so that their results are not independent, while pairs are.

With r the frequencies (a zero counts as 1e-3), N = sum r, k = len r - 1, a_i = i / k and p = r / N:

    mu = sum p a                        the mean score of a game, 0..1
    v  = sum p (a - mu)^2               its variance for one observation
    Elo  = -400 log10(1 / mu - 1)       with the interval from mu ± 1.96 sqrt(v / N)
    LOS  = Phi((mu - 1/2) / sqrt(v / N))
    nElo = (mu - 1/2) / sqrt(v k / 2) x 800 / ln 10

Normalised Elo measures the mean in standard deviations of one game; how many games it takes to tell two players apart
depends on it alone, whatever the share of draws (M. Van den Bergh, "Normalized Elo"; the pentanomial model is
that of fishtest and fastchess).

Where the normal interval of mu would leave 0..1, the Elo at its ends would be infinite or overconfident (ten wins of
ten have no spread at all). There the interval is Wilson's, with the number of trials that has the sample's variance: N
mu (1 - mu) / v, or N itself if all results are alike. LOS does likewise: if all are alike, v is 1/4.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kingme.arena.intervals import NORMAL, wilson, z_value
from kingme.errors import KingMeError

ZERO = 1e-3
NELO = 800 / math.log(10)


class Strength(NamedTuple):
    """Elo points with the ends of their interval, which may be infinite."""

    value: float
    low: float
    high: float

    @property
    def text(self) -> str:
        """With its error, or the bound that is known while one side has all the points."""
        if math.isinf(self.low) and math.isinf(self.high):
            return "?"
        if math.isinf(self.high):
            return f"> {self.low:+.0f}"
        if math.isinf(self.low):
            return f"< {self.high:+.0f}"
        return f"{self.value:+.0f} ± {(self.high - self.low) / 2:.0f}"


@dataclass(frozen=True, slots=True)
class EloEstimate:
    """What a match says about the first player; `n` observations (games or pairs).

    `error` and `nelo_error` are half the widths of their 95 % intervals. Ends of `elo` may be infinite.
    """

    n: int
    score: float
    score_low: float
    score_high: float
    elo: float
    elo_low: float
    elo_high: float
    los: float
    nelo: float
    nelo_error: float

    @property
    def error(self) -> float:
        return (self.elo_high - self.elo_low) / 2

    @property
    def strength(self) -> Strength:
        return Strength(self.elo, self.elo_low, self.elo_high)

    def __str__(self) -> str:
        return f"{self.elo:+.2f} ± {self.error:.2f} Elo, LOS {100 * self.los:.2f} %, normalised {self.nelo:+.2f}"


def elo_of(score: float) -> float:
    """The Elo difference at which a player is expected to score this share of the points."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The share of the points that a player is expected to score at this Elo difference.

    >>> round(score_of(100), 3), round(elo_of(0.75), 1)
    (0.64, 190.8)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def check(frequencies: Sequence[float]) -> None:
    """Refuse what are no frequencies of games or pairs."""
    if len(frequencies) not in (3, 5):
        raise KingMeError("a match has three frequencies (losses, draws, wins) or five (pairs from LL to WW)")
    if any(not (number >= 0 and math.isfinite(number)) for number in frequencies):
        raise KingMeError(f"frequencies cannot be negative: {tuple(frequencies)}")


def probabilities(frequencies: Sequence[float]) -> tuple[float, list[float], list[float]]:
    """N, the shares p and the scores a of a match's frequencies, zeros replaced."""
    check(frequencies)
    filled = [number or ZERO for number in frequencies]
    total = sum(filled)
    steps = len(filled) - 1
    return total, [number / total for number in filled], [step / steps for step in range(steps + 1)]


def moments(shares: Sequence[float], scores: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of a distribution."""
    mean = sum(p * a for p, a in zip(shares, scores, strict=True))
    return mean, sum(p * (a - mean) ** 2 for p, a in zip(shares, scores, strict=True))


def estimate(frequencies: Sequence[float], confidence: float = 0.95) -> EloEstimate:
    """Elo with its interval, LOS and normalised Elo of a match; see the head of this file.

    >>> print(estimate((96, 111, 136)))
    +40.70 ± 30.43 Elo, LOS 99.60 %, normalised +49.77
    >>> print(estimate((34, 54, 63, 64, 75)))
    +55.58 ± 27.65 Elo, LOS 100.00 %, normalised +57.94
    """
    total, shares, scores = probabilities(frequencies)
    n = round(sum(frequencies))
    z, half_k = z_value(confidence), (len(shares) - 1) / 2
    if n == 0:
        return EloEstimate(0, 0.5, 0.0, 1.0, 0.0, -math.inf, math.inf, 0.5, 0.0, math.inf)
    mean, variance = moments(shares, scores)
    deviation = math.sqrt(variance / total)
    low, high = mean - z * deviation, mean + z * deviation
    los = NORMAL.cdf((mean - 0.5) / deviation)
    alike = sum(number > 0 for number in frequencies) == 1
    if low <= 0 or high >= 1 or alike:
        raw = [number / n for number in frequencies]
        mean_raw, variance_raw = moments(raw, scores)
        trials = n if alike else n * mean_raw * (1 - mean_raw) / variance_raw
        low, high = wilson(mean_raw, trials, confidence)
        if alike:
            los = NORMAL.cdf((mean_raw - 0.5) * 2 * math.sqrt(n))
    return EloEstimate(
        n=n,
        score=mean,
        score_low=low,
        score_high=high,
        elo=elo_of(mean),
        elo_low=elo_of(low),
        elo_high=elo_of(high),
        los=los,
        nelo=(mean - 0.5) / math.sqrt(variance * half_k) * NELO,
        nelo_error=z / math.sqrt(total * half_k) * NELO,
    )


def superiority(wins: float, losses: float) -> float:
    """The likelihood that the first player is the better one, from decisive games only: Phi((W - L) / sqrt(W + L)).

    The classic formula, a good check of `EloEstimate.los` for single games.
    """
    return 0.5 if wins + losses == 0 else NORMAL.cdf((wins - losses) / math.sqrt(wins + losses))
