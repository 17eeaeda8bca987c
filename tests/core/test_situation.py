"""Situations follow the game, and repetitions are those that the game counts."""

from __future__ import annotations

from random import Random

import numpy as np

from kingme import Board, Game
from kingme.core.situation import Situation, follow, stood_before
from kingme.profile import Rules

ENDLESS = Rules("endless", repetition=None, quiet_limit=None)


def random_game(start: Board, plies: int, seed: int, choices: int = 100) -> Game:
    """A game in which one of the first so many moves is made at random."""
    chance, game = Random(seed), Game(start, rules=ENDLESS)
    while game.board.legal_moves() and len(game.plies) < plies:
        game.play(chance.choice(game.board.legal_moves()[:choices]))
    return game


def test_a_situation_follows_the_game() -> None:
    for seed in range(20):
        game = Game(rules=ENDLESS)
        situation = Situation(game.board.state, game.board.hash, 0)
        for move in random_game(Board(), 120, seed).moves:
            game.play(move)
            situation = follow(game.board.game, situation, move.code)
            assert situation == (game.board.state, game.board.hash, game.quiet_plies)


def test_repetitions_are_those_of_the_game() -> None:
    found = [0, 0, 0]
    for seed in range(20):
        game = random_game(Board.from_fen("B:WK32,K29,20:BK1,K4,5"), 150, seed, choices=2)
        hashes = np.array([board.hash for board in game.positions], np.int64)
        quiet = 0
        for at, board in enumerate(game.positions):
            if at:
                before, move = game.positions[at - 1], game.moves[at - 1]
                piece = before.piece_at(move.start)
                quiet = quiet + 1 if piece is not None and piece.king and not move.is_capture else 0
            times = game.positions[:at].count(board)
            for wanted in (1, 2, 3):
                stood = bool(stood_before(hashes, 0, at, quiet, board.hash, wanted))
                assert stood == (times >= wanted), (seed, at)
                found[wanted - 1] += stood
    assert min(found) > 20


def test_what_lies_before_the_first_place_does_not_count() -> None:
    hashes = np.array([7, 0, 0, 0, 7], np.int64)
    assert stood_before(hashes, 0, 4, 10, 7, 1)
    assert not stood_before(hashes, 1, 4, 10, 7, 1)
    assert not stood_before(hashes, 0, 4, 3, 7, 1), "a capture or a man's move lies between"
