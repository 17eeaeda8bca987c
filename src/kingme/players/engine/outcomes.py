"""What a score means: the chances of win, draw and loss, fitted on self-play.

A score `s` wins with probability `logistic((s - margin) / spread)` and loses with `logistic((-s - margin) / spread)`:
an ordered logistic model with two numbers, found by maximum likelihood.
"""

from __future__ import annotations

import numpy as np

LIMIT = 1000  # scores beyond this are as good as decided and would only blur the fit


def _win_and_loss(scores: np.ndarray, margin: float, spread: float) -> tuple[np.ndarray, np.ndarray]:
    scores = np.clip(scores, -LIMIT, LIMIT)
    return 1 / (1 + np.exp((margin - scores) / spread)), 1 / (1 + np.exp((margin + scores) / spread))


def expected_results(scores: np.ndarray, margin: float, spread: float) -> np.ndarray:
    """The mean result at each score, a draw counting half."""
    win, loss = _win_and_loss(scores, margin, spread)
    expected: np.ndarray = (1 + win - loss) / 2
    return expected


def _likelihood(scores: np.ndarray, results: np.ndarray, margin: float, spread: float) -> float:
    win, loss = _win_and_loss(scores, margin, spread)
    chances = np.where(results == 2, win, np.where(results == 0, loss, 1 - win - loss))
    return float(np.log(np.maximum(chances, 1e-12)).mean())


def fit_outcomes(scores: np.ndarray, results: np.ndarray) -> tuple[float, float]:
    """Margin and spread for scores and results (2 win, 1 draw, 0 loss), by a search on an ever finer grid."""
    usable = np.abs(scores) < LIMIT
    scores, results = scores[usable].astype(np.float64), results[usable]
    margin, spread, step = 100.0, 60.0, 40.0
    best = _likelihood(scores, results, margin, spread)
    while step > 0.1:
        steps = ((step, 0), (-step, 0), (0, step), (0, -step))
        around = [(margin + a, spread + b) for a, b in steps if margin + a > 0 and spread + b > 1]
        tried = max((_likelihood(scores, results, *point), point) for point in around)
        if tried[0] > best:
            best, (margin, spread) = tried
        else:
            step /= 2
    return margin, spread
