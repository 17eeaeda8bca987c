"""Where a player belongs on a ladder: its rating from games against players whose ratings are known.

The rating is one number, so its likelihood can be written down on a grid. With s(r) = 1 / (1 + 10^((q - r) / 400)) the
expected score against an opponent rated q, points p of n games weigh a rating by

    s^p (1 - s)^(n - p)

times a wide prior, the normal distribution of the ladder itself, which keeps a player with all points or none finite.
Draws count half; since they vary less than wins and losses, the intervals are wider than they need to be, never
narrower. They leave out the error of the ladder's own ratings, which moves all players alike.

The next opponent is the one whose games tell most. A game is worth its Fisher information, proportional to s (1 - s),
here the mean over the ratings that are still likely. Among opponents that tell nearly as much, the one met least often
is next, so that the rating does not hang on one opponent's style.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kingme.arena.elo import Strength
from kingme.errors import KingMeError
from kingme.games.registry import DEFAULT, find_game
from kingme.players.game_ratings import ratings_in
from kingme.players.presets import PRESETS

LOWEST, HIGHEST, STEP = -600.0, 3600.0, 4.0
SPREAD = 800.0  # of the prior, far wider than any interval that is worth printing
NEARLY = 0.85  # of the largest information


class Anchor(NamedTuple):
    """An opponent whose rating is known."""

    spec: str
    title: str
    rating: float


class Points(NamedTuple):
    """What was scored against one opponent."""

    points: float = 0.0
    games: int = 0


NONE = Points()


class Placement:
    """A player among anchors. `record` takes results; `strength` and `next_anchor` follow from all of them.

    >>> placement = Placement([Anchor("a", "", 1000), Anchor("b", "", 1400), Anchor("c", "", 1800)])
    >>> placement.next_anchor().spec
    'b'
    >>> placement.record("b", Points(9, 10))
    >>> placement.next_anchor().spec
    'c'
    """

    def __init__(self, anchors: list[Anchor]) -> None:
        if not anchors:
            raise KingMeError("a rating needs opponents whose ratings are known")
        self.anchors = {anchor.spec: anchor for anchor in anchors}
        self.results: dict[str, Points] = {}
        self._grid = np.arange(LOWEST, HIGHEST + STEP, STEP)
        centre = sum(anchor.rating for anchor in anchors) / len(anchors)
        self._prior = -0.5 * ((self._grid - centre) / SPREAD) ** 2

    @property
    def games(self) -> int:
        return sum(result.games for result in self.results.values())

    def record(self, spec: str, result: Points) -> None:
        """All that was scored against this opponent so far."""
        if not 0 <= result.points <= result.games:
            raise KingMeError(f"{result.points:g} points of {result.games} games are impossible")
        self.results[spec] = result

    @property
    def strength(self) -> Strength:
        """The mean of the likely ratings, and the interval that holds 95 % of them."""
        weights = self._weights()
        low, high = np.interp((0.025, 0.975), np.cumsum(weights), self._grid)
        return Strength(float(weights @ self._grid), float(low), float(high))

    def next_anchor(self) -> Anchor:
        """The opponent whose games tell most about the rating now."""
        weights = self._weights()
        told = {spec: float(weights @ _variance(self._grid, anchor.rating)) for spec, anchor in self.anchors.items()}
        most = max(told.values())
        near = [spec for spec in told if told[spec] >= NEARLY * most]
        return self.anchors[min(near, key=lambda spec: (self.results.get(spec, NONE).games, -told[spec]))]

    def neighbours(self) -> tuple[Anchor | None, Anchor | None]:
        """The anchors next below and next above."""
        ranked, rating = sorted(self.anchors.values(), key=lambda anchor: anchor.rating), self.strength.value
        below = [anchor for anchor in ranked if anchor.rating <= rating]
        above = [anchor for anchor in ranked if anchor.rating > rating]
        return (below[-1] if below else None), (above[0] if above else None)

    def _weights(self) -> npt.NDArray[np.float64]:
        """How likely each rating of the grid is."""
        likelihood = self._prior.copy()
        for spec, (points, games) in self.results.items():
            ahead = (self._grid - self.anchors[spec].rating) * np.log(10) / 400
            likelihood -= points * np.logaddexp(0, -ahead) + (games - points) * np.logaddexp(0, ahead)
        weights = np.exp(likelihood - likelihood.max())
        scaled: npt.NDArray[np.float64] = weights / weights.sum()
        return scaled


def ladder(game: str = DEFAULT) -> list[Anchor]:
    """The levels with their ratings as measured in a game (docs/ladder), and the random player, which has 0 there."""
    measured = {name: rating for name, rating in ratings_in(game).items() if name.startswith("level-")}
    if not measured:
        raise KingMeError(f"the levels have no ratings in {find_game(game).title}: there is no ladder to rate on")
    anchors = [Anchor(name, PRESETS[name].title, rating) for name, rating in measured.items()]
    return [Anchor("random", "Random moves", 0), *anchors]


def _variance(grid: npt.NDArray[np.float64], rating: float) -> npt.NDArray[np.float64]:
    """Of the result of a game against this rating: the information that it gives."""
    score = 1 / (1 + 10 ** ((rating - grid) / 400))
    varied: npt.NDArray[np.float64] = score * (1 - score)
    return varied
