"""Whoever runs the server can stop any job; nobody else can, and nobody else can see them."""

from __future__ import annotations

import json
import os
import socket
import stat
import time
from collections.abc import Callable
from http.client import BadStatusLine, RemoteDisconnected
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner
from web.arena.helpers import LONG, begin, end_runs, wait_for_run
from web.conftest import Live, browser

from kingme.cli import serve_jobs
from kingme.cli.main import app
from kingme.web.operator import Office, find_offices, forget_office, is_operator, open_office
from kingme.web.settings import Settings

START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
POSITION = {"fen": START, "moves": []}


def until(true: Callable[[], Any], seconds: float = 60) -> Any:
    deadline = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return found


@pytest.fixture
def operator(client: TestClient, settings: Settings) -> TestClient:
    made = browser(client)
    made.headers["authorization"] = f"Bearer {settings.operator_token}"
    return made


def kinds(operator: TestClient) -> dict[str, str]:
    return {job["kind"]: job["id"] for job in operator.get("/api/jobs").json()["jobs"]}


@pytest.mark.parametrize(
    "given", [None, "", "Bearer", "Bearer ", "Bearer wrong", "Basic {}", "bearer{}", "{}", "Bearer \xff"]
)
@pytest.mark.parametrize(("method", "path"), [("GET", ""), ("DELETE", ""), ("DELETE", "/run-1"), ("DELETE", "/all")])
def test_without_the_token_there_is_nothing(
    client: TestClient, settings: Settings, given: str | None, method: str, path: str
) -> None:
    headers = {} if given is None else {"authorization": given.format(settings.operator_token).encode("latin-1")}
    answer = client.request(method, f"/api/jobs{path}", headers=headers)  # type: ignore[arg-type]
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert settings.operator_token not in answer.text


def test_tokens(settings: Settings) -> None:
    assert is_operator(f"Bearer {settings.operator_token}", settings.operator_token)
    assert settings.operator_token != Settings().operator_token
    assert len(settings.operator_token) >= 32
    assert settings.operator_token not in repr(settings)


def test_every_kind_of_job_is_listed_and_stopped(client: TestClient, operator: TestClient, tmp_path: Path) -> None:
    assert operator.get("/api/jobs").json() == {"jobs": []}
    assert operator.delete("/api/jobs").json() == {"stopped": []}
    players = {color: {"kind": "ai", "spec": "minimax:depth=40"} for color in ("black", "white")}
    game = client.post("/api/games", json=players).json()["id"]
    moves = [[11, 15], [22, 18], [15, 22], [25, 18]]
    review = client.post("/api/reviews", json={"fen": START, "moves": moves, "depth": "deep"}).json()["id"]
    run = begin(client, **LONG)
    with (
        client.websocket_connect(f"ws://127.0.0.1/api/games/{game}/ws") as page,
        client.websocket_connect("ws://127.0.0.1/api/analysis/ws") as desk,
    ):
        desk.send_json({"type": "start", "player": "engine:depth=100", "position": POSITION})
        until(lambda: {"run", "analysis", "game"} <= set(kinds(operator)))
        found = {job["kind"]: job for job in operator.get("/api/jobs").json()["jobs"]}
        assert (found["run"]["id"], found["run"]["what"], found["run"]["address"]) == (
            f"run-{run}",
            "a v b",
            "testclient",
        )
        assert (found["analysis"]["what"], found["analysis"]["address"]) == ("engine:depth=100", "testclient")
        assert found["game"]["id"] == f"game-{game}"

        stopped = operator.delete(f"/api/jobs/{found['analysis']['id']}").json()["stopped"]
        assert stopped == [found["analysis"]["id"]]
        while desk.receive_json()["type"] != "done":
            pass
        assert operator.delete(f"/api/jobs/{found['analysis']['id']}").status_code == 404

        left = operator.delete("/api/jobs").json()["stopped"]
        assert {f"run-{run}", f"game-{game}"} <= set(left)
        while True:
            message = page.receive_json()
            if message["type"] == "state" and message["state"]["paused"]:
                break
        wait_for_run(client, run, "stopped")
        until(lambda: not kinds(operator))
        report = client.get(f"/api/reviews/{review}").json()
        assert report["state"] in ("cancelled", "done")
    end_runs(tmp_path / "data")


def test_an_experiment_and_a_review_are_jobs_too(client: TestClient, operator: TestClient, tmp_path: Path) -> None:
    answer = client.post("/api/arena/experiments", json={"name": "d-depths", "quick": False})
    assert answer.status_code == 201
    moves = [list(pair) for pair in ((11, 15), (24, 19), (15, 24), (28, 19), (8, 11), (22, 18), (11, 16), (25, 22))]
    client.post("/api/reviews", json={"fen": START, "moves": moves, "depth": "deep"})
    found = kinds(operator)
    assert found["experiment"] == "experiment-d-depths"
    if "review" in found:  # it may be done
        assert operator.delete(f"/api/jobs/{found['review']}").status_code in (200, 404)
    assert operator.delete("/api/jobs/experiment-d-depths").json()["stopped"] == ["experiment-d-depths"]
    until(lambda: "experiment" not in kinds(operator))
    end_runs(tmp_path / "data")


def test_the_file_is_for_its_owner_only_and_goes_with_the_server(tmp_path: Path) -> None:
    office = Office("http://127.0.0.1:8064/", "secret")
    os.umask(0)
    try:
        with open_office(tmp_path, office):
            (path,) = tmp_path.iterdir()
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
            assert find_offices(tmp_path) == [office]
            with open_office(tmp_path, Office("http://127.0.0.1:8065/", "other")):
                assert len(find_offices(tmp_path)) == 2
            (tmp_path / "server-1.json").write_text("damaged")
            assert find_offices(tmp_path) == [office]
    finally:
        os.umask(0o022)
    assert find_offices(tmp_path) == []
    forget_office(tmp_path, office)  # is gone already
    with open_office(tmp_path / "nowhere", office):
        pass  # no folder, no file: the token was printed


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b"HTTP/1.0 404 Not Found\r\n\r\n", "no server is running"),  # another program has the port of one that died
        (b"HTTP/1.0 200 OK\r\n\r\n<html>", "no server is running"),
        (b"HTTP/1.0 200 OK\r\n\r\n[1]", "no server is running"),
        (b"HTTP/1.0 401 Unauthorized\r\n\r\n", "no server is running"),
        (b"HTTP/1.0 503 Busy\r\n\r\n", "too busy to answer"),
    ],
)
@pytest.mark.parametrize("options", [[], ["--stop", "all"]])
def test_whatever_answers_at_the_port_the_command_says_so_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: bytes, told: str, options: list[str]
) -> None:
    monkeypatch.setenv("KINGME_DATA_DIR", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def reply() -> None:
            with listener.accept()[0] as connection:
                connection.recv(65536)
                connection.sendall(answer)

        Thread(target=reply, daemon=True).start()
        with open_office(tmp_path, Office(f"http://127.0.0.1:{listener.getsockname()[1]}/", "secret")):
            result = CliRunner().invoke(app, ["serve", "jobs", *options])
    assert result.exit_code == 2
    assert told in result.output
    assert "secret" not in result.output


@pytest.mark.parametrize(
    "error", [TimeoutError("timed out"), RemoteDisconnected("no answer"), BadStatusLine("SSH-2.0")]
)
def test_a_server_that_does_not_answer_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*arguments: object) -> None:
        raise error

    monkeypatch.setenv("KINGME_DATA_DIR", str(tmp_path))
    monkeypatch.setattr(serve_jobs, "_ask", fail)
    with open_office(tmp_path, Office("http://127.0.0.1:8064/", "secret")):
        result = CliRunner().invoke(app, ["serve", "jobs"])
    assert result.exit_code == 2
    assert "http://127.0.0.1:8064/ does not answer" in result.output


def test_the_command_finds_the_server_by_itself(live: Live, tmp_path: Path) -> None:
    log = (tmp_path / "server.log").read_text()
    (office,) = find_offices(tmp_path / "data")
    assert office.token in log
    assert stat.S_IMODE((tmp_path / "data" / f"server-{live.port}.json").stat().st_mode) == 0o600
    run = CliRunner().invoke
    assert run(app, ["serve", "jobs"]).output == "Nothing is running.\n"
    number = begin(live.http, **LONG)
    until(lambda: f"run-{number}" in run(app, ["serve", "jobs"]).output)
    (job,) = json.loads(run(app, ["serve", "jobs", "--json"]).output)
    assert (job["kind"], job["address"], job["server"]) == ("run", "127.0.0.1", office.url)
    wrong = run(app, ["serve", "jobs", "--stop", "run-77"])
    assert wrong.exit_code == 2
    assert "there is no job 'run-77'" in wrong.output
    assert run(app, ["serve", "jobs", "--stop", f"run-{number}"]).output == f"Stopped run-{number}.\n"
    wait_for_run(live.http, number, "stopped")
    assert run(app, ["serve", "jobs", "--port", "1"]).exit_code == 2
    live.kill()  # its file stays, and the command removes it
    gone = run(app, ["serve", "jobs"])
    assert gone.exit_code == 2
    assert "no server is running" in gone.output
    assert find_offices(tmp_path / "data") == []
    live.start()
    assert live.stop() == 0
    assert find_offices(tmp_path / "data") == []
