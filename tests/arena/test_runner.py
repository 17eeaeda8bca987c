"""Runs: stopped anywhere by anything, they end with the table of a run that nobody disturbed."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from arena.helpers import Unlucky, match_plan, mock_spec, play_serially, table
from sqlalchemy import event

from kingme.arena import crew as crew_module
from kingme.arena.crew import CrewError, LostGame, SerialCrew
from kingme.arena.match import play_game
from kingme.arena.participant import Participant
from kingme.arena.plan import Conditions, Plan
from kingme.arena.run_options import RunOptions
from kingme.arena.runner import Runner, load_result
from kingme.arena.sprt import Sprt
from kingme.arena.stats import summarise
from kingme.arena.store import Store, StoreError
from kingme.arena.tournament_file import plan_from_file
from kingme.arena.variants import Variation, variants
from kingme.arena.workers import LocalCrew
from kingme.errors import KingMeError
from kingme.players.limit import Limit
from kingme.protocol.hub_player import garage

ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}


def start(*arguments: object) -> subprocess.Popen[str]:
    """The command line in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "kingme", *(str(argument) for argument in arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )


def wait_for_games(path: Path, number: int, process: subprocess.Popen[str]) -> None:
    """Wait until a store has so many games, or the process that plays them is gone."""
    deadline = time.monotonic() + 120
    while process.poll() is None and time.monotonic() < deadline:
        if path.exists():
            try:
                connection = sqlite3.connect(path)
                (count,) = connection.execute("SELECT count(*) FROM game").fetchone()
            except sqlite3.Error:
                count = 0
            finally:
                connection.close()
            if count >= number:
                return
        time.sleep(0.02)


# --- death ------------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="forks")
def test_200_games_killed_at_20_moments_equal_the_undisturbed_run(tmp_path):
    store, script = tmp_path / "killed.sqlite", Path(__file__).with_name("killed_runs.py")
    done = subprocess.run(
        [sys.executable, script, store, "200", "20", "3"], env=ENVIRONMENT, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    counts, ends = zip(*(line.split() for line in done.stdout.splitlines()), strict=True)
    assert ends == ("killed",) * 20
    assert list(map(int, counts)) == sorted(map(int, counts))  # nothing that was stored was ever lost
    assert int(counts[-1]) > 20
    expected = play_serially(match_plan(games=200, seed=5), tmp_path / "quiet.sqlite")
    with Store(store) as opened:
        killed = load_result(opened)
        assert killed.is_complete
        assert table(killed.records) == table(expected.records)
        assert summarise(killed.records).players["a"].tally == summarise(expected.records).players["a"].tally
    check = sqlite3.connect(store)
    assert check.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    check.close()


def test_the_command_is_killed_with_its_workers_and_goes_on(tmp_path):
    store = tmp_path / "s.sqlite"
    command = ("match", "a=random", "b=random", "--games", 300, "--workers", 2, "--store", store, "--seed", 5)
    for target in (20, 120):
        process = start(*command)
        wait_for_games(store, target, process)
        process.kill()
        process.communicate()
    process = start(*command)
    output, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    assert "are not played again" in errors
    assert "300 of 300 games" in output
    expected = play_serially(match_plan(games=300, seed=5), tmp_path / "quiet.sqlite")
    with Store(store) as opened:
        assert table(opened.records()) == table(expected.records)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_cleanly_and_says_how_to_go_on(tmp_path, number):
    store = tmp_path / "s.sqlite"
    command = ("match", "a=random", "b=random", "--games", 4000, "--workers", 2, "--store", store, "--new")
    process = start(*command)
    wait_for_games(store, 10, process)
    process.send_signal(number)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "of 4000 games are done" in errors
    assert f"kingme match a=random b=random --games 4000 --workers 2 --store {store}\n" in errors
    assert "Traceback" not in errors
    assert "player" in output  # the table so far
    with Store(store) as opened:
        assert 10 <= opened.run().done < 4000


# --- resuming in one process ------------------------------------------------------------------------------------------


class Interrupted(SerialCrew):
    """Plays some games, and then somebody presses Ctrl-C, or something else happens."""

    def __init__(self, games: int, error: type[BaseException] = KeyboardInterrupt) -> None:
        super().__init__()
        self.games, self.error = games, error

    def wait(self, timeout: float) -> list:
        if self.games == 0:
            raise self.error("now")
        self.games -= bool(self._tasks)
        return super().wait(timeout)


def test_ctrl_c_keeps_what_was_played(tmp_path):
    plan = match_plan(games=30)
    with Store(tmp_path / "s.sqlite") as store:
        result = Runner(plan, store).play(Interrupted(7))
        assert result.interrupted
        assert not result.is_complete
        assert len(result.records) == 7
        runner = Runner(plan, store)
        assert runner.resumed == 7
        reports = []
        result = runner.play(SerialCrew(), reports.append)
        assert result.is_complete
        assert reports[-1].done == reports[-1].total == 30
        assert reports[-1].tallies[0] == summarise(result.records).players["a"].tally
        assert Runner(plan, store).is_over
    assert table(result.records) == table(play_serially(plan, tmp_path / "q.sqlite").records)


def test_a_crew_that_fails_keeps_what_was_played(tmp_path):
    with Store(tmp_path / "s.sqlite") as store:
        runner = Runner(match_plan(games=30), store)
        with pytest.raises(CrewError):
            runner.play(Interrupted(7, CrewError))
        assert store.count(runner.info.id) == 7


def test_a_lost_game_does_not_keep_the_others_from_being_played(tmp_path):
    plan = match_plan(games=10)
    with Store(tmp_path / "s.sqlite") as store:
        result = Runner(plan, store).play(Unlucky(3))
        assert [game.number for game in result.lost] == [3]
        assert len(result.records) == 9
        assert not result.is_complete
        assert not result.interrupted
        assert Runner(plan, store).play(SerialCrew()).is_complete  # it is tried again


def test_a_lost_game_that_another_process_has_played_counts_once(tmp_path):
    plan = match_plan(games=6)
    with Store(tmp_path / "s.sqlite") as store:
        runner = Runner(plan, store)
        runner.lost.append(LostGame(0, "three workers died"))
        Runner(plan, store).play(Interrupted(5))  # that game, and four others
        runner._look()
        assert not runner.is_over
        assert runner.play(SerialCrew()).is_complete


@pytest.mark.parametrize("limit", [Limit(), Limit(iterations=5)])
def test_limits_that_an_engine_cannot_keep_are_refused_before_the_run(tmp_path, limit):
    plan = match_plan("random", mock_spec(), games=2, conditions=Conditions(limit=limit))
    with Store(tmp_path / "s.sqlite") as store:
        with pytest.raises(KingMeError, match="Mock"):
            Runner(plan, store)
        assert not store.runs()
        own = replace(plan, players=(plan.players[0], replace(plan.players[1], limit=Limit(time=1.0))))
        Runner(own, store)
    garage.close()


def test_a_run_can_be_made_longer(tmp_path):
    short = play_serially(match_plan(games=10), tmp_path / "s.sqlite")
    longer = play_serially(match_plan(games=20), tmp_path / "s.sqlite")
    assert longer.info.id == short.info.id
    assert table(longer.records)[:10] == table(short.records)
    assert table(longer.records) == table(play_serially(match_plan(games=20), tmp_path / "q.sqlite").records)


def test_a_full_disk_stops_the_run_and_room_lets_it_go_on(tmp_path):
    plan = match_plan(games=60)
    with Store(tmp_path / "s.sqlite") as store:
        runner = Runner(plan, store)
        pages = store.engine.connect().exec_driver_sql("PRAGMA page_count").scalar()

        @event.listens_for(store.engine, "begin")
        def little_room(connection):
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 8}")

        with pytest.raises(StoreError, match="no room left"):
            runner.play(SerialCrew())
    with Store(tmp_path / "s.sqlite") as store:
        kept = store.count(runner.info.id)
        assert 0 < kept < 60
        result = Runner(plan, store).play(SerialCrew())
    assert table(result.records) == table(play_serially(plan, tmp_path / "q.sqlite").records)


def test_a_locked_database_stops_the_run_and_nothing_is_lost(tmp_path):
    plan = match_plan(games=60)
    path = tmp_path / "s.sqlite"
    with Store(path, timeout=0.3) as store:
        runner = Runner(plan, store)
        other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)

        def lock_later(progress):
            if progress.done > 10 and not other.in_transaction:
                other.execute("BEGIN IMMEDIATE")

        with pytest.raises(StoreError, match="locked"):
            runner.play(SerialCrew(), lock_later)
        other.execute("ROLLBACK")
        other.close()
        assert 10 < store.count(runner.info.id) < 60
        assert table(Runner(plan, store).play(SerialCrew()).records) == table(
            play_serially(plan, tmp_path / "q.sqlite").records
        )


# --- several at once --------------------------------------------------------------------------------------------------


def test_two_runs_on_one_store_at_once(tmp_path):
    store = tmp_path / "s.sqlite"
    commands = [
        ("match", "a=random", "b=random", "--games", 80, "--store", store, "-w", 1, "--seed", seed) for seed in (1, 2)
    ]
    processes = [start(*command) for command in commands]
    for process in processes:
        _, errors = process.communicate(timeout=180)
        assert process.returncode == 0, errors
    with Store(store) as opened:
        runs = {info.plan.seed: info for info in opened.runs()}
        assert {seed: info.done for seed, info in runs.items()} == {1: 80, 2: 80}
        for seed, info in runs.items():
            expected = play_serially(match_plan(games=80, seed=seed), tmp_path / f"{seed}.sqlite")
            assert table(opened.records(info.id)) == table(expected.records)


def test_the_same_run_twice_at_once_keeps_one_game_of_each(tmp_path):
    plan, path = match_plan(games=60), tmp_path / "s.sqlite"
    results, errors = [], []

    def play() -> None:
        try:
            results.append(play_serially(plan, path))
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=play) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    expected = table(play_serially(plan, tmp_path / "q.sqlite").records)
    assert all(table(result.records) == expected for result in results)
    assert len({result.info.id for result in results}) == 1


# --- tests ------------------------------------------------------------------------------------------------------------


def sprt_plan(games: int = 400, **options: float) -> Plan:
    test = Sprt(**({"elo0": 0, "elo1": 60} | options))
    return replace(match_plan("minimax:depth=2", "random", games=games), kind="sprt", sprt=test)


def test_a_test_stops_at_its_decision_whoever_plays(tmp_path):
    alone = play_serially(sprt_plan(), tmp_path / "1.sqlite")
    assert alone.verdict.decision == "H1"
    assert alone.is_complete
    assert len(alone.records) < 400
    with Store(tmp_path / "2.sqlite") as store, LocalCrew(3) as crew:
        together = Runner(sprt_plan(), store).play(crew)
        assert store.count(together.info.id) >= len(together.records)  # those in progress were played in vain
    assert together.verdict == alone.verdict
    assert table(together.records) == table(alone.records)
    again = play_serially(sprt_plan(), tmp_path / "1.sqlite")
    assert again.verdict == alone.verdict


def test_a_test_that_is_not_decided_ends_with_its_games(tmp_path):
    result = play_serially(sprt_plan(8, elo1=5), tmp_path / "s.sqlite")
    assert result.verdict.decision is None
    assert result.is_complete
    assert len(result.records) == 8


def test_a_test_that_has_lost_a_game_stops_and_goes_on(tmp_path):
    with Store(tmp_path / "s.sqlite") as store:
        stopped = Runner(sprt_plan(), store).play(Unlucky(2))
        assert [game.number for game in stopped.lost] == [2]
        assert stopped.verdict.decision is None
        assert not stopped.is_complete
        assert len(stopped.records) == 2  # nothing after it could have been counted
        assert Runner(sprt_plan(), store).play(SerialCrew()).verdict.decision == "H1"


# --- plans ------------------------------------------------------------------------------------------------------------


def test_a_tournament_file(tmp_path):
    file = tmp_path / "cup.toml"
    file.write_text("""
format = "gauntlet"
games = 4
limit = "nodes=100"
openings = "file:lines.fen"
rules = "study-b"
seed = 3
heroes = 1
[[player]]
spec = "minimax:depth=1"
name = "hero"
[[player]]
spec = "random"
[[player]]
spec = "greedy"
limit = "time=1"
""")
    (tmp_path / "lines.fen").write_text("B:W21-32:B1-12\nW:W21-32:B1-12\n")
    with pytest.raises(KingMeError, match="games are english, russian"):
        plan_from_file(file, "chess")
    plan = plan_from_file(file)
    assert (plan.name, plan.kind, plan.games, plan.seed) == ("cup", "gauntlet", 4, 3)
    assert plan.conditions == Conditions(rules=plan.conditions.rules, limit=Limit(nodes=100))
    assert plan.players[2] == Participant("greedy", "greedy", Limit(time=1.0))
    result = play_serially(plan, tmp_path / "s.sqlite")
    assert result.is_complete
    assert {frozenset(record.players) for record in result.records} == {
        frozenset({"hero", "random"}),
        frozenset({"hero", "greedy"}),
    }


def test_a_tournament_of_another_game(tmp_path):
    file = tmp_path / "cup.toml"
    file.write_text('[[player]]\nspec="random"\n[[player]]\nspec="greedy"\n')
    plan = plan_from_file(file, "othello")
    assert (plan.name, plan.conditions.rules.game, plan.openings) == ("cup-othello", "othello", "random:4")


TWO = '[[player]]\nspec="random"\n[[player]]\nspec="random"\n'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("games = 4", "at least two players"),
        ('gmaes = 4\n[[player]]\nspec="random"', "'gmaes' is no setting"),
        ('games = "4"', "games takes a whole number"),
        ("seed = true", "seed takes a whole number"),
        ('format = "swiss"\n[[player]]\nspec="random"\n[[player]]\nspec="random"', "'swiss' is no format"),
        ('[[player]]\nspec="nobody"\n[[player]]\nspec="random"', "no player 'nobody'"),
        ('[[player]]\nspec="random"\n[[player]]\nname="x"', "either spec"),
        ('limit="speed=3"\n[[player]]\nspec="random"\n[[player]]\nspec="random"', "'speed' is not a limit"),
        ("= 3", "not a valid TOML file"),
        ('player = "random"', "player takes a list"),
        ("player = [1, 2]", "at least two players"),
        (f"{TWO}command = 5", "player 2: a player needs either"),
        ('[[player]]\ncommand = 5\n[[player]]\nspec="random"', "player 1: command takes a text in quotes or a list"),
        (f"{TWO}limit = 5", "player 2: limit takes a text in quotes"),
        (f"{TWO}name = 5", "player 2: name takes a text in quotes"),
        (f'openings = "file:a\\u0000b"\n{TWO}', "openings holds a NUL character"),
        (f"name = {{}}\n{TWO}", "name takes a text in quotes"),
        (f"limit = 5\n{TWO}", "limit takes a text in quotes"),
        (f"rules = []\n{TWO}", "rules takes a text in quotes"),
        (f"margin = nan\n{TWO}", "margin is a number of seconds from 0 up"),
        (f"margin = -1\n{TWO}", "margin is a number of seconds from 0 up"),
        (f"patience = inf\n{TWO}", "patience is a number of seconds above 0"),
        (f'limit = "time=inf"\n{TWO}', "time is at most"),
    ],
)
def test_bad_tournament_files_are_refused(tmp_path, text, problem):
    file = tmp_path / "cup.toml"
    file.write_text(text)
    with pytest.raises(KingMeError, match=problem) as raised:
        plan_from_file(file)
    assert str(file) in str(raised.value)


def test_more_games_than_python_can_count(tmp_path):
    file = tmp_path / "cup.toml"
    file.write_text(f"games = {10**30}\n{TWO}")
    with pytest.raises(KingMeError, match="too many"):
        plan_from_file(file).schedule()


def test_a_round_robin_of_equal_names(tmp_path):
    plan = Plan("round-robin", tuple(Participant("", "random") for _ in range(3)), 2)
    result = play_serially(plan, tmp_path / "s.sqlite")
    assert set(summarise(result.records).players) == {"random", "random (2)", "random (3)"}


def test_a_sweep(tmp_path):
    plan = Plan.sweep("minimax", ["depth=1/2"], ["random"], RunOptions(games=2))
    result = play_serially(plan, tmp_path / "s.sqlite")
    pairs = {frozenset(record.players) for record in result.records}
    assert pairs == {frozenset({"minimax depth=1", "random"}), frozenset({"minimax depth=2", "random"})}
    among = Plan.sweep("minimax", ["depth=1/2", "ties=random/first"], [], RunOptions(games=2))
    assert len(among.schedule().pairings) == 6
    varied = variants("x=minimax:depth=9", [Variation.parse("depth=1/2")])
    assert [player.name for player in varied] == ["x depth=1", "x depth=2"]


@pytest.mark.parametrize("text", ["beta", "beta=", "=1/2", "beta=1//2", "beta=1/1"])
def test_bad_variations(text):
    with pytest.raises(KingMeError):
        Variation.parse(text)


@pytest.mark.parametrize(
    "changes",
    [{"games": 3}, {"kind": "sprt"}, {"kind": "swiss"}, {"openings": "four-move"}, {"kind": "gauntlet", "heroes": 5}],
)
def test_bad_plans_are_refused(changes):
    with pytest.raises(KingMeError):
        replace(match_plan(), **changes).schedule()


def test_a_serial_crew_plays_what_it_is_given():
    assert crew_module.play_game is play_game
    assert SerialCrew().wait(0) == []
