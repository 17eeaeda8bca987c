"""Flat Monte Carlo: how playouts are shared out, what they count, and study A's report."""

from __future__ import annotations

import re

import pytest
from players.samples import played

from kingme import Board, Game
from kingme.players import Limit, player


def test_playouts_are_split_evenly_with_a_minimum() -> None:
    for board in played(30):
        moves = len(board.legal_moves())
        analysis = player("flat").analyse(board)
        share = max(100 // moves, 10)
        assert [line.visits for line in analysis.lines] == [share] * moves
        assert analysis.iterations == sum(analysis.outcomes) == share * moves
    seven = player("flat:playouts=20,minimum=4").analyse(Board())
    assert [line.visits for line in seven.lines] == [4] * 7


def test_the_highest_win_rate_is_played() -> None:
    analysis = player("flat:playouts=700,seed=1").analyse(Board())
    assert analysis.value == max(line.value for line in analysis.lines if line.value is not None)
    for line in analysis.lines:
        wins, halves, losses = (line.details[name] for name in ("wins", "halves", "losses"))
        assert wins + halves + losses == line.visits
        assert line.value == pytest.approx((wins + halves / 2) / line.visits)


def test_a_win_on_the_board_counts_one_and_a_cut_game_half_if_ahead() -> None:
    wins = player("flat").analyse(Board.from_fen("B:W21:B13,14"))
    assert str(wins.move) == "13-17"  # White cannot move then
    assert wins.value == 1.0
    ahead = Board.from_fen("B:W25,26:BK1,K2,3")
    cut = player("flat:cutoff=1").analyse(ahead)
    assert all(line.value == 0.5 for line in cut.lines)
    behind = Board.from_fen("B:W25,26,K32:B1,2,3")  # as many pieces, less material
    assert all(line.value == 0.0 for line in player("flat:cutoff=1").analyse(behind).lines)
    level = Board.from_fen("B:W25,26:B1,2")
    assert all(line.value == 0.0 for line in player("flat:cutoff=1").analyse(level).lines)


def test_limits() -> None:
    assert player("flat").analyse(Board(), Limit(iterations=33)).iterations == 33
    assert player("flat:playouts=70").analyse(Board(), Limit(iterations=1000)).iterations == 70
    timed = player("flat").analyse(Board(), Limit(time=0.1))
    assert timed.iterations > 100
    visits = [line.visits for line in timed.lines]
    assert max(visits) - min(visits) <= 1  # whenever it ends, every move had its share


def test_the_report_of_study_a() -> None:
    report = player("flat:seed=2").analyse(Game()).report.splitlines()
    assert report[0] == "7 legal moves, 98 playouts"
    assert len(report) == 9
    for row, move in zip(report[1:8], Board().legal_moves(), strict=True):
        assert re.fullmatch(rf"  {move} +\d+\.\d %  wins \d+, half points \d+, losses \d+ of 14", row)
    assert re.fullmatch(r"chosen: \d+-\d+, after \d+\.\d{3} s", report[-1])


def test_quiet_plies_of_the_game_count() -> None:
    game = Game(Board.from_fen("B:WK32:BK1"))
    moves = ("1-6", "32-28", "6-10", "28-32", "10-15", "32-28", "15-19", "28-32", "19-15", "32-28")
    for move in moves:
        game.play(move)
    assert game.quiet_plies == len(moves)
    assert player("flat:cutoff=10000").analyse(game).move is not None
