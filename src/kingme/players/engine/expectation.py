"""What a score of the engine means in results: chances of a win, a draw and a loss."""

from __future__ import annotations

import math
from typing import NamedTuple

from kingme.games.contract import Learned
from kingme.score import Score


class Expectation(NamedTuple):
    """Chances of the three results for the side to move."""

    win: float
    draw: float
    loss: float

    @property
    def value(self) -> float:
        """The expected score: a win counts 1, a draw one half."""
        return self.win + self.draw / 2


def expect(learned: Learned, score: Score) -> Expectation:
    """Chances of win, draw and loss at a score for the side to move, by what was learned from games."""
    if score.result is not None:
        return Expectation(float(score.result > 0), float(score.result == 0), float(score.result < 0))
    win = _logistic((100 * score.men - learned.margin) / learned.spread)
    loss = _logistic((-100 * score.men - learned.margin) / learned.spread)
    return Expectation(win, max(0.0, 1 - win - loss), loss)


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, x))))
