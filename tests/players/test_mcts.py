"""The `mcts` player: what it is told, what it answers, and that nothing makes it stumble."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable

import pytest
from players.samples import played, strewn

from kingme import Board, Color, Game, KingMeError, Rules
from kingme.players import Info, Limit, player
from kingme.players.mcts import MctsPlayer, best_move, parse_simulations
from kingme.players.nodes import LOST, NODE_BYTES, ROOT, WON
from kingme.players.playouts import hoeffding
from kingme.players.tree_search import MoveStatistics

VARIANTS = [
    "mcts",
    "mcts:expansion=all",
    "mcts:cutoff=20,cut=pieces",
    "mcts:cutoff=20,cut=half",
    "mcts:cutoff=10,cut=evaluation,growth=4",
    "mcts:cutoff=10,cut=lead",
    "mcts:cutoff=0,cut=evaluation",
    "mcts:policy=captures",
    "mcts:policy=edges",
    "mcts:policy=weighted,weights=crown:9/edge:0.1",
    "mcts:policy=heuristic",
    "mcts:result=graded",
    "mcts:result=graded-values,final=value",
    "mcts:widening=1",
    "mcts:simulations=2+3",
    "mcts:solver=on",
    "mcts:reuse=on",
    "mcts:threads=2",
    "rave",
    "rave:schedule=decay,k=50,expansion=all",
    "heuristic-rave",
    "flat",
]


def test_study_c_levels_are_what_they_say() -> None:
    wanted = {"easy": (20, math.sqrt(2)), "medium": (50, math.sqrt(5)), "hard": (150, 3.0), "expert": (500, 4.0)}
    for name, (iterations, c) in wanted.items():
        level = player(name)
        assert isinstance(level, MctsPlayer)
        assert level.parameters.iterations == iterations
        assert level.parameters.c == pytest.approx(c, abs=1e-4)
        assert (level.parameters.expansion, level.parameters.cutoff, level.parameters.cut) == ("one", 20, "pieces")
        analysis = level.analyse(Board())
        assert analysis.iterations == iterations
        assert analysis.nodes == iterations + 1


def test_an_analysis_says_everything() -> None:
    analysis = player("mcts:iterations=700,seed=3").analyse(Board())
    assert [line.move for line in analysis.lines] == list(Board().legal_moves())
    assert sum(line.visits for line in analysis.lines) == analysis.iterations == sum(analysis.outcomes) == 700
    assert len(analysis.outcomes) == 3
    for line in analysis.lines:
        assert line.value is not None
        assert line.interval == hoeffding(line.value, line.visits)
        details = line.details
        assert details["exploit"] == pytest.approx(line.value)
        assert details["explore"] == pytest.approx(1.4 * math.sqrt(math.log(700) / line.visits))
        assert details["uct"] == pytest.approx(details["exploit"] + details["explore"])
        assert line.pv[0] == line.move
        board = Board()
        for move in line.pv:
            board = board.play(move)
    best = max(analysis.lines, key=lambda line: line.visits)
    assert (analysis.move, analysis.pv, analysis.value) == (best.move, best.pv, best.value)
    assert 1 < analysis.depth < analysis.max_depth
    assert analysis.memory >= analysis.nodes * NODE_BYTES
    assert "700 simulations" in analysis.report
    assert str(analysis.move) in analysis.report.splitlines()[2]
    assert analysis.rate > 0


def test_the_interval_of_study_c() -> None:
    low, high = hoeffding(0.5, 50)
    assert high - low == pytest.approx(2 * math.sqrt(math.log(40) / 100))
    assert hoeffding(0.9, 3) == (pytest.approx(0.9 - math.sqrt(math.log(40) / 6)), 1.0)


def test_values_are_for_the_side_to_move() -> None:
    won = Board.from_fen("B:W32:BK14,K15,K18,K19")
    for board in (won, won.flip()):
        analysis = player("mcts:iterations=400,seed=1").analyse(board)
        assert analysis.value is not None
        assert analysis.value > 0.8
        assert analysis.outcomes[2] > analysis.outcomes[0]
    lost = Board.from_fen("W:WK32:BK14,K15,K18,K19,K23")
    analysis = player("mcts:iterations=400,seed=1").analyse(lost)
    assert analysis.value is not None
    assert analysis.value < 0.3


def test_it_takes_a_win_and_avoids_a_loss() -> None:
    for seed in range(10):
        # White cannot move after 13-17. The other moves win as well, only later: a proof tells them apart.
        quick = player(f"mcts:iterations=200,solver=on,seed={seed}").choose(Board.from_fen("B:W21:B13,14"))
        assert str(quick) == "13-17"
        careful = player(f"mcts:iterations=400,seed={seed}").choose(Board.from_fen("B:W27:B18,1"))
        assert str(careful) != "18-23"  # which gives a man away


def test_the_final_move_is_chosen_as_told() -> None:
    move = Board().legal_moves()[0]
    often = MoveStatistics(move, visits=100, value=50)
    good = MoveStatistics(move, visits=10, value=9)
    never = MoveStatistics(move)
    won = MoveStatistics(move, visits=1, value=0, proof=WON)
    lost = MoveStatistics(move, visits=500, value=499, proof=LOST)
    assert best_move([often, good, never], "visits") == 0
    assert best_move([often, good, never], "value") == 1
    assert best_move([often, won, good], "visits") == 1
    assert best_move([lost, good], "visits") == 1
    assert best_move([lost, lost], "value") == 0
    assert best_move([never, never], "value") == 0
    assert (won.mean, lost.mean, never.mean) == (1.0, 0.0, None)


def test_proven_moves_are_shown_as_such() -> None:
    analysis = player("mcts:solver=on,iterations=100000,seed=1").analyse(Board.from_fen("B:WK10:BK11,K27,K31"))
    assert analysis.details["proof"] == "win"
    assert str(analysis.move) == "11-15"
    best = analysis.best_lines()[0]
    assert (best.value, best.interval, best.details["proof"]) == (1.0, (1.0, 1.0), "win")
    assert len(best.pv) == 5
    assert analysis.iterations < 100_000


# --- limits -----------------------------------------------------------------------------------------------------------


def test_limits_and_parameters_bind_together() -> None:
    assert player("mcts").analyse(Board()).iterations == 1_000
    assert player("mcts").analyse(Board(), Limit(iterations=33)).iterations == 33
    assert player("mcts:iterations=40").analyse(Board(), Limit(iterations=33)).iterations == 33
    assert player("mcts:iterations=20").analyse(Board(), Limit(iterations=33)).iterations == 20
    assert player("mcts:iterations=20").analyse(Board(), Limit(time=20)).iterations == 20
    assert player("mcts").analyse(Board(), Limit(nodes=50)).nodes == 50
    assert player("mcts").analyse(Board(), Limit(depth=1)).max_depth == 1
    assert player("mcts:simulations=5+25").analyse(Board(), Limit(iterations=311)).iterations == 311
    assert player("mcts:threads=4").analyse(Board(), Limit(iterations=2)).iterations == 2


def test_a_time_limit_is_kept() -> None:
    player("mcts").analyse(Board(), Limit(iterations=1))
    analysis = player("mcts").analyse(Board(), Limit(time=0.2))
    assert 0.19 < analysis.time < 1.0
    assert analysis.iterations > 100


def test_a_search_tells_how_it_goes_and_can_be_cancelled() -> None:
    seen: list[Info] = []
    cancel = threading.Event()
    cancelled_at = 0.0

    def listen(info: Info) -> None:
        nonlocal cancelled_at
        seen.append(info)
        if len(seen) == 4:
            cancelled_at = time.perf_counter()
            cancel.set()

    analysis = player("mcts:threads=2").analyse(Board(), Limit(time=30), on_info=listen, cancel=cancel)
    assert time.perf_counter() - cancelled_at < 1.0  # 50 ms where nothing else runs
    assert analysis.stopped
    assert [info.iterations for info in seen] == sorted({info.iterations for info in seen})
    assert analysis.iterations >= seen[-1].iterations
    for info in seen:
        assert info.move in Board().legal_moves()
        assert len(info.lines) == 7
        assert info.pv
        assert info.time > 0


def test_a_search_that_is_cancelled_before_it_starts_still_answers() -> None:
    cancel = threading.Event()
    cancel.set()
    for spec in ("mcts", "rave", "flat"):
        analysis = player(spec).analyse(Board(), Limit(time=30), cancel=cancel)
        assert analysis.move in Board().legal_moves()
        assert analysis.iterations == (7 if spec == "flat" else 1)


def test_root_moves_restrict_the_choice() -> None:
    moves = Board().legal_moves()[2:4]
    analysis = player("mcts:iterations=100,reuse=on").analyse(Game(), root_moves=moves)
    assert tuple(line.move for line in analysis.lines) == moves
    assert sum(line.visits for line in analysis.lines) == 100


# --- the same again, and another one ----------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", [*(spec for spec in VARIANTS if "threads" not in spec), "easy"])
def test_the_same_seed_gives_the_same_answer(spec: str) -> None:
    board = played(1, seed=4)[0]
    joined = f"{spec}{',' if ':' in spec else ':'}seed=5"
    one, two = (player(joined).analyse(board, Limit(iterations=300)) for _ in range(2))
    assert [(line.visits, line.value, line.pv) for line in one.lines] == [
        (line.visits, line.value, line.pv) for line in two.lines
    ]
    assert (one.move, one.nodes, one.outcomes, one.max_depth) == (two.move, two.nodes, two.outcomes, two.max_depth)


def test_without_a_seed_searches_differ() -> None:
    answers = {tuple(line.value for line in player("mcts:iterations=300").analyse(Board()).lines) for _ in range(3)}
    assert len(answers) == 3


def test_options_change_what_is_played() -> None:
    seeded = {
        spec: tuple(line.value for line in player(f"{spec}{',' if ':' in spec else ':'}seed=5").analyse(Board()).lines)
        for spec in VARIANTS
        if not spec.startswith("flat") and "reuse" not in spec and "solver" not in spec
    }
    assert len(set(seeded.values())) == len(seeded)


def test_graded_results_have_a_finer_histogram() -> None:
    analysis = player("mcts:result=graded,iterations=300").analyse(Board())
    assert len(analysis.outcomes) == 11
    assert sum(analysis.outcomes) == 300


# --- the tree between moves -------------------------------------------------------------------------------------------


def test_the_tree_is_kept_between_moves() -> None:
    bot = player("mcts:iterations=2000,reuse=on,seed=1")
    game = Game()
    first = bot.analyse(game)
    assert first.move is not None
    game.play(first.move)
    reply = first.pv[1]
    node = next(child for child in first.tree.children(first.tree.root) if child.move == first.move)
    kept = next(child for child in first.tree.children(node) if child.move == reply).visits
    assert kept > 20
    game.play(reply)
    second = bot.analyse(game)
    assert second.iterations == 2_000
    assert second.tree.root.visits == kept + 2_000
    assert sum(line.visits for line in second.lines) in (kept + 2_000, kept + 2_000 - 1)  # its own first simulation
    assert first.tree.root.visits == 2_000  # what was handed out stays as it was
    again = bot.analyse(game)
    assert again.tree.root.visits == kept + 4_000


def test_a_tree_of_another_game_is_not_used() -> None:
    bot = player("mcts:iterations=200,reuse=on")
    bot.analyse(Game())
    game = Game(Board.from_fen("B:W21-32:B1-11"))
    assert bot.analyse(game).tree.root.visits == 200
    bot.analyse(Game())
    bot.new_game()
    assert bot.analyse(Game()).tree.root.visits == 200
    assert player("mcts:iterations=200").analyse(Game()).tree.root.visits == 200
    unseen = Game()
    for _ in range(6):
        unseen.play(unseen.board.legal_moves()[-1])
    assert bot.analyse(unseen).tree.root.visits <= 400


# --- rules of the game ------------------------------------------------------------------------------------------------


def test_a_game_brings_its_rules() -> None:
    rules = Rules("short", repetition=None, quiet_limit=None, move_cap=2)
    game = Game(rules=rules)
    game.play("11-15")
    analysis = player("mcts:iterations=100").analyse(game)
    assert all(line.value == 0.5 for line in analysis.lines)  # the next ply is the last
    stuck = Game(Board.from_fen("B:W21:B13,14"), rules=Rules("stuck", stuck="draw"))
    line = next(line for line in player("mcts:iterations=300").analyse(stuck).lines if str(line.move) == "13-17")
    assert line.value == 0.5
    line = next(line for line in player("flat").analyse(stuck).lines if str(line.move) == "13-17")
    assert line.value == 0.5


def test_without_draw_rules_searches_still_end() -> None:
    game = Game(Board.from_fen("B:WK32,K31:BK1,K2"), rules=Rules("endless", repetition=None, quiet_limit=None))
    for spec in ("mcts:iterations=500", "rave:iterations=500", "flat:cutoff=10000"):
        assert player(spec).analyse(game).move is not None


# --- nothing makes it stumble -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", VARIANTS)
def test_any_position_is_answered(spec: str) -> None:
    bot = player(spec)
    positions = [
        *strewn(40, seed=8),
        *played(10, seed=9),
        Board.from_fen("B:W9,14:B5"),  # no move
        Board.from_fen("W:W:B5"),  # no piece
        Board.from_fen("B:W18:B14"),  # one move, which wins
        Board.from_fen("B:W32:B28"),  # one move
    ]
    for board in positions:
        analysis = bot.analyse(board, Limit(iterations=40))
        assert analysis.move in board.legal_moves() if board.legal_moves() else analysis.move is None
        assert len(analysis.lines) == len(board.legal_moves())


@pytest.mark.parametrize("spec", VARIANTS)
def test_games_against_random_are_legal(spec: str) -> None:
    bot, other = player(f"{spec}{',' if ':' in spec else ':'}seed=2"), player("random:seed=3")
    for color in Color:
        game = Game()
        bot.new_game()
        while game.outcome() is None:
            mover = bot if game.turn is color else other
            game.play(mover.choose(game, Limit(iterations=40)))
        assert game.outcome() is not None


def test_it_beats_random() -> None:
    wins = 0
    for seed in range(6):
        bot, other, game = player(f"mcts:iterations=200,seed={seed}"), player(f"random:seed={seed}"), Game()
        color = Color(seed % 2)
        while (outcome := game.outcome()) is None:
            game.play((bot if game.turn is color else other).choose(game))
        wins += outcome.winner is color
    assert wins >= 5


def test_parameters_are_refused_with_a_reason() -> None:
    assert parse_simulations("1+0") == (1, 0)
    for text in ("5", "0+5", "5+", "+5", "a+b", "5+-1", "2000+1", "²+5", f"1+{'1' * 5000}"):
        with pytest.raises(KingMeError, match=r"off or two numbers such as 5\+25"):
            player(f"mcts:simulations={text}")
    with pytest.raises(KingMeError, match="one of half, pieces, evaluation, lead"):
        player("mcts:cut=nothing")
    with pytest.raises(KingMeError, match="from 0 to 100"):
        player("mcts:c=-1")
    with pytest.raises(KingMeError, match="not a type of move"):
        player("mcts:weights=pawn:3")


# --- without the compiler ---------------------------------------------------------------------------------------------

TOUR = """
from kingme import Board
from kingme.core.jit import JIT_DISABLED
from kingme.players import Limit, player
print(*Board().fen())
for spec in (
    "mcts:seed=1", "mcts:seed=1,expansion=all,policy=weighted,result=graded", "mcts:seed=1,solver=on,simulations=1+2",
    "mcts:seed=1,cutoff=8,cut=evaluation,widening=1,policy=heuristic", "rave:seed=1", "flat:seed=1",
):
    for fen in ("B:W21-32:B1-12", "B:W22,32:B13,14,K1"):
        analysis = player(spec).analyse(Board.from_fen(fen), Limit(iterations=25))
        for line in analysis.lines:
            print(spec, line.move, line.visits, line.value, *line.pv)
        print(analysis.nodes, analysis.outcomes, analysis.depth, analysis.max_depth)
"""


def test_compiled_and_plain_searches_agree(run_python: Callable[..., str]) -> None:
    plain = run_python(TOUR, NUMBA_DISABLE_JIT="1")
    assert len(plain.splitlines()) > 50
    assert plain == run_python(TOUR, NUMBA_DISABLE_JIT="0")


def test_the_root_of_the_view_is_the_root() -> None:
    assert player("mcts:iterations=5").analyse(Board()).tree.root.index == ROOT
