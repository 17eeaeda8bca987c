"""The three games that are not draughts, side by side, for tests that hold for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from kingme.core.plans import GOES_ON
from kingme.games.contract import Game
from kingme.games.registry import find_game

Position = tuple[int, int, int, int]
BUFFER = np.zeros(512, np.int64)
OTHELLO, CONNECT_FOUR, BANQI = GAMES = [find_game(name) for name in ("othello", "connect-four", "banqi")]


def legal(game: Game, position: Position) -> list[int]:
    moves: list[int] = BUFFER[: game.generate(position, BUFFER, 0)].tolist()
    return moves


def random_game(game: Game, seed: int, plies: int = 200) -> Iterator[tuple[Position, list[int], int]]:
    """Position, legal moves and the one played, all along a random game."""
    random, position = Random(seed), game.start(seed)
    for _ in range(plies):
        if game.ending(position) != GOES_ON:
            return
        moves = legal(game, position)
        move = random.choice(moves)
        yield position, moves, move
        position = plain(game.apply(position, move))


def plain(position: Position) -> Position:
    """The numbers of a position as Python's own."""
    first, second, third, turn = map(int, position)
    return first, second, third, turn
