"""The weights that the engine plays with, and what its scores mean in results.

Weights are kept as pairs (opening, endgame) for every term of the evaluation and every case of every pattern, in
`weights.npz`, which `kingme tune` writes. The file also holds the two numbers of the outcome model: a score of `s` wins
with probability `1 / (1 + exp((margin - s) / spread))`, loses with the mirror image of that, and is drawn otherwise.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np

from kingme.errors import KingMeError
from kingme.players.engine.evaluate import PATTERNS, TERM_COUNT, WEIGHT_COUNT
from kingme.players.engine.patterns import CASES, PATTERN_COUNT

PARAMETERS = 2 * TERM_COUNT + 2 * PATTERN_COUNT * CASES


class Expectation(NamedTuple):
    """Chances of the three results for the side to move."""

    win: float
    draw: float
    loss: float

    @property
    def value(self) -> float:
        """The expected result: a win counts 1, a draw one half."""
        return self.win + self.draw / 2


@dataclass(frozen=True)
class Weights:
    """Everything that was learned from games."""

    parameters: np.ndarray  # float64 (PARAMETERS,): opening and endgame number of each term, then of each case
    margin: float  # the score, in hundredths of a man, at which half of the games are won
    spread: float

    def packed(self) -> np.ndarray:
        """Integers as the kernels read them: terms in pairs, the two numbers of a case in one word."""
        rounded = np.round(self.parameters).astype(np.int64)
        weights = np.zeros(WEIGHT_COUNT, np.int64)
        weights[:PATTERNS] = rounded[:PATTERNS]
        pairs = rounded[PATTERNS:].reshape(-1, 2)
        weights[PATTERNS:] = pairs[:, 0] + (pairs[:, 1] << 32)
        return weights

    def expect(self, score: float) -> Expectation:
        """Chances of win, draw and loss at a score for the side to move."""
        win = _logistic((score - self.margin) / self.spread)
        loss = _logistic((-score - self.margin) / self.spread)
        return Expectation(win, max(0.0, 1 - win - loss), loss)

    def save(self, file: Path) -> None:
        """Write the weights, replacing what stood there only when all is written."""
        rounded = np.round(self.parameters).astype(np.int16)
        temporary = file.with_name(f".{file.name}.tmp")
        with temporary.open("wb") as stream:
            np.savez_compressed(stream, parameters=rounded, outcome=np.array([self.margin, self.spread]))
        temporary.replace(file)


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, x))))


def read_weights(file: Path) -> Weights:
    """Read a weights file, refusing one that was made for another evaluation."""
    try:
        with file.open("rb") as stream, np.load(stream) as arrays:
            parameters, outcome = arrays["parameters"].astype(np.float64), arrays["outcome"]
    except (OSError, EOFError, KeyError, ValueError, BadZipFile) as error:
        raise KingMeError(f"{file} is not a weights file: {error}") from None
    if parameters.shape != (PARAMETERS,) or outcome.shape != (2,):
        raise KingMeError(f"{file} was made for another evaluation; make a new one with kingme tune")
    return Weights(parameters, float(outcome[0]), float(outcome[1]))


@cache
def load_weights() -> Weights:
    """The weights that come with the package."""
    return read_weights(Path(str(files("kingme.players.engine") / "weights.npz")))
