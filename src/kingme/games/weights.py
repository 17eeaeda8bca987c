"""What `kingme tune` learns of a game: the weights of its evaluation, and what its scores mean in results.

A file of weights holds a pair of numbers (opening, endgame) for every term of the evaluation, the layers of the
network, the name of the game, and the two numbers of the outcome model: a score of `s` wins with probability
`1 / (1 + exp((margin - s) / spread))`, loses with the mirror image of that, and is drawn otherwise.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np

from kingme.core.lines import own_lines
from kingme.errors import KingMeError
from kingme.games.network import Layers, pack

BY_JUDGEMENT = "hand-made"  # the evaluation that learning begins with, where a file's name is asked for
LINE = 16  # numbers in a cache line, at the start of which the network begins
_FIRST = "english"  # the game of files from before there were others


class Learned(NamedTuple):
    """What was learned from games: the numbers that `evaluate` reads, and what its scores mean.

    A score of `s` wins with probability `1 / (1 + exp((margin - s) / spread))`.
    """

    weights: np.ndarray  # float32
    margin: float
    spread: float


@dataclass(frozen=True)
class Shape:
    """What is learned of a game: how many terms slide from the first to the last of so many pieces, and a network."""

    game: str
    beginner: tuple[float, ...]  # the weight of each term with which learning begins
    pieces: int  # at the start of a game
    layers: Layers

    @property
    def terms(self) -> int:
        return len(self.beginner)

    @property
    def network(self) -> int:
        """Where the network's numbers start among those that are learned."""
        return 2 * self.terms

    @property
    def size(self) -> int:
        return self.network + self.layers.size

    # Kernels read each term's weight at every number of pieces, in units of 1 / pieces, and the packed network.

    @property
    def phases(self) -> int:
        return self.pieces + 1

    @property
    def packed_network(self) -> int:
        return -(-self.phases * self.terms // LINE) * LINE

    @property
    def packed_size(self) -> int:
        return self.packed_network + self.layers.packed_size

    def pack_terms(self, parameters: np.ndarray, weights: np.ndarray) -> None:
        """Write the terms as kernels read them, whole numbers, to the front of `weights`."""
        opening, endgame = np.round(parameters[: self.network]).reshape(self.terms, 2).T
        phase = np.arange(self.phases)[:, None]
        weights[: self.phases * self.terms] = (phase * opening + (self.pieces - phase) * endgame).ravel()

    def by_judgement(self) -> Learned:
        """The weights that learning begins with, as an evaluation without a network."""
        weights = own_lines(self.packed_network, np.float32)
        self.pack_terms(np.repeat(np.array(self.beginner, np.float32), 2), weights)
        return Learned(weights, 150.0, 60.0)


@dataclass(frozen=True)
class Weights:
    """Everything that was learned from games."""

    shape: Shape
    parameters: np.ndarray  # float32: opening and endgame number of each term, then the network
    margin: float  # the score, in hundredths of a man, at which half of the games are won
    spread: float

    def packed(self) -> np.ndarray:
        """The numbers as the kernels read them: whole ones, all but the network's last layer."""
        shape = self.shape
        weights = own_lines(shape.packed_size, np.float32)  # no vector is then spread over two cache lines
        shape.pack_terms(self.parameters, weights)
        weights[shape.packed_network :] = pack(shape.layers, self.parameters[shape.network :])
        return weights

    def learned(self) -> Learned:
        return Learned(self.packed(), self.margin, self.spread)

    def save(self, file: Path) -> None:
        """Write the weights, replacing what stood there only when all is written."""
        temporary = file.with_name(f".{file.name}.tmp")
        with temporary.open("wb") as stream:
            np.savez_compressed(
                stream,
                parameters=self.parameters.astype(np.float32),
                outcome=np.array([self.margin, self.spread]),
                game=np.array(self.shape.game),
            )
        temporary.replace(file)


def _read(file: Path) -> tuple[str, np.ndarray, np.ndarray]:
    try:
        with file.open("rb") as stream, np.load(stream) as arrays:
            game = str(arrays["game"]) if "game" in arrays else _FIRST
            return game, arrays["parameters"].astype(np.float32), arrays["outcome"]
    except (OSError, EOFError, KeyError, ValueError, NotImplementedError, BadZipFile, zlib.error) as error:
        raise KingMeError(f"{file} is not a weights file: {error}") from None


def game_of(file: Path) -> str:
    """The name of the game whose weights a file has."""
    return _read(file)[0]


def read_weights(file: Path, shape: Shape) -> Weights:
    """Read a weights file, refusing one that was made for another game or another evaluation."""
    game, parameters, outcome = _read(file)
    if game != shape.game:
        raise KingMeError(f"{file} has weights of {game[:40]}, not of {shape.game}")
    if parameters.shape != (shape.size,) or outcome.shape != (2,):
        raise KingMeError(f"{file} was made for another evaluation; make a new one with kingme tune")
    return Weights(shape, parameters, float(outcome[0]), float(outcome[1]))


def _shipped(game: str) -> Path:
    return Path(str(files("kingme.games") / "learned" / f"{game}.npz"))


def has_weights(shape: Shape) -> bool:
    """Whether the package has learned weights of a game."""
    return _shipped(shape.game).exists()


@cache
def load_weights(shape: Shape) -> Weights:
    """The weights of a game that come with the package."""
    return read_weights(_shipped(shape.game), shape)
