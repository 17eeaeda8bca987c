"""What each method adds: more simulations, a tree, threads, and alpha-beta in the endgame."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest
from players.retrograde import two_kings_against_one
from strength.matches import play, prove

from kingme import Board, Color
from kingme.arena.sprt import Sprt
from kingme.players import Limit

pytestmark = pytest.mark.strength


def test_a_tree_is_worth_more_than_flat_playouts() -> None:
    prove("mcts:iterations=400", "flat:playouts=400,cutoff=1000")


def test_more_simulations_are_better() -> None:
    prove("mcts:iterations=800", "mcts:iterations=200")


def test_two_threads_with_their_own_simulations_are_stronger_than_one() -> None:
    """Each thread has as many simulations as the one that is alone: what two processors do in the same time."""
    prove("mcts:threads=2,iterations=1000", "mcts:iterations=500", test=Sprt(0, 60, model="logistic"), most=250)


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="needs two processors")
def test_two_threads_are_not_weaker_than_one_at_equal_time() -> None:
    """By the clock: to be run alone, or the second thread has nothing to run on."""
    tally = play("mcts:threads=2", "mcts", 30, limit=Limit(time=0.02))
    assert tally.elo.elo_high > 0


def test_the_hybrid_finishes_what_plain_tree_search_lets_slip(tmp_path: Path) -> None:
    """Two kings against one, each side having them once: 20 starts, all of them won by best play."""
    won = sorted(key for key, plies in two_kings_against_one().items() if key[2] == 0 and plies > 12)
    starts = tmp_path / "won.fen"
    boards = [Board(black, white, black | white, Color.BLACK) for black, white, _ in Random(1).sample(won, 20)]
    starts.write_text("".join(f"{board.fen()}\n" for board in boards))
    tally = play("hybrid:positions=100000", "mcts:iterations=2000", 20, openings=f"file:{starts}")
    assert tally.wins >= 18
    assert tally.losses <= tally.wins // 2


def test_the_hybrid_is_better_from_endgames_on(tmp_path: Path) -> None:
    """Four pieces a side and nothing to capture yet; alpha-beta takes over from the first move."""
    chance = Random(2)
    boards: list[Board] = []
    while len(boards) < 60:
        names = [f"{chance.choice(('', 'K'))}{square}" for square in chance.sample(range(5, 29), 8)]
        board = Board.from_fen(f"B:W{','.join(names[:4])}:B{','.join(names[4:])}")
        moves = board.legal_moves()
        replies = [reply for move in moves for reply in board.play(move).legal_moves()]
        if len(moves) > 3 and not any(move.is_capture for move in (*moves, *replies)):
            boards.append(board)
    starts = tmp_path / "level.fen"
    starts.write_text("".join(f"{board.fen()}\n" for board in boards))
    smaller = Sprt(0, 50, model="logistic")  # many of these endgames are drawn, whoever plays them
    prove("hybrid:positions=20000", "mcts:iterations=2000", test=smaller, openings=f"file:{starts}", most=150)
