"""The weights that the engine plays with, and what its scores mean in results.

`weights.npz`, which `kingme tune` writes, holds a pair of weights (opening, endgame) for every term of the evaluation
and the layers of the network. The file also holds the two numbers of the outcome model: a score of `s` wins
with probability `1 / (1 + exp((margin - s) / spread))`, loses with the mirror image of that, and is drawn otherwise.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from kingme.core.lines import own_lines
from kingme.errors import KingMeError
from kingme.games.contract import Learned
from kingme.games.english.evaluate import NETWORK, PACKED_COUNT, PACKED_NETWORK, PHASE, PHASES, TERM_COUNT, WEIGHT_COUNT
from kingme.games.english.network import pack


@dataclass(frozen=True)
class Weights:
    """Everything that was learned from games."""

    parameters: np.ndarray  # float32 (WEIGHT_COUNT,): opening and endgame number of each term, then the network
    margin: float  # the score, in hundredths of a man, at which half of the games are won
    spread: float

    def packed(self) -> np.ndarray:
        """The numbers as the kernels read them: whole ones, all but the network's last layer."""
        weights = own_lines(PACKED_COUNT, np.float32)  # no vector is then spread over two cache lines
        opening, endgame = np.round(self.parameters[:NETWORK]).reshape(TERM_COUNT, 2).T
        phase = np.arange(PHASES)[:, None]
        weights[: PHASES * TERM_COUNT] = (phase * opening + (PHASE - phase) * endgame).ravel()
        weights[PACKED_NETWORK:] = pack(self.parameters[NETWORK:])
        return weights

    def learned(self) -> Learned:
        return Learned(self.packed(), self.margin, self.spread)

    def save(self, file: Path) -> None:
        """Write the weights, replacing what stood there only when all is written."""
        temporary = file.with_name(f".{file.name}.tmp")
        with temporary.open("wb") as stream:
            np.savez_compressed(
                stream, parameters=self.parameters.astype(np.float32), outcome=np.array([self.margin, self.spread])
            )
        temporary.replace(file)


def read_weights(file: Path) -> Weights:
    """Read a weights file, refusing one that was made for another evaluation."""
    try:
        with file.open("rb") as stream, np.load(stream) as arrays:
            parameters, outcome = arrays["parameters"].astype(np.float32), arrays["outcome"]
    except (OSError, EOFError, KeyError, ValueError, NotImplementedError, BadZipFile, zlib.error) as error:
        raise KingMeError(f"{file} is not a weights file: {error}") from None
    if parameters.shape != (WEIGHT_COUNT,) or outcome.shape != (2,):
        raise KingMeError(f"{file} was made for another evaluation; make a new one with kingme tune")
    return Weights(parameters, float(outcome[0]), float(outcome[1]))


@cache
def load_weights() -> Weights:
    """The weights that come with the package."""
    return read_weights(Path(str(files("kingme.games.english") / "weights.npz")))
