"""A KingMe as an engine."""

from __future__ import annotations

import os
import queue
import shlex
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.game import Game
from kingme.players.base import Player
from kingme.players.limit import Limit
from kingme.players.registry import player as make_player
from kingme.profile import Rules
from kingme.protocol.hub import HubServer
from kingme.protocol.hub_parameters import HubParameters
from kingme.protocol.hub_player import HubPlayer
from kingme.protocol.hub_text import format_position, parse_line, parse_move

HUB = shlex.join([sys.executable, "-c", "import sys; from kingme.protocol.hub import run_hub; run_hub(sys.argv[1])"])


class Gui:
    """The other side of a server that runs in a thread."""

    def __init__(self, spec: str) -> None:
        self.lines: queue.Queue[str] = queue.Queue()
        self._input: queue.Queue[str | None] = queue.Queue()
        self.failed = threading.Event()
        self.server = HubServer(spec, self.lines.put, on_failure=self.failed.set)
        self._thread = threading.Thread(target=self.server.serve, args=(iter(self._input.get, None),))
        self._thread.start()

    def send(self, *lines: str) -> None:
        for line in lines:
            self._input.put(line)

    def until(self, command: str) -> list:
        """What the engine says up to and including a word."""
        said = []
        while True:
            said.append(parse_line(self.lines.get(timeout=60)))
            if said[-1].command == command:
                return said

    def close(self) -> None:
        self._input.put(None)
        self._thread.join(30)
        assert not self._thread.is_alive()


@pytest.fixture
def gui() -> Iterator:
    made = []

    def make(spec: str) -> Gui:
        made.append(Gui(spec))
        return made[-1]

    yield make
    for item in made:
        item.close()


def test_the_introduction_announces_all_parameters(gui):
    engine = gui("minimax:depth=3")
    engine.send("hub", "init")
    said = engine.until("ready")
    assert said[0].command == "id"
    assert said[0].arguments["name"] == "KingMe minimax:depth=3"
    parameters = {line.arguments["name"]: line.arguments for line in said if line.command == "param"}
    assert parameters["depth"]["value"] == "3"
    assert parameters["pruning"] == {"name": "pruning", "value": "true", "type": "bool"}
    assert "capture-bonus" in parameters["evaluation"]["values"]
    assert parameters["rules"]["value"] == "official"


def test_a_search_answers_with_figures_and_a_legal_move(gui):
    engine = gui("minimax")
    board = Board().play("11-15").play("22-18")
    moves = 'moves="11-15 22-18"'
    engine.send("hub", "init", f"pos pos={format_position(Board())} {moves}", "level depth=4", "go think")
    said = engine.until("done")
    assert parse_move(board, said[-1].arguments["move"])
    info = said[-2].arguments
    assert info["depth"] == "4" or info["pv"].split()[0] == said[-1].arguments["move"]
    assert int(info["nodes"]) > 0


def test_parameters_can_be_set(gui):
    engine = gui("minimax:depth=1")
    engine.send(
        "set-param name=depth value=5", "set-param name=pruning value=false", "set-param name=rules value=study-b"
    )
    engine.send("init")
    engine.until("ready")
    assert engine.server.player.spec == "minimax:depth=5,pruning=off"
    assert engine.server._rules == Rules.parse("study-b")
    engine.send("set-param name=depth value=deep", "ping")
    said = engine.until("pong")
    assert "depth takes" in said[0].arguments["message"]


@pytest.mark.parametrize(
    "line", ["xyzzy", "pos", "pos pos=B", "level depth=x", "pos pos=Beee moves=1-2", "", "level depth=-1"]
)
def test_nonsense_is_survived(gui, line):
    engine = gui("random")
    engine.send(line, "ping")
    engine.until("pong")


def test_ping_and_stop_are_answered_while_it_thinks(gui):
    engine = gui("minimax:deepening=on")
    engine.send("init", f"pos pos={format_position(Board())}", "level infinite", "go analyze", "ping")
    engine.until("pong")
    time.sleep(0.3)
    assert not any(line.startswith("done") for line in list(engine.lines.queue))
    engine.send("stop")
    assert engine.until("done")[-1].arguments["move"]


def test_pondering_ends_in_a_move_after_a_hit(gui):
    engine = gui("minimax:deepening=on")
    engine.send("init", f"pos pos={format_position(Board())} moves=11-15", "level move-time=0.1", "go ponder")
    engine.until("ready")
    time.sleep(0.3)
    assert not any(line.startswith("done") for line in list(engine.lines.queue))
    engine.send("ponder-hit")
    assert parse_move(Board().play("11-15"), engine.until("done")[-1].arguments["move"])
    engine.send("ping")
    assert [line.command for line in engine.until("pong")] == ["pong"]  # one search, one answer


def test_after_a_hit_the_same_search_goes_on(gui):
    engine = gui("engine")
    engine.send("init", f"pos pos={format_position(Board())} moves=11-15", "level move-time=0.3", "go ponder")
    engine.until("ready")
    time.sleep(0.6)
    engine.send("ponder-hit")
    hit = time.monotonic()
    last = engine.until("done")[-2].arguments
    assert 0.2 < time.monotonic() - hit < 2
    assert float(last["time"]) > 0.8  # the figures count from the start of the pondering


def test_a_miss_answers_at_once(gui):
    engine = gui("engine")
    engine.send("init", f"pos pos={format_position(Board())}", "level move-time=60", "go ponder")
    engine.until("ready")
    time.sleep(0.2)
    engine.send("stop")
    stopped = time.monotonic()
    engine.until("done")
    assert time.monotonic() - stopped < 0.5


def test_pondering_that_is_done_waits_for_the_move(gui):
    engine = gui("engine:nodes=1000")
    engine.send("init", f"pos pos={format_position(Board())}", "level move-time=60", "go ponder")
    engine.until("ready")
    time.sleep(0.3)
    assert not any(line.startswith("done") for line in list(engine.lines.queue))
    engine.send("ponder-hit")
    assert engine.until("done")[-1].arguments["move"]


def test_a_clock_is_kept(gui):
    engine = gui("minimax:deepening=on")
    engine.send("init", f"pos pos={format_position(Board())}", "level time=1 inc=0.05", "go think")
    engine.until("ready")
    started = time.monotonic()
    engine.until("done")
    assert time.monotonic() - started < 1


def test_a_position_without_moves_is_an_error(gui):
    engine = gui("random")
    engine.send(f"pos pos=B{'e' * 31}w", "go think")
    assert "no legal move" in engine.until("error")[-1].arguments["message"]


PLAYERS = ("random", "minimax:depth=2", "mcts:iterations=50", "hybrid:positions=200", "engine:nodes=500,hash=1")


@pytest.mark.parametrize("plies", [9, 85])  # after the third repetition, and after eighty quiet plies as well
@pytest.mark.parametrize("spec", PLAYERS)
def test_a_game_may_go_on_after_a_draw_by_rule(gui, spec, plies):
    walk = (["1-5", "32-28", "5-1", "28-32"] * 22)[:plies]
    start = f"BB{'e' * 30}W"
    engine = gui(spec)
    engine.send("init", f'pos pos={start} moves="{" ".join(walk)}"', "level depth=4", "go think")
    board = Board.from_fen("B:WK32:BK1")
    for move in walk:
        board = board.play(move)
    assert parse_move(board, engine.until("done")[-1].arguments["move"])


def test_after_a_position_that_cannot_be_read_there_is_nothing_to_think_about(gui):
    engine = gui("random")
    good = f"pos pos={format_position(Board())}"
    engine.send(good, f"{good} moves=1-32", "go think", "ping")
    said = engine.until("pong")
    assert [line.command for line in said] == ["error", "error", "pong"]
    assert "not legal" in said[0].arguments["message"]
    assert "nothing to think about" in said[1].arguments["message"]
    engine.send(good, "go think")
    assert parse_move(Board(), engine.until("done")[-1].arguments["move"])


def test_a_failing_player_ends_the_engine(gui, monkeypatch):
    engine = gui("random")

    def fail(self: Player, *_: object, **__: object) -> None:
        raise RuntimeError("out of luck")

    monkeypatch.setattr(type(engine.server.player), "analyse", fail)
    engine.send(f"pos pos={format_position(Board())}", "go think")
    assert engine.until("error")[-1].arguments["message"] == "RuntimeError: out of luck"
    assert engine.failed.wait(5)


def test_a_kingme_over_hub_plays_as_it_plays_at_home(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    game, rules = Game(rules=Rules.parse("study-b")), "study-b"
    guest = HubPlayer(HubParameters(command=f"{HUB} random", seed=77))
    home = make_player("random:seed=77")
    for _ in range(30):
        if game.outcome() is not None:
            break
        move = home.analyse(game).move
        assert guest.analyse(game).move == move
        game.play(move)
    assert len(game.plies) > 20
    assert guest.engine.is_family
    assert guest._agreed == {"rules": rules, "seed": "77", "variant": "english"}
    iterations = guest.analyse(game, Limit(iterations=5, nodes=10))
    assert iterations.move is not None
    guest.kill()


def test_what_a_search_needs_is_there_before_it_is_asked_for(gui):
    engine = gui("engine:hash=4,nodes=3000")
    engine.send("init")
    engine.until("ready")
    table = engine.server.player._transpositions
    assert table.is_ready
    engine.send(f"pos pos={format_position(Board())}", "level", "go think")
    engine.until("done")
    assert table.array.any()
    engine.send("new-game", "ping")
    engine.until("pong")
    assert engine.server.player._transpositions is table
    assert not table.array.any()
    engine.send("set-param name=seed value=5", "new-game", "ping")
    engine.until("pong")
    assert (
        engine.server.player._transpositions is not table
    )  # the seed makes another player of it, with a table of its own
    assert engine.server.player._transpositions.is_ready


def test_an_engine_that_cannot_get_ready_says_why_and_fails(gui, monkeypatch):
    def start(self, must_stop=None, game=None):
        raise KingMeError("the system has no memory")

    engine = gui("random")
    monkeypatch.setattr(type(engine.server.player), "start", start)
    engine.send("init", "ping")
    said = engine.until("pong")
    assert [(line.command, line.arguments.get("message")) for line in said[:-1]] == [
        ("error", "the system has no memory")
    ]
    assert engine.failed.is_set()
