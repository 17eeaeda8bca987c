"""What the engine promises about limits: exact, stopped anywhere with a legal move, never over time."""

import random
import threading
import time

import pytest
from players.samples import played

from kingme import Board, Game
from kingme.players import Limit, player
from kingme.score import Score

POSITIONS = played(12, seed=5)


@pytest.fixture(scope="module", autouse=True)
def loaded():
    """Machine code is loaded on first use, which must not be timed."""
    player("engine:hash=1").analyse(Board(), Limit(nodes=100_000))


def test_a_search_stopped_at_any_node_count_leaves_a_legal_move():
    """Every count up to 400, and others beyond, in twelve positions."""
    counts = [*range(1, 401), *(random.Random(1).sample(range(401, 30_000), 60))]
    bot = player("engine:hash=1")
    for number, count in enumerate(counts):
        board = POSITIONS[number % len(POSITIONS)]
        bot.new_game()
        analysis = bot.analyse(board, Limit(nodes=count))
        assert analysis.move in board.legal_moves()
        assert analysis.pv[0] == analysis.move
        assert analysis.nodes <= count


@pytest.mark.parametrize("options", ["lines=3", "lines=64", "threads=2", "error=100", "tables=on"])
def test_so_does_every_way_to_search(options):
    bot = player(f"engine:hash=1,{options}")
    for number, count in enumerate([*range(1, 40), 101, 1009, 10_007]):
        board = POSITIONS[number % len(POSITIONS)]
        assert bot.analyse(board, Limit(nodes=count)).move in board.legal_moves()


def test_lines_are_legal_to_the_end():
    for board in POSITIONS:
        analysis = player("engine:hash=1,lines=4,nodes=20000").analyse(board)
        for line in analysis.best_lines():
            after = board
            for move in line.pv:
                after = after.play(move)


@pytest.mark.parametrize("board", POSITIONS[:6], ids=range(6))
def test_node_limits_are_exact(board):
    for nodes in (1, 77, 5000):
        analysis = player("engine:hash=1").analyse(board, Limit(nodes=nodes))
        assert analysis.nodes == nodes or analysis.score.is_decided  # a game that is decided needs no more


@pytest.mark.parametrize("lines", [1, 3])
def test_threads_share_the_nodes(lines):
    nodes = []
    while max(nodes, default=0) < 110_000 and len(nodes) < 20:  # the second thread needs a processor too, and may wait
        bot = player(f"engine:threads=2,hash=8,lines={lines}")
        nodes.append(bot.analyse(Board(), Limit(nodes=200_000)).nodes)
    assert 110_000 <= max(nodes) <= 200_000


@pytest.mark.parametrize("nodes", [1, 2, 5, 100])
def test_threads_together_visit_no_more_than_the_limit(nodes):
    for lines in (1, 3):
        bot = player(f"engine:threads=4,hash=1,lines={lines}")
        assert bot.analyse(Board(), Limit(nodes=nodes)).nodes <= nodes


@pytest.mark.parametrize("board", POSITIONS[:6], ids=range(6))
def test_depth_limits_are_exact(board):
    for depth in (1, 4, 9):
        analysis = player("engine:hash=1").analyse(board, Limit(depth=depth))
        assert analysis.depth == depth or analysis.score.is_decided


def test_the_first_limit_that_is_reached_counts():
    bot = player("engine:hash=1,depth=5")
    assert bot.analyse(Board(), Limit(nodes=50)).nodes == 50
    assert bot.analyse(Board(), Limit(nodes=10_000_000, time=60)).depth == 5
    assert player("engine:hash=1,nodes=123").analyse(Board(), Limit(nodes=456)).nodes == 123


def test_time_limits_are_kept():
    """Late by a few milliseconds; the machine may be busy, so that the best of several counts."""
    late = []
    for seconds in (0.01, 0.05, 0.2):
        for board in POSITIONS[:3]:
            started = time.perf_counter()
            player("engine:hash=1").analyse(board, Limit(time=seconds))
            late.append(time.perf_counter() - started - seconds)
    assert min(late) < 0.03
    assert max(late) < 1.0


@pytest.mark.parametrize("threads", [1, 2])
def test_it_is_cancelled_within_50_milliseconds(threads):
    bot = player(f"engine:hash=16,threads={threads}")
    took = []
    for _ in range(5):
        cancel, cancelled_at = threading.Event(), [0.0]

        def stop(cancel=cancel, cancelled_at=cancelled_at):
            cancelled_at[0] = time.perf_counter()
            cancel.set()

        threading.Timer(0.1, stop).start()
        analysis = bot.analyse(Board(), Limit(time=60), cancel=cancel)
        took.append(time.perf_counter() - cancelled_at[0])
        assert analysis.stopped
        assert analysis.move in Board().legal_moves()
    assert sorted(took)[1] < 0.05  # a busy machine may spoil some


def test_so_is_the_solution_of_an_endgame():
    """Three kings against two: tables without distances, and a block of four million positions to solve first."""
    board, cancel = Board.from_fen("B:WK1,K2:BK30,K31,K32"), threading.Event()
    cancel.set()
    bot = player("engine:hash=1,tables=on")
    bot.analyse(Board(), Limit(nodes=1))  # the tables are at hand
    took = []
    for _ in range(3):
        started = time.perf_counter()
        assert bot.analyse(board, cancel=cancel).move in board.legal_moves()
        took.append(time.perf_counter() - started)
    assert min(took) < 0.05


def test_a_clock_is_saved_where_there_is_no_choice():
    board = next(board for board in POSITIONS if len(board.legal_moves()) == 1)
    bot = player("engine:hash=1")
    assert bot.analyse(board, Limit(clock=3600)).depth <= 8
    assert bot.analyse(board, Limit(depth=10)).depth == 10  # analysis is given what it asks for


@pytest.mark.parametrize(
    ("clock", "increment", "control"), [(1.5, 0.0, None), (0.3, 0.02, None), (0.5, 0.0, 20)], ids=str
)
def test_a_game_on_the_clock_is_never_lost_on_time(clock, increment, control):
    """Both sides have little time; what each move really took is taken from the clock."""
    bot = player("engine:hash=1")
    game, left = Game(), [clock, clock]
    spent = 0
    while game.outcome() is None and spent < 100:
        played = len(game.plies) // 2
        to_go = control - played % control if control else None
        if control and played and played % control == 0:
            left[game.turn] += clock
        limit = Limit(clock=left[game.turn], increment=increment, moves_to_go=to_go)
        started = time.process_time()  # of this process alone: other work on the machine is not the engine's fault
        move = bot.analyse(game, limit).move
        left[game.turn] -= time.process_time() - started
        assert left[game.turn] > 0, f"the flag fell at ply {spent}"
        left[game.turn] += increment
        game.play(move)
        spent += 1
    assert spent > 20


def test_a_large_table_is_no_worse():
    """One megabyte and one gigabyte: both work, and both see the shot."""
    shot = Board.from_fen("W:W17,19,21,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,7,8,9,10,12,15,16")
    for size in (1, 1024):
        analysis = player(f"engine:hash={size}").analyse(shot, Limit(nodes=300_000))
        assert str(analysis.move) == "17-13"
        assert analysis.score > Score(1.0)
        assert size * 2**20 // 2 < analysis.memory < (size + 2) * 2**20
