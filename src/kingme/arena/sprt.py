"""The sequential probability ratio test: play until the data say which of two hypotheses they fit.

Wald's test stops a match as soon as the log-likelihood ratio (LLR) of "the difference is elo1" against "it is elo0"
leaves the interval from ln(beta / (1 - alpha)) to ln((1 - beta) / alpha): with probability alpha a difference of elo0
is taken for elo1, with probability beta the reverse (A. Wald, *Sequential Analysis*, 1947). The other parameters of the
result distribution are unknown, so each hypothesis gets the distribution that fits the data best among those that
satisfy it (generalised SPRT; M. Van den Bergh, "A practical introduction to the GSPRT", as in fishtest and fastchess).

Frequencies, N, p and a are those of `kingme.arena.elo`. Under a hypothesis that the mean of some b_i is zero, the best
fit is q_i = p_i / (1 + x b_i), where x solves sum p_i b_i / (1 + x b_i) = 0; then LLR = N sum p_i ln(q1_i / q0_i).

- logistic: b_i = a_i - s with s = 1 / (1 + 10^(-elo / 400)).
- normalised: the mean lies t = sqrt(k/2) nelo ln 10 / 800 standard deviations from 1/2. This is not linear in q, so it
  is linearised at the q of the last step, b_i = a_i - 1/2 - t sigma (1 + ((mu - a_i) / sigma)^2) / 2, from the uniform
  distribution on, up to ten times.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from kingme.arena.elo import NELO, moments, probabilities, score_of
from kingme.errors import KingMeError

Model = Literal["normalised", "logistic"]
Decision = Literal["H0", "H1"]
MODELS: tuple[Model, ...] = ("normalised", "logistic")

STEPS = 10  # linearisations of the normalised model
CLOSE = 1e-9  # a change of every probability below this ends them
WIDEST = 200.0  # normalised Elo; far outside, a distribution with such a mean need not exist


class Verdict(NamedTuple):
    """Where a test stands: `decision` is None until the LLR has reached one of its bounds."""

    llr: float
    lower: float
    upper: float
    decision: Decision | None


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of `elo1` against `elo0`, in normalised or logistic Elo.

    >>> test = Sprt(0, 2)
    >>> verdict = test.verdict((365, 16618, 36229, 16974, 390))
    >>> round(verdict.llr, 2), round(verdict.upper, 3), verdict.decision
    (2.25, 2.944, None)
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalised"

    def __post_init__(self) -> None:
        if self.model not in MODELS:
            raise KingMeError(f"{self.model!r} is not a model of Elo: use {' or '.join(MODELS)}")
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise KingMeError(f"elo0 must be below elo1, and {self.elo0:g} is not below {self.elo1:g}")
        if self.model == "normalised" and max(abs(self.elo0), abs(self.elo1)) > WIDEST:
            raise KingMeError(f"normalised bounds go up to {WIDEST:g}: use the logistic model, or play a plain match")
        if not (0 < self.alpha and 0 < self.beta and self.alpha + self.beta < 1):
            raise KingMeError("alpha and beta are the chances of a wrong answer: above 0, and below 1 together")

    @property
    def lower(self) -> float:
        """The LLR at which elo0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The LLR at which elo1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, frequencies: Sequence[float]) -> float:
        """The log-likelihood ratio of a match so far; without any result it is zero."""
        if not sum(frequencies):
            return 0.0
        solve = logistic_llr if self.model == "logistic" else normalised_llr
        return solve(frequencies, self.elo0, self.elo1)

    def verdict(self, frequencies: Sequence[float]) -> Verdict:
        llr = self.llr(frequencies)
        decision: Decision | None = "H1" if llr >= self.upper else "H0" if llr <= self.lower else None
        return Verdict(llr, self.lower, self.upper, decision)


@dataclass(slots=True)
class SprtRun:
    """A test in progress, fed with pairs in the order of the schedule.

    Workers finish games in any order; the decision must not depend on it. So pairs go in by number, and one that comes
    early waits for those before it. Once decided, later pairs are ignored.
    """

    test: Sprt
    frequencies: list[int] = field(default_factory=lambda: [0] * 5)
    verdict: Verdict = field(init=False)
    _waiting: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.verdict = self.test.verdict(self.frequencies)

    @property
    def pairs(self) -> int:
        """Pairs that count so far; the next one to be taken has this number."""
        return sum(self.frequencies)

    def add(self, pair: int, half_points: int) -> Verdict:
        """Take the result of a pair, 0 (two losses) to 4 (two wins) half points for the first player."""
        if not 0 <= half_points <= 4:
            raise KingMeError(f"a pair of games gives 0 to 4 half points, not {half_points}")
        if pair < self.pairs or pair in self._waiting:
            if self.verdict.decision is None:
                raise KingMeError(f"pair {pair} was counted before")
            return self.verdict
        self._waiting[pair] = half_points
        while self.verdict.decision is None and (following := self._waiting.pop(self.pairs, None)) is not None:
            self.frequencies[following] += 1
            self.verdict = self.test.verdict(self.frequencies)
        return self.verdict

    def extend(self, results: Iterable[tuple[int, int]]) -> Verdict:
        """`add` for several results, as when a run is resumed."""
        for pair, half_points in results:
            self.add(pair, half_points)
        return self.verdict


def logistic_llr(frequencies: Sequence[float], elo0: float, elo1: float) -> float:
    """The LLR for two logistic Elo differences."""
    total, shares, scores = probabilities(frequencies)

    def fit(elo: float) -> list[float]:
        target = score_of(elo)
        return _tilt(shares, [a - target for a in scores])

    return _ratio(total, shares, fit(elo0), fit(elo1))


def normalised_llr(frequencies: Sequence[float], nelo0: float, nelo1: float) -> float:
    """The LLR for two normalised Elo differences."""
    total, shares, scores = probabilities(frequencies)
    scale = math.sqrt((len(shares) - 1) / 2) / NELO
    return _ratio(total, shares, *(_fit_t(shares, scores, scale * nelo) for nelo in (nelo0, nelo1)))


def _fit_t(shares: list[float], scores: list[float], t: float) -> list[float]:
    """The distribution closest to `shares` whose mean lies t standard deviations above 1/2."""
    fit = [1 / len(shares)] * len(shares)
    for _ in range(STEPS):
        mean, variance = moments(fit, scores)
        sigma = math.sqrt(variance)
        before = fit
        fit = _tilt(shares, [a - 0.5 - t * sigma * (1 + ((mean - a) / sigma) ** 2) / 2 for a in scores])
        if max(abs(new - old) for new, old in zip(fit, before, strict=True)) < CLOSE:
            break
    return fit


def _tilt(shares: list[float], b: list[float]) -> list[float]:
    """q_i = p_i / (1 + x b_i) with x such that the mean of b under q is zero, by Newton's method inside a bracket.

    f(x) = sum p b / (1 + x b) falls from plus to minus infinity between its poles next to zero.
    """
    if not min(b) < 0 < max(b):
        raise KingMeError("no result distribution has this Elo difference: choose bounds nearer to zero")
    low, high = -1 / max(b), -1 / min(b)
    x = 0.0
    for _ in range(200):
        terms = [bi / (1 + x * bi) for bi in b]
        value = sum(p * term for p, term in zip(shares, terms, strict=True))
        if value > 0:
            low = x
        else:
            high = x
        slope = sum(p * term * term for p, term in zip(shares, terms, strict=True))  # of -f
        following = x + value / slope
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - x) <= 1e-13 * (1 + abs(x)):
            break
        x = following
    return [p / (1 + x * bi) for p, bi in zip(shares, b, strict=True)]


def _ratio(total: float, shares: list[float], fit0: list[float], fit1: list[float]) -> float:
    return total * sum(p * math.log(q1 / q0) for p, q0, q1 in zip(shares, fit0, fit1, strict=True))
