"""Logistic regression: the weights under which the evaluation best predicts the results of games.

The expected score of a position is modelled as `1 / (1 + exp(-evaluation / SCALE))`. Gradient descent (Adam, Kingma
and Ba 2014) minimises the cross-entropy with the results, a draw counting half, over the weights of the terms and of
the network at once; the derivatives go back through the network layer by layer (Rumelhart, Hinton and Williams 1986).
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from kingme.core.bits import lowest, popcount
from kingme.core.jit import Float32s, Int16s, Int64s, group, kernel
from kingme.games.contract import Game
from kingme.games.network import HIDDEN, KINDS, SECOND, Layers
from kingme.games.weights import Shape
from kingme.players.engine.selfplay import RECORD

FOR_MAKERS = True  # compiled when it is first used, or by `kingme warmup --all`

SCALE = 150.0  # hundredths of a man that raise the odds of a win by a factor of e: it fixes what a score means
BATCH = 8192
SHARDS = 2  # parts of a batch that are worked on side by side; always as many, so that the sum is always the same
ROW_LIMIT, MATRIX_LIMIT = 3.9, 1.98  # well within what the engine's whole numbers can hold
_F0, _F1 = np.float32(0), np.float32(1)


@group
class Sizes(NamedTuple):
    """What kernels have to know of a `Shape`: how many terms slide over how many pieces, and the bits of the board."""

    terms: int
    pieces: int
    bits: int


@group
class Columns(NamedTuple):
    """Positions as kernels see them."""

    boards: Int64s
    terms: Int16s
    phases: Float32s
    targets: Float32s


@dataclass
class Samples:
    """Positions of a game as the regression sees them, one row each."""

    shape: Shape
    boards: np.ndarray  # int64 (n, KINDS), the side to move moving down
    terms: np.ndarray  # int16 (n, terms of the shape)
    phases: np.ndarray  # float32 (n,), 1 in the opening and 0 with an empty board
    targets: np.ndarray  # float32 (n,), result for the side to move

    def __len__(self) -> int:
        return len(self.targets)

    @property
    def sizes(self) -> Sizes:
        return Sizes(self.shape.terms, self.shape.pieces, self.shape.layers.bits)

    @property
    def columns(self) -> Columns:
        return Columns(self.boards.ravel(), self.terms.ravel(), self.phases, self.targets)


@kernel("void(game, i8[::1], Sizes, f4[::1], i8[::1], i2[::1])")
def _extract(game, records, sizes, unit, boards, terms):
    """The inputs of every record. A linear function's coefficients are its values at unit vectors."""
    for row in range(records.size // RECORD):
        base = row * RECORD
        position = (records[base], records[base + 1], records[base + 2], records[base + 3])
        first = min(sizes.pieces, popcount(position[0] | position[1])) * sizes.terms
        for term in range(sizes.terms):
            unit[first + term] = 1
            terms[row * sizes.terms + term] = int(game.sum_of_terms(position, unit))
            unit[first + term] = 0
        if position[3] == 1:
            position = game.mirror(position)
        own, opp, kings, _ = position
        boards[row * KINDS] = own & ~kings
        boards[row * KINDS + 1] = own & kings
        boards[row * KINDS + 2] = opp & ~kings
        boards[row * KINDS + 3] = opp & kings


def extract(game: Game, records: np.ndarray) -> Samples:
    """Turn self-play records of a game that can be learned into samples."""
    shape = game.SHAPE
    assert shape is not None
    records = np.ascontiguousarray(records).reshape(-1, RECORD)
    count = len(records)
    pieces = np.bitwise_count(records[:, 0] | records[:, 1])
    phases = (np.minimum(pieces, shape.pieces) / shape.pieces).astype(np.float32)
    samples = Samples(
        shape,
        np.empty((count, KINDS), np.int64),
        np.empty((count, shape.terms), np.int16),
        phases,
        (records[:, 5] / 2.0).astype(np.float32),
    )
    unit = np.zeros(shape.phases * shape.terms, np.float32)
    _extract(game, records.ravel(), samples.sizes, unit, samples.columns.boards, samples.columns.terms)
    return samples


@kernel
def _clipped(value):
    """Between 0 and 1."""
    return _F0 if value < _F0 else _F1 if value > _F1 else value


@kernel("f8(Columns, Sizes, i8[::1], f4[::1], f4[::1], f4[::1])")
def _gradient(columns, sizes, rows, weights, gradient, scratch):
    """Cross-entropy of the samples `rows`, summed; adds its derivative to `gradient`.

    `scratch` holds the hidden numbers, what they become when clipped, and their derivatives; then the same of the
    second layer.
    """
    boards, terms = columns.boards, columns.terms
    network = 2 * sizes.terms
    biases = network + KINDS * sizes.bits * HIDDEN
    matrix = biases + HIDDEN
    second_biases = matrix + HIDDEN * SECOND
    output = second_biases + SECOND
    clipped, slopes = HIDDEN, 2 * HIDDEN
    second = 3 * HIDDEN
    second_clipped, second_slopes = second + SECOND, second + 2 * SECOND
    loss = 0.0
    for row in rows:
        # Forward, as `kingme.games.network` does it in whole numbers.
        for unit in range(HIDDEN):
            scratch[unit] = weights[biases + unit]
        for kind in range(KINDS):
            board = boards[row * KINDS + kind]
            while board:
                piece = network + (kind * sizes.bits + lowest(board)) * HIDDEN
                board &= board - 1
                for unit in range(HIDDEN):
                    scratch[unit] += weights[piece + unit]
        for unit in range(SECOND):
            scratch[second + unit] = weights[second_biases + unit]
        for unit in range(HIDDEN):
            value = _clipped(scratch[unit])
            scratch[clipped + unit] = value
            if value > _F0:
                for to in range(SECOND):
                    scratch[second + to] += value * weights[matrix + unit * SECOND + to]
        total = _F0
        for unit in range(SECOND):
            value = _clipped(scratch[second + unit])
            scratch[second_clipped + unit] = value
            total += value * weights[output + unit]
        phase = columns.phases[row]
        for term in range(sizes.terms):
            feature = np.float32(terms[row * sizes.terms + term])
            if feature != _F0:
                total += feature * (weights[2 * term] * phase + weights[2 * term + 1] * (_F1 - phase))

        expected = 1.0 / (1.0 + np.exp(-total / SCALE))
        chance = min(max(expected, 1e-9), 1.0 - 1e-9)
        target = columns.targets[row]
        loss -= target * np.log(chance) + (1.0 - target) * np.log(1.0 - chance)

        # Backward: each layer's slopes from those of the layer above.
        slope = np.float32((expected - target) / SCALE)
        for term in range(sizes.terms):
            feature = np.float32(terms[row * sizes.terms + term])
            if feature != _F0:
                gradient[2 * term] += slope * feature * phase
                gradient[2 * term + 1] += slope * feature * (_F1 - phase)
        for unit in range(SECOND):
            gradient[output + unit] += slope * scratch[second_clipped + unit]
            value = scratch[second + unit]
            falls = slope * weights[output + unit] if _F0 < value < _F1 else _F0
            scratch[second_slopes + unit] = falls
            gradient[second_biases + unit] += falls
        for unit in range(HIDDEN):
            value = scratch[clipped + unit]
            falls = _F0
            if value > _F0:
                for to in range(SECOND):
                    gradient[matrix + unit * SECOND + to] += value * scratch[second_slopes + to]
                if value < _F1:
                    for to in range(SECOND):
                        falls += weights[matrix + unit * SECOND + to] * scratch[second_slopes + to]
            scratch[slopes + unit] = falls
            gradient[biases + unit] += falls
        for kind in range(KINDS):
            board = boards[row * KINDS + kind]
            while board:
                piece = network + (kind * sizes.bits + lowest(board)) * HIDDEN
                board &= board - 1
                for unit in range(HIDDEN):
                    gradient[piece + unit] += scratch[slopes + unit]
    return loss


def _summed(samples: Samples, weights: np.ndarray, rows: np.ndarray) -> tuple[float, np.ndarray]:
    gradient, scratch = np.zeros(samples.shape.size, np.float32), np.zeros(3 * (HIDDEN + SECOND), np.float32)
    return float(_gradient(samples.columns, samples.sizes, rows, weights, gradient, scratch)), gradient


def loss(samples: Samples, weights: np.ndarray, rows: np.ndarray) -> float:
    """Mean cross-entropy of some samples."""
    return _summed(samples, weights, rows)[0] / len(rows)


def new_network(layers: Layers, seed: int = 0) -> np.ndarray:
    """A network that knows nothing: small random numbers, and an output of zero."""
    chance = np.random.default_rng(seed)
    network = np.zeros(layers.size, np.float32)
    network[: layers.hidden_biases] = chance.uniform(-0.2, 0.2, layers.hidden_biases)
    network[layers.hidden_biases : layers.matrix] = 0.3
    network[layers.matrix : layers.second_biases] = chance.uniform(-0.15, 0.15, HIDDEN * SECOND)
    network[layers.second_biases : layers.output] = 0.3
    return network


def _rates(shape: Shape) -> np.ndarray:
    """Steps of the descent: terms and output in hundredths of a man, the rest of the network in units of one."""
    rates = np.full(shape.size, 0.002, np.float32)
    rates[: shape.network] = 0.3
    rates[shape.network + shape.layers.output :] = 0.3
    return rates


def fit(
    samples: Samples,
    start: np.ndarray,
    rows: np.ndarray,
    *,
    epochs: int = 20,
    report: Callable[[int, float], None] | None = None,
) -> np.ndarray:
    """The weights that predict the results of the samples `rows` best, found by Adam from `start`.

    The step grows over the first twentieth of the way and then falls to nothing.
    """
    shape, layers = samples.shape, samples.shape.layers
    weights, rates = start.astype(np.float32).copy(), _rates(shape)
    moment, square = np.zeros(shape.size, np.float32), np.zeros(shape.size, np.float32)
    chance = np.random.default_rng(0)
    step, steps = 0, epochs * -(-len(rows) // BATCH)
    with ThreadPoolExecutor(SHARDS) as pool:
        for epoch in range(epochs):
            summed = 0.0
            order = chance.permutation(rows)
            for first in range(0, len(order), BATCH):
                batch = order[first : first + BATCH]
                parts = [np.ascontiguousarray(part) for part in np.array_split(batch, SHARDS)]
                results = list(pool.map(partial(_summed, samples, weights), parts))
                summed += sum(value for value, _ in results)
                gradient = np.sum([part for _, part in results], axis=0) / np.float32(len(batch))
                step += 1
                moment += np.float32(0.1) * (gradient - moment)
                square += np.float32(0.001) * (gradient * gradient - square)
                pace = min(20 * step / steps, (steps - step) / (0.95 * steps))
                weights -= np.float32(pace) * rates * (moment / (1 - 0.9**step)) / (
                    np.sqrt(square / (1 - 0.999**step)) + np.float32(1e-8)
                )  # fmt: skip
                network = weights[shape.network :]
                _limit(network[: layers.hidden_biases], ROW_LIMIT)
                _limit(network[layers.matrix : layers.second_biases], MATRIX_LIMIT)
            if report is not None:
                report(epoch + 1, summed / len(rows))
    return weights


def _limit(part: np.ndarray, bound: float) -> None:
    np.clip(part, -bound, bound, out=part)
