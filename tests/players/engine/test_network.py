"""The network of the evaluation on both boards: machine code against definition, derivatives against differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from kingme.core.jit import kernel
from kingme.games.draughts.layout import Board8, Board10
from kingme.games.network import (
    HIDDEN,
    KINDS,
    LAYERS_8,
    LAYERS_10,
    SECOND,
    Layers,
    forward8,
    forward10,
    forward_plain,
    pack,
)
from kingme.games.registry import find_game
from kingme.games.weights import Shape, Weights, load_weights
from kingme.players.engine.regression import Samples, _summed, loss, new_network
from kingme.players.engine.tune import beginner


@kernel
def _run8(weights, own_men, own_kings, foe_men, foe_kings):  # type: ignore[no-untyped-def]
    return forward8(weights, 7, own_men, own_kings, foe_men, foe_kings)


@kernel
def _run10(weights, own_men, own_kings, foe_men, foe_kings):  # type: ignore[no-untyped-def]
    return forward10(weights, 7, own_men, own_kings, foe_men, foe_kings)


class Board(NamedTuple):
    """A board with its network, and a game that is played on it."""

    layers: Layers
    playable: int
    run: Callable[..., float]
    game: Any

    @property
    def shape(self) -> Shape:
        return self.game.SHAPE


BOARDS = [
    Board(LAYERS_8, Board8.BOARD, _run8, find_game("english")),
    Board(LAYERS_10, Board10.BOARD, _run10, find_game("international")),
]


@pytest.fixture(params=BOARDS, ids=["8x8", "10x10"])
def board(request: pytest.FixtureRequest) -> Board:
    return request.param


def positions(board: Board, count: int, seed: int = 1) -> np.ndarray:
    """Boards of own men, own kings, enemy men and enemy kings that share no square."""
    chance = np.random.default_rng(seed)
    boards = np.zeros((count, 4), np.int64)
    squares = [bit for bit in range(board.layers.bits) if board.playable >> bit & 1]
    for row in boards:
        for place in chance.choice(squares, chance.integers(1, board.shape.pieces + 1), replace=False):
            row[chance.integers(4)] |= 1 << int(place)
    return boards


def random_network(layers: Layers) -> np.ndarray:
    """A network whose whole numbers are of the size of learned ones."""
    chance = np.random.default_rng(2)
    network = np.zeros(layers.size)
    network[: layers.matrix] = chance.uniform(-0.7, 0.7, layers.matrix)
    network[layers.matrix : layers.second_biases] = chance.uniform(-0.3, 0.3, HIDDEN * SECOND)
    network[layers.second_biases : layers.output] = chance.uniform(-0.25, 0.25, SECOND)
    network[layers.output :] = chance.normal(0, 400, SECOND)
    return network


def learned(board: Board) -> Weights:
    """The weights of English draughts, and for the large board some that are as good here."""
    if board.layers is LAYERS_8:
        return load_weights(board.shape)
    weights = beginner(board.game.name)
    weights.parameters[-SECOND:] = np.random.default_rng(4).normal(0, 50, SECOND)
    return weights


def in_floating_point(layers: Layers, network: np.ndarray, *boards: int) -> float:
    """The network as it is learned: nothing is rounded, and the largest activation is 1."""
    rows = network[: layers.hidden_biases].reshape(KINDS, layers.bits, HIDDEN)
    hidden = network[layers.hidden_biases : layers.matrix].copy()
    for kind, pieces in enumerate(boards):
        for bit in range(layers.bits):
            hidden += rows[kind, bit] * (pieces >> bit & 1)
    matrix = network[layers.matrix : layers.second_biases].reshape(HIDDEN, SECOND)
    second = np.clip(hidden, 0, 1) @ matrix + network[layers.second_biases : layers.output]
    return float(np.clip(second, 0, 1) @ network[layers.output :])


def test_machine_code_equals_the_definition(board: Board) -> None:
    weights = np.concatenate([np.zeros(7, np.float32), pack(board.layers, random_network(board.layers))])
    outputs = []
    for row in positions(board, 500).tolist():
        outputs.append(board.run(weights, *row))
        assert outputs[-1] == pytest.approx(forward_plain(board.layers, weights, 7, *row), rel=1e-5, abs=1e-3)
    assert len(set(outputs)) > 400


def test_numbers_too_large_for_their_place_are_cut(board: Board) -> None:
    """Rows that add up to more than 16 bits hold would turn a large number into a small one."""
    network = random_network(board.layers)
    network[: board.layers.matrix] = 1000.0
    packed = pack(board.layers, network)
    black, white, _, _ = board.game.start()
    output = board.run(np.concatenate([np.zeros(7, np.float32), packed]), black, 0, white, 0)
    assert output == pytest.approx(forward_plain(board.layers, packed, 0, black, 0, white, 0), rel=1e-5)


def test_the_evaluation_is_terms_and_network(board: Board) -> None:
    shape, weights = board.shape, learned(board).packed()
    for own_men, own_kings, foe_men, foe_kings in positions(board, 50).tolist():
        position = (own_men | own_kings, foe_men | foe_kings, own_kings | foe_kings, 0)
        terms = board.game.sum_of_terms(position, weights) / shape.pieces
        network = forward_plain(board.layers, weights, shape.packed_network, own_men, own_kings, foe_men, foe_kings)
        assert board.game.evaluate(position, weights) == pytest.approx(terms + network, abs=1.01)
        assert board.game.evaluate(board.game.mirror(position), weights) == board.game.evaluate(position, weights)


def test_without_a_network_the_terms_speak_alone() -> None:
    game = BOARDS[1].game
    weights = game.SHAPE.by_judgement().weights
    assert weights.size == game.NETWORK
    for own_men, own_kings, foe_men, foe_kings in positions(BOARDS[1], 50).tolist():
        position = (own_men | own_kings, foe_men | foe_kings, own_kings | foe_kings, 0)
        by_hand = game.assess(position, 1, np.array(game.WEIGHTS, np.float64))
        assert game.evaluate(position, weights) == pytest.approx(by_hand, abs=1.01)


def test_whole_numbers_lose_little(board: Board) -> None:
    """The engine's rounded numbers against the same network in floating point."""
    network = learned(board).parameters[board.shape.network :].astype(np.float64)
    packed = pack(board.layers, network)
    pairs = [
        (in_floating_point(board.layers, network, *row), forward_plain(board.layers, packed, 0, *row))
        for row in positions(board, 200).tolist()
    ]
    assert np.mean([abs(exact - rounded) for exact, rounded in pairs]) < 5
    assert np.std([exact for exact, _ in pairs]) > 20


def test_weights_slide_with_the_phase(board: Board) -> None:
    shape, weights = board.shape, learned(board)
    packed = weights.packed()[: shape.phases * shape.terms].reshape(shape.phases, shape.terms)
    opening, endgame = np.round(weights.parameters[: shape.network]).reshape(shape.terms, 2).T
    assert (packed[shape.pieces] == shape.pieces * opening).all()
    assert (packed[0] == shape.pieces * endgame).all()
    assert (packed[6] == 6 * opening + (shape.pieces - 6) * endgame).all()


def test_derivatives_equal_differences(board: Board) -> None:
    chance = np.random.default_rng(3)
    count, shape, layers = 300, board.shape, board.layers
    samples = Samples(
        shape,
        positions(board, count),
        chance.integers(-2, 3, (count, shape.terms)).astype(np.int16),
        chance.random(count).astype(np.float32),
        chance.random(count).astype(np.float32),
    )
    network = shape.network
    weights = np.zeros(shape.size, np.float32)
    weights[:network] = chance.normal(0, 20, network)
    weights[network:] = new_network(layers)
    weights[network + layers.output :] = chance.normal(0, 200, SECOND)
    rows = np.arange(count)
    gradient = _summed(samples, weights, rows)[1] / count
    for first, last, step in (
        (0, network, 0.5),
        (network, network + layers.hidden_biases, 0.01),
        (network + layers.hidden_biases, network + layers.matrix, 0.005),
        (network + layers.matrix, network + layers.second_biases, 0.005),
        (network + layers.second_biases, network + layers.output, 0.002),
        (network + layers.output, shape.size, 0.5),
    ):
        steepest = first + np.argsort(-np.abs(gradient[first:last]))[:5]
        for index in steepest.tolist():
            above, below = weights.copy(), weights.copy()
            above[index] += step
            below[index] -= step
            difference = (loss(samples, above, rows) - loss(samples, below, rows)) / (2 * step)
            assert gradient[index] == pytest.approx(difference, rel=0.05)
