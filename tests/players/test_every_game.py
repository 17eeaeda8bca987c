"""Every player plays every game: legal moves, wins that are in sight, traces, steps, threads, pondering, cancelling.

The compiled searches are tried with Connect Four, which is quickly compiled; all games have their turn under the slow
marker. `docs/extending.md` has another game played by all, without the compiler.
"""

from __future__ import annotations

import random
import threading
from math import inf

import pytest

from kingme import Board, Game, KingMeError, Limit
from kingme.games.registry import find_game, game_names
from kingme.players import player
from kingme.players.evaluations import evaluation_of, read_score, value_of_a_man, weights
from kingme.players.registry import player_names
from kingme.players.stepper import Stepper

SMALL = {
    "random": "seed=1",
    "greedy": "seed=1",
    "minimax": "depth=3,seed=1",
    "flat": "playouts=20,minimum=2,seed=1",
    "mcts": "iterations=40,solver=on,seed=1",
    "rave": "iterations=40,seed=1",
    "heuristic-rave": "iterations=40,seed=1",
    "hybrid": "iterations=40,endgame=6,positions=500,seed=1",
    "engine": "nodes=300,hash=1",
}
GAME = "connect-four"
WIN_IN_ONE = ["1", "2", "1", "2", "1", "2"]
"""Moves of Connect Four after which the side to move completes its column."""


def drop(board: Board, column: str) -> Board:
    """The position after a disc in this column."""
    return board.play(next(move for move in board.legal_moves() if str(move) == column))


def small(name: str) -> str:
    return f"{name}:{SMALL[name]}"


def positions(game: str, count: int) -> list[Board]:
    """Positions of random games in which there is a move."""
    chance, found = random.Random(game), []
    while len(found) < count:
        board = Board(game=game, seed=chance.randrange(1 << 30))
        for _ in range(chance.randrange(60)):
            if board.outcome() is not None:
                break
            board = board.play_code(chance.choice(board.codes))
        if board.outcome() is None:
            found.append(board)
    return found


def check_moves(name: str, boards: list[Board]) -> None:
    bot = player(small(name))
    for board in boards:
        analysis = bot.analyse(board)
        assert analysis.move in board.legal_moves(), board.fen()
        assert [line.move for line in analysis.lines] == list(board.legal_moves())


def test_every_player_is_here() -> None:
    assert list(SMALL) == player_names()


@pytest.mark.parametrize("game", game_names())
def test_every_game_has_the_policies_that_players_begin_with(game: str) -> None:
    for name in player_names():
        assert getattr(player(name).parameters, "policy", "uniform") in find_game(game).POLICIES, name


@pytest.mark.parametrize("name", SMALL)
def test_moves_are_legal(name: str) -> None:
    check_moves(name, positions(GAME, 40))


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("name", SMALL)
def test_moves_are_legal_on_a_thousand_positions_of_every_game(name: str, game: str) -> None:
    check_moves(name, positions(game, 1000))


@pytest.mark.parametrize("name", [name for name in SMALL if name != "random"])
def test_a_win_in_sight_is_taken(name: str) -> None:
    board = Board(game=GAME)
    for column in WIN_IN_ONE:
        board = drop(board, column)
    game = Game(board)
    analysis = player(small(name)).analyse(game)
    assert str(analysis.move) == "1"
    game.play(analysis.move)
    assert game.result() == "1-0"


def test_the_engine_sees_what_threatens() -> None:
    """Where four threatens on many squares, a small search must still see the answer to each threat."""
    engine = player("engine:nodes=2000,hash=1")
    for columns in ("4454373", "445346451", "44342727", "2474555727"):  # a column of three, and a row about to be four
        board = Board.from_fen(columns, GAME)
        depth = engine.analyse(board).depth
        assert depth is not None
        assert depth >= 5, columns


def negamax(board: Board, depth: int, ply: int, evaluate: object) -> float:
    """The textbook, in numbers of the evaluation; wins count by their distance."""
    outcome = board.outcome()
    if outcome is not None:
        return 0.0 if outcome.winner is None else (1 if outcome.winner is board.turn else -1) * (1e6 - ply)
    if depth == 0:
        return float(evaluate(board))  # type: ignore[operator]
    return max((-negamax(board.play_code(code), depth - 1, ply + 1, evaluate) for code in board.codes), default=-inf)


@pytest.mark.parametrize("pruning", ["on", "off"])
def test_minimax_is_exact(pruning: str) -> None:
    for board in positions(GAME, 15):
        table, code = weights("material", game=board.game), evaluation_of(board.game, "material").code
        man = value_of_a_man(table)
        value = negamax(board, 4, 0, lambda at, table=table, code=code: at.game.assess(at.state, code, table))
        analysis = player(f"minimax:depth=4,pruning={pruning}").analyse(board)
        assert analysis.score == read_score(value, man), board.fen()


def test_what_the_solver_proves_is_what_minimax_finds() -> None:
    proved = 0
    for board in positions(GAME, 60):
        analysis = player("mcts:iterations=2000,solver=on,seed=1").analyse(board)
        if analysis.details["proof"]:
            score = player("minimax:deepening=on,seed=1").analyse(board, Limit(nodes=100_000)).score
            assert score is not None
            if score.result is not None:
                proved += 1
                assert score.result == {"win": 1, "loss": -1}[analysis.details["proof"]], board.fen()
    assert proved > 10


def test_a_trace_a_step_and_a_tree_can_be_looked_at() -> None:
    board = drop(Board(game=GAME), "4")
    assert player("minimax:depth=3,trace=on").analyse(board).trace
    stepper = Stepper(player("mcts:seed=1"), board)
    for number in range(1, 30):
        simulation = stepper.step()
        assert simulation is not None
        assert simulation.number == number
        assert len(simulation.playout) == simulation.plies
    whole = player("mcts:iterations=29,seed=1").analyse(board)
    assert [node.visits for node in stepper.view().walk(50)] == [node.visits for node in whole.tree.walk(50)]


@pytest.mark.parametrize("spec", ["mcts:iterations=3000,threads=2,seed=1", "engine:nodes=20000,threads=2,hash=1"])
def test_threads_search_together(spec: str) -> None:
    board = Board(game=GAME)
    assert player(spec).analyse(board).move in board.legal_moves()


@pytest.mark.parametrize("spec", ["mcts:seed=1", "engine:hash=1", "minimax:deepening=on", "flat:seed=1"])
def test_a_search_can_be_cancelled_and_may_ponder(spec: str) -> None:
    board, cancel = Board(game=GAME), threading.Event()
    bot = player(spec)
    analysis = bot.analyse(board, Limit(time=600), on_info=lambda info: cancel.set(), cancel=cancel)
    assert analysis.stopped
    assert analysis.move in board.legal_moves()
    expected = drop(board, "4")
    assert bot.ponder(expected, Limit(time=0.05)).hit().move in expected.legal_moves()


def test_what_a_game_does_not_have_is_refused_in_one_sentence() -> None:
    board = Board(game=GAME)
    refusals = {
        "minimax:evaluation=distance": "Connect Four has no evaluation 'distance': it has ",
        "mcts:policy=edges": "Connect Four has no policy 'edges' for simulations: it has uniform, heuristic",
        "engine:tables=on": "there are no endgame tables of Connect Four: set tables=off",
    }
    for spec, message in refusals.items():
        with pytest.raises(KingMeError, match=message):
            player(spec).analyse(board)
