"""A rating list for a tournament: Bradley-Terry strengths on the Elo scale, with bootstrap intervals.

In the Bradley-Terry model a player with strength theta_i is expected to score s_ij = 1 / (1 + exp(theta_j - theta_i))
against j (R. A. Bradley and M. E. Terry, Biometrika 1952; E. Zermelo had it in 1929). A draw counts as half a win and
half a loss. The strengths maximise sum_ij points_ij ln s_ij, a concave function; Newton's method finds its top in a few
steps:

    gradient_i = sum_j (points_ij - games_ij s_ij)        each player's points minus expected points
    Hessian    = w - diag(sum_j w_ij),  w_ij = games_ij s_ij (1 - s_ij)

so that at the top every player's expected score is its actual score. Ratings are 400 / ln 10 x theta, moved so that the
anchor (a player, or the mean of all) has the value asked for. A player with all points or none would be infinitely
strong or weak: one virtual draw, shared out among the opponents that a player met, keeps ratings finite and moves
others by a fraction of their error.

Intervals come from resampling whole pairs of games within each pairing, because the games of a pair are not independent
(B. Efron, "Bootstrap methods", 1979). A pairing that ended 10-0 resamples to 10-0 for ever; so one pseudo-pair, spread
evenly over all results that a pair can have, is mixed into the lot, and the interval is centred on the rating again.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kingme.arena.elo import Strength
from kingme.arena.intervals import NORMAL, z_value
from kingme.arena.record import PairResult
from kingme.errors import KingMeError
from kingme.text.html import interval, table

Floats = npt.NDArray[np.float64]

SCALE = 400 / math.log(10)
VIRTUAL_DRAWS = 1.0  # of each player, against all its opponents together
LONGEST_STEP = 1.5  # of Newton's method, in units of theta: keeps it from overshooting where the function is flat


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's place in a list; `low` and `high` bound its rating, and `deviation` is its standard error."""

    name: str
    rating: float
    low: float
    high: float
    deviation: float
    points: float
    games: int

    @property
    def error(self) -> float:
        return (self.high - self.low) / 2

    @property
    def strength(self) -> Strength:
        return Strength(self.rating, self.low, self.high)


@dataclass(frozen=True, slots=True)
class RatingList:
    """Ratings, best first. `superiority[i][j]` is the likelihood that the i-th of them is stronger than the j-th.

    `connected` is False where some players never met the others, even by way of third ones: ratings of different groups
    cannot be compared then.
    """

    ratings: tuple[Rating, ...]
    superiority: tuple[tuple[float, ...], ...]
    connected: bool

    def _repr_html_(self) -> str:
        low = min((rating.low for rating in self.ratings), default=-1.0)
        high = max((rating.high for rating in self.ratings), default=1.0)
        rows = [
            [
                str(place),
                rating.name,
                rating.strength.text,
                interval(*rating.strength, low, high),
                f"{rating.points:g}",
                str(rating.games),
            ]
            for place, rating in enumerate(self.ratings, start=1)
        ]
        return table(("", "player", "rating", "95 %", "points", "games"), rows, left=(1, 3))

    def __getitem__(self, name: str) -> Rating:
        for rating in self.ratings:
            if rating.name == name:
                return rating
        raise KingMeError(f"{name!r} has no rating: rated are {', '.join(rating.name for rating in self.ratings)}")


def rate(
    results: Iterable[PairResult],
    *,
    players: Sequence[str] = (),
    anchor: str | None = None,
    anchor_rating: float = 0.0,
    samples: int = 1000,
    seed: int = 0,
    confidence: float = 0.95,
) -> RatingList:
    """Rate the players of a tournament from its pairs (see `kingme.arena.record.pair_up`).

    `anchor` names the player whose rating is `anchor_rating`; without one, the mean of all ratings is. `players` may
    name some that have not played yet. The same results, `samples` and `seed` give the same intervals.
    """
    units = list(results)
    names = list(dict.fromkeys([*players, *(name for unit in units for name in (unit.first, unit.second))]))
    if anchor is not None and anchor not in names:
        raise KingMeError(f"the anchor {anchor!r} is not among the players: {', '.join(names)}")
    if not names:
        return RatingList((), (), True)
    index = {name: place for place, name in enumerate(names)}
    half_points, games = _tables(units, index)
    pinned = None if anchor is None else index[anchor]
    centre = _anchored(_fit(half_points[None] / 2, games[None])[0], pinned)
    sampled = _anchored(_fit(_resample(units, index, samples, np.random.default_rng(seed)), games[None]), pinned)
    offsets = sampled - np.median(sampled, axis=0)
    tail = (1 - confidence) / 2
    z_value(confidence)  # refuses what is no confidence
    low, high = np.quantile(offsets, (tail, 1 - tail), axis=0)
    rows = [
        Rating(
            name=name,
            rating=float(centre[i]) + anchor_rating,
            low=float(centre[i] + low[i]) + anchor_rating,
            high=float(centre[i] + high[i]) + anchor_rating,
            deviation=float(sampled[:, i].std(ddof=1)),
            points=float(half_points[i].sum()) / 2,
            games=int(games[i].sum()),
        )
        for i, name in enumerate(names)
    ]
    order = sorted(range(len(names)), key=lambda i: -centre[i])
    table = _superiority(centre, sampled)
    return RatingList(
        tuple(rows[i] for i in order),
        tuple(tuple(float(table[i, j]) for j in order) for i in order),
        _is_connected(games),
    )


def _tables(units: Iterable[PairResult], index: dict[str, int]) -> tuple[Floats, Floats]:
    """Half points of i against j, and games between them."""
    half_points = np.zeros((len(index), len(index)))
    games = np.zeros_like(half_points)
    for unit in units:
        i, j = index[unit.first], index[unit.second]
        half_points[i, j] += unit.half_points
        half_points[j, i] += 2 * unit.games - unit.half_points
        games[i, j] += unit.games
        games[j, i] += unit.games
    return half_points, games


def _fit(points: Floats, games: Floats) -> Floats:
    """Strengths theta x 400 / ln 10 with mean zero, for a batch of tables: shapes (B, n, n) give (B, n)."""
    played = games > 0
    opponents = played.sum(axis=2)
    most = np.maximum(1, np.maximum(opponents[:, :, None], opponents[:, None, :]))
    virtual = VIRTUAL_DRAWS / most * played
    points = points + virtual / 2
    games = games + virtual
    n = points.shape[-1]
    theta = np.zeros(points.shape[:2])
    # The likelihood does not change when all strengths move together: these terms keep their mean, and that of each
    # group of players that met, at zero.
    pin = np.full((n, n), 1 / n) + 1e-9 * np.eye(n)
    for _ in range(200):
        expected = 1 / (1 + np.exp(theta[:, None, :] - theta[:, :, None]))
        gradient = (points - games * expected).sum(axis=2)
        weight = games * expected * (1 - expected)
        hessian = np.eye(n) * weight.sum(axis=2)[:, :, None] - weight + pin
        step = np.linalg.solve(hessian, gradient[:, :, None])[:, :, 0]
        longest = np.abs(step).max(axis=1, keepdims=True)
        theta += step * np.minimum(1.0, LONGEST_STEP / np.maximum(longest, 1e-300))
        if longest.max() < 1e-10:
            break
    ratings: Floats = SCALE * (theta - theta.mean(axis=1, keepdims=True))
    return ratings


def _anchored(ratings: Floats, pinned: int | None) -> Floats:
    return ratings if pinned is None else ratings - ratings[..., pinned : pinned + 1]


def _resample(units: Iterable[PairResult], index: dict[str, int], samples: int, rng: np.random.Generator) -> Floats:
    """Points of i against j in `samples` tournaments drawn from this one, pair by pair within each pairing."""
    found: dict[tuple[int, int, int], Floats] = {}
    for unit in units:
        i, j = index[unit.first], index[unit.second]
        i, j, half_points = (i, j, unit.half_points) if i < j else (j, i, 2 * unit.games - unit.half_points)
        found.setdefault((i, j, unit.games), np.zeros(2 * unit.games + 1))[half_points] += 1
    points = np.zeros((max(samples, 2), len(index), len(index)))
    for (i, j, games), counts in sorted(found.items(), key=lambda item: item[0]):
        number = int(counts.sum())
        chances = (counts + 1 / len(counts)) / (number + 1)
        scored = rng.multinomial(number, chances, size=len(points)) @ np.arange(len(counts)) / 2
        points[:, i, j] += scored
        points[:, j, i] += number * games - scored
    return points


def _superiority(centre: Floats, sampled: Floats) -> Floats:
    """Phi(difference / its standard error), the error taken from the resampled tournaments."""
    n = len(centre)
    table = np.full((n, n), 0.5)
    for i in range(n):
        for j in range(i):
            deviation = float((sampled[:, i] - sampled[:, j]).std(ddof=1))
            if deviation > 0:
                table[i, j] = NORMAL.cdf(float(centre[i] - centre[j]) / deviation)
                table[j, i] = 1 - table[i, j]
    return table


def _is_connected(games: Floats) -> bool:
    """Whether every player is joined to every other by a chain of games."""
    reached = np.zeros(len(games), dtype=bool)
    reached[0] = True
    for _ in range(len(games)):
        reached |= (games[reached] > 0).any(axis=0)
    return bool(reached.all())
