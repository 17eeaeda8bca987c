"""Drills: every position can be won or held, can be spoiled, and is the same for everybody."""

from __future__ import annotations

import random

import pytest

from kingme.board import Board
from kingme.endgame import probe
from kingme.endgame.kings_only import kings_plies
from kingme.library.lessons.drills import Drill, best_reply, better_move, drills, measure


@pytest.mark.parametrize("drill", drills().values(), ids=list(drills()))
def test_positions_fit_their_goal(drill: Drill) -> None:
    boards = [drill.position(number) for number in range(1, 6)]
    assert boards[0] == drill.position(1)
    assert len(set(boards)) > 3
    for board in boards:
        assert probe(board).wdl == (1 if drill.goal == "win" else 0)
        kept = [drill.keeps(board.play(move)) for move in board.legal_moves()]
        assert any(kept)
        assert not all(kept)
        assert drill.keeps(board.play(better_move(drill, board)))


@pytest.mark.parametrize(
    "name", ["two-against-one", "king-against-man", "first-position", "two-men-each", "three-against-two"]
)
def test_a_win_is_won_by_the_tables_own_moves(name: str) -> None:
    drill = drills()[name]
    board = drill.position(2)
    value = measure(board)
    assert value is not None
    assert value.plies is not None
    for left in range(value.plies, 0, -1):
        assert measure(board) == (1 if board.turn else -1, left)
        board = board.play(better_move(drill, board) if board.turn else best_reply(board))
    assert not board.legal_moves()


@pytest.mark.parametrize("pieces", [2, 3, 4, 5])
def test_distances_of_kings_agree_with_the_tables(pieces: int) -> None:
    """All that the tables know of kings: distances up to four, and of five whether they are odd, even or none."""
    chance = random.Random(pieces)
    for _ in range(150):
        squares = [f"K{square}" for square in chance.sample(range(1, 33), pieces)]
        white = chance.randrange(1, pieces)
        board = Board.from_fen(f"{chance.choice('BW')}:W{','.join(squares[:white])}:B{','.join(squares[white:])}")
        value, plies = probe(board), kings_plies(board)
        assert value.plies in (None, plies), board.fen()
        assert (plies is None) == (value.wdl == 0), board.fen()
        assert plies is None or plies % 2 == (value.wdl == 1), board.fen()


def test_distances_of_kings_are_for_kings_alone() -> None:
    assert kings_plies(Board.from_fen("W:WK1,6:BK30")) is None
    assert kings_plies(Board.from_fen("W:WK1,K2,K3:BK30,K31,K32")) is None
