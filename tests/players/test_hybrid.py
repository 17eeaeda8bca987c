"""Hybrid: tree search first, and endgames that are won instead of wandered about in."""

from __future__ import annotations

import threading
import time
from random import Random

import pytest
from players.retrograde import longest_defence, plies_left, two_kings_against_one
from players.samples import played, strewn

from kingme import Board, Color, Game, Rules
from kingme.core.squares import mask_of
from kingme.players import Limit, player
from kingme.score import Score

PLIES = 60  # in which a won endgame must be won


def without_captures(sides: tuple[int, int], men: int, seed: int) -> Board:
    """Black's kings, `men` of them still men, against White's, strewn about with nothing to take for either side."""
    random = Random(seed)
    strong, weak = sides
    while True:
        squares = random.sample(range(5, 29), strong + weak)
        black, white = mask_of(squares[:strong]), mask_of(squares[strong:])
        board = Board(black, white, mask_of(squares[men:]), Color.BLACK)
        if not any(Board(black, white, board.kings, side).legal_moves()[0].is_capture for side in Color):
            return board


def hardest_starts(count: int) -> list[Board]:
    """Two kings against one, among the longest wins there are."""
    far = [position for position, plies in two_kings_against_one().items() if position[2] == 0 and plies >= 29]
    return [Board(black, white, black | white) for black, white, _ in Random(1).sample(sorted(far), count)]


# --- won endgames -----------------------------------------------------------------------------------------------------


def test_the_oracle_knows_what_is_known() -> None:
    won = two_kings_against_one()
    two = [plies for (strong, _, turn), plies in won.items() if turn == 0 and strong.bit_count() == 2]
    assert (len(two), max(two)) == (14_846, 33)  # of 14,880, as other solvers have it
    lost = [plies for (strong, _, turn), plies in won.items() if turn == 1 and strong.bit_count() == 2]
    assert (len(lost), max(lost)) == (13_018, 34)
    one = [plies for (strong, _, turn), plies in won.items() if turn == 0 and strong.bit_count() == 1]
    assert (len(one), max(one)) == (230, 11)


@pytest.mark.parametrize("index", range(12))
def test_two_kings_beat_one_with_the_best_defence(index: int) -> None:
    game = Game(hardest_starts(12)[index])
    bot = player(f"hybrid:seed={index}")
    while game.outcome() is None:
        if game.turn is Color.BLACK:
            game.play(bot.choose(game))
        else:
            after = longest_defence(game.board)
            game.play(next(move for move in game.board.legal_moves() if game.board.play(move) == after))
    assert game.result() == "1-0", game.outcome()
    assert len(game.plies) <= PLIES


@pytest.mark.parametrize(
    ("sides", "men", "seed"),
    [
        *(((3, 1), 0, 1), ((3, 1), 0, 2), ((2, 1), 1, 3), ((2, 1), 1, 4)),
        *(((3, 1), 1, 5), ((4, 2), 0, 6), ((4, 2), 0, 7), ((3, 1), 2, 8)),
    ],
)
def test_similar_endgames_are_won_against_itself(sides: tuple[int, int], men: int, seed: int) -> None:
    game = Game(without_captures(sides, men, seed))
    bots = [player(f"hybrid:seed={seed}"), player(f"hybrid:seed={seed + 100}")]
    while game.outcome() is None:
        game.play(bots[game.turn].choose(game))
    assert game.result() == "1-0", game.outcome()
    assert len(game.plies) <= PLIES


@pytest.mark.parametrize("spec", ["mcts:iterations=300,seed=", "hard:seed="])
def test_plain_tree_search_wanders_in_the_same_endgames(spec: str) -> None:
    won = 0
    for index, board in enumerate(hardest_starts(4)):
        game = Game(board)
        bot = player(f"{spec}{index}")
        while game.outcome() is None and len(game.plies) < PLIES:
            if game.turn is Color.BLACK:
                game.play(bot.choose(game))
            else:
                after = longest_defence(game.board)
                game.play(next(move for move in game.board.legal_moves() if game.board.play(move) == after))
        won += game.result() == "1-0"
    assert won == 0


def test_the_wins_that_it_sees_are_there() -> None:
    exact, boards = 0, [Board(*position[:2], position[0] | position[1]) for position in sorted(two_kings_against_one())]
    for board in Random(2).sample(boards, 40):
        analysis = player("hybrid").analyse(board)
        left = plies_left(board)
        assert analysis.score is not None
        if board.black.bit_count() == 2 and left is not None:
            assert analysis.score.plies is not None
            assert analysis.score.result == 1
        if analysis.score.plies is not None and analysis.score.result == 1:
            assert left is not None
            assert analysis.score.plies >= left  # a longer way to win may come to its notice first
            exact += analysis.score.plies == left
    assert exact >= 30


def test_the_losing_side_runs_and_takes_a_draw() -> None:
    game = Game(Board.from_fen("W:WK32,K29:BK1"))
    for move in ("32-28", "1-5", "28-32"):
        game.play(move)
    analysis = player("hybrid").analyse(game)  # 5-1 brings the first position back
    assert (str(analysis.move), analysis.score) == ("5-1", Score(0.0))
    # a defender that is to lose as late as possible does nearly so well as the best
    for index, board in enumerate(hardest_starts(3)):
        left, game = plies_left(board), Game(board)
        bots = [player(f"hybrid:seed={index}"), player(f"hybrid:seed={index}")]
        while game.outcome() is None:
            game.play(bots[game.turn].choose(game))
        assert left is not None
        assert len(game.plies) >= left - 8


def test_no_cycles_even_where_the_rules_allow_them() -> None:
    game = Game(hardest_starts(1)[0], rules=Rules.parse("study-b"))
    bots = [player("hybrid:seed=1"), player("random:seed=1")]
    while game.outcome() is None and len(game.plies) < PLIES:
        game.play(bots[game.turn].choose(game))
    assert game.result() == "1-0"
    seen = [board for board in game.positions if board.turn is Color.WHITE]
    assert len(set(seen)) == len(seen)


# --- handing over -----------------------------------------------------------------------------------------------------


def test_the_endgame_test() -> None:
    eight, nine = Board.from_fen("B:W21,22,23,24:B1,2,3,K4"), Board.from_fen("B:W21,22,23,24,28:B1,2,3,K4")
    kings = Board.from_fen("B:WK21,K22:BK1,K2")
    limit = Limit(iterations=20, nodes=500)

    def phase(spec: str, board: Board) -> str:
        return player(spec).analyse(board, limit).details.get("phase", "tree")

    assert phase("hybrid", eight) == "endgame"
    assert phase("hybrid", nine) == "tree"
    assert phase("hybrid:endgame=9", nine) == "endgame"
    assert phase("hybrid:endgame=0", kings) == "tree"
    assert phase("hybrid:kings=on", eight) == "tree"
    assert phase("hybrid:kings=on", kings) == "endgame"
    assert phase("hybrid", Board()) == "tree"


def test_before_the_endgame_it_is_the_tree_search_of_its_parameters() -> None:
    shared = "iterations=200,seed=3,simulations=5+25,policy=weighted,result=graded"
    hybrid = player(f"hybrid:{shared}").analyse(Board())
    mcts = player(f"mcts:{shared}").analyse(Board())
    assert [line.visits for line in hybrid.lines] == [line.visits for line in mcts.lines]
    with_amaf = player(f"hybrid:{shared},amaf=on,beta=0.3").analyse(Board())
    rave = player(f"rave:{shared},beta=0.3").analyse(Board())
    assert [line.visits for line in with_amaf.lines] == [line.visits for line in rave.lines]
    assert [line.visits for line in with_amaf.lines] != [line.visits for line in mcts.lines]


# --- limits and safety ------------------------------------------------------------------------------------------------


def test_same_seed_and_nodes_same_answer() -> None:
    for board in strewn(30, seed=5, most=4):
        if board.legal_moves():
            first, second = (player("hybrid:seed=2,positions=5000").analyse(board) for _ in range(2))
            assert (first.move, first.score, first.nodes) == (second.move, second.score, second.nodes)
            assert first.nodes <= 5000


def test_nodes_time_and_depth() -> None:
    board = without_captures((3, 3), 0, 1)
    assert player("hybrid").analyse(board, Limit(nodes=1234)).nodes == 1234
    assert player("hybrid:positions=1000").analyse(board, Limit(nodes=1234)).nodes == 1000
    assert player("hybrid").analyse(board, Limit(depth=5)).depth == 5
    timed = player("hybrid").analyse(board, Limit(time=0.3))
    assert 0.25 < timed.time < 1.5
    assert timed.nodes > 100_000


def test_cancel() -> None:
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()
    start = time.perf_counter()
    board = without_captures((4, 4), 0, 1)
    analysis = player("hybrid:positions=1000000000").analyse(board, cancel=cancel)
    assert time.perf_counter() - start < 2
    assert analysis.stopped
    assert analysis.move in board.legal_moves()
    analysis = player("hybrid").analyse(board, cancel=cancel)  # before it starts
    assert analysis.move in board.legal_moves()


def test_no_position_hurts() -> None:
    for board in strewn(4500, seed=6, most=5) + played(500, seed=7):
        analysis = player("hybrid:positions=300,iterations=10").analyse(board)
        assert (analysis.move is None) == (not board.legal_moves())
        assert analysis.move is None or analysis.move in board.legal_moves()


def test_captures_at_the_horizon_are_played_out() -> None:
    # Black's only move offers two men; looking one ply ahead it sees both taken
    board = Board.from_fen("B:W31,32:B23,27,K1")
    for line in player("hybrid").analyse(board, Limit(depth=1)).lines:
        after = board.play(line.move)
        if after.legal_moves()[0].is_capture and line.score is not None:
            assert len(line.pv) > 1
            assert line.pv[1].is_capture


def test_a_report_in_words() -> None:
    analysis = player("hybrid").analyse(Board.from_fen("B:WK1:BK10,K11"))
    assert analysis.score is not None
    assert analysis.score.result == 1
    assert analysis.report.startswith("Endgame: alpha-beta to depth ")
    assert "win in" in analysis.report
    assert analysis.memory > 0
