"""Banqi against a generator that was written from the rule text (`oracle.naive_banqi`), along random games."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from games.boards import BANQI, legal, plain
from oracle import naive_banqi as naive

from kingme.core.plans import GOES_ON, LOST


def compare_games(seeds: range) -> Counter[str]:
    """Compare all positions of games from these seeds; count what occurred in them."""
    seen = Counter[str]()
    for seed in seeds:
        random, position = Random(seed), BANQI.start(seed)
        pieces, turn = naive.read(BANQI.fen(position))
        quiet = 0
        while quiet < 60:
            expected = naive.legal_moves(pieces, turn)
            squares = {8 * a + b | (8 * c + d) << 6 for (a, b), (c, d) in expected}
            moves = legal(BANQI, position)
            assert len(squares) == len(expected) == len(moves), BANQI.fen(position)
            assert {move & 4095 for move in moves} == squares, BANQI.fen(position)
            assert BANQI.ending(position) == (GOES_ON if expected else LOST)
            seen["positions"] += 1
            if not expected:
                seen["lost"] += 1
                break
            # A capture where there is one, half of the time: otherwise most games would wander about.
            taking = [move for move in expected if move[1] in pieces]
            (a, b), (c, d) = choice = random.choice(taking if taking and random.random() < 0.5 else expected)
            code = next(move for move in moves if move & 4095 == 8 * a + b | (8 * c + d) << 6)
            assert BANQI.is_irreversible(position, code) == (choice in taking)
            quiet = 0 if choice in taking else quiet + 1
            seen["leaps"] += choice in taking and abs(a - c) + abs(b - d) > 1
            position = plain(BANQI.apply(position, code))
            pieces, turn = naive.play(pieces, turn, choice)
            assert naive.write(pieces, turn) == BANQI.fen(position)
            assert BANQI.parse_fen(naive.write(pieces, turn)) == position
    return seen


def test_random_games() -> None:
    seen = compare_games(range(200))
    assert seen["positions"] > 10_000
    assert seen["lost"] > 10
    assert seen["leaps"] > 200


@pytest.mark.slow
def test_many_random_games() -> None:
    compare_games(range(200, 2_000))
