"""The arena in the browser: begun by a form, played in a process of its own, seen by everybody."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path

import pytest
from arena.helpers import match_plan, mock_spec, play_serially, table
from starlette.testclient import TestClient
from web.arena.helpers import LONG, RANDOM, begin, wait_for_run
from web.conftest import HOST, Threaded, browser

from kingme.arena.elo import estimate
from kingme.arena.live import LiveFiles, live_folder, run_key
from kingme.arena.match import play_game
from kingme.arena.participant import Participant
from kingme.arena.plan import Plan
from kingme.arena.ratings import rate
from kingme.arena.record import pair_up
from kingme.arena.run_options import RunOptions
from kingme.arena.runner import Runner
from kingme.arena.stats import summarise
from kingme.arena.store import Store, load_run
from kingme.files.pdn import read_games
from kingme.web.app import create_app
from kingme.web.arena.jobs import job_files
from kingme.web.arena.orders import plan_of
from kingme.web.arena.runs import experiment_key
from kingme.web.arena.schemas import ArenaGame, RunOrder


@pytest.fixture
def place(settings):
    return settings.arena_store


def test_nothing_is_there_at_first_and_looking_makes_nothing(client, place, tmp_path):
    arena = client.get("/api/arena").json()
    assert arena["runs"] == []
    assert [item["name"] for item in arena["experiments"]] == [
        "a-comparison",
        "b-models",
        "c-levels",
        "d-depths",
        "e-simulations",
    ]
    assert arena["store"] == "arena.sqlite"
    assert client.get("/api/arena/runs/1").status_code == 404
    assert not (tmp_path / "arena.sqlite").exists()


def test_a_match_is_the_one_that_the_command_line_plays(client, place, tmp_path):
    run = begin(client, games=30, seed=4)
    detail = wait_for_run(client, run, "finished")
    assert (detail["done"], detail["games"], detail["mine"], detail["news"]) == (30, 30, True, None)
    plan = Plan.match("a=random", "b=random", RunOptions(games=30, seed=4))
    expected = play_serially(plan, tmp_path / "quiet.sqlite")
    assert table(load_run(place, run)) == table(expected.records)
    # the same again is the same run, and there is nothing left to play
    assert begin(client, games=30, seed=4) == run
    assert begin(client, games=2, seed=4, fresh=True) == run + 1
    assert [item["id"] for item in client.get("/api/arena").json()["runs"]] == [run + 1, run]


def test_the_table_is_that_of_the_statistics(client, place):
    plan = Plan("round-robin", tuple(Participant(name, "random") for name in "xyz"), 20)
    result = play_serially(plan, place)
    found = client.get("/api/arena/runs/1/table").json()
    summary = summarise(result.records)
    rated = rate(pair_up(result.records), samples=200)
    assert found["done"] == 60
    assert [item["name"] for item in found["standings"]] == [rating.name for rating in rated.ratings]
    for item, rating in zip(found["standings"], rated.ratings, strict=True):
        tally = summary.players[item["name"]].tally
        assert (item["wins"], item["draws"], item["losses"]) == (tally.wins, tally.draws, tally.losses)
        assert item["score"] == pytest.approx(tally.score)
        assert item["score_low"] == pytest.approx(tally.elo.score_low)
        assert item["rating"] == pytest.approx(rating.rating, abs=0.001)
        assert (item["low"], item["high"]) == pytest.approx((rating.low, rating.high), abs=0.001)
    for pairing in found["pairings"]:
        tally = summary.pairings[pairing["player"], pairing["opponent"]].tally
        assert (pairing["wins"], pairing["draws"], pairing["losses"]) == (tally.wins, tally.draws, tally.losses)
    assert len(found["pairings"]) == 3
    assert sum(found["endings"].values()) == 60


def test_the_history_of_a_match_ends_with_its_score(client, place):
    result = play_serially(match_plan(games=50), place)
    tally = summarise(result.records).players["a"].tally
    history = client.get("/api/arena/runs/1/table").json()["history"]
    found = estimate((tally.losses, tally.draws, tally.wins))
    assert history[-1] == pytest.approx([50, tally.score, found.score_low, found.score_high], abs=0.0001)
    assert len(history) <= 40
    assert [point[0] for point in history] == sorted({point[0] for point in history})


def test_games_are_listed_and_can_be_replayed(client, place):
    result = play_serially(match_plan(games=20), place)
    listed = client.get("/api/arena/runs/1/games?limit=5").json()
    assert listed["total"] == 20
    assert [game["number"] for game in listed["games"]] == [19, 18, 17, 16, 15]
    won = client.get("/api/arena/runs/1/games?player=a&result=won&limit=200").json()
    assert won["total"] == summarise(result.records).players["a"].tally.wins
    assert client.get("/api/arena/runs/1/games?player=nobody").json()["total"] == 0
    draws = client.get("/api/arena/runs/1/games?result=draw").json()["total"]
    assert draws == sum(record.winner is None for record in result.records)
    record = result.records[7]
    state = client.get("/api/arena/runs/1/games/7").json()
    ArenaGame.model_validate(state)
    assert state["outcome"]["result"] == record.outcome.result()
    assert [state["players"][color]["name"] for color in ("black", "white")] == [record.black, record.white]
    assert len(state["plies"]) == record.plies
    assert state["plies"][-1]["fen"] == state["fen"]
    assert [ply["by"] for ply in state["plies"][:4]] == ["opening"] * 3 + ["ai"]
    for kind in ("pdn", "json"):
        answer = client.get(f"{state['files']}/{kind}")
        assert answer.status_code == 200
        assert "attachment" in answer.headers["content-disposition"]
    (game,) = read_games(client.get(f"{state['files']}/pdn").text)
    assert [str(move) for move in game.moves] == record.line.split()[1:]
    assert len(list(read_games(client.get("/api/arena/runs/1/pdn").text))) == 20
    assert client.get("/api/arena/runs/1/games/20").status_code == 404


def test_the_report_opens_but_may_do_nothing(client, place):
    play_serially(match_plan(games=6), place)
    answer = client.get("/api/arena/runs/1/report")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "sandbox allow-scripts" in policy
    assert "unsafe-inline" not in policy.split("script-src")[1].split(";")[0]
    assert "allow-same-origin" not in policy
    assert "6 of 6 games" in answer.text
    assert client.get("/api/arena/runs/2/report").status_code == 404


def test_a_run_without_games_has_no_report(client, place):
    with Store(place) as store:
        from kingme.arena.plan import prepare

        store.begin(*prepare(match_plan(games=4)))
    answer = client.get("/api/arena/runs/1/report")
    assert answer.status_code == 422
    assert "nothing to report yet" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("order", "problem"),
    [
        ({"players": [{"spec": "hub:command=touch /tmp/x"}, {"spec": "random"}]}, "for the command line"),
        ({"players": [{"spec": "engine.toml"}, {"spec": "random"}]}, "for the command line"),
        ({"players": [{"spec": "nobody"}, {"spec": "random"}]}, "there is no player 'nobody'"),
        ({"players": [{"spec": "mcts:threads=4000"}, {"spec": "random"}]}, "threads"),
        ({"players": RANDOM[:1]}, "two players"),
        ({"players": [{"spec": "random", "name": "x=y"}, {"spec": "random"}]}, "no name for a player"),
        ({"games": 3}, "e.g. 4"),
        ({"games": 100_000}, "too many"),
        ({"kind": "round-robin", "players": [{"spec": "random"}] * 17, "games": 2}, "at most 16 players"),
        ({"openings": "file:/etc/passwd"}, "no set of openings here"),
        ({"openings": "four-move"}, "no set of openings here"),
        ({"limit": "time=1000"}, "at most 60 seconds"),
        ({"limit": "speed=3"}, "not a limit"),
        ({"clock": "x"}, "not a clock"),
        ({"rules": "chess"}, "not a rule profile"),
        ({"adjudicate": "x=1"}, "not a rule of adjudication"),
        ({"kind": "sprt", "elo0": 5.0, "elo1": 0.0}, "elo0 must be below elo1"),
        ({"kind": "sweep", "vary": "depth"}, "is no variation"),
        ({"kind": "swiss"}, "kind"),
        ({"surprise": 1}, "surprise"),
    ],
)
def test_mistakes_are_told_in_a_sentence_and_begin_nothing(client, place, order, problem, tmp_path):
    answer = client.post("/api/arena/runs", json={"players": RANDOM, "games": 20} | order)
    assert answer.status_code == 422
    assert problem in answer.json()["detail"]
    assert client.get("/api/arena").json()["runs"] == []


def test_every_kind_of_run_can_be_begun(client, settings):
    app = create_app(replace(settings, arena_runs=8, arena_runs_per_address=8, arena_store=settings.arena_store + "2"))
    with TestClient(app, base_url=HOST) as roomy:
        minimax = [{"spec": "minimax:depth=1"}, {"spec": "random"}]
        orders = (
            {"kind": "sprt", "players": minimax, "games": 8, "elo1": 5.0},
            {"kind": "sweep", "players": minimax, "vary": "depth=1/2", "games": 2},
            {"kind": "gauntlet", "players": [*minimax, {"spec": "greedy"}], "games": 2, "adjudicate": "tables=on"},
        )
        runs = [begin(roomy, **order) for order in orders]  # all at once
        for run, order in zip(runs, orders, strict=True):
            detail = wait_for_run(roomy, run, "finished")
            assert detail["kind"] == order["kind"]
            found = roomy.get(f"/api/arena/runs/{run}/table").json()
            assert (found["test"] is not None) == (order["kind"] == "sprt")


def test_only_so_many_at_once(client, settings):
    run = begin(client, **LONG)
    answer = browser(client).post("/api/arena/runs", json=LONG | {"seed": 1})  # a fresh cookie at the same address
    assert answer.status_code == 429
    assert "a run is being played for your address already" in answer.json()["detail"]
    begin(browser(client, "127.0.0.1"), **LONG, seed=1)
    answer = browser(client, "127.0.0.1").post("/api/arena/runs", json=LONG | {"seed": 2})
    assert answer.status_code == 429
    assert "2 runs are being played already" in answer.json()["detail"]
    wait_for_run(client, run, "playing", done=1)
    assert client.post(f"/api/arena/runs/{run}/stop").status_code == 200
    wait_for_run(client, run, "stopped")
    begin(client, games=2, seed=3)


def test_a_run_belongs_to_the_browser_that_began_it(client):
    run = begin(client, **LONG)
    wait_for_run(client, run, "playing", done=1)
    guest = browser(client)
    detail = guest.get(f"/api/arena/runs/{run}").json()
    assert not detail["mine"]
    for what, body in (("stop", None), ("resume", {"workers": 1})):
        answer = guest.post(f"/api/arena/runs/{run}/{what}", json=body)
        assert answer.status_code == 403
        assert "another browser" in answer.json()["detail"]
    assert client.post(f"/api/arena/runs/{run}/resume", json={"workers": 1}).status_code == 422
    assert client.post(f"/api/arena/runs/{run}/stop").status_code == 200
    wait_for_run(client, run, "stopped")
    assert client.post(f"/api/arena/runs/{run}/stop").status_code == 422
    assert guest.post(f"/api/arena/runs/{run}/resume", json={"workers": 1}).status_code == 403


def test_the_same_run_of_another_browser_stays_as_it_is(client):
    run = begin(client, games=4)
    wait_for_run(client, run, "finished")
    guest = browser(client)
    assert begin(guest, games=4) == run  # what is finished is there to be looked at
    for games in (2, 8):
        answer = guest.post("/api/arena/runs", json={"players": RANDOM, "games": games})
        assert answer.status_code == 403
        assert "another browser" in answer.json()["detail"]
    assert client.get(f"/api/arena/runs/{run}").json()["games"] == 4
    assert begin(guest, games=2, fresh=True) == run + 1


def test_the_same_run_of_the_command_line_stays_as_it_is_for_those_from_afar(client, settings, place):
    order = RunOrder.model_validate_json(json.dumps({"players": RANDOM, "games": 4}))
    play_serially(plan_of(order, settings).plan, place)
    answer = client.post("/api/arena/runs", json={"players": RANDOM, "games": 8})
    assert answer.status_code == 403
    assert "machine of the server" in answer.json()["detail"]
    with Store(place) as store:
        assert [info.games for info in store.runs()] == [4]


def test_a_run_grows_but_does_not_shrink(client):
    run = begin(client, games=8)
    wait_for_run(client, run, "finished")
    answer = client.post("/api/arena/runs", json={"players": RANDOM, "games": 4})
    assert answer.status_code == 422
    assert "there with 8 games: ask for at least as many" in answer.json()["detail"]
    assert client.get(f"/api/arena/runs/{run}").json()["games"] == 8
    assert begin(client, games=10) == run
    assert wait_for_run(client, run, "finished", done=10)["games"] == 10


@pytest.mark.parametrize(("playing", "quick"), [("d-depths", True), ("d-depths-quick", False)])
def test_one_size_of_an_experiment_waits_for_the_other(threaded, playing, quick):
    with job_files(threaded.lab().folder, experiment_key(playing)).take():
        order = {"name": "d-depths", "quick": quick, "games": 2, "workers": 1}
        answer = threaded.http.post("/api/arena/experiments", json=order)
    assert answer.status_code == 422
    assert f"in its {'full' if quick else 'quick'} size" in answer.json()["detail"]


def test_requests_of_other_sites_begin_nothing(client):
    answer = client.post("/api/arena/runs", json=LONG, headers={"origin": "http://evil.example"})
    assert answer.status_code == 403
    assert client.get("/api/arena").json()["runs"] == []


def test_what_the_command_line_began_is_there_but_not_for_everybody(client, place):
    with Store(place) as store:
        from kingme.arena.plan import prepare

        store.begin(*prepare(match_plan(games=4)))
        store.begin(*prepare(match_plan("random", mock_spec("good", time=1), games=4)))
    engine, plain = client.get("/api/arena").json()["runs"]
    assert (plain["status"], plain["resumable"], plain["mine"]) == ("stopped", True, False)  # we come from afar
    assert (engine["status"], engine["resumable"]) == ("stopped", False)
    answer = client.post("/api/arena/runs/1/resume", json={"workers": 1})
    assert answer.status_code == 403
    assert "machine of the server" in answer.json()["detail"]


def test_a_run_that_the_command_line_plays_is_seen_and_stopped_from_this_machine(settings, place):
    server = Threaded(settings)
    server.start()
    try:
        with Store(place) as store:
            from kingme.arena.plan import prepare

            store.begin(*prepare(match_plan(games=40)))
        files = LiveFiles(server.lab().folder, run_key(1))
        with files.take():
            files.tell({"state": "playing", "run": 1, "done": 0, "total": 40, "rate": 2.5, "left": 60.0, "workers": 2})
            detail = server.http.get("/api/arena/runs/1").json()
            assert detail["status"] == "playing"
            assert detail["mine"]
            assert detail["news"]["rate"] == 2.5
            assert server.http.post("/api/arena/runs/1/stop").status_code == 200
            assert files.wish == "stop"
        assert server.http.get("/api/arena/runs/1").json()["status"] == "stopped"
        assert server.http.post("/api/arena/runs/1/resume", json={"workers": 1}).status_code == 200
        wait_for_run(server.http, 1, "finished")
    finally:
        server.stop()


def read_events(http, address, wanted, seconds=60):
    """Read server-sent events until one is wanted; all of them."""
    events = []
    deadline = time.monotonic() + seconds
    with http.stream("GET", address) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"].startswith("text/event-stream")
        name = ""
        for line in answer.iter_lines():
            assert time.monotonic() < deadline, events
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                events.append((name, json.loads(line.removeprefix("data: "))))
                if wanted(*events[-1]):
                    return events
    raise AssertionError(f"the stream ended: {events[-3:]}")


def test_a_run_is_watched_live(threaded):
    http = threaded.http
    players = [{"spec": "minimax:depth=4", "name": "deep"}, {"spec": "minimax:depth=3", "name": "flat"}]
    run = begin(http, players=players, games=12, workers=1)
    events = read_events(
        http, f"/api/arena/runs/{run}/events", lambda name, data: name == "table" and data["done"] == 12
    )
    names = {name for name, _ in events}
    assert names == {"run", "boards", "table"}
    boards = [board for name, data in events if name == "boards" for board in data["items"]]
    assert boards
    assert {boards[0]["black"], boards[0]["white"]} == {"deep", "flat"}
    done = [data["done"] for name, data in events if name == "run"]
    assert done == sorted(done)
    final = [data for name, data in events if name == "table"][-1]
    assert final == http.get(f"/api/arena/runs/{run}/table").json()
    wait_for_run(http, run, "finished")
    over = read_events(http, f"/api/arena/runs/{run}/events", lambda name, data: name == "table")
    assert over[0][1]["status"] == "finished"
    assert http.get("/api/arena/runs/99/events").status_code == 404


def test_watching_has_its_limits_and_leaves_nothing_behind(settings):
    server = Threaded(replace(settings, sockets_per_owner=1))
    server.start()
    try:
        run = begin(server.http, games=2)
        address = f"/api/arena/runs/{run}/events"
        for _ in range(3):
            with server.http.stream("GET", address) as answer:
                lines = answer.iter_lines()
                next(lines)
                with server.http.stream("GET", address) as refused:
                    assert refused.status_code == 429
                    assert b"too many pages" in refused.read()
            deadline = time.monotonic() + 30
            while server.services().limits._sockets and time.monotonic() < deadline:
                time.sleep(0.05)
            assert not server.services().limits._sockets
    finally:
        server.stop()


def test_a_table_of_a_run_that_stands_still_is_exact(client, place):
    plan = match_plan(games=400)
    with Store(place) as store:
        runner = Runner(plan, store)
        run = runner.info.id
        games = [play_game(plan.task(runner.schedule, number)) for number in range(4)]
        store.add(run, games[:3])
        assert client.get(f"/api/arena/runs/{run}/table").json()["done"] == 3
        store.add(run, games[3:])
        assert client.get(f"/api/arena/runs/{run}/table").json()["done"] == 4


def test_a_store_that_is_replaced_is_opened_again(client, place):
    play_serially(match_plan(games=4), place)
    assert len(client.get("/api/arena").json()["runs"]) == 1
    Path(place).rename(f"{place}.old")
    assert client.get("/api/arena").json()["runs"] == []
    play_serially(match_plan(games=2), place)
    assert client.get("/api/arena").json()["runs"][0]["done"] == 2


def test_a_new_store_has_no_reports_and_tables_of_a_deleted_one(client, settings, place):
    play_serially(match_plan(games=2), place)
    assert client.get("/api/arena/runs/1/table").json()["done"] == 2
    report = live_folder(settings.data_dir, place) / f"{run_key(1)}.report-2.html"
    report.write_text("an old report")
    assert client.get("/api/arena/runs/1/report").text == "an old report"
    Path(place).unlink()
    assert begin(client, games=2, players=[{"spec": "random", "name": "x"}, {"spec": "random", "name": "y"}]) == 1
    assert not report.exists()
    wait_for_run(client, 1, "finished")
    names = [row["name"] for row in client.get("/api/arena/runs/1/table").json()["standings"]]
    assert sorted(names) == ["x", "y"]


def test_a_server_that_ends_does_not_wait_for_those_who_watch(threaded):
    run = begin(threaded.http, **LONG)
    with threaded.http.stream("GET", f"/api/arena/runs/{run}/events") as answer:
        lines = answer.iter_lines()
        next(lines)
        started = time.monotonic()
        threaded.server.should_exit = True
        threaded.thread.join(20)
        assert not threaded.thread.is_alive()
        assert time.monotonic() - started < 5.5  # most of it for the run, which stores what it has
