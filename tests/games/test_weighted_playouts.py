"""Playouts by weight, and results graded by pieces and by their values, in games other than English draughts."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from kingme import Board, KingMeError
from kingme.core.plans import (
    BY_PIECES,
    BY_VALUES,
    DRAWN,
    GOES_ON,
    HALF,
    LOST,
    MOVE_KEYS,
    PLUS_PIECES,
    WEIGHTED,
    PlayoutPlan,
    PlayoutWork,
)
from kingme.core.policies import weight_table
from kingme.core.random import new_rng
from kingme.games.registry import find_game, game_names
from kingme.players import player
from kingme.players.playouts import parse_weights

AHEAD = "rR6/8/8/5cKP r"
"""Red's rook, king and pawn against Black's rook and cannon; Red can take the rook with the rook, and nothing else."""


def first_moves(text: str, count: int) -> Counter[int]:
    """How often playouts with these weights begin with a capture (1) and with another move (0)."""
    board = Board.from_fen(AHEAD, "banqi")
    game, moves, stamps = board.game, np.zeros(256, np.int64), np.zeros(MOVE_KEYS, np.int32)
    plan = PlayoutPlan(WEIGHTED, weight_table(parse_weights(text)), 60, 1)
    found: Counter[int] = Counter()
    for seed in range(count):
        position, _, _ = game.playout(board.state, 0, plan, PlayoutWork(new_rng(seed), moves, stamps), 0)
        found[int(len(game.stones(position)) < 5)] += 1
    return found


def test_a_capture_is_drawn_by_its_weight() -> None:
    board = Board.from_fen(AHEAD, "banqi")
    captures = sum(move.is_capture for move in board.legal_moves())
    steps = len(board.legal_moves()) - captures
    assert captures > 0 < steps
    for weight in (0.25, 1.0, 8.0):
        share = weight * captures / (weight * captures + steps)
        assert first_moves(f"capture:{weight}", 2000)[1] / 2000 == pytest.approx(share, abs=0.04)
    assert set(first_moves("man:0", 200)) == {1}
    assert set(first_moves("man:0/capture:0", 200)) == {0, 1}  # nothing weighs anything: all are alike


def test_a_policy_that_a_game_does_not_have_is_refused() -> None:
    with pytest.raises(KingMeError, match="has no policy 'edges'"):
        player("mcts:iterations=10,policy=edges").analyse(Board.from_fen(AHEAD, "banqi"))
    analysis = player("mcts:iterations=300,policy=weighted,weights=capture:4,seed=1").analyse(
        Board.from_fen(AHEAD, "banqi")
    )
    assert analysis.iterations == 300


def test_results_are_graded_by_number_and_by_value() -> None:
    board = Board.from_fen(AHEAD, "banqi")
    game, state = board.game, board.state
    by_value = (250 + 900 + 100 - 250 - 550) / sum((900, 2 * 700, 2 * 450, 2 * 250, 2 * 150, 2 * 550, 5 * 100))
    assert game.worth(state, GOES_ON, 0, HALF, BY_PIECES) == pytest.approx(0.5 + 0.25 / 16)
    assert game.worth(state, GOES_ON, 1, HALF, BY_PIECES) == pytest.approx(0.5 - 0.25 / 16)
    assert game.worth(state, GOES_ON, 0, HALF, BY_VALUES) == pytest.approx(0.5 + 0.25 * by_value)
    assert game.worth(state, LOST, 1, HALF, BY_VALUES) == pytest.approx(0.75 - 0.25 * by_value)
    assert game.worth(state, LOST, 1, HALF, PLUS_PIECES) == pytest.approx((1 - 1 + 16) / 33)  # a win, a piece behind
    assert game.worth(state, DRAWN, 0, HALF, PLUS_PIECES) == pytest.approx((0.5 + 1 + 16) / 33)


@pytest.mark.parametrize("name", game_names())
def test_graded_results_of_both_sides_add_up_to_one(name: str) -> None:
    game = find_game(name)
    for seed in range(3):
        state = game.start(seed)
        for ending in (LOST, DRAWN, GOES_ON):
            for margin in (BY_PIECES, BY_VALUES, PLUS_PIECES):
                mine, other = (game.worth(state, ending, side, HALF, margin) for side in (0, 1))
                assert 0 <= mine <= 1
                assert mine + other == pytest.approx(1)


def test_study_b_heuristic_in_games_that_let_a_capture_be_declined() -> None:
    """Taken +1, crowned +1, can be taken -1, a man leaves home -1: the same numbers as in English draughts."""
    english = find_game("english")
    for fen in ("W:W21-32:B1-12", "W:W22,30:B6,14", "W:WK18,27:B14,15", "B:W5:B26,1"):
        board = Board.from_fen(fen)
        for name in ("optional", "single", "free"):
            other = Board.from_fen(fen, name)
            wanted = {str(move): english.promise(board.state, move.code) for move in board.legal_moves()}
            given = {str(move): other.game.promise(other.state, move.code) for move in other.legal_moves()}
            shared = wanted.keys() & given.keys()
            assert shared
            for text in shared:
                assert given[text] == wanted[text], (name, fen, text)
