"""The network of the evaluation: machine code against its definition, and derivatives against differences."""

from __future__ import annotations

import numpy as np
import pytest

from kingme.core.jit import kernel
from kingme.core.squares import BITS, BOARD
from kingme.games.english.evaluate import (
    NETWORK,
    PACKED_NETWORK,
    PHASES,
    TERM_COUNT,
    WEIGHT_COUNT,
    evaluate,
    sum_of_terms,
)
from kingme.games.english.network import (
    HIDDEN,
    HIDDEN_BIASES,
    KINDS,
    MATRIX,
    NETWORK_SIZE,
    OUTPUT,
    SECOND,
    SECOND_BIASES,
    forward,
    forward_plain,
    pack,
)
from kingme.games.english.weights import load_weights
from kingme.players.engine.regression import Samples, _summed, loss, new_network


@kernel
def _run(weights, own_men, own_kings, foe_men, foe_kings):  # type: ignore[no-untyped-def]
    return forward(weights, 7, own_men, own_kings, foe_men, foe_kings)


def positions(count: int, seed: int = 1) -> np.ndarray:
    """Boards of own men, own kings, enemy men and enemy kings that share no square."""
    chance = np.random.default_rng(seed)
    boards = np.zeros((count, 4), np.int64)
    squares = [bit for bit in range(35) if BOARD >> bit & 1]
    for row in boards:
        for place in chance.choice(squares, chance.integers(1, 25), replace=False):
            row[chance.integers(4)] |= 1 << int(place)
    return boards


def random_network() -> np.ndarray:
    """A network whose whole numbers are of the size of learned ones."""
    chance = np.random.default_rng(2)
    network = np.zeros(NETWORK_SIZE)
    network[:MATRIX] = chance.uniform(-0.7, 0.7, MATRIX)
    network[MATRIX:SECOND_BIASES] = chance.uniform(-0.3, 0.3, SECOND_BIASES - MATRIX)
    network[SECOND_BIASES:OUTPUT] = chance.uniform(-0.25, 0.25, OUTPUT - SECOND_BIASES)
    network[OUTPUT:] = chance.normal(0, 400, NETWORK_SIZE - OUTPUT)
    return network


def in_floating_point(network: np.ndarray, *boards: int) -> float:
    """The network as it is learned: nothing is rounded, and the largest activation is 1."""
    rows = network[:HIDDEN_BIASES].reshape(KINDS, BITS, HIDDEN)
    hidden = network[HIDDEN_BIASES:MATRIX].copy()
    for kind, board in enumerate(boards):
        for bit in range(BITS):
            hidden += rows[kind, bit] * (board >> bit & 1)
    matrix = network[MATRIX:SECOND_BIASES].reshape(HIDDEN, SECOND)
    second = np.clip(hidden, 0, 1) @ matrix + network[SECOND_BIASES:OUTPUT]
    return float(np.clip(second, 0, 1) @ network[OUTPUT:])


def test_machine_code_equals_the_definition() -> None:
    weights = np.concatenate([np.zeros(7, np.float32), pack(random_network())])
    outputs = []
    for boards in positions(500).tolist():
        outputs.append(_run(weights, *boards))
        assert outputs[-1] == pytest.approx(forward_plain(weights, 7, *boards), rel=1e-5, abs=1e-3)
    assert len(set(outputs)) > 400


def test_numbers_too_large_for_their_place_are_cut() -> None:
    """Rows that add up to more than 16 bits hold would turn a large number into a small one."""
    network = random_network()
    network[:MATRIX] = 1000.0
    packed = pack(network)
    boards = (0xFFF, 0, 0xFFF << 22, 0)  # 24 pieces
    assert _run(np.concatenate([np.zeros(7, np.float32), packed]), *boards) == pytest.approx(
        forward_plain(packed, 0, *boards), rel=1e-5
    )


def test_the_evaluation_is_terms_and_network() -> None:
    weights = load_weights().packed()
    for own_men, own_kings, foe_men, foe_kings in positions(50).tolist():
        own, opp, kings = own_men | own_kings, foe_men | foe_kings, own_kings | foe_kings
        terms = sum_of_terms(own, opp, kings, 0, weights) / 24
        network = forward_plain(weights, PACKED_NETWORK, own_men, own_kings, foe_men, foe_kings)
        assert evaluate(own, opp, kings, 0, weights) == pytest.approx(terms + network, abs=1.01)


def test_whole_numbers_lose_little() -> None:
    """The engine's rounded numbers against the same network in floating point."""
    network = load_weights().parameters[NETWORK:].astype(np.float64)
    packed = pack(network)
    pairs = [(in_floating_point(network, *row), forward_plain(packed, 0, *row)) for row in positions(200).tolist()]
    assert np.mean([abs(exact - rounded) for exact, rounded in pairs]) < 5
    assert np.std([exact for exact, _ in pairs]) > 20


def test_weights_slide_with_the_phase() -> None:
    learned = load_weights()
    packed = learned.packed()[: PHASES * TERM_COUNT].reshape(PHASES, TERM_COUNT)
    opening, endgame = np.round(learned.parameters[:NETWORK]).reshape(TERM_COUNT, 2).T
    assert (packed[24] == 24 * opening).all()
    assert (packed[0] == 24 * endgame).all()
    assert (packed[6] == 6 * opening + 18 * endgame).all()


def test_derivatives_equal_differences() -> None:
    chance = np.random.default_rng(3)
    count = 300
    samples = Samples(
        positions(count),
        chance.integers(-2, 3, (count, TERM_COUNT)).astype(np.int8),
        chance.random(count).astype(np.float32),
        chance.random(count).astype(np.float32),
    )
    weights = np.zeros(WEIGHT_COUNT, np.float32)
    weights[:NETWORK] = chance.normal(0, 20, NETWORK)
    weights[NETWORK:] = new_network()
    weights[NETWORK + OUTPUT :] = chance.normal(0, 200, NETWORK_SIZE - OUTPUT)
    rows = np.arange(count)
    gradient = _summed(samples, weights, rows)[1] / count
    for first, last, step in (
        (0, NETWORK, 0.5),
        (NETWORK, NETWORK + HIDDEN_BIASES, 0.01),
        (NETWORK + HIDDEN_BIASES, NETWORK + MATRIX, 0.005),
        (NETWORK + MATRIX, NETWORK + SECOND_BIASES, 0.005),
        (NETWORK + SECOND_BIASES, NETWORK + OUTPUT, 0.002),
        (NETWORK + OUTPUT, WEIGHT_COUNT, 0.5),
    ):
        steepest = first + np.argsort(-np.abs(gradient[first:last]))[:5]
        for index in steepest.tolist():
            above, below = weights.copy(), weights.copy()
            above[index] += step
            below[index] -= step
            difference = (loss(samples, above, rows) - loss(samples, below, rows)) / (2 * step)
            assert gradient[index] == pytest.approx(difference, rel=0.05)
