"""Workers on this machine: they may die at any time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from arena.helpers import match_plan, mock_spec, play_serially, table, task

from kingme.arena import crew as crew_module
from kingme.arena.crew import CrewError, LostGame
from kingme.arena.plan import Conditions
from kingme.arena.runner import Runner
from kingme.arena.store import Store
from kingme.arena.workers import LocalCrew
from kingme.errors import KingMeError
from kingme.outcome import Termination
from kingme.players.limit import Limit


def collect(crew: LocalCrew, count: int, seconds: float = 120.0) -> list:
    games: list = []
    deadline = time.monotonic() + seconds
    while len(games) < count:
        assert time.monotonic() < deadline, f"only {len(games)} of {count} games"
        games += crew.wait(0.5)
    return games


def test_the_number_of_workers_changes_nothing(tmp_path):
    plan = match_plan("random", "minimax:depth=2", games=60, seed=4)
    alone = play_serially(plan, tmp_path / "1.sqlite")
    with Store(tmp_path / "3.sqlite") as store, LocalCrew(3) as crew:
        together = Runner(plan, store).play(crew)
    assert table(alone.records) == table(together.records)


def test_dead_workers_are_replaced_and_their_games_played_again(tmp_path):
    plan = match_plan(games=120, seed=2)
    expected = table(play_serially(plan, tmp_path / "1.sqlite").records)
    with Store(tmp_path / "2.sqlite") as store, LocalCrew(2) as crew:
        seen = set()

        def kill_some(progress):
            victims = [worker.process for worker in crew._workers if worker.has_spoken]
            for milestone in (10, 40, 80):
                if progress.done >= milestone and milestone not in seen and victims:
                    seen.add(milestone)
                    os.kill(victims[milestone // 10 % len(victims)].pid, signal.SIGKILL)

        result = Runner(plan, store).play(crew, kill_some)
    assert len(seen) == 3
    assert table(result.records) == expected
    assert not result.lost


def test_a_game_that_kills_its_workers_is_given_up_without_a_result():
    with LocalCrew(1) as crew:
        crew.submit(task("minimax:depth=60,pruning=off", number=7))  # for ever
        for _ in range(crew_module.MOST_DEATHS):
            deadline = time.monotonic() + 60
            while not crew._workers[0].has_spoken:
                crew.wait(0.2)
                assert time.monotonic() < deadline
            os.kill(crew._workers[0].process.pid, signal.SIGKILL)
            crew._workers[0].process.join()
            lost = crew.wait(5)
        (game,) = lost
        assert isinstance(game, LostGame)
        assert game.number == 7
        assert "signal 9" in game.reason
        crew.submit(task(number=8))
        assert collect(crew, 1)[0].number == 8  # the next one is played


def test_a_task_that_cannot_be_played_stops_the_crew():
    with LocalCrew(1) as crew:
        crew.submit(task("nobody"))
        with pytest.raises(CrewError, match="game 1 cannot be played: there is no player 'nobody'"):
            collect(crew, 1)


def test_engines_misbehave_and_the_match_goes_on(tmp_path):
    plan = match_plan("random", mock_spec("crash", 4), games=8, conditions=Conditions(limit=Limit(time=1.0)))
    with Store(tmp_path / "s.sqlite") as store, LocalCrew(2) as crew:
        result = Runner(plan, store).play(crew)
    assert result.is_complete
    assert [record.termination for record in result.records] == [Termination.CRASH] * 8
    assert all(record.players[record.winner] == "a" for record in result.records)


def test_at_least_one_worker():
    with pytest.raises(KingMeError, match="at least one"):
        LocalCrew(0)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_workers_end_with_the_one_who_started_them():
    code = """
import time
from arena.helpers import task
from kingme.arena.workers import LocalCrew
if __name__ == "__main__":
    crew = LocalCrew(2)
    for number in range(2):
        crew.submit(task("minimax:depth=60,pruning=off", number=number))
    deadline = time.monotonic() + 60
    while not all(worker.has_spoken for worker in crew._workers) and time.monotonic() < deadline:
        crew.wait(0.2)
    print(*(worker.process.pid for worker in crew._workers), flush=True)
    time.sleep(3600)
"""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    owner = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment)
    assert owner.stdout is not None
    workers = [int(word) for word in owner.stdout.readline().split()]
    assert len(workers) == 2
    owner.kill()
    owner.wait()
    owner.stdout.close()
    deadline = time.monotonic() + 20
    while any(_is_running(pid) for pid in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _is_running(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:  # noqa: PTH123
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
