"""Runs that can be looked at while they are played, and stopped from outside."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from arena.helpers import match_plan, task

from kingme.arena.glimpse import EVERY, Window
from kingme.arena.live import LiveFiles, live_folder, on_air, run_key
from kingme.arena.match import play_game
from kingme.arena.runner import Runner
from kingme.arena.store import Store
from kingme.arena.workers import LocalCrew
from kingme.board import Board


def wait_for(condition, seconds: float = 60.0):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := condition():
            return found
        time.sleep(0.02)
    raise AssertionError("it did not happen")


def test_a_run_is_free_when_its_process_is_gone(tmp_path):
    files = LiveFiles(tmp_path, "run-1")
    code = (
        "import sys, time; from pathlib import Path; from kingme.arena.live import LiveFiles;"
        "lock = LiveFiles(Path(sys.argv[1]), 'run-1').take(); print(lock is not None, flush=True); time.sleep(60)"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(
        [sys.executable, "-c", code, tmp_path], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert process.stdout.readline() == "True\n"
    assert files.is_taken
    assert files.take() is None
    process.kill()
    process.communicate()
    with wait_for(files.take):
        assert files.take() is None
    assert not files.is_taken


def test_a_lock_of_the_system_or_none(tmp_path, monkeypatch):
    """A file system without locks must not get one that is never free again."""
    fcntl = pytest.importorskip("fcntl")

    def missing(*_):
        raise OSError(errno.ENOSYS, "Function not implemented")

    monkeypatch.setattr(fcntl, "flock", missing)
    files = LiveFiles(tmp_path, "run-1")
    with pytest.raises(OSError, match="not implemented"):
        files.take()
    assert files.path("lock").exists()
    assert not files.is_taken


def test_the_files_of_a_run_hold_news_and_a_wish(tmp_path):
    files = LiveFiles(tmp_path / "deep" / "folder", "run-1")
    assert (files.news(), files.wish, files.is_taken) == (None, None, False)
    files.ask("pause")
    assert files.wish == "pause"
    with files.take():
        assert files.wish is None  # it was meant for somebody else
        assert files.is_taken
        assert files.take() is None
        files.tell({"done": 3})
        assert files.news()["done"] == 3
    assert not files.is_taken
    files.path("news").write_text("{broken")
    assert files.news() is None


def test_stores_have_folders_of_their_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = tmp_path / "data"
    assert live_folder(data, "a.sqlite") == live_folder(data, str(tmp_path / "a.sqlite"))
    assert live_folder(data, "a.sqlite") != live_folder(data, "b.sqlite")
    assert live_folder(data, "postgresql://x/y") != live_folder(data, "postgresql://x/z")


def test_a_window_shows_games_but_not_too_often():
    seen = []
    window = Window(seen.append)
    started = time.monotonic()
    games = [play_game(job, window.on(job)) for job in (task(number=number) for number in range(20))]
    assert 1 <= len(seen) <= 1 + (time.monotonic() - started) / EVERY
    assert seen[0][:3] == (0, "black", "white")
    assert seen[0].plies == 0
    assert Board.from_fen(seen[0].fen) == Board()
    assert games[0].moves == play_game(task(number=0)).moves  # being looked at changes nothing


def test_a_run_is_seen_while_it_is_played_and_stops_when_asked(tmp_path):
    plan = match_plan("minimax:depth=5", "minimax:depth=5", games=400)
    with Store(tmp_path / "s.sqlite") as store, LocalCrew(2, watched=True) as crew:
        runner = Runner(plan, store)
        files = LiveFiles(tmp_path / "live", run_key(runner.info.id))
        seen = []

        def look() -> None:
            seen.append(wait_for(lambda: (news := files.news()) and len(news["games"]) == 2 and news))
            seen.append(files.is_taken)
            files.ask("stop")

        watcher = threading.Thread(target=look)
        watcher.start()
        with on_air(tmp_path / "live", runner, crew, lambda progress: None) as listener:
            result = runner.play(crew, listener)
        watcher.join()
    news, taken = seen
    assert taken
    assert not files.is_taken
    assert result.interrupted
    assert not result.is_complete
    assert news["run"] == runner.info.id
    assert news["total"] == 400
    for game in news["games"]:
        assert {game["black"], game["white"]} == {"a", "b"}
        Board.from_fen(game["fen"])
        assert game["plies"] >= 3  # the opening


def test_nobody_can_look_on_where_nothing_can_be_written(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    with Store(tmp_path / "s.sqlite") as store, LocalCrew(1) as crew:
        runner = Runner(match_plan(games=4), store)
        with on_air(blocked / "live", runner, crew, lambda progress: None) as listener:
            assert runner.play(crew, listener).is_complete


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_run_of_the_command_line_can_be_stopped_by_others(tmp_path):
    place = tmp_path / "s.sqlite"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "KINGME_DATA_DIR": str(tmp_path / "data")}
    command = ("match", "a=random", "b=random", "--games", "100000", "--workers", "1", "--store", str(place))
    process = subprocess.Popen(
        [sys.executable, "-m", "kingme", *command],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    files = LiveFiles(live_folder(Path(tmp_path / "data"), str(place)), "run-1")
    news = wait_for(lambda: process.poll() is not None or ((news := files.news()) and news["done"] > 5 and news))
    assert isinstance(news, dict), process.communicate()
    assert news["total"] == 100000
    stop = [sys.executable, "-m", "kingme", "runs", "1", "--stop", "--store", str(place)]
    asked = subprocess.run(stop, env=environment, capture_output=True, text=True)
    assert asked.returncode == 0, asked.stderr
    assert "stops in a moment" in asked.stderr
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    again = subprocess.run(stop, env=environment, capture_output=True, text=True)
    assert again.returncode == 2
    assert "not being played" in again.stderr
    assert "To resume:  kingme match" in errors
