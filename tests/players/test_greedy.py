"""The player of one ply: study A's example, ties, and the end of the game."""

from __future__ import annotations

import pytest
from players.samples import played, strewn

from kingme import Board, Game, KingMeError, Move, Rules
from kingme.players import player
from kingme.score import Score

# Study A: White goes b6-c7 and threatens to crown.
BEFORE = "W:W9,32:B2,3,4"
# Study A: after White's c3xa5 Black may go d4-c3 or d4-e3, where f2 takes it.
TRAP = "B:W13,27:B18"


def test_study_a_takes_the_man_that_would_crown() -> None:
    board = Board.from_fen(BEFORE).play("b6-c7")
    analysis = player("greedy").analyse(board)
    assert analysis.move is not None
    assert analysis.move.text("algebraic") == "d8xb6"
    assert analysis.score == Score(2.0)  # three men to one; had it been left alone, three to two
    assert len(board.pieces(board.turn)) - len(board.pieces(board.turn.other)) == 1
    assert "* 2x9        +2" in analysis.report


def test_reports_are_for_black_and_scores_for_the_side_to_move() -> None:
    board = Board.from_fen("W:W9,32:B2,3,4,12,K5")
    analysis = player("greedy").analyse(board)
    assert analysis.score == Score(-5.0)
    assert "scores for Black" in analysis.report
    assert "+5" in analysis.report


def test_one_ply_does_not_see_the_trap() -> None:
    board = Board.from_fen(TRAP)
    chosen = {player(f"greedy:seed={seed}").choose(board).text("algebraic") for seed in range(20)}
    assert chosen == {"d4-c3", "d4-e3"}
    assert player("greedy:ties=first").choose(board) == board.legal_moves()[0]


def test_a_seed_decides_ties_for_good() -> None:
    for board in played(20):
        first, second = (player("greedy:seed=7").analyse(board) for _ in range(2))
        assert first.move == second.move
        assert [line.score for line in first.lines] == [line.score for line in second.lines]


def test_it_is_minimax_of_depth_one() -> None:
    for board in played(200):
        greedy = player("greedy").analyse(board)
        minimax = player("minimax:depth=1,pruning=off").analyse(board)
        assert [line.score for line in greedy.lines] == [line.score for line in minimax.lines]
        assert greedy.score == minimax.score


def test_it_wins_when_it_can() -> None:
    blocked = Board.from_fen("B:W21:B13,14")  # 13-17 takes White's last move
    analysis = player("greedy").analyse(blocked)
    assert analysis.move == Move((13, 17))
    assert analysis.score == Score.win(1)
    # where a side that is stuck has not lost, it is only a draw
    draw = player("greedy").analyse(Game(blocked, rules=Rules.parse("study-b")))
    line = next(line for line in draw.lines if line.move == Move((13, 17)))
    assert line.score == Score(0.0)


def test_weights_are_parameters() -> None:
    board = Board.from_fen("B:W18,K19:B15")
    take_the_man = player("greedy:weights=king:-5").analyse(board)
    assert take_the_man.move == Move((15, 22), (18,))
    assert player("greedy").analyse(board).move == Move((15, 24), (19,))
    with pytest.raises(KingMeError, match="material has no weight 'queen': it has man, king"):
        player("greedy:weights=queen:9")


def test_no_position_hurts() -> None:
    for board in strewn(5000, seed=12, most=8):
        analysis = player("greedy").analyse(board)
        assert (analysis.move is None) == (not board.legal_moves())
        assert analysis.move is None or analysis.move in board.legal_moves()
