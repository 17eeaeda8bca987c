"""The network of the evaluation: machine code against its definition, and derivatives against differences."""

from __future__ import annotations

import numpy as np
import pytest

from kingme.core.jit import kernel
from kingme.core.squares import BOARD
from kingme.players.engine.evaluate import NETWORK, TERM_COUNT, WEIGHT_COUNT, evaluate, sum_of_terms
from kingme.players.engine.network import (
    HIDDEN_BIASES,
    MATRIX,
    NETWORK_SIZE,
    ONE,
    OUTPUT,
    SECOND_BIASES,
    forward,
    forward_plain,
)
from kingme.players.engine.regression import Samples, _summed, loss, new_network
from kingme.players.engine.weights import Weights, load_weights


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


def test_machine_code_equals_the_definition() -> None:
    chance = np.random.default_rng(2)
    weights = np.zeros(7 + NETWORK_SIZE, np.float32)
    network = weights[7:]
    network[:MATRIX] = chance.integers(-90, 90, MATRIX)
    network[MATRIX:SECOND_BIASES] = chance.integers(-20, 20, SECOND_BIASES - MATRIX)
    network[SECOND_BIASES:OUTPUT] = chance.integers(-2000, 2000, OUTPUT - SECOND_BIASES)
    network[OUTPUT:] = chance.normal(0, 3, NETWORK_SIZE - OUTPUT)
    outputs = []
    for boards in positions(500).tolist():
        outputs.append(_run(weights, *boards))
        assert outputs[-1] == pytest.approx(forward_plain(weights, 7, *boards), rel=1e-5, abs=1e-3)
    assert len(set(outputs)) > 400


def test_the_evaluation_is_terms_and_network() -> None:
    weights = load_weights().packed()
    for own_men, own_kings, foe_men, foe_kings in positions(50).tolist():
        own, opp, kings = own_men | own_kings, foe_men | foe_kings, own_kings | foe_kings
        terms = sum_of_terms(own, opp, kings, 0, weights) / 24
        network = forward_plain(weights, NETWORK, own_men, own_kings, foe_men, foe_kings)
        assert evaluate(own, opp, kings, 0, weights) == pytest.approx(terms + network, abs=1.01)


def test_whole_numbers_lose_little() -> None:
    """The engine's rounded numbers against the same network in floating point."""
    weights = load_weights()
    network = weights.parameters[NETWORK:].astype(np.float64)
    exact = network.copy()
    exact[:MATRIX] *= ONE
    exact[MATRIX:SECOND_BIASES] *= 64
    exact[SECOND_BIASES:OUTPUT] *= ONE * 64
    exact[OUTPUT:] /= ONE
    packed = weights.packed()
    errors = [forward_plain(exact, 0, *row) - forward_plain(packed, NETWORK, *row) for row in positions(200).tolist()]
    assert np.abs(errors).mean() < 5


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


def test_packed_weights_are_whole_numbers_up_to_the_last_layer() -> None:
    packed = load_weights().packed()
    inner = packed[: NETWORK + OUTPUT]
    assert (inner == np.round(inner)).all()
    # Exact in 32-bit floating point: 24 rows, and 128 products of the second layer, stay far below 2^24.
    rows = np.abs(packed[NETWORK : NETWORK + HIDDEN_BIASES]).max()
    matrix = np.abs(packed[NETWORK + MATRIX : NETWORK + SECOND_BIASES]).max()
    assert 25 * rows < 2**24
    assert 128 * ONE * matrix + np.abs(packed[NETWORK + SECOND_BIASES : NETWORK + OUTPUT]).max() < 2**24
    assert Weights(load_weights().parameters, 1.0, 1.0).packed().dtype == np.float32
