"""One game: what is recorded, and that no player can break the referee."""

from __future__ import annotations

import os
import pickle
import sys
import time

import pytest
from arena.helpers import Rogue, match_plan, mock_spec, play_serially, task

from kingme.arena import adjudication, match, participant
from kingme.arena import plan as plan_module
from kingme.arena.adjudication import Adjudication
from kingme.arena.match import play_game
from kingme.arena.openings import Opening, load_openings
from kingme.arena.participant import Participant, describe_all, with_parameter
from kingme.arena.plan import digest, prepare
from kingme.board import Board
from kingme.endgame import outcome
from kingme.errors import KingMeError
from kingme.outcome import Color, Termination
from kingme.players.engine.player import EnginePlayer
from kingme.players.limit import Limit
from kingme.profile import Rules
from kingme.protocol.hub_player import garage


@pytest.fixture(autouse=True)
def empty_garage():
    yield
    garage.close()


@pytest.fixture
def rogue(monkeypatch):
    """Let `random` be a rogue: `rogue("raise")`."""
    build = participant.build

    def become(mode: str, when: int = 3) -> None:
        cls = type("Rogue", (Rogue,), {"mode": mode, "when": when})
        monkeypatch.setattr(participant, "build", lambda spec: cls() if spec == "rogue" else build(spec))

    return become


def test_a_game_is_recorded_whole():
    opening = Opening("9-13 24-20", moves=("9-13", "24-20"))
    played = play_game(task("minimax:depth=2", "minimax:depth=1", number=3, opening=opening))
    record = played.record
    assert (record.number, record.pair, record.black, record.white) == (3, 1, "black", "white")
    assert played.moves[:2] == ["9-13", "24-20"]
    assert played.opening_plies == 2
    assert record.plies == len(played.moves) == 2 + len(played.thoughts.time)
    assert len(record.times[0]) + len(record.times[1]) == len(played.thoughts.time)
    assert record.nodes == (sum(played.thoughts.nodes[0::2]), sum(played.thoughts.nodes[1::2]))
    assert any(score for score in played.thoughts.score)
    assert played.seconds > 0
    game = played.game()
    assert game.outcome() == record.outcome
    assert game.plies[2].elapsed == played.thoughts.time[0]
    assert "depth 2" in game.plies[2].comment
    assert pickle.loads(pickle.dumps(played)) == played


@pytest.mark.parametrize("specs", [("random", "minimax:depth=2"), ("minimax:depth=3", "greedy"), ("flat", "random")])
def test_the_same_task_gives_the_same_game(specs):
    first, again = play_game(task(*specs)), play_game(pickle.loads(pickle.dumps(task(*specs))))
    assert first.record.line == again.record.line
    assert first.thoughts.score == again.thoughts.score
    assert first.record.nodes == again.record.nodes


def test_games_differ_by_their_seeds():
    lines = {play_game(task(number=number)).record.line for number in range(6)}
    assert len(lines) == 6


def test_a_seed_in_the_spec_stays():
    first, again = (
        play_game(task("random:seed=1", "random:seed=2")),
        play_game(task("random:seed=1", "random:seed=2", number=8)),
    )
    assert first.record.line == again.record.line


def test_rules_are_those_of_the_run():
    record = play_game(task(rules=Rules.parse("study-b,cap=10"))).record
    assert (record.termination, record.plies) == (Termination.MOVE_CAP, 10)


def test_an_opening_may_begin_with_white():
    opening = Opening("endgame", fen="W:WK22,K23:BK1")
    played = play_game(task("minimax:depth=2", "random", opening=opening))
    assert played.fen.startswith("W:")
    assert len(played.record.times[Color.WHITE]) >= len(played.record.times[Color.BLACK])


@pytest.mark.parametrize(
    ("mode", "termination", "reason"),
    [
        ("raise", Termination.CRASH, "ZeroDivisionError: no way"),
        ("memory", Termination.CRASH, "MemoryError"),
        ("exit", Termination.CRASH, "SystemExit: 3"),
        ("illegal", Termination.ILLEGAL_MOVE, "1-32 in"),
        ("none", Termination.ILLEGAL_MOVE, "no move in"),
    ],
)
@pytest.mark.parametrize("color", list(Color))
def test_a_player_that_fails_loses_by_exactly_that(rogue, mode, termination, reason, color):
    rogue(mode)
    specs = ("rogue", "random") if color is Color.BLACK else ("random", "rogue")
    played = play_game(task(*specs))
    assert played.record.termination is termination
    assert played.record.winner is color.other
    assert played.reason.startswith(reason)
    assert played.record.plies == 4 + color
    assert not played.tainted


def test_a_player_that_meddles_with_the_game_meddles_with_a_copy(rogue):
    rogue("cheat")
    assert play_game(task("rogue", "random")).record.plies > 10


def test_too_much_time_is_a_loss_on_time(rogue):
    rogue("late")
    limits = {"limit": Limit(time=0.05), "margin": 0.1}
    played = play_game(task("rogue", "random", **limits))
    assert (played.record.termination, played.record.winner) == (Termination.TIME_FORFEIT, Color.WHITE)
    assert "0.150 s were left" in played.reason
    assert (
        play_game(task("rogue", "random", **(limits | {"margin": 5.0}))).record.termination
        is not Termination.TIME_FORFEIT
    )


def test_a_player_that_waits_to_be_told_is_told(rogue):
    rogue("obedient")
    started = time.monotonic()
    played = play_game(task("random", "rogue", limit=Limit(time=0.05), margin=0.1))
    assert (played.record.termination, played.record.winner) == (Termination.TIME_FORFEIT, Color.BLACK)
    assert time.monotonic() - started < 10
    assert not played.tainted


def test_a_player_that_cannot_be_stopped_is_given_up(rogue, monkeypatch):
    monkeypatch.setattr(match, "UNSTOPPABLE", 0.2)
    rogue("hang")
    played = play_game(task("rogue", "random", limit=Limit(time=0.05), margin=0.1))
    assert played.record.termination is Termination.TIME_FORFEIT
    assert "did not stop" in played.reason
    assert played.tainted


def test_patience_bounds_what_has_no_limit_of_time(rogue):
    rogue("obedient")
    played = play_game(task("rogue", "random", patience=0.2))
    assert played.record.termination is Termination.TIME_FORFEIT


def test_a_clock_runs_down_and_is_recorded():
    played = play_game(task("minimax:deepening=on", "random", limit=Limit(clock=1.0, increment=0.01)))
    clocks = played.thoughts.clock
    assert all(left is not None and 0 < left < 1.1 for left in clocks[0::2])
    assert played.record.termination is not Termination.TIME_FORFEIT
    assert clocks[0] == pytest.approx(1.01 - played.thoughts.time[0])
    assert played.game().plies[0].clock == clocks[0]


def test_a_flag_falls(rogue):
    rogue("late")
    played = play_game(task("rogue", "random", limit=Limit(clock=0.3)))
    assert (played.record.termination, played.record.winner) == (Termination.TIME_FORFEIT, Color.WHITE)


@pytest.mark.parametrize("limit", [Limit(time=0.02), Limit(clock=60, nodes=300)])
def test_players_are_ready_before_their_clocks_run_and_leave_nothing_behind(limit, monkeypatch):
    ready, closed = [], []
    search, close = EnginePlayer._search, EnginePlayer.close

    def watched(self, root, control):
        ready.append(self._transpositions.is_ready)
        return search(self, root, control)

    monkeypatch.setattr(EnginePlayer, "_search", watched)
    monkeypatch.setattr(EnginePlayer, "close", lambda self: (closed.append(self), close(self)))
    played = play_game(
        task("engine:hash=32,tables=on", "engine:hash=16,threads=2", limit=limit, rules=Rules(move_cap=8))
    )
    assert ready == [True] * 8
    assert played.record.termination is not Termination.TIME_FORFEIT
    assert [player._hash for player in closed] == [None, None]


def test_a_clock_is_filled_again_after_its_moves():
    played = play_game(task(limit=Limit(clock=5.0, moves_to_go=3)))
    own = played.thoughts.clock[0::2]
    assert own[1] < 5
    assert 9.5 < own[2] < 10
    assert 14.5 < own[5] < 15


def test_players_may_have_limits_of_their_own():
    made = task("minimax:deepening=on", "minimax:deepening=on", limit=Limit(depth=1))
    weak = Participant("white", "minimax:deepening=on", Limit(depth=3))
    played = play_game(plan_module.GameTask(0, 0, made.black, weak, made.opening, 1, (1, 2), made.conditions))
    assert set(played.thoughts.depth[0::2]) <= {0, 1}
    assert 3 in played.thoughts.depth[1::2]


def test_adjudication_is_recorded():
    rules = Adjudication.parse("win-score=2,win-moves=2")
    played = play_game(task("minimax:depth=3", "minimax:depth=1", adjudication=rules))
    assert played.record.termination is Termination.ADJUDICATION
    assert played.reason == "win by score"
    assert played.game().outcome() == played.record.outcome


def test_tables_end_a_game_with_the_result_they_know():
    opening = Opening("two kings against one", fen="B:WK14:BK1,K2")
    rules = Adjudication.parse("tables=on")
    played = play_game(task(opening=opening, adjudication=rules))
    assert played.record.termination is Termination.ADJUDICATION
    assert played.reason == "endgame table"
    after = Board.from_fen(opening.fen).play(played.moves[0])
    assert len(played.moves) == 1
    assert played.record.winner is {1: Color.WHITE, 0: None, -1: Color.BLACK}[outcome(after)]


def test_tables_end_games_of_a_run_as_soon_as_they_know_them(tmp_path):
    plan = match_plan(games=10, conditions=plan_module.Conditions(adjudication=Adjudication(tables=True)))
    most = adjudication.table_pieces()
    for record in play_serially(plan, tmp_path / "s.sqlite").records:
        *before, last = game_of(record)
        ended = record.termination is Termination.ADJUDICATION
        assert ended == (outcome(last) is not None and last.outcome() is None)
        assert not ended or len(last.pieces()) <= most + 1  # one more where a capture must follow
        assert all(outcome(board) is None for board in before)


def game_of(record):
    """Every position of a recorded game."""
    fen, *moves = record.line.split()
    boards = [Board.from_fen(fen)]
    for move in moves:
        boards.append(boards[-1].play(move))
    return boards


def test_tables_that_are_not_there_are_asked_for_in_vain(monkeypatch):
    conditions = plan_module.Conditions(adjudication=Adjudication(tables=True))
    small = digest(*prepare(match_plan(conditions=conditions)))
    monkeypatch.setattr(plan_module, "table_pieces", lambda: 2)
    assert digest(*prepare(match_plan(conditions=conditions))) != small  # other tables, another run
    monkeypatch.setattr(adjudication, "table_pieces", lambda: 0)
    with pytest.raises(KingMeError, match="none are installed"):
        match_plan(conditions=conditions)
    with pytest.raises(KingMeError, match="none are installed"):
        play_game(task(adjudication=Adjudication(tables=True)))


# --- outside engines --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "termination", "reason"),
    [
        ("crash", Termination.CRASH, "exit code 3: mock: something is null"),
        ("segfault", Termination.CRASH, "SIGSEGV"),
        ("hang", Termination.TIME_FORFEIT, "did not answer"),
        ("flood", Termination.TIME_FORFEIT, "did not answer"),
        ("slow", Termination.TIME_FORFEIT, "s for a move"),
        ("illegal", Termination.ILLEGAL_MOVE, "1-32 is not legal"),
        ("nonsense", Termination.ILLEGAL_MOVE, "'pass' is not a move"),
    ],
)
def test_an_engine_that_fails_loses_by_exactly_that_and_plays_on(mode, termination, reason, monkeypatch):
    monkeypatch.setenv("MOCK_SLEEP", "0.8")
    margin = 0.3 if mode == "slow" else 2.0  # on a busy machine it takes a while to see a crash
    conditions = {"limit": Limit(time=0.1), "margin": margin}
    spec = mock_spec(mode, 3)
    played = play_game(task("random", spec, **conditions))
    assert (played.record.termination, played.record.winner) == (termination, Color.BLACK)
    assert reason in played.reason
    assert played.record.plies == 5
    again = play_game(task(spec, "random", number=2, **conditions))
    assert (
        again.record.plies == 4 if mode != "slow" else again.record.plies > 4
    )  # started anew, unless it only was slow


def test_a_flood_does_not_escape_the_patience_of_a_spec():
    played = play_game(task("random", mock_spec("flood", 3, patience=0.3), limit=Limit(nodes=10)))
    assert (played.record.termination, played.record.winner) == (Termination.TIME_FORFEIT, Color.BLACK)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs Linux")
@pytest.mark.parametrize("then", ["exit", "play"])
def test_an_engine_with_a_child_in_a_session_of_its_own(then, tmp_path, monkeypatch):
    monkeypatch.setenv("MOCK_CHILD", str(tmp_path / "child"))
    played = play_game(task("random", mock_spec(f"escape-{then}", 3), limit=Limit(nodes=10)))
    if then == "exit":
        assert (played.record.termination, played.record.winner) == (Termination.CRASH, Color.BLACK)
        assert "exit code 3" in played.reason
    else:
        assert not played.record.is_forfeit
    garage.close()
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "child").read_text()), 0)


def test_an_engine_that_cannot_start_any_more_has_crashed(tmp_path):
    played = play_game(task("random", f"hub:command={tmp_path}/gone", limit=Limit(time=0.1)))
    assert (played.record.termination, played.record.winner, played.record.plies) == (Termination.CRASH, Color.BLACK, 0)


def test_a_good_engine_plays_to_the_end():
    played = play_game(task(mock_spec(), "random", limit=Limit(time=5.0)))
    assert not played.record.is_forfeit
    assert played.record.nodes[0] == 7 * len(played.record.times[0])


# --- participants -----------------------------------------------------------------------------------------------------


def test_names_become_different_and_specs_complete():
    sheets = describe_all([Participant("", "easy"), Participant("", "easy"), Participant("mine", "random")])
    assert [sheet.participant.name for sheet in sheets] == ["easy", "easy (2)", "mine"]
    assert sheets[0].participant.spec.startswith("mcts:iterations=20")
    assert sheets[0].parameters["cutoff"] == 20
    assert sheets[0].version.startswith("kingme ")


def test_engines_are_known_by_what_they_say():
    (sheet,) = describe_all([Participant("", mock_spec())])
    assert (sheet.participant.name, sheet.version, sheet.player) == ("Mock", "Mock 1.0", "hub")


def test_an_engine_that_does_not_start_is_refused_at_once():
    with pytest.raises(KingMeError, match="cannot be started"):
        describe_all([Participant("", "hub:command=/no/such/engine")])


def test_parameters_can_be_replaced():
    assert with_parameter("mcts:c=1,iterations=5", "c", "2") == "mcts:iterations=5,c=2"
    with pytest.raises(KingMeError):
        with_parameter("hub:command=x", "c", "2")


@pytest.mark.parametrize("text", ["=random", "name=", "="])
def test_bad_participants(text):
    with pytest.raises(KingMeError):
        Participant.parse(text)


def test_tasks_of_a_plan_are_those_of_its_schedule():
    plan = match_plan(games=4, openings="two-move", seed=3)
    schedule = plan.schedule()
    first, second = plan.task(schedule, 0), plan.task(schedule, 1)
    assert (first.black.name, first.white.name, second.black.name) == ("a", "b", "b")
    assert first.opening == second.opening
    assert first.seeds != second.seeds
    assert load_openings("two-move", seed=3)[0].board() == first.opening.board() != Board()
