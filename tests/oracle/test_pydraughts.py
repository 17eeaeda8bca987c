"""Random games side by side with pydraughts: in every position the same legal moves, and the same position after them.

pydraughts (it imports as `draughts`) numbers squares as we do and lists a capture as its single jumps; captures by
different paths are different entries there too. Its `Board` is a `Game` with the board turned and the colours swapped,
and with every move wrapped in an object that knows it in four notations. `Game` is slow enough: started from our FEN it
plays our colours.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from draughts.core.game import Game as PydraughtsGame

from kingme import Board

GAMES = 200
BATCHES = 4  # so that parallel test runs can share the work
LONGEST = 200  # plies; a random game that is longer is a few kings wandering about


def path_of(jumps: list[list[int]]) -> tuple[int, ...]:
    return (jumps[0][0], *(jump[1] for jump in jumps))


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_games(batch: int) -> None:
    random = Random(batch)
    for _ in range(GAMES // BATCHES):
        board, peer = Board(), PydraughtsGame("english", Board().fen())
        for _ in range(LONGEST):
            moves = board.legal_moves()
            theirs, captured = peer.legal_moves()
            expected = Counter(
                (path_of(jumps), tuple(square for square in taken if square))
                for jumps, taken in zip(theirs, captured, strict=True)
            )
            assert Counter((move.path, move.captured) for move in moves) == expected, board
            if not moves:
                break
            move = random.choice(moves)
            peer.push(next(jumps for jumps in theirs if path_of(jumps) == move.path))
            board = board.play(move)
            assert Board.from_fen(peer.get_li_fen()) == board
