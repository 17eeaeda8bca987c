"""Records and the tables made from them, checked by hand on a small tournament."""

from __future__ import annotations

import math
import random

import pytest

from kingme.arena.elo import estimate
from kingme.arena.intervals import mean
from kingme.arena.record import GameRecord, PairResult, pair_up
from kingme.arena.standings import Tally
from kingme.arena.stats import cross_table, score_over_time, summarise
from kingme.board import Board
from kingme.errors import KingMeError
from kingme.game import Game
from kingme.outcome import Color, Termination

B, W = Color.BLACK, Color.WHITE


def record(
    number: int,
    black: str,
    white: str,
    winner: Color | None,
    termination: Termination = Termination.NO_MOVES,
    *,
    plies: int = 60,
    pieces: tuple[int, int] = (3, 2),
    kings: tuple[int, int] = (1, 0),
    times: tuple[tuple[float, ...], tuple[float, ...]] = ((1.0, 3.0), (0.5, 0.5)),
    line: str = "",
) -> GameRecord:
    return GameRecord(
        number,
        number // 2,
        black,
        white,
        winner,
        termination,
        plies,
        pieces,
        kings,
        crowned=(kings[0] + 1, kings[1]),
        times=times,
        simulations=(400, 0),
        nodes=(400, 90),
        line=line,
    )


GAMES = [
    record(0, "ann", "bob", B, plies=40, pieces=(5, 1), kings=(2, 0), line="x"),
    record(1, "bob", "ann", B, plies=80, pieces=(4, 2), kings=(3, 1), line="y"),
    record(2, "ann", "eve", None, Termination.REPETITION, plies=100, line="z"),
    record(3, "eve", "ann", W, plies=60, pieces=(0, 6), kings=(0, 1), line="w"),
    record(4, "ann", "bob", B, Termination.CRASH, plies=3, pieces=(12, 12), kings=(0, 0), line="v"),
    record(5, "bob", "ann", None, Termination.MOVE_CAP, plies=300, line="u"),
    record(6, "bob", "eve", W, line="t"),
]


def test_pairs_are_put_together() -> None:
    shuffled = GAMES.copy()
    random.Random(1).shuffle(shuffled)
    assert pair_up(shuffled) == [
        PairResult("ann", "bob", 2, 2, 0),
        PairResult("ann", "eve", 3, 2, 1),
        PairResult("ann", "bob", 3, 2, 2),
        PairResult("bob", "eve", 0, 1, 3),
    ]
    assert PairResult("ann", "bob", 3, 2, 0).seen_by("bob") == PairResult("bob", "ann", 1, 2, 0)
    assert PairResult("ann", "bob", 3, 2, 0).points == 1.5


def test_two_games_of_a_pair_must_swap_colours() -> None:
    with pytest.raises(KingMeError, match="same colours"):
        pair_up([record(0, "ann", "bob", B), record(1, "ann", "bob", B)])


def test_tallies() -> None:
    summary = summarise(GAMES)
    ann = summary.players["ann"]
    assert ann.tally == Tally(3, 2, 1, (0, 0, 1, 2, 0))
    assert (ann.tally.games, ann.tally.points, ann.tally.score) == (6, 4.0, 4 / 6)
    assert ann.as_black == Tally(2, 1, 0)
    assert ann.as_white == Tally(1, 1, 1)
    assert summary.pairings["ann", "bob"].tally == Tally(2, 1, 1, (0, 0, 1, 1, 0))
    assert summary.pairings["bob", "ann"].tally == Tally(1, 1, 2, (0, 1, 1, 0, 0))
    assert summary.pairings["eve", "bob"].tally == Tally(1, 0, 0)
    assert summary.ranking == ["ann", "eve", "bob"]


def test_rates_and_elo() -> None:
    tally = summarise(GAMES).players["ann"].tally
    assert tally.rates.win.value == 0.5
    assert tally.rates.win.n == 6
    assert tally.elo == estimate((0, 0, 1, 2, 0))
    # Without pairs, single games have to do.
    assert Tally(3, 2, 1).elo == estimate((1, 2, 3))
    assert Tally().elo.n == 0
    assert Tally().score == 0.5


def test_figures_are_split_by_result_and_leave_forfeits_out() -> None:
    ann = summarise(GAMES).players["ann"]
    assert ann.plies.all == mean([40, 80, 100, 60, 300])
    assert ann.plies.won.value == 50
    assert ann.plies.drawn.value == 200
    assert ann.plies.lost.value == 80
    assert (ann.pieces.won.value, ann.pieces.lost.value) == (5.5, 2)
    assert (ann.opponent_pieces.won.value, ann.opponent_pieces.lost.value) == (0.5, 4)
    assert (ann.kings.won.value, ann.kings.lost.value) == (1.5, 1)
    assert (ann.opponent_kings.won.value, ann.opponent_kings.lost.value) == (0, 3)
    assert (ann.crowned.won.value, ann.opponent_crowned.lost.value) == (2, 4)


def test_terminations_and_forfeits_are_told_apart() -> None:
    summary = summarise(GAMES)
    ann, bob = summary.players["ann"], summary.players["bob"]
    assert ann.terminations["won"] == {Termination.NO_MOVES: 2, Termination.CRASH: 1}
    assert ann.terminations["drawn"] == {Termination.REPETITION: 1, Termination.MOVE_CAP: 1}
    assert ann.terminations["lost"] == {Termination.NO_MOVES: 1}
    assert (ann.forfeits_won, ann.forfeits_lost) == (1, 0)
    assert (bob.forfeits_won, bob.forfeits_lost) == (0, 1)
    assert summary.terminations == {
        Termination.NO_MOVES: 4,
        Termination.REPETITION: 1,
        Termination.MOVE_CAP: 1,
        Termination.CRASH: 1,
    }


def test_time_and_speed() -> None:
    bob = summarise(GAMES).pairings["bob", "eve"]
    assert bob.move_time.mean.value == 2
    assert bob.move_time.percentiles[50] == 2
    assert bob.move_time.largest == 3
    assert bob.simulations_per_second == 100
    eve = summarise(GAMES).pairings["eve", "bob"]
    assert (eve.simulations_per_second, eve.nodes_per_second) == (0, 90)


def test_games_without_times_have_none() -> None:
    ann = summarise([record(0, "ann", "bob", B, times=((), ()))]).players["ann"]
    assert math.isnan(ann.move_time.mean.value)
    assert ann.simulations_per_second == 0


def test_repeated_games_are_counted_once_as_distinct() -> None:
    same = [record(2 * k, "ann", "bob", B, line="one") for k in range(5)]
    assert summarise(same).players["ann"].distinct == 1
    assert summarise(GAMES).players["ann"].distinct == 6


def test_cross_table() -> None:
    table = cross_table(summarise(GAMES))
    assert table.names == ["ann", "eve", "bob"]
    assert [[None if cell is None else cell.points for cell in row] for row in table.cells] == [
        [None, 1.5, 2.5],
        [0.5, None, 1],
        [1.5, 0, None],
    ]
    assert [total.games for total in table.totals] == [6, 3, 5]


def test_score_over_time() -> None:
    points = score_over_time(GAMES, "ann", "bob")
    assert [(point.games, point.score) for point in points] == [(1, 1), (2, 0.5), (3, 2 / 3), (4, 0.625)]
    assert all(0 <= point.low <= point.high <= 1 for point in points)
    assert len(score_over_time(GAMES, "ann")) == 6


def test_the_order_of_records_does_not_matter_and_none_is_fine() -> None:
    shuffled = GAMES.copy()
    random.Random(2).shuffle(shuffled)
    assert summarise(shuffled) == summarise(GAMES)
    assert summarise([]).players == {}
    assert cross_table(summarise([])).names == []


def test_a_record_of_a_game() -> None:
    game = Game(Board.from_fen("B:W6,K1:B26,27"))
    game.play("26-31", elapsed=0.25)
    game.play("1-5", elapsed=0.5)
    game.play("27-32")
    game.play("6-1", elapsed=1.5)
    game.resign(Color.WHITE)
    found = GameRecord.of(game, number=4, pair=2, black="ann", white="bob", simulations=(10, 0), nodes=(30, 5))
    assert found.outcome == game.outcome()
    assert (found.winner, found.termination, found.plies) == (B, Termination.RESIGNATION, 4)
    assert (found.pieces, found.kings, found.crowned) == ((2, 2), (2, 2), (2, 1))
    assert found.times == ((0.25,), (0.5, 1.5))
    assert found.line.endswith("26-31 1-5 27-32 6-1")
    assert [found.half_points(color) for color in Color] == [2, 0]
    assert not found.is_forfeit


def test_a_record_needs_a_finished_game_and_two_names() -> None:
    with pytest.raises(KingMeError, match="not over"):
        GameRecord.of(Game(), number=0, pair=0, black="ann", white="bob")
    with pytest.raises(KingMeError, match="both players are called 'ann'"):
        record(0, "ann", "ann", None)
