"""The puzzle trainer over REST: tasks, answers, ratings, mistakes that come back, timed runs, progress."""

from __future__ import annotations

import datetime
import time
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from web.conftest import browser

from kingme.library.puzzles.puzzle import Puzzle
from kingme.web.learn import puzzle_store, puzzles


def next_task(client: TestClient, **wanted: Any) -> dict[str, Any]:
    answer = client.post("/api/puzzles/next", json=wanted)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def puzzle_of(task: dict[str, Any]) -> Puzzle:
    puzzle = puzzles.read_puzzle(task["id"])
    assert puzzle is not None
    return puzzle


def answer(client: TestClient, name: str, step: int, path: Any) -> dict[str, Any]:
    given = client.post(f"/api/puzzles/{name}/answer", json={"step": step, "path": list(path)})
    assert given.status_code == 200, given.text
    found: dict[str, Any] = given.json()
    return found


def solve(client: TestClient, task: dict[str, Any]) -> dict[str, Any]:
    """Play the whole solution; what came of it."""
    verdict: dict[str, Any] = {}
    for step, (_, move) in enumerate(puzzle_of(task).decisions()):
        verdict = answer(client, task["id"], step, move.path)
        assert verdict["right"]
    assert verdict["result"] is not None
    return dict(verdict["result"])


def err(client: TestClient, task: dict[str, Any]) -> dict[str, Any]:
    """Make a wrong first move; what came of it."""
    [(_, right), *_] = puzzle_of(task).decisions()
    wrong = next(move.path for move in puzzle_of(task).start.legal_moves() if move.code != right.code)
    verdict = answer(client, task["id"], 0, wrong)
    assert not verdict["right"]
    return dict(verdict["result"])


def test_a_solved_puzzle_raises_the_rating_and_a_mistake_lowers_it(client: TestClient) -> None:
    client = browser(client)
    task = next_task(client)
    assert (task["kind"], task["rated"], task["solver"]["rating"]) == ("endless", True, 1200)
    assert abs(task["rating"] - 1200) < 150
    assert "line" not in task
    won = solve(client, task)
    assert (won["solved"], won["counted"]) == (True, True)
    assert won["change"] > 0
    assert won["solver"]["rating"] == 1200 + won["change"]
    second = next_task(client)
    assert second["id"] != task["id"]
    lost = err(client, second)
    assert lost["change"] < 0
    assert [move["text"] for move in lost["line"]]


def test_only_the_first_end_of_a_task_counts(client: TestClient) -> None:
    client = browser(client)
    task = next_task(client)
    first = err(client, task)
    again = solve(client, task)
    assert (first["counted"], again["counted"], again["change"]) == (True, False, 0)
    assert again["solver"]["attempts"] == 1
    given = client.post(f"/api/puzzles/{task['id']}/solution").json()
    assert not given["counted"]


def test_a_move_in_the_middle_has_a_reply_and_the_legal_moves_after_it(client: TestClient) -> None:
    name = next(name for name in puzzles.shelf("shot").ids if len(puzzles.read_puzzle(name).line) > 3)  # type: ignore[union-attr]
    puzzle = puzzles.read_puzzle(name)
    assert puzzle is not None
    verdict = answer(client, name, 0, puzzle.line[0].path)
    assert verdict["right"]
    assert verdict["result"] is None
    assert verdict["reply"]["fen"] == puzzle.boards()[2].fen()
    assert len(verdict["legal"]) == len(puzzle.boards()[2].legal_moves())


def test_giving_up_shows_the_solution_and_counts_as_a_mistake(client: TestClient) -> None:
    client = browser(client)
    task = next_task(client, theme="steal")
    assert "steal" in puzzle_of(task).themes
    given = client.post(f"/api/puzzles/{task['id']}/solution").json()
    assert (given["solved"], given["counted"]) == (False, True)
    assert len(given["line"]) == len(puzzle_of(task).line)


def test_the_engine_refutes_a_wrong_move(client: TestClient) -> None:
    task = next_task(client)
    puzzle = puzzle_of(task)
    wrong = next(move for move in puzzle.start.legal_moves() if move.code != puzzle.line[0].code)
    given = client.post(f"/api/puzzles/{task['id']}/refutation", json={"step": 0, "path": list(wrong.path)})
    assert given.status_code == 200, given.text
    assert given.json()["line"]
    assert given.json()["score"]["text"]


def test_mistakes_come_back_later_and_later(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    client = browser(client)
    task = next_task(client)
    err(client, task)
    assert client.post("/api/puzzles/next", json={"kind": "mistakes"}).status_code == 404
    now = time.time()
    for wait in puzzle_store.RETURNS:
        now += wait + 1
        monkeypatch.setattr("kingme.web.api.puzzles.time.time", lambda now=now: now)
        back = next_task(client, kind="mistakes")
        assert (back["id"], back["kind"], back["rated"]) == (task["id"], "mistake", False)
        assert back["solver"]["due"] == 1
        assert solve(client, back)["solver"]["due"] == 0
    monkeypatch.setattr("kingme.web.api.puzzles.time.time", lambda: now + 1e9)
    assert client.post("/api/puzzles/next", json={"kind": "mistakes"}).status_code == 404


def test_a_timed_run_counts_until_its_time_is_over(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    client = browser(client)
    assert client.post("/api/puzzles/next", json={"kind": "run"}).status_code == 409
    task = next_task(client, kind="run", begin=True)
    assert task["run"]["left"] == pytest.approx(180, abs=5)
    assert solve(client, task)["run"]["solved"] == 1
    second = next_task(client, kind="run")
    assert second["run"]["solved"] == 1
    assert err(client, second)["run"] == {"left": pytest.approx(180, abs=20), "solved": 1, "wrong": 1}
    third = next_task(client, kind="run")
    late = time.time() + 200
    monkeypatch.setattr("kingme.web.api.puzzles.time.time", lambda: late)
    assert not solve(client, third)["counted"]
    assert client.post("/api/puzzles/next", json={"kind": "run"}).status_code == 409
    assert client.get("/api/puzzles").json()["best"] == 1
    assert client.get("/api/progress").json()["puzzles"]["solver"]["rating"] == 1200


def test_the_puzzle_of_the_day_is_the_same_for_everybody(client: TestClient) -> None:
    client = browser(client)
    first = next_task(client, kind="daily")
    solve(client, first)
    assert client.get("/api/puzzles").json()["daily"]
    assert not next_task(client, kind="daily")["rated"]
    client = browser(client)
    second = next_task(client, kind="daily")
    assert (second["id"], second["rated"]) == (first["id"], True)
    days = {puzzles.daily(datetime.date(2026, 1, 1) + datetime.timedelta(days)) for days in range(60)}
    assert len(days) > 50


def test_a_puzzle_has_a_rating_of_its_own_that_moves(client: TestClient) -> None:
    client = browser(client)
    task = next_task(client, kind="daily")
    before = task["rating"]
    solve(client, task)
    client = browser(client)
    assert solve(client, next_task(client, kind="daily"))["rating"] < before


def test_progress_tells_ratings_themes_streaks_and_lessons(client: TestClient) -> None:
    client = browser(client)
    assert client.get("/api/progress").json()["puzzles"]["tried"] == 0
    assert client.post("/api/learn/lessons/one-step-forward/1", json={"path": [22, 18]}).json()["right"]
    assert client.get("/api/progress").json()["puzzles"]["streak"]["days"] == 1
    solve(client, next_task(client))
    err(client, next_task(client))
    found = client.get("/api/progress").json()
    assert (found["puzzles"]["solved"], found["puzzles"]["tried"]) == (1, 2)
    assert len(found["puzzles"]["curve"]) == 2
    assert found["puzzles"]["streak"] == {"days": 1, "longest": 1, "today": 1}
    assert sum(each["tried"] for each in found["puzzles"]["themes"]) >= 2
    assert found["lessons_in_all"] >= 40
    file = client.get("/api/progress/export")
    assert "attachment" in file.headers["content-disposition"]
    assert [each["solved"] for each in file.json()["attempts"]] == [True, False]
    client = browser(client)
    assert client.get("/api/progress").json()["puzzles"]["tried"] == 0


def test_requests_that_make_no_sense_are_refused_in_a_sentence(client: TestClient) -> None:
    task = next_task(client)
    assert client.post("/api/puzzles/next", json={"theme": "none"}).status_code == 404
    assert client.post("/api/puzzles/aaaaaaaa/solution").status_code == 404
    for given in ({"step": 20, "path": [1, 5]}, {"step": 0, "path": [32, 1]}):
        refused = client.post(f"/api/puzzles/{task['id']}/answer", json=given)
        assert refused.status_code == 422
        assert refused.json()["detail"]


def test_damaged_rows_count_as_not_there(client: TestClient) -> None:
    client = browser(client)
    solve(client, next_task(client))
    store = client.app.state.services.store  # type: ignore[attr-defined]
    with store.engine.connect() as connection:
        connection.execute(sa.update(puzzle_store.attempts).values(solved=False))
        connection.execute(sa.update(puzzle_store.solvers).values(rating=9000.0))
        connection.commit()
    found = client.get("/api/progress").json()["puzzles"]
    assert (found["tried"], found["solver"]["rating"]) == (0, 1200)


# --- what needs no server ---------------------------------------------------------------------------------------------


def row(day: int, *, solved: bool = True, puzzle: str = "", run: float | None = None) -> dict[str, Any]:
    at = datetime.datetime(2026, 5, day, 12, tzinfo=datetime.UTC).timestamp()
    return {"at": at, "solved": solved, "puzzle": puzzle, "run": run}


def test_streaks_are_days_in_a_row() -> None:
    rows = [row(1), row(2), row(3), row(3, solved=False), row(6), row(7), row(7)]
    assert puzzles.streak(rows, [], datetime.date(2026, 5, 7)) == {"days": 2, "longest": 3, "today": 2}
    assert puzzles.streak(rows, [], datetime.date(2026, 5, 8))["days"] == 2
    assert puzzles.streak(rows, [], datetime.date(2026, 5, 9))["days"] == 0
    assert puzzles.streak([], [], datetime.date(2026, 5, 9)) == {"days": 0, "longest": 0, "today": 0}


def test_a_step_of_a_lesson_keeps_a_streak_alive() -> None:
    rows, steps = [row(1), row(3)], [row(2)["at"], row(4)["at"]]
    assert puzzles.streak(rows, steps, datetime.date(2026, 5, 4)) == {"days": 4, "longest": 4, "today": 0}


def test_themes_count_the_last_attempt_at_each_puzzle() -> None:
    name = puzzles.shelf("steal").ids[0]
    rows = [row(1, solved=False, puzzle=name), row(2, puzzle=name), row(2, puzzle="gone")]
    [found] = [each for each in puzzles.theme_reports(rows) if each["name"] == "steal"]
    assert found == {"name": "steal", "solved": 1, "tried": 1}
