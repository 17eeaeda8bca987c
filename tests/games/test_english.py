"""English draughts as a game says what its kernels and texts say."""

from __future__ import annotations

import numpy as np

from kingme.board import Board
from kingme.core.hashing import hash_position
from kingme.core.plans import GOES_ON, LOST
from kingme.core.random import below, new_rng
from kingme.games.registry import find_game


def test_operations_agree_with_the_board_along_random_games() -> None:
    english, moves, rng = find_game("english"), np.zeros(256, np.int64), new_rng(3)
    for _ in range(20):
        board, position = Board(), english.start()
        for _ in range(200):
            assert position == board.state
            assert english.key(position) == board.hash == hash_position(*position)
            count = english.generate(position, moves, 0)
            assert english.count(position, moves.copy(), 0) == count == len(board.legal_moves())
            assert english.ending(position) == (GOES_ON if count else LOST)
            assert english.parse_fen(english.fen(position)) == position
            assert len(english.stones(position)) == len(board.pieces())
            assert english.mirror(position) == board.flip().state
            if count == 0:
                break
            chosen = below(rng, count)
            code, move = int(moves[chosen]), board.legal_moves()[chosen]
            number = moves[:chosen].tolist().count(code)
            assert english.path(position, code, number) == (move.path, move.captured)
            assert english.code(move.path, move.captured) == code
            assert english.move_text(move.path, move.captured) == str(move)
            assert english.key_after(position, board.hash, code) == english.key(english.apply(position, code))
            position, board = english.apply(position, code), board.play(move)
