"""Runs that outlive the server that began them, and experiments."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path

import pytest
from arena.helpers import play_serially, table
from web.arena.helpers import RANDOM, begin, wait_for_run

from kingme.arena.experiments.experiment import Size, find
from kingme.arena.plan import Plan
from kingme.arena.run_options import RunOptions
from kingme.arena.store import Store
from kingme.web.arena.jobs import read_job

ORDER = {
    "players": [{"spec": "minimax:depth=3", "name": "a"}, {"spec": "random", "name": "b"}],
    "games": 200,
    "seed": 3,
}


def is_the_undisturbed_run(place, tmp_path) -> bool:
    plan = Plan.match("a=minimax:depth=3", "b=random", RunOptions(games=200, seed=3))
    expected = play_serially(plan, tmp_path / "quiet.sqlite")
    with Store(place) as store:
        return table(store.records(1)) == table(expected.records)


def test_a_server_that_is_killed_leaves_its_runs_playing(live, tmp_path):
    run = begin(live.http, **ORDER)
    before = wait_for_run(live.http, run, "playing", done=1)
    live.kill()
    place = tmp_path / "arena.sqlite"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:  # nobody serves, and still it goes on
        with Store(place) as store:
            done = store.run(run).done
        if done > before["done"] + 2:
            break
        time.sleep(0.1)
    assert done > before["done"] + 2
    live.start()
    after = wait_for_run(live.http, run, "playing", "finished")
    assert after["done"] >= done
    assert after["mine"]
    assert wait_for_run(live.http, run, "finished")["done"] == 200
    assert is_the_undisturbed_run(place, tmp_path)


def test_a_polite_end_pauses_runs_and_the_next_server_goes_on_with_them(live, tmp_path):
    run = begin(live.http, **ORDER)
    wait_for_run(live.http, run, "playing", done=1)
    stopped = begin(live.http, **ORDER | {"seed": 9})
    wait_for_run(live.http, stopped, "playing")
    assert live.http.post(f"/api/arena/runs/{stopped}/stop").status_code == 200
    wait_for_run(live.http, stopped, "stopped")
    assert live.stop() == 0
    (folder,) = (tmp_path / "data" / "arena").iterdir()
    assert read_job(folder, f"run-{run}").state == "paused"
    with Store(tmp_path / "arena.sqlite") as store:
        done = store.run(run).done
        time.sleep(1)
        assert store.run(run).done == done < 200
    live.start()
    assert wait_for_run(live.http, run, "finished")["done"] == 200  # by itself
    assert live.http.get(f"/api/arena/runs/{stopped}").json()["status"] == "stopped"  # that was its owner's wish
    assert is_the_undisturbed_run(tmp_path / "arena.sqlite", tmp_path)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds processes by /proc")
def test_a_run_whose_process_is_killed_can_be_resumed(live, tmp_path):
    run = begin(live.http, **ORDER)
    wait_for_run(live.http, run, "playing", done=1)
    for process in jobs_of(tmp_path):
        os.kill(process, signal.SIGKILL)
    detail = wait_for_run(live.http, run, "failed")
    assert "what was played is stored" in detail["message"]
    assert live.http.post(f"/api/arena/runs/{run}/resume", json={"workers": 2}).status_code == 200
    assert wait_for_run(live.http, run, "finished")["done"] == 200
    assert is_the_undisturbed_run(tmp_path / "arena.sqlite", tmp_path)


def jobs_of(tmp_path) -> list[int]:
    """Processes that play for a server of this test."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                words = (entry / "cmdline").read_bytes().decode(errors="replace")
            except OSError:
                continue
            if "kingme.web.arena.job" in words and str(tmp_path) in words:
                found.append(int(entry.name))
    return found


def test_an_experiment_is_run_stopped_resumed_and_reported(live, tmp_path):
    http = live.http
    order = {"name": "d-depths", "quick": True, "games": 2, "workers": 1}
    assert http.post("/api/arena/experiments", json=order | {"games": 3}).status_code == 422
    assert http.post("/api/arena/experiments", json=order | {"budget": 5}).status_code == 422
    assert http.post("/api/arena/experiments", json={"name": "x-nothing"}).status_code == 422
    assert http.get("/api/arena/experiments/d-depths-quick").json()["status"] == "new"
    assert http.get("/api/arena/experiments/d-depths-quick/report").status_code == 404
    assert http.get("/api/arena/experiments/x-nothing").status_code == 404
    answer = http.post("/api/arena/experiments", json=order)
    assert answer.json() == {"id": "d-depths-quick"}
    assert http.post("/api/arena/experiments", json=order).status_code == 422  # it is at it
    assert http.post("/api/arena/experiments/d-depths-quick/stop").status_code == 200
    wait_for_experiment(http, "stopped", "finished")
    if http.get("/api/arena/experiments/d-depths-quick").json()["status"] == "stopped":
        assert http.post("/api/arena/experiments/d-depths-quick/resume", json={"workers": 2}).status_code == 200
    result = wait_for_experiment(http, "finished")
    size = Size(quick=True, games=2)
    assert result["games"] == result["done"] == find("d-depths").games(size)
    assert result["size"] == size.name
    assert {run["status"] for run in result["runs"]} == {"finished"}
    data = json.loads((tmp_path / "kingme-experiments" / "d-depths-quick" / "result.json").read_text())
    assert [finding["verdict"] for finding in result["findings"]] == [claim["verdict"] for claim in data["claims"]]
    page = http.get("/api/arena/experiments/d-depths-quick/report")
    assert page.status_code == 200
    assert "Claimed and measured" in page.text
    assert "sandbox" in page.headers["content-security-policy"]
    listed = {item["name"]: item["results"] for item in http.get("/api/arena").json()["experiments"]}
    assert [brief["key"] for brief in listed["d-depths"]] == ["d-depths-quick"]
    assert begin(http, players=RANDOM, games=2) > len(result["runs"])  # experiments and runs share a store


def wait_for_experiment(http, *states, seconds=120):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        result = http.get("/api/arena/experiments/d-depths-quick").json()
        if result["status"] in states:
            return result
        assert result["status"] != "failed", result["message"]
        time.sleep(0.2)
    raise AssertionError(result)
