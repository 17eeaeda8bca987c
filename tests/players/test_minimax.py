"""Minimax: the same value with and without alpha-beta, against a naive search, and everything it counts and shows."""

from __future__ import annotations

import pickle
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from players.samples import played, strewn

from kingme import Board, Game, KingMeError, Move, Rules
from kingme.core.evaluation_formulas import WIN, evaluate
from kingme.players import Limit, minimax_trace, player
from kingme.players.evaluations import EVALUATIONS, read_score, value_of_a_man, weights
from kingme.players.minimax_trace import TREE_LINES, TraceEvent, branching_factor
from kingme.score import Score
from kingme.search.perft import perft

TRAP = "B:W13,27:B18"  # after White's c3xa5: d4-e3 is taken by f2


# --- the value -------------------------------------------------------------------------------------------------------


def naive(board: Board, depth: int, name: str, ply: int = 0) -> float:
    """Minimax as one would first write it."""
    moves = board.legal_moves()
    if not moves:
        return ply - WIN
    if depth == 0:
        return float(evaluate(EVALUATIONS[name].code, weights(name), *board.state))
    return max(-naive(board.play(move), depth - 1, name, ply + 1) for move in moves)


@pytest.mark.parametrize("name", EVALUATIONS)
def test_plain_minimax_is_the_naive_one(name: str) -> None:
    boards = [board for board in played(12, seed=3) + strewn(16, seed=4, most=3) if board.legal_moves()]
    for index, board in enumerate(boards):
        depth = 1 + index % 3
        analysis = player(f"minimax:pruning=off,depth={depth},evaluation={name}").analyse(board)
        man = value_of_a_man(weights(name))
        assert analysis.score == read_score(naive(board, depth, name), man)
        assert [line.score for line in analysis.lines] == [
            read_score(0.0 - naive(board.play(move), depth - 1, name, 1), man) for move in board.legal_moves()
        ]


@pytest.mark.parametrize("name", EVALUATIONS)
def test_alpha_beta_is_plain_minimax(name: str) -> None:
    boards = played(1400, seed=5) + [board for board in strewn(700, seed=6) if board.legal_moves()][:600]
    assert len(boards) == 2000
    for index, board in enumerate(boards):
        spec = f"minimax:depth={1 + index % 5},evaluation={name},seed={index}"
        plain, pruned = (player(f"{spec},pruning={switch}").analyse(board) for switch in ("off", "on"))
        assert (pruned.move, pruned.score) == (plain.move, plain.score)
        assert pruned.nodes <= plain.nodes
        for exact, line in zip(plain.lines, pruned.lines, strict=True):
            assert exact.score is not None
            assert line.score is not None
            assert exact.score <= line.score if "bound" in line.details else exact.score == line.score


def test_all_lines_are_exact_on_request() -> None:
    for board in played(60, seed=8):
        plain = player("minimax:depth=4,pruning=off,evaluation=weighted,seed=1").analyse(board)
        full = player("minimax:depth=4,lines=all,evaluation=weighted,seed=1").analyse(board)
        assert [line.score for line in full.lines] == [line.score for line in plain.lines]
        assert full.move == plain.move
        assert not any("bound" in line.details for line in full.lines)


def test_deepening_ends_at_the_same_value() -> None:
    for board in played(60, seed=9):
        fixed = player("minimax:depth=5,evaluation=positional").analyse(board)
        deepened = player("minimax:depth=5,evaluation=positional,deepening=on").analyse(board)
        if deepened.depth == 5:
            assert deepened.score == fixed.score


def test_the_principal_variation_leads_to_the_score() -> None:
    for board in played(60, seed=10):
        analysis = player("minimax:depth=4,evaluation=weighted").analyse(board)
        assert analysis.pv[0] == analysis.move
        for move in analysis.pv:
            board = board.play(move)
        sign = -1 if len(analysis.pv) % 2 else 1
        if not board.legal_moves():
            assert analysis.score == Score.known(-sign, len(analysis.pv))
        else:
            assert len(analysis.pv) == 4
            reached = evaluate(EVALUATIONS["weighted"].code, weights("weighted"), *board.state)
            assert analysis.score == read_score(0.0 + sign * reached, 3.0)


def test_study_a_sees_the_trap_that_greedy_walks_into() -> None:
    board = Board.from_fen("W:W22,27:B17,18").play("c3xa5")
    assert board == Board.from_fen(TRAP)
    for seed in range(20):
        analysis = player(f"a-minimax2:seed={seed}").analyse(board)
        assert analysis.move is not None
        assert analysis.move.text("algebraic") == "d4-c3"
        assert analysis.score == Score(-1.0)  # a man to two, and that is all
    exact = player("a-minimax2:lines=all").analyse(board)
    scores = {line.move.text("algebraic"): line.score for line in exact.lines}
    assert scores == {
        "d4-c3": Score(-1.0),
        "d4-e3": Score.loss(2),
    }  # the last man: the game is over two plies from here


def test_the_shorter_win_is_preferred_and_the_longer_loss() -> None:
    # 13-17 wins at once; other moves win later
    board = Board.from_fen("B:W21:B13,14")
    for depth in range(1, 8):
        analysis = player(f"minimax:depth={depth}").analyse(board)
        assert (analysis.move, analysis.score) == (Move((13, 17)), Score.win(1))
    # kings against one: whatever the depth, a win that is seen comes nearer with every move
    board, left = Board.from_fen("B:WK32:BK19,K22,K18"), None
    for _ in range(30):
        if not board.legal_moves():
            break
        analysis = player("minimax:deepening=on,evaluation=distance").analyse(board, Limit(depth=14))
        if analysis.score is not None and analysis.score.plies is not None:
            assert left is None or analysis.score.plies == left - 1
            left = analysis.score.plies
        board = board.play(analysis.move)
    assert board.outcome() is not None


# --- rules of the game -----------------------------------------------------------------------------------------------


def shuffled(rules: str, times: int) -> Game:
    """Kings that go to and fro: White, with two kings to one, is to move and may bring back a position."""
    game = Game(Board.from_fen("W:WK32,K29:BK1"), rules=Rules.parse(rules))
    for _ in range(times):
        for move in ("32-28", "1-5", "28-32", "5-1"):
            game.play(move)
    game.play("32-28")
    game.play("1-5")
    return game


def test_repetition_counts_as_a_draw() -> None:
    game = shuffled("repetition=3,quiet=off", 1)  # the start has been there twice; 28-32 5-1 makes it three times
    analysis = player("minimax:depth=2,lines=all").analyse(game)
    scores = {str(line.move): line.score for line in analysis.lines}
    assert scores.pop("28-32") == Score(0.0)
    assert all(score is not None and score.men >= 3 for score in scores.values())
    assert str(analysis.move) != "28-32"
    # the other side wants the draw
    game.play("28-32")
    losing = player("minimax:depth=1").analyse(game)
    assert (str(losing.move), losing.score) == ("5-1", Score(0.0))
    # a position has no history, and these rules no such draw
    for position in (game.board, shuffled("repetition=off,quiet=off", 2)):
        assert player("minimax:depth=1").analyse(position).score != Score(0.0)


def test_quiet_moves_and_the_cap_count_as_a_draw() -> None:
    for rules, draw in (("repetition=off,quiet=7", True), ("repetition=off,quiet=8", False)):
        game = shuffled(rules, 1)  # six quiet plies
        assert game.quiet_plies == 6
        analysis = player("minimax:depth=1").analyse(game)
        assert (analysis.score == Score(0.0)) == draw
    assert player("minimax:depth=1").analyse(shuffled("repetition=off,quiet=off,cap=7", 1)).score == Score(0.0)
    assert player("minimax:depth=1").analyse(shuffled("repetition=off,quiet=off,cap=8", 1)).score == Score(3.0)


def test_history_does_not_matter_where_rules_know_no_draw() -> None:
    game = Game(Board.from_fen("W:WK32,K29:BK1"), rules=Rules.parse("repetition=off,quiet=off"))
    for _ in range(30):
        for move in ("32-28", "1-5", "28-32", "5-1"):
            game.play(move)
    with_history = player("minimax:depth=8,seed=1,ties=first,lines=all").analyse(game)
    without = player("minimax:depth=8,seed=1,ties=first,lines=all").analyse(Board.from_fen("W:WK32,K29:BK1"))
    assert [line.score for line in with_history.lines] == [line.score for line in without.lines]


def test_stuck_may_be_a_draw() -> None:
    board = Board.from_fen("B:W21:B13,14")
    assert player("minimax:depth=1,lines=all").analyse(Game(board)).score == Score.win(1)
    lines = player("minimax:depth=1,lines=all").analyse(Game(board, rules=Rules.parse("study-b"))).lines
    assert {str(line.move): line.score for line in lines}["13-17"] == Score(0.0)
    # but to be without pieces is a loss under any rules
    last = Game(Board.from_fen("B:W18:B15"), rules=Rules.parse("study-b"))
    assert player("minimax:depth=1").analyse(last).score == Score.win(1)


# --- limits ----------------------------------------------------------------------------------------------------------


def test_depth_of_parameter_and_limit() -> None:
    board = Board()
    assert player("minimax").analyse(board).depth == 2
    assert player("minimax:depth=4").analyse(board).depth == 4
    assert player("minimax").analyse(board, Limit(depth=6)).depth == 6
    assert player("minimax:depth=4").analyse(board, Limit(depth=6)).depth == 4
    assert player("minimax:depth=6").analyse(board, Limit(depth=4)).depth == 4
    assert player("minimax").analyse(board, Limit(iterations=500)).depth == 2  # simulations are not its measure
    assert player("minimax:depth=3").analyse(board, Limit(time=60)).depth == 3


@pytest.mark.parametrize("nodes", [1, 3, 7, 100, 12_345])
def test_nodes_are_exact(nodes: int) -> None:
    first, second = (player("minimax:seed=5").analyse(Board(), Limit(nodes=nodes)) for _ in range(2))
    assert first.nodes == nodes
    assert first.move in Board().legal_moves()
    assert (first.move, first.score, first.depth) == (second.move, second.score, second.depth)


def test_deepening_alone_has_a_budget() -> None:
    analysis = player("minimax:deepening=on").analyse(Board())
    assert analysis.nodes == 1_000_000
    assert analysis.depth > 6


def test_time_is_kept_and_progress_streamed() -> None:
    player("minimax:depth=1").analyse(Board())  # compiled
    seen = []
    analysis = player("minimax:evaluation=positional").analyse(Board(), Limit(time=0.5), on_info=seen.append)
    assert 0.45 < analysis.time < 1.5
    assert not analysis.stopped
    assert 2 <= len(seen) <= 8
    assert all(info.move in Board().legal_moves() and info.nodes > 0 for info in seen)
    assert [info.depth for info in seen] == sorted(info.depth for info in seen)


@pytest.mark.parametrize("spec", ["minimax:depth=40", "minimax:depth=40,pruning=off", "minimax:deepening=on,depth=60"])
def test_a_cancelled_search_answers_at_once_with_a_legal_move(spec: str) -> None:
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()
    start = time.perf_counter()
    analysis = player(spec).analyse(Board(), cancel=cancel)
    assert time.perf_counter() - start < 2
    assert analysis.stopped
    assert analysis.move in Board().legal_moves()
    assert analysis.score is not None


def test_a_search_cancelled_before_it_starts_still_looks_one_ply_ahead() -> None:
    cancel = threading.Event()
    cancel.set()
    board = Board.from_fen("B:W21:B13,14")
    analysis = player("minimax:depth=9,seed=1").analyse(board, cancel=cancel)
    assert analysis.move == Move((13, 17))
    assert analysis.stopped


def test_root_moves_restrict_the_choice() -> None:
    board = Board.from_fen(TRAP)
    (bad,) = [move for move in board.legal_moves() if move.text("algebraic") == "d4-e3"]
    analysis = player("minimax:depth=4").analyse(board, root_moves=[bad])
    assert analysis.move == bad
    assert [line.move for line in analysis.lines] == [bad]


# --- counts and traces -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", range(1, 6))
def test_plain_minimax_evaluates_as_many_positions_as_there_are(depth: int) -> None:
    analysis = player(f"minimax:pruning=off,depth={depth}").analyse(Board())
    assert analysis.details["evaluated"] == perft(Board().state, depth)
    assert analysis.nodes == sum(perft(Board().state, ply) for ply in range(1, depth + 1))
    assert analysis.details["cutoffs"] == 0


def test_counts_with_and_without_pruning() -> None:
    analysis = player("minimax:depth=5,compare=on,seed=1").analyse(Board())
    plain, last = analysis.details["plain"], analysis.details["last"]
    assert plain["evaluated"] == 7361
    assert last["nodes"] == analysis.nodes < plain["nodes"]
    assert 1 < last["branching"] < plain["branching"] < 8
    assert "Without pruning: 9,188 positions, 7,361 of them evaluated" in analysis.report
    deepened = player("minimax:depth=5,compare=on,deepening=on,seed=1").analyse(Board())
    assert deepened.nodes > deepened.details["last"]["nodes"]
    assert deepened.details["plain"] == plain


def test_effective_branching_factor() -> None:
    assert branching_factor(0, 3) == 0
    assert branching_factor(3 + 9 + 27 + 81, 4) == pytest.approx(3)
    assert branching_factor(52, 5) == pytest.approx(1.92, abs=0.01)  # the textbook's example


def test_a_trace_by_hand() -> None:
    # d4 may go to c3 or e3. c3 is tried first and worth -1; then f2xd4 refutes e3.
    analysis = player("minimax:depth=2,trace=on,ties=first").analyse(Board.from_fen(TRAP))
    rows = [
        (e.node, e.ply, str(e.move) if e.move else "", e.value, e.alpha, e.beta, e.kind, e.skipped)
        for e in analysis.trace
    ]
    assert rows[0] == ("MAX", 0, "", Score(-1.0), None, None, "inner", 0)
    assert rows[1][:3] == ("MIN", 1, "18-22")
    assert rows[1][3:7] == (Score(-1.0), None, None, "inner")
    replies = [row for row in rows if row[1] == 2]
    assert all(row[0] == "MAX" and row[6] in ("leaf", "game over") for row in replies)
    e3 = next(row for row in rows if row[2] == "18-23")
    assert e3[0] == "MIN"
    assert e3[3] < Score(-1.0)
    assert e3[4:6] == (Score(-1.0), None)


def test_cutoffs_are_where_the_trace_says() -> None:
    for board in played(20, seed=11):
        analysis = player("minimax:depth=3,trace=on,evaluation=weighted").analyse(board)
        trace: list[TraceEvent] = analysis.trace
        assert len(trace) == analysis.nodes + 1
        assert sum(event.cutoff for event in trace) == analysis.details["cutoffs"]
        assert trace[0].value == analysis.score
        for event in trace:
            assert event.alpha is None or event.beta is None or event.alpha < event.beta
            if event.cutoff and event.node == "MAX":
                assert event.beta is not None
                assert event.value >= event.beta
            if event.cutoff and event.node == "MIN":
                assert event.alpha is not None
                assert event.value <= event.alpha
            if event.cutoff:
                assert str(event).endswith(f"cutoff, {event.skipped or 'none'} of its moves skipped")
        # children of a position: as many as it has moves, less those that were cut
        way: list[Board] = [board]
        children = [0] * len(trace)
        owner: list[int] = [0]
        for index, event in enumerate(trace):
            if event.move is None:
                continue
            del way[event.ply :], owner[event.ply :]
            children[owner[-1]] += 1
            way.append(way[-1].play(event.move))
            owner.append(index)
            if event.kind == "leaf":
                sign = 1 if event.node == "MAX" else -1
                value = evaluate(EVALUATIONS["weighted"].code, weights("weighted"), *way[-1].state)
                assert event.value == read_score(0.0 + sign * value, 3.0)
        assert children[0] == len(board.legal_moves())


def test_a_trace_prints_as_a_tree_and_is_bounded() -> None:
    small = player("minimax:depth=2,trace=on,ties=first").analyse(Board())
    assert "\nMAX root: 0  (alpha -∞, beta +∞)\n  MIN 9-13: 0  (alpha -∞, beta +∞)\n    MAX 22-17: 0" in small.report
    assert "  MIN 10-14: 0  (alpha 0, beta +∞)  cutoff, 6 of its moves skipped" in small.report
    large = player("minimax:depth=6,trace=on,events=500,ties=first").analyse(Board())
    assert len(large.trace) == 500
    assert large.report.endswith(f"... and {500 - TREE_LINES} positions more in the trace")
    assert large.nodes > 500
    assert player("minimax:depth=3").analyse(Board()).trace == []


def test_a_trace_is_written_out_as_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def event(node: str, ply: int, *others: Any) -> TraceEvent:
        made.append(ply)
        return TraceEvent(node, ply, *others)

    monkeypatch.setattr(minimax_trace, "TraceEvent", event)
    bot = player("minimax:depth=6,trace=on,events=800,ties=first")
    trace = bot.analyse(Board()).trace
    assert (len(trace), made) == (800, [])  # the search did not wait for any of it
    assert trace[2].ply == made[-1]
    assert len(made) == 3
    part = trace[10:20:3]
    assert len(made) == 20
    assert part == [trace[10], trace[13], trace[16], trace[19]]
    whole = list(trace)
    assert len(made) == len(whole) == 800
    assert (trace[-1], trace[5:-790], trace[:0]) == (whole[-1], whole[5:10], [])
    with pytest.raises(IndexError):
        trace[800]
    monkeypatch.undo()
    again = pickle.loads(pickle.dumps(bot.analyse(Board()).trace))
    assert [str(event) for event in again] == [str(event) for event in whole]


def test_a_cut_short_trace_says_so() -> None:
    analysis = player("minimax:depth=5,trace=on").analyse(Board(), Limit(nodes=100))
    assert len(analysis.trace) == 101
    assert analysis.trace[0].kind == "stopped"


# --- parameters ------------------------------------------------------------------------------------------------------


def test_ties_are_drawn_or_the_first() -> None:
    drawn = {player(f"minimax:depth=2,seed={seed}").choose(Board()) for seed in range(40)}
    assert drawn == set(Board().legal_moves())
    assert player("minimax:depth=2,ties=first").choose(Board()) == Board().legal_moves()[0]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("minimax:evaluation=magic", "one of material, pieces-kings, capture-bonus, weighted, positional, distance"),
        ("minimax:depth=0", "depth takes a whole number from 1 to 64 or none, not '0'"),
        ("minimax:weights=tower:3", "material has no weight 'tower': it has man, king"),
        ("minimax:weights=king", "the weight king of material takes a value, as in king:1"),
        ("minimax:weights=king:1:2:3", "the weight king of material takes a value, as in king:1"),
        ("minimax:evaluation=weighted,weights=king:1:2", "takes one value, or three for the phases of the game"),
        ("minimax:weights=king:1e9", "from -1000 to 1000, not '1e9'"),
        ("minimax:weights=king:nan", "from -1000 to 1000, not 'nan'"),
    ],
)
def test_bad_parameters_are_explained(spec: str, message: str) -> None:
    with pytest.raises(KingMeError, match=message.replace("(", r"\(")):
        player(spec)


def test_no_position_hurts() -> None:
    for board in strewn(5000, seed=12, most=8):
        analysis = player("minimax:depth=3").analyse(board)
        assert (analysis.move is None) == (not board.legal_moves())
        assert analysis.move is None or analysis.move in board.legal_moves()


def test_the_whole_game_against_random() -> None:
    for seed in range(6):
        game = Game()
        bots = [player(f"minimax:depth=4,seed={seed}"), player(f"random:seed={seed}")]
        while game.outcome() is None:
            game.play(bots[(int(game.turn) + seed) % 2].choose(game))
        outcome = game.outcome()
        assert outcome is not None
        assert outcome.winner is None or int(outcome.winner) == seed % 2


SMALL_RUN = """
from kingme import Board
from kingme.players import Limit, minimax_trace, player
from kingme.players.evaluations import EVALUATIONS
for fen in ("B:W21-32:B1-12", "W:W21,25,K10,K14:B3,4,K29,12", "B:WK1:BK10,K11"):
    for name in EVALUATIONS:
        analysis = player(f"minimax:depth=3,seed=1,trace=on,evaluation={name}").analyse(Board.from_fen(fen))
        print(analysis.report)
    print(player("hybrid:seed=1,iterations=5,positions=400").analyse(Board.from_fen(fen)).score)
"""


def test_without_the_compiler(run_python: Callable[..., str]) -> None:
    plain = run_python(SMALL_RUN, NUMBA_DISABLE_JIT="1")
    assert len(plain.splitlines()) > 500
    assert plain == run_python(SMALL_RUN, NUMBA_DISABLE_JIT="0")
