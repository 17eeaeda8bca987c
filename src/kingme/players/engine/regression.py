"""Logistic regression: the weights under which the evaluation best predicts the results of games.

The expected result of a position is modelled as `1 / (1 + exp(-sum / SCALE))`, where the sum is the engine's evaluation
as a function of its weights. Gradient descent (Adam, Kingma and Ba 2014) minimises the cross-entropy with the results,
a draw counting half, plus a small penalty on the patterns so that rare cases stay near zero.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kingme.core.jit import kernel
from kingme.players.engine.evaluate import PATTERNS, PHASE, TERM_COUNT, WEIGHT_COUNT, turn_round, weighted_sum
from kingme.players.engine.patterns import CASES, PATTERN_COUNT, pattern_cases
from kingme.players.engine.selfplay import RECORD
from kingme.players.engine.weights import PARAMETERS

SCALE = 100.0  # hundredths of a man that raise the odds of a win by a factor of e, before the fit finds its own


@dataclass
class Samples:
    """Positions as the regression sees them, one row each."""

    terms: np.ndarray  # int16 (n, TERM_COUNT)
    cases: np.ndarray  # int16 (n, PATTERN_COUNT)
    phases: np.ndarray  # float64 (n,), 1 in the opening and 0 with an empty board
    targets: np.ndarray  # float64 (n,), result for the side to move

    def __len__(self) -> int:
        return len(self.targets)

    def part(self, rows: np.ndarray) -> Samples:
        return Samples(self.terms[rows], self.cases[rows], self.phases[rows], self.targets[rows])


@kernel("void(i8[::1], i8[::1], i2[::1], i2[::1], i8[::1])")
def _extract(records, unit, terms, cases, scratch):
    """The features of every record. A linear function's coefficients are its values at unit vectors."""
    for row in range(records.size // RECORD):
        base = row * RECORD
        own, opp, kings, turn = records[base], records[base + 1], records[base + 2], records[base + 3]
        for term in range(TERM_COUNT):
            unit[2 * term] = 1
            unit[2 * term + 1] = 1
            terms[row * TERM_COUNT + term] = weighted_sum(own, opp, kings, turn, unit) // PHASE
            unit[2 * term] = 0
            unit[2 * term + 1] = 0
        own_men, opp_men = own & ~kings, opp & ~kings
        if turn == 1:
            own_men, opp_men = turn_round(own_men), turn_round(opp_men)
        pattern_cases(own_men, opp_men, scratch, 0)
        for pattern in range(PATTERN_COUNT):
            cases[row * PATTERN_COUNT + pattern] = scratch[pattern]


def extract(records: np.ndarray) -> Samples:
    """Turn self-play records into samples."""
    records = records.reshape(-1, RECORD)
    count = len(records)
    terms = np.empty(count * TERM_COUNT, np.int16)
    cases = np.empty(count * PATTERN_COUNT, np.int16)
    unit = np.zeros(WEIGHT_COUNT, np.int64)
    _extract(np.ascontiguousarray(records).ravel(), unit, terms, cases, np.empty(PATTERN_COUNT, np.int64))
    pieces = np.bitwise_count(records[:, 0] | records[:, 1])
    return Samples(
        terms.reshape(count, TERM_COUNT),
        cases.reshape(count, PATTERN_COUNT),
        np.minimum(pieces, PHASE) / PHASE,
        records[:, 5] / 2.0,
    )


@kernel("f8(i2[::1], i2[::1], f8[::1], f8[::1], f8[::1], f8[::1], i8, i8)")
def _gradient(terms, cases, phases, targets, parameters, gradient, first, last):
    """Cross-entropy of samples `first` to `last`, summed; adds its derivative to `gradient`."""
    loss = 0.0
    for row in range(first, last):
        phase = phases[row]
        value = 0.0
        for term in range(TERM_COUNT):
            feature = terms[row * TERM_COUNT + term]
            if feature != 0:
                value += feature * (parameters[2 * term] * phase + parameters[2 * term + 1] * (1.0 - phase))
        for pattern in range(PATTERN_COUNT):
            slot = 2 * (TERM_COUNT + pattern * CASES + cases[row * PATTERN_COUNT + pattern])
            value += parameters[slot] * phase + parameters[slot + 1] * (1.0 - phase)
        expected = 1.0 / (1.0 + np.exp(-value / SCALE))
        clipped = min(max(expected, 1e-9), 1.0 - 1e-9)
        target = targets[row]
        loss -= target * np.log(clipped) + (1.0 - target) * np.log(1.0 - clipped)
        slope = (expected - target) / SCALE
        for term in range(TERM_COUNT):
            feature = terms[row * TERM_COUNT + term]
            if feature != 0:
                gradient[2 * term] += slope * feature * phase
                gradient[2 * term + 1] += slope * feature * (1.0 - phase)
        for pattern in range(PATTERN_COUNT):
            slot = 2 * (TERM_COUNT + pattern * CASES + cases[row * PATTERN_COUNT + pattern])
            gradient[slot] += slope * phase
            gradient[slot + 1] += slope * (1.0 - phase)
    return loss


def loss(samples: Samples, parameters: np.ndarray) -> float:
    """Mean cross-entropy."""
    gradient = np.zeros(PARAMETERS)
    rows = (samples.terms.ravel(), samples.cases.ravel(), samples.phases, samples.targets)
    return float(_gradient(*rows, parameters, gradient, 0, len(samples))) / len(samples)


def fit(
    samples: Samples,
    start: np.ndarray,
    *,
    patterns: bool = True,
    epochs: int = 20,
    batch: int = 8192,
    rate: float = 1.0,
    penalty: float = 1e-8,
    report: Callable[[int, float], None] | None = None,
) -> np.ndarray:
    """The parameters that predict the samples' results best, found by Adam from `start` with a falling step."""
    parameters = start.astype(np.float64).copy()
    moment, square = np.zeros(PARAMETERS), np.zeros(PARAMETERS)
    order = np.random.default_rng(0).permutation(len(samples))
    shuffled = samples.part(order)
    rows = (shuffled.terms.ravel(), shuffled.cases.ravel(), shuffled.phases, shuffled.targets)
    shrinks = np.zeros(PARAMETERS)
    shrinks[PATTERNS:] = penalty
    gradient = np.zeros(PARAMETERS)
    step = 0
    total_steps = epochs * -(-len(samples) // batch)
    for epoch in range(epochs):
        summed = 0.0
        for first in range(0, len(samples), batch):
            last = min(first + batch, len(samples))
            gradient[:] = 0
            summed += _gradient(*rows, parameters, gradient, first, last)
            gradient /= last - first
            gradient += shrinks * parameters
            if not patterns:
                gradient[PATTERNS:] = 0
            step += 1
            moment += 0.1 * (gradient - moment)
            square += 0.001 * (gradient * gradient - square)
            falling = rate * (1 - step / total_steps)
            parameters -= falling * (moment / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        if report is not None:
            report(epoch + 1, summed / len(samples))
    return parameters
