"""Thousands of fast games: no crash, no illegal move, no endless game. Run with `make engine-games`."""

import random

import pytest

from kingme import Game
from kingme.arena.openings import load_openings
from kingme.players import Limit, player

GAMES = 2000
KINDS = (
    "engine:hash=1",
    "engine:hash=4,lines=3",
    "engine:hash=1,threads=2",
    "engine:hash=1,error=150",
    "engine:hash=1,tables=on",
)
OPENINGS, RANDOM_OPENINGS = load_openings("three-move", seed=1), load_openings("random:9", seed=1)


def play(number: int) -> Game:
    """A game between two engines at a few hundred nodes a move, from an opening or after random moves."""
    chance = random.Random(number)
    game = OPENINGS[number // 2].game() if number % 2 == 0 else RANDOM_OPENINGS[number].game()
    seats = [player(KINDS[(number + side * (1 + number // 5)) % len(KINDS)]) for side in (0, 1)]
    nodes = chance.choice((1, 20, 100, 300, 1000))
    while game.outcome() is None:
        analysis = seats[game.turn].analyse(game, Limit(nodes=nodes))
        assert analysis.move in game.board.legal_moves()
        game.play(analysis.move)  # checked by the rules once more
        assert len(game.plies) < 2000
    return game


def test_a_few_fast_games():
    for number in range(20):
        assert play(number).outcome() is not None


@pytest.mark.slow
def test_two_thousand_fast_games():
    results = {"1-0": 0, "0-1": 0, "1/2-1/2": 0}
    plies = 0
    for number in range(GAMES):
        game = play(number)
        results[game.result()] += 1
        plies += len(game.plies)
    print(f"{GAMES:,} games, {plies:,} moves, {results}")
    assert all(results.values())
