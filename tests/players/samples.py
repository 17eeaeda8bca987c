"""Positions that tests of players are tried on."""

from __future__ import annotations

from random import Random

from kingme import Board, Color
from kingme.core.squares import BOTTOM_ROW, TOP_ROW, mask_of


def played(count: int, seed: int = 1) -> list[Board]:
    """Positions out of random games, openings, middle games and endings alike, with at least one legal move."""
    random, found = Random(seed), []
    while len(found) < count:
        board = Board()
        for _ in range(random.randrange(1, 120)):
            moves = board.legal_moves()
            if not moves:
                break
            if random.random() < 0.2:
                found.append(board)
            board = board.play_code(random.choice(moves).code)
    return found[:count]


def strewn(count: int, seed: int = 1, most: int = 6) -> list[Board]:
    """Positions with 1 to `most` pieces a side anywhere, kings or men, moves or none."""
    random, found = Random(seed), []
    for _ in range(count):
        squares = random.sample(range(1, 33), 2 * most)
        black = mask_of(squares[: random.randint(1, most)])
        white = mask_of(squares[most : most + random.randint(1, most)])
        kings = mask_of([square for square in squares if random.random() < 0.4]) & (black | white)
        kings |= black & BOTTOM_ROW | white & TOP_ROW
        found.append(Board(black, white, kings, Color(random.randrange(2))))
    return found
