"""Random positions to compare move generators on, made with the naive rules and a seed: no kernel takes part."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.naive import DARK, FAR_ROW, Piece, Position, legal_moves, play, start


def random_play(count: int, seed: int) -> Iterator[Position]:
    """Positions out of games of uniformly random moves, about one in three of those that occur.

    A game may take any length up to 200 plies: its end is drawn before it begins, so that openings and middle games are
    not crowded out by long endgames of a few kings.
    """
    random = Random(seed)
    while True:
        position = start()
        for _ in range(random.randrange(1, 200)):
            moves = legal_moves(position)
            if random.random() < 1 / 3:
                yield position
                count -= 1
                if count == 0:
                    return
            if not moves:
                break
            position = play(position, random.choice(moves))


def random_placement(count: int, seed: int) -> Iterator[Position]:
    """Pieces strewn over the board: 1 to 12 a side, no man on its crowning row, any share of kings.

    Most of them could never occur in a game: kings in crowds, with long captures, cycles and several paths to one end.
    """
    random = Random(seed)
    for _ in range(count):
        squares = random.sample(DARK, len(DARK))
        share = random.choice((0.0, 0.1, 0.5, 0.9, 1.0))  # of kings
        pieces: dict[tuple[int, int], Piece] = {}
        for color in ("black", "white"):
            for _ in range(random.randint(1, 12)):
                square = squares.pop()
                pieces[square] = Piece(color, random.random() < share or square[0] == FAR_ROW[color])
        yield Position(pieces, random.choice(("black", "white")))


def random_tangles(count: int, seed: int) -> Iterator[Position]:
    """Kings that can capture far: few of them on rows of one parity, and a crowd of enemies inside the other rows.

    A king that captures stays on rows of its parity and jumps over the others, so here it can turn and go round: long
    captures, returns to the start, and several paths to the same end are common, which they are nowhere else.
    """
    random = Random(seed)
    for _ in range(count):
        color, enemy = random.sample(("black", "white"), 2)
        parity = random.randrange(2)
        stations = [(row, column) for row, column in DARK if row % 2 == parity]
        targets = [(row, column) for row, column in DARK if row % 2 != parity and 1 < row < 8 and 1 < column < 8]
        pieces = {square: Piece(color, True) for square in random.sample(stations, random.randint(1, 4))}
        pieces |= {
            square: Piece(enemy, random.random() < 0.5) for square in random.sample(targets, random.randint(4, 9))
        }
        yield Position(pieces, color)
