"""What holds for every player, whatever its algorithm: names, presets and the user's levels alike.

Budgets are small throughout. How well they play is the business of `tests/strength`.
"""

from __future__ import annotations

import random
import statistics
import threading
import time
from dataclasses import MISSING, fields
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from players.samples import played, strewn

from kingme import Board, Color, Game, KingMeError
from kingme.core.squares import BOTTOM_ROW, TOP_ROW, mask_of
from kingme.players import Analysis, Info, Limit, Player, player
from kingme.players.parameters import Parameters, kind, spec_name
from kingme.players.presets import PRESETS
from kingme.players.registry import player_class, player_names, presets

SMALL = {  # parameters that make a decision of each algorithm a matter of a millisecond
    "minimax": "depth=2",
    "flat": "playouts=20,minimum=2",
    "mcts": "iterations=20",
    "rave": "iterations=20",
    "heuristic-rave": "iterations=20",
    "hybrid": "iterations=20,positions=200",
    "engine": "nodes=200,hash=1",
}
SEARCHERS = [name for name in player_names() if name not in ("random", "greedy")]  # those that take their time
SAMPLES = {"simulations": ("off", "5+25", "1+0")}  # of parameters with a grammar of their own


def small(spec: str, seed: int | None = 1) -> Player:
    """A player or preset with a small budget; the depths of presets stay as they are."""
    bot = player(spec)
    changes = [] if seed is None else [f"seed={seed}"]
    if bot.name != "minimax" or spec == "minimax":
        changes.append(SMALL.get(bot.name, ""))
    return player(f"{spec}{',' if ':' in spec else ':'}{','.join(changes)}")


def awake(spec: str) -> Player:
    """A player whose compiled code is loaded: the first search of a process waits for that, and is not to be timed."""
    bot = player(spec)
    for board in (Board(), Board.from_fen("B:WK32:BK1,K2")):
        bot.analyse(board, Limit(iterations=10, nodes=100, depth=2))
    return bot


# --- games --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*player_names(), *PRESETS])
def test_fifty_games_without_an_illegal_move(name: str) -> None:
    bot, score = small(name), 0.0
    for number in range(50):
        game, color = Game(), Color(number % 2)
        chance = player(f"random:seed={number}")
        bot.new_game()
        while game.outcome() is None:
            mover = bot if game.turn is color else chance
            game.play(mover.choose(game))  # checks that the move is legal
        outcome = game.outcome()
        assert outcome is not None
        score += 0.5 if outcome.winner is None else float(outcome.winner is color)
    assert name in ("random", "greedy", "a-greedy", "level-1") or score > 30  # greed is little better than chance


@pytest.mark.parametrize("change", [("easy", "hard"), ("mcts", "minimax"), ("rave", "engine"), ("hybrid", "expert")])
def test_another_player_may_take_over_in_mid_game(change: tuple[str, str]) -> None:
    bots = [small(name) for name in change]
    game = Game()
    while game.outcome() is None:
        bot = bots[len(game.plies) // 10 % 2]  # of both sides, every five moves
        assert bot.analyse(game).player == bot.label
        game.play(bot.choose(game))


def test_a_kept_tree_does_not_survive_what_it_does_not_know() -> None:
    bot = player("mcts:iterations=200,reuse=on,seed=1")
    game = Game()
    for _ in range(3):
        game.play(bot.choose(game))
    for _ in range(2):
        game.undo()
    assert bot.choose(game) in game.board.legal_moves()  # moves were taken back
    other = Game(Board.from_fen("W:W22,K9:B1,K30"))
    assert bot.choose(other) in other.board.legal_moves()  # another game
    assert bot.choose(game) in game.board.legal_moves()  # and back


# --- positions ----------------------------------------------------------------------------------------------------


def blocked(count: int, seed: int = 1) -> list[Board]:
    """Positions whose side to move has pieces and no move, made by putting enemies wherever it could go."""
    chance, found = random.Random(seed), []
    while len(found) < count:
        own, turn = mask_of(chance.sample(range(1, 33), chance.randint(1, 4))), Color(chance.randrange(2))
        opp, kings = 0, own & (BOTTOM_ROW if turn is Color.BLACK else TOP_ROW)
        board = Board(*((own, 0) if turn is Color.BLACK else (0, own)), kings, turn)
        while (moves := board.legal_moves()) and opp.bit_count() < 12:
            opp |= mask_of([chance.choice(moves).path[1]])
            kings = kings & own | opp & (TOP_ROW if turn is Color.BLACK else BOTTOM_ROW)
            board = Board(*((own, opp) if turn is Color.BLACK else (opp, own)), kings, turn)
        if not moves:
            found.append(board)
    return found


@cache
def positions() -> list[Board]:
    """5,000 positions: out of games, strewn and crowded boards, no legal move, only one, and nobody there."""
    crowded = strewn(3000, seed=2, most=12)
    forced = [board for board in strewn(2000, seed=3) if len(board.legal_moves()) == 1][:299]
    bare = [Board.from_fen("B:W18:B")]
    found = [*played(2500), *strewn(1200), *crowded[:800], *blocked(200), *forced, *bare]
    assert len(found) == 5000
    assert sum(not board.legal_moves() for board in found) > 200
    assert sum(len(board.legal_moves()) == 1 for board in found) > 1000
    assert max(len(board.legal_moves()) for board in found) > 20
    return found


@pytest.mark.parametrize("name", player_names())
def test_no_position_is_too_much(name: str) -> None:
    bot = small(name)
    for number, board in enumerate(positions()):
        analysis = bot.analyse(board)
        moves = board.legal_moves()
        if not moves:
            assert (analysis.move, analysis.lines, analysis.pv) == (None, [], ())
            continue
        assert analysis.move in moves, board.fen()
        if number % 10 == 0:
            check(analysis, board)


def check(info: Info, board: Board) -> None:
    """What is said about a position makes sense."""
    moves = board.legal_moves()
    assert info.move in moves
    assert [line.move for line in info.lines] == list(moves)
    assert info.nodes >= 0
    assert min(info.depth, info.max_depth) >= 0
    assert info.value is None or 0 <= info.value <= 1
    if info.outcomes:
        assert sum(info.outcomes) == info.iterations
    chosen = [line for line in info.lines if line.move == info.move]
    assert any(line.pv == info.pv for line in chosen) or info.pv == (info.move,)
    for line in info.lines:
        assert line.visits >= 0
        assert line.value is None or 0 <= line.value <= 1
        if line.interval is not None and line.value is not None:
            assert 0 <= line.interval[0] <= line.value <= line.interval[1] <= 1
        after = board
        for move in line.pv:
            after = after.play(move)  # checks that the line can be played
        assert not line.pv or line.pv[0] == line.move
    assert info.best_lines()[0].move == info.move


# --- limits, progress, cancelling ---------------------------------------------------------------------------------


LIMITS = ("depth=1", "nodes=1", "nodes=500", "iterations=1", "time=0.0001", "clock=0.001", "depth=3,nodes=90")


@pytest.mark.parametrize("name", player_names())
@pytest.mark.parametrize("text", LIMITS)
def test_every_limit_gives_a_legal_move(name: str, text: str) -> None:
    bot = player(name)
    cancel = threading.Event()
    guard = threading.Timer(20, cancel.set)  # rather a failure than a test that hangs
    guard.start()
    short = Board.from_fen("B:W9:BK5")  # a game tree of two nodes: there is less to find than the limit allows
    for board in (Board(), short, *strewn(3, seed=7)):
        for position in (board, Game(board)):
            analysis = bot.analyse(position, Limit.parse(text), cancel=cancel)
            assert (analysis.move in board.legal_moves()) if board.legal_moves() else analysis.move is None
    guard.cancel()
    assert not cancel.is_set()


def test_limits_bind_together_with_parameters() -> None:
    def spent(spec: str, text: str) -> Analysis:
        return player(spec).analyse(Board(), Limit.parse(text))

    for name in ("mcts", "rave", "heuristic-rave", "hybrid"):
        assert spent(f"{name}:iterations=70", "iterations=50").iterations == 50
        assert spent(f"{name}:iterations=70", "iterations=90").iterations == 70
        assert spent(f"{name}:iterations=70", "time=60").iterations == 70
        assert spent(name, "nodes=40").nodes <= 40
        assert spent(name, "").iterations == 1000
    assert spent("flat", "").iterations == 98  # fourteen for each of seven moves
    assert spent("flat:playouts=300", "iterations=140").iterations == 140
    assert spent("minimax", "").depth == 2
    assert spent("minimax:depth=5", "depth=3").depth == 3
    assert spent("minimax:depth=3", "depth=5").depth == 3
    assert spent("minimax", "depth=4").depth == 4
    assert 2 < spent("minimax", "nodes=5000").depth < 12
    assert spent("minimax", "nodes=5000").nodes <= 5000
    assert spent("engine:depth=7,hash=1", "depth=5").depth == 5
    assert spent("engine:depth=5,hash=1", "depth=7").depth == 5
    assert spent("engine:nodes=2000,hash=1", "time=60").nodes < 4000


@pytest.mark.parametrize("name", SEARCHERS)
@pytest.mark.parametrize("limit", [Limit(time=0.15), Limit(clock=4.5)])
def test_time_is_used_and_kept(name: str, limit: Limit) -> None:
    analysis = awake(name).analyse(Board(), limit)
    assert 0.1 < analysis.time < 1.5  # on a machine that is busy with other tests
    assert not analysis.stopped


@pytest.mark.parametrize("name", SEARCHERS)
@pytest.mark.parametrize("fen", ["B:W21-32:B1-12", "W:W27,K18,30:B3,K9,12", "B:WK32,25,21:BK1,K2,6"])
def test_progress_is_streamed(name: str, fen: str) -> None:
    board = Board.from_fen(fen)
    seen: list[Info] = []
    final = awake(name).analyse(board, Limit(time=0.45), on_info=seen.append)
    if final.time < 0.3:  # the end of the game was in sight
        assert final.score is not None
        return
    assert 1 <= len(seen) <= final.time / 0.1  # ten times a second at most
    for info in seen:
        # The search goes on while a picture of it is taken: what was read last may be a little newer than the rest.
        info.outcomes = ()
        check(info, board)
        assert info.nodes > 0
        assert info.time > 0
    for earlier, later in zip(seen, [*seen[1:], final], strict=True):
        assert earlier.time < later.time
        assert earlier.nodes <= later.nodes
        assert earlier.iterations <= later.iterations
    check(final, board)


@pytest.mark.parametrize(
    "spec",
    [
        *SEARCHERS,
        "mcts:threads=2,reuse=on",
        "mcts:widening=1,solver=on",
        "minimax:lines=all,pruning=off",
        "minimax:trace=on,events=1000",
        "hybrid:endgame=24",
        "engine:lines=3",
    ],
)
def test_cancelling(spec: str) -> None:
    """A search ends within 50 ms; tests share their processors, so it is the median that must."""
    bot, delays = awake(spec), []
    boards = [Board(), *(board for board in strewn(20, seed=4) if len(board.legal_moves()) > 2)]
    for attempt, board in enumerate(boards[:7]):
        cancel, cancelled_at = threading.Event(), [0.0]

        def stop(cancel: threading.Event = cancel, cancelled_at: list[float] = cancelled_at) -> None:
            cancelled_at[0] = time.perf_counter()
            cancel.set()

        timer = threading.Timer(0.04 * attempt, stop)
        timer.start()
        analysis = bot.analyse(board, Limit(time=60), cancel=cancel)
        ended = time.perf_counter()
        timer.cancel()
        timer.join()
        assert analysis.move in board.legal_moves()
        assert analysis.stopped or analysis.time < 1
        if analysis.stopped:
            delays.append(ended - cancelled_at[0])
    assert len(delays) >= 3
    assert statistics.median(delays) < 0.05
    assert sorted(delays)[-2] < 0.3  # one may be unlucky on a busy machine


@pytest.mark.parametrize("name", player_names())
def test_cancelled_before_it_starts(name: str) -> None:
    cancel = threading.Event()
    cancel.set()
    analysis = awake(name).analyse(Board(), Limit(time=60), cancel=cancel)
    assert analysis.move in Board().legal_moves()
    assert analysis.stopped
    assert analysis.time < 1.0


# --- the same again -----------------------------------------------------------------------------------------------


def findings(analysis: Analysis) -> dict[str, Any]:
    """Everything but what depends on the clock."""
    names = ("move", "lines", "pv", "value", "score", "depth", "max_depth", "nodes", "iterations", "outcomes")
    return {name: getattr(analysis, name) for name in names}


@pytest.mark.parametrize("name", [*player_names(), *PRESETS])
def test_same_seed_and_same_limit_give_the_same_result(name: str) -> None:
    for board in (Board(), *played(6, seed=9)):
        limit = Limit(iterations=300, nodes=3000, depth=5)
        first, second = (findings(small(name).analyse(Game(board), limit)) for _ in range(2))
        assert first == second


def test_without_a_seed_chance_has_its_way() -> None:
    for name in ("random", "greedy", "minimax", "flat", "mcts", "rave", "heuristic-rave", "hybrid"):
        bot = small(name, seed=None)
        assert len({bot.choose(Board()) for _ in range(60)}) > 1


# --- spec strings -------------------------------------------------------------------------------------------------


def some_value(item: Any, chance: random.Random) -> Any:
    """An allowed value of a parameter, by chance."""
    meta = item.metadata
    if meta["choices"]:
        return chance.choice(meta["choices"])
    if kind(item) is bool:
        return chance.random() < 0.5
    if kind(item) is str:
        return chance.choice(SAMPLES.get(item.name, (item.default,)))
    if item.default is None and chance.random() < 0.3:
        return None
    low = 0 if meta["low"] is None else meta["low"]
    high = low + 10**6 if meta["high"] is None else meta["high"]
    return chance.uniform(low, high) if kind(item) is float else chance.randint(int(low), int(high))


@pytest.mark.parametrize("name", player_names())
def test_specs_can_be_written_and_read(name: str) -> None:
    chance = random.Random(5)
    cls = player_class(name)
    assert player(name).spec == name
    for _ in range(200):
        parameters = cls.parameters_class(
            **{item.name: some_value(item, chance) for item in fields(cls.parameters_class) if chance.random() < 0.5}
        )
        spec = parameters.format(name)
        again = cls.parameters_class.parse(name, spec.partition(":")[2])
        assert again == parameters
        assert again.format(name) == spec


def numbers(cls: type[Parameters]) -> list[Any]:
    return [item for item in fields(cls) if not item.metadata["choices"] and kind(item) in (int, float)]


@pytest.mark.parametrize("name", [*player_names(), "hard", "a-minimax2", "e-5+25"])
def test_errors_say_what_exists_and_what_is_allowed(name: str) -> None:
    cls = type(player(name)).parameters_class

    def refusal(text: str) -> str:
        with pytest.raises(KingMeError) as caught:
            player(f"{name}:{text}")
        return str(caught.value)

    message = refusal("wizardry=3")
    assert "'wizardry'" in message
    assert all(spec_name(item) in message for item in fields(cls))
    for item in fields(cls):
        assert item.default is not MISSING
        assert item.metadata["help"]
        if item.metadata["choices"]:
            assert all(choice in refusal(f"{item.name}=wizardry") for choice in item.metadata["choices"])
        elif kind(item) is bool:
            assert "on or off" in refusal(f"{item.name}=wizardry")
    for item in numbers(cls):
        low, high = item.metadata["low"], item.metadata["high"]
        assert low is not None, f"{item.name} has no lower bound"
        for wrong in ("wizardry", str(low - 1), *([] if high is None else [str(int(high) + 1)]), "nan"):
            message = refusal(f"{item.name}={wrong}")
            assert spec_name(item) in message
            assert f"from {low:g}" in message
            assert high is None or f"to {high:g}" in message


# --- levels -------------------------------------------------------------------------------------------------------


def test_the_levels_of_study_c() -> None:
    wanted = {"easy": (20, 2**0.5), "medium": (50, 5**0.5), "hard": (150, 3.0), "expert": (500, 4.0)}
    assert list(PRESETS)[:4] == list(wanted)
    for name, (iterations, c) in wanted.items():
        level = player(name)
        settings = level.parameters
        assert (level.name, settings.iterations, settings.c) == ("mcts", iterations, pytest.approx(c, abs=1e-5))
        assert (settings.expansion, settings.cutoff, settings.cut) == ("one", 20, "pieces")
        assert (settings.policy, settings.result, settings.final) == ("uniform", "win", "visits")
        assert "study C" in PRESETS[name].source
        assert level.analyse(Board()).iterations == iterations


def test_presets_name_their_study_and_keep_their_hands_off_tables() -> None:
    for name, preset in PRESETS.items():
        assert preset.title
        if name in ("level-9", "level-10"):  # the top of KingMe's own ladder has all that there is
            assert player(name).parameters.tables
            assert player(name).parameters.book == "on"
            continue
        if not name.startswith("level-"):
            assert preset.source.startswith("study ")
            assert name.startswith(f"{preset.source[6].lower()}-") or name in ("easy", "medium", "hard", "expert")
        assert not {"tables", "book", "network"} & set(preset.spec.replace("=", ",").replace(":", ",").split(","))


def test_levels_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KINGME_CONFIG_DIR", str(tmp_path))
    (tmp_path / "levels.toml").write_text(
        '[coffee-break]\nspec = "hard:iterations=40"\ntitle = "Coffee break"\n\n[wild]\nspec = "random"\n', "utf-8"
    )
    assert {"coffee-break", "wild"} <= presets().keys()
    game, bots = Game(), (player("coffee-break"), player("wild:seed=2"))
    while game.outcome() is None:
        game.play(bots[game.turn].choose(game))
    assert bots[0].label == "coffee-break"
    assert (bots[0].parameters.iterations, bots[0].parameters.c) == (40, 3.0)
    with pytest.raises(KingMeError, match=r"easy, medium.*coffee-break, wild"):
        player("tea-break")
