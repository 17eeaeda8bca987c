"""Searches in processes of their own: what comes back, and what happens when one is killed, hangs or is cancelled."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from web.conftest import Live

from kingme.errors import KingMeError
from kingme.game import Game
from kingme.players.limit import Limit
from kingme.web import search_processes
from kingme.web.gate import PublicSpec
from kingme.web.search_processes import SearchProcesses
from kingme.web.settings import Settings

FOREVER = Limit(time=500)


@pytest.fixture(scope="module")
def settings():
    return replace(Settings(), search_processes=1, search_workers=4, prepare=False)


@pytest.fixture
def processes(settings):
    processes = SearchProcesses(settings)
    yield processes
    processes.close()
    assert not any(map(alive, processes.pids))


def alive(pid):
    found = subprocess.run(["ps", "-p", str(pid), "-o", "stat="], capture_output=True, text=True, check=False)
    return bool(found.stdout.strip()) and not found.stdout.startswith("Z")


def think(
    processes, settings, spec="engine", *, limit=FOREVER, cancel=None, on_info=None, seconds=500.0, game="a game"
):
    return processes.think(
        PublicSpec(spec, settings),
        game,
        Game(),
        limit=limit,
        seconds=seconds,
        cancel=cancel or threading.Event(),
        on_info=on_info,
    )


def test_a_search_tells_how_it_goes_and_can_be_stopped(processes, settings):
    here = os.getpid()
    exact = think(processes, settings, limit=Limit(nodes=20_000))
    assert exact.move == think(processes, settings, limit=Limit(nodes=20_000), game="another").move
    assert exact.move in Game().board.legal_moves()
    assert (exact.stopped, exact.tree, exact.trace) == (False, None, [])

    cancel, heard = threading.Event(), []

    def hear(info):
        heard.append(info)
        cancel.set()

    stopped = think(processes, settings, cancel=cancel, on_info=hear)
    assert stopped.stopped
    assert stopped.move in Game().board.legal_moves()
    assert heard[0].nodes > 0
    assert think(processes, settings, seconds=0.2).time < 100  # the cap holds there too
    with pytest.raises(KingMeError, match="is at most"):  # and so does the gate
        think(processes, settings, spec="mcts:memory=999999")
    assert here not in processes.pids
    assert processes.deaths == 0


def test_a_search_whose_process_is_killed_begins_again(processes, settings):
    (first,) = processes.pids
    heard, cancel = threading.Event(), threading.Event()

    def hear(info):
        heard.set()
        if processes.pids != [first]:
            cancel.set()

    with ThreadPoolExecutor() as pool:
        answer = pool.submit(think, processes, settings, on_info=hear, cancel=cancel)
        assert heard.wait(100)
        os.kill(first, signal.SIGKILL)
        assert answer.result(100).move in Game().board.legal_moves()
    assert processes.deaths == 1
    assert processes.pids != [first]


def test_a_search_that_takes_every_process_down_is_given_up(processes, settings, monkeypatch):
    monkeypatch.setattr(search_processes, "MOST_TRIES", 2)
    with ThreadPoolExecutor() as pool:
        answer = pool.submit(think, processes, settings)
        killed = set()
        while not answer.done():
            for pid in processes.pids:
                if pid not in killed:
                    killed.add(pid)
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.02)
        with pytest.raises(KingMeError, match="lost 2 times"):
            answer.result()


def test_one_that_does_not_stop_is_ended(processes, settings, monkeypatch):
    monkeypatch.setattr(search_processes, "STUCK_SECONDS", 0.5)
    (first,) = processes.pids
    cancel, heard = threading.Event(), threading.Event()
    with ThreadPoolExecutor() as pool:
        answer = pool.submit(think, processes, settings, cancel=cancel, on_info=lambda info: heard.set())
        assert heard.wait(100)
        os.kill(first, signal.SIGSTOP)  # so that it hears nothing any more
        cancel.set()
        with pytest.raises(KingMeError, match="did not stop"):
            answer.result(100)
    assert think(processes, settings, limit=Limit(nodes=1000)).move is not None
    assert not alive(first)


def test_closing_tells_who_waits(processes, settings):
    heard = threading.Event()
    with ThreadPoolExecutor() as pool:
        answer = pool.submit(think, processes, settings, on_info=lambda info: heard.set())
        assert heard.wait(100)
        processes.close()
        with pytest.raises(KingMeError, match="closing"):
            answer.result(100)


def children(pid):
    found = subprocess.run(
        ["ps", "-ww", "--ppid", str(pid), "-o", "pid=,args="], capture_output=True, text=True, check=False
    )
    lines = [line.split(None, 1) for line in found.stdout.splitlines()]
    return {int(number) for number, command in lines if "spawn_main" in command}


@pytest.mark.skipif(sys.platform != "linux", reason="finds the processes with ps")
def test_a_game_goes_on_when_the_process_that_thinks_is_killed(own_folders, tmp_path, monkeypatch):
    monkeypatch.setenv("KINGME_SEARCH_PROCESSES", "2")
    server = Live(tmp_path / "data")
    try:
        server.start()
        seats = {"black": {"kind": "human"}, "white": {"kind": "ai", "spec": "engine:nodes=2000000"}}
        game = server.begin(**seats)["id"]
        with server.watch(game) as page:
            page.move_any()
            page.wait_plies(1)
            workers = children(server.process.pid)
            assert len(workers) == 2
            for worker in workers:
                os.kill(worker, signal.SIGKILL)
            page.wait_plies(2)
            page.send("hint")
            assert page.wait("hint")["move"]
            figures = server.http.get("/api/metrics").text
            assert "kingme_search_processes 2" in figures
            page.move_any()
            page.wait_plies(3)
            workers = children(server.process.pid)
            server.kill()
        end = time.monotonic() + 60
        while any(map(alive, workers)):  # they end with the server, however that ends
            assert time.monotonic() < end
            time.sleep(0.05)
    finally:
        server.end()
