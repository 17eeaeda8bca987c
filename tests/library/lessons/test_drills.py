"""Drills: every position can be won or held, can be spoiled, and is the same for everybody."""

from __future__ import annotations

import pytest

from kingme.endgame import probe
from kingme.library.lessons.drills import Drill, best_reply, better_move, drills


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


@pytest.mark.parametrize("name", ["two-against-one", "king-against-man", "first-position", "two-men-each"])
def test_a_win_is_won_by_the_tables_own_moves(name: str) -> None:
    drill = drills()[name]
    board = drill.position(2)
    left = probe(board).plies
    assert left is not None
    for _ in range(left):
        board = board.play(better_move(drill, board) if board.turn else best_reply(board))
    assert not board.legal_moves()
