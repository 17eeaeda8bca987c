"""What a run or an experiment of a browser may take: games, moves, time."""

from __future__ import annotations

import threading
from dataclasses import asdict, replace

import pytest
from arena.helpers import task
from starlette.testclient import TestClient
from web.arena.helpers import LONG, begin, wait_for_run
from web.conftest import HOST

from kingme.arena.experiments.experiment import Size, experiments
from kingme.arena.match import play_game
from kingme.errors import KingMeError
from kingme.players.limit import Cap, Limit
from kingme.web.app import create_app
from kingme.web.arena import job
from kingme.web.arena.jobs import Job, read_job, write_job
from kingme.web.arena.orders import check_experiment


def test_experiments_keep_to_the_cap_on_games(client, settings):
    answer = client.post("/api/arena/experiments", json={"name": "a-comparison", "games": 100_000})
    assert answer.status_code == 422
    assert "too many: a run has at most 40,000 here" in answer.json()["detail"]
    answer = client.post("/api/arena/experiments", json={"name": "b-models", "games": 6000})  # no run is too long
    assert answer.status_code == 422
    assert "too many: an experiment has at most 40,000 here" in answer.json()["detail"]
    few = replace(settings, arena_games=100)
    with pytest.raises(KingMeError, match="at most 100 here"):
        check_experiment(experiments()["d-depths"], Size(), few)


@pytest.mark.parametrize("name", experiments())
def test_every_experiment_can_be_conducted_in_its_own_sizes(settings, name):
    for size in (Size(quick=True), Size()):
        check_experiment(experiments()[name], size, settings)


@pytest.mark.parametrize("rules", ["repetition=off,quiet=off", "repetition=999999999,quiet=999999999,cap=999999999"])
def test_a_game_that_need_not_end_is_refused(client, rules):
    answer = client.post("/api/arena/runs", json=LONG | {"rules": rules})
    assert answer.status_code == 422
    assert "might never end" in answer.json()["detail"]


def test_a_move_in_the_arena_has_a_cap_that_is_no_part_of_the_plan():
    huge = "mcts:iterations=1000000000000"
    played = play_game(task(huge, huge, limit=Limit(iterations=10**12), cap=Cap(nodes=40)))
    assert max(played.thoughts.simulations) <= 40
    assert played.reason == ""


def test_a_run_without_measure_comes_to_its_end(settings):
    """Depth 40 would take longer than anybody lives; each move has 300 positions here."""
    with TestClient(create_app(replace(settings, search_nodes=300)), base_url=HOST) as client:
        deep = [{"spec": "minimax:depth=40", "name": "a"}, {"spec": "minimax:depth=40", "name": "b"}]
        run = begin(client, players=deep, games=2, rules="official,cap=60")
        detail = wait_for_run(client, run, "finished")
        assert detail["done"] == 2
        stored = read_job(client.app.state.services.runs.folder, f"run-{run}")
        assert stored.cap == {"time": settings.arena_move_seconds, "nodes": 300, "megabytes": settings.search_megabytes}
        assert stored.seconds == settings.arena_seconds


@pytest.mark.parametrize("seconds", [None, 3600.0, 1e12])
def test_the_searches_of_an_experiment_have_a_cap_too(tmp_path, monkeypatch, seconds):
    cap = Cap(time=7.0, nodes=300, megabytes=5)
    caps, threads = [], []

    def conduct(*arguments):
        caps.append(arguments[-1].cap)
        raise KingMeError("that is enough")

    monkeypatch.setattr(job, "conduct", conduct)
    monkeypatch.setattr(threading, "excepthook", threads.append)
    store = str(tmp_path / "runs.sqlite")
    made = Job("x", "", store, 1, experiment="d-depths", out=str(tmp_path), cap=asdict(cap), seconds=seconds)
    write_job(tmp_path, made)
    job.main(tmp_path, "x")
    assert caps == [cap]
    assert not threads
    assert read_job(tmp_path, "x").message == "that is enough"


def test_a_run_that_lasts_too_long_is_stopped_and_can_be_resumed(settings):
    with TestClient(create_app(replace(settings, arena_seconds=1.0)), base_url=HOST) as client:
        run = begin(client, **LONG)
        detail = wait_for_run(client, run, "stopped", seconds=120)
        assert "the longest that a run is played here" in detail["message"]
        assert client.post(f"/api/arena/runs/{run}/resume", json={"workers": 1}).status_code == 200


def test_a_report_names_the_sides_as_the_page_does() -> None:
    from importlib import resources

    from kingme.web.arena.reports import SIDE_WORDS, with_side

    folder = resources.files("kingme.arena").joinpath("assets")
    page = "".join(folder.joinpath(name).read_text(encoding="utf-8") for name in ("report.html.j2", "report.js"))
    assert all(words in page for words in SIDE_WORDS)
    red = with_side(page, "Red")
    assert "Red moves first; 1-0 means that Red won." in red
    assert '"Red" : "White"' in red
    assert not [line for line in red.splitlines() if "Black" in line and not line.strip().startswith("//")]
