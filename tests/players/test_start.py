"""What a player needs is there before its clock runs, and no search answers unsearched.

A busy machine is simulated: the time is over before the search gets the processor. Nothing here depends on real time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import count
from types import SimpleNamespace

import pytest

from kingme.board import Board
from kingme.game import Game
from kingme.players import control as control_module
from kingme.players import tree_search
from kingme.players.base import Analysis, Player, Root
from kingme.players.control import Control
from kingme.players.endplay import at_hand as tables_module
from kingme.players.limit import Limit
from kingme.players.nodes import Tree
from kingme.players.registry import player

SEARCHES = [
    "mcts",
    "mcts:threads=2",
    "mcts:expansion=all,widening=1",
    "mcts:simulations=5+25",
    "mcts:reuse=on,solver=on",
    "rave",
    "heuristic-rave",
    "flat",
    "hybrid",
    "hybrid:endgame=24",
    "minimax",
    "minimax:depth=30",
    "minimax:deepening=on,lines=all",
    "minimax:pruning=off",
    "engine:hash=1",
    "engine:hash=1,threads=2",
    "engine:hash=1,lines=4",
    "engine:hash=1,error=50",
]


def no_time(bot: Player, game: Game, monkeypatch: pytest.MonkeyPatch) -> Analysis:
    return bot.analyse(game, Limit(time=1e-9))


def no_time_left(bot: Player, game: Game, monkeypatch: pytest.MonkeyPatch) -> Analysis:
    return bot.analyse(game, Limit(clock=1e-9))


def late(bot: Player, game: Game, monkeypatch: pytest.MonkeyPatch) -> Analysis:
    ticks = count(step=10)
    monkeypatch.setattr(control_module, "time", SimpleNamespace(perf_counter=lambda: float(next(ticks))))
    return bot.analyse(game, Limit(time=0.1))


def cancelled(bot: Player, game: Game, monkeypatch: pytest.MonkeyPatch) -> Analysis:
    cancel = threading.Event()
    cancel.set()
    return bot.analyse(game, Limit(time=60), cancel=cancel)


@pytest.mark.parametrize("search", [no_time, no_time_left, late, cancelled])
@pytest.mark.parametrize("spec", SEARCHES)
def test_no_search_answers_unsearched(
    spec: str, search: Callable[[Player, Game, pytest.MonkeyPatch], Analysis], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, bot = Game(), player(spec)
    for _ in range(2):  # the second time with a tree or a table that was kept
        analysis = search(bot, game, monkeypatch)
        assert analysis.move in game.board.legal_moves()
        best = next(line for line in analysis.lines if line.move == analysis.move)
        assert best.value is not None or best.score is not None
        if bot.name in ("mcts", "rave", "heuristic-rave") or spec == "hybrid":
            assert analysis.iterations >= 1
            assert sum(analysis.outcomes) == analysis.iterations
            assert best.visits >= 1
        elif bot.name == "flat":
            assert min(line.visits for line in analysis.lines) >= 1
        else:
            assert analysis.depth >= 1
            assert analysis.nodes >= len(game.board.legal_moves())
            if bot.name != "engine" or "error" in spec:
                assert all(line.score is not None for line in analysis.lines)
        game.play(analysis.move)
        game.play(game.board.legal_moves()[0])


def test_a_limit_of_iterations_holds_also_where_there_is_no_time() -> None:
    analysis = player("flat").analyse(Board(), Limit(time=1e-9, iterations=3))
    assert [line.visits for line in analysis.lines] == [1, 1, 1, 0, 0, 0, 0]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_tree_that_is_full_is_searched_too_if_time_ends_before_it_has_more_room(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, game, cancel = player(f"mcts:reuse=on,seed=1,threads={threads}"), Game(), threading.Event()
    game.play(bot.analyse(game, Limit(iterations=20_000)).move)
    game.play(game.board.legal_moves()[0])

    def give_up(self: Tree, capacity: int, must_stop: Callable[[], bool]) -> bool:
        cancel.set()
        return not must_stop()

    monkeypatch.setattr(tree_search, "FIRST_ROOM", 1)
    monkeypatch.setattr(Tree, "reserve", give_up)
    analysis = bot.analyse(game, Limit(time=600), cancel=cancel)
    assert cancel.is_set()
    assert analysis.iterations >= 1


class Slow(Player):
    """Takes five seconds of a clock that we hold to get ready, if it is let."""

    name = "slow"
    summary = "for tests"
    now, steps, seen = 0.0, 0, 0.0

    def start(self, must_stop: Callable[[], bool] = lambda: False, game: object = None) -> None:
        while self.steps < 50 and not must_stop():
            Slow.now += 0.1
            self.steps += 1

    def _search(self, root: Root, control: Control) -> Analysis:
        assert control._deadline is not None
        self.seen = control._deadline - Slow.now
        return Analysis(root.moves[0])


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    clock = SimpleNamespace(perf_counter=lambda: Slow.now)
    monkeypatch.setattr(control_module, "time", clock)
    monkeypatch.setattr("kingme.players.base.time", clock)
    Slow.now = 1000.0
    return Slow()


def test_getting_ready_does_not_count_as_thinking_and_is_told(slow: Slow) -> None:
    analysis = slow.analyse(Board(), Limit(time=0.05))
    assert slow.seen == pytest.approx(0.05)
    assert (analysis.setup_time, analysis.time) == (pytest.approx(5), pytest.approx(0))
    again = slow.analyse(Board(), Limit(time=0.05))
    assert again.setup_time == 0


def test_on_a_game_clock_it_counts_and_is_kept_short(slow: Slow) -> None:
    analysis = slow.analyse(Board(), Limit(clock=300))  # ten seconds for this move
    assert slow.steps == 5
    assert slow.seen == pytest.approx(Limit(clock=300).seconds() - 0.5)  # type: ignore[operator]
    assert (analysis.setup_time, analysis.time) == (pytest.approx(0.5), pytest.approx(0.5))


def test_while_the_opponent_thinks_there_is_time_to_get_ready(slow: Slow) -> None:
    ponder = threading.Event()
    slow._search = lambda root, control: Analysis(root.moves[0])  # type: ignore[method-assign]
    analysis = slow.analyse(Board(), Limit(clock=300), ponder=ponder)
    assert slow.steps == 50
    assert analysis.setup_time == pytest.approx(5)


def test_a_cancelled_player_does_not_get_ready_first(slow: Slow) -> None:
    cancel = threading.Event()
    cancel.set()
    slow.analyse(Board(), Limit(time=1), cancel=cancel)
    assert slow.steps == 0


def test_the_engine_allocates_before_the_clock_and_clears_between_games() -> None:
    bot = player("engine:hash=16")
    bot.start()
    transpositions = bot._transpositions
    assert transpositions.is_ready
    first = bot.analyse(Board(), Limit(nodes=20_000))
    assert transpositions.array.any()
    bot.new_game()
    assert bot._transpositions is transpositions
    assert not transpositions.array.any()
    again = bot.analyse(Board(), Limit(nodes=20_000))
    assert (again.move, again.score, again.nodes, again.pv) == (first.move, first.score, first.nodes, first.pv)
    bot.close()
    assert bot._hash is None
    assert bot.analyse(Board(), Limit(nodes=20_000)).pv == first.pv


def test_a_cold_engine_on_a_clock_touches_no_more_than_it_has_time_for() -> None:
    bot = player("engine:hash=64")
    bot.analyse(Board(), Limit(clock=0.001))
    assert not bot._transpositions.is_ready
    assert bot._transpositions.array.any()
    bot.new_game()
    assert bot._hash is None  # its memory came in small pages: another will be faster
    bot.analyse(Board(), Limit(time=0.001))
    assert bot._transpositions.is_ready


@pytest.mark.parametrize("spec", ["engine:tables=on,hash=1", "minimax:tables=on", "mcts:tables=on", "hybrid:tables=on"])
def test_tables_are_opened_before_the_clock(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    module = type(player(spec)).__module__
    for home in (module, "kingme.players.mcts"):
        monkeypatch.setattr(f"{home}.open_tables", lambda: opened.append("start"), raising=False)
    monkeypatch.setattr(tables_module, "open_tables", lambda: opened.append("search"))
    player(spec).start()
    assert opened == ["start"]
    player(spec.replace("tables=on", "tables=off")).start()
    assert opened == ["start"]


def test_every_player_can_be_started_and_closed_at_any_time() -> None:
    for spec in ("random", "greedy", "flat", "mcts", "hybrid", "minimax", "engine:hash=1"):
        bot = player(spec)
        bot.close()
        bot.start()
        bot.start(lambda: True)
        bot.close()
        assert bot.analyse(Board(), Limit(nodes=50, iterations=5, depth=1)).move is not None
