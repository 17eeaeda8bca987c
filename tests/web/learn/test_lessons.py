"""The course over HTTP: what is shown, what is said of answers, and what is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kingme.library.lessons.lesson import course
from kingme.web.app import create_app
from kingme.web.learn.schemas import AnswerReport, CourseReport, DrillPosition, DrillReport, LessonReport
from kingme.web.settings import Settings

HOST = "http://127.0.0.1"


def make_app(folder: Path) -> Any:
    return create_app(Settings(data_dir=folder, prepare=False))


def test_a_lesson_is_done_and_stays_done(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path), HOST) as client:
        before = client.get("/api/learn/course").json()
        CourseReport.model_validate(before)
        name = "one-step-forward"
        lesson = client.get(f"/api/learn/lessons/{name}").json()
        LessonReport.model_validate(lesson)
        assert lesson["steps"][0]["legal"][0]["path"][0] == 22

        wrong = client.post(f"/api/learn/lessons/{name}/1", json={"path": [22, 17]}).json()
        AnswerReport.model_validate(wrong)
        assert (wrong["verdict"], wrong["right"]) == ("wrong", False)
        illegal = client.post(f"/api/learn/lessons/{name}/1", json={"path": [22, 15]}).json()
        assert illegal["verdict"] == "illegal"
        assert illegal["words"]

        for number, step in enumerate(lesson["steps"], start=1):
            answer = client.get(f"/api/learn/lessons/{name}/{number}/solution").json()
            given = {key: answer[key] for key in ("path", "squares", "result") if answer[key] is not None}
            report = client.post(f"/api/learn/lessons/{name}/{number}", json=given).json()
            assert report["right"], (step, report)
    with TestClient(make_app(tmp_path), HOST, cookies=client.cookies) as again:
        assert again.get(f"/api/learn/lessons/{name}").json()["done"] == list(range(1, len(lesson["steps"]) + 1))
        first = again.get("/api/learn/course").json()["chapters"][0]["lessons"][0]
        assert first["done"] == first["steps"]
    with TestClient(make_app(tmp_path), HOST) as stranger:
        assert stranger.get(f"/api/learn/lessons/{name}").json()["done"] == []


def test_a_refutation_is_a_line_that_can_be_played(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path), HOST) as client:
        report = client.post("/api/learn/lessons/two-for-one/1", json={"path": [15, 18]}).json()
        right = client.post("/api/learn/lessons/two-for-one/1", json={"path": [15, 19]}).json()
    assert (right["verdict"], right["value"]) == ("right", "a win")
    assert report["verdict"] == "wrong"
    assert [move["text"] for move in report["line"][:2]] == ["22x15", "11x18"]
    assert all(move["fen"] for move in report["line"])


@pytest.mark.parametrize(
    ("address", "body", "status"),
    [
        ("/api/learn/lessons/nothing/1", {"path": [22, 18]}, 404),
        ("/api/learn/lessons/one-step-forward/99", {"path": [22, 18]}, 404),
        ("/api/learn/lessons/one-step-forward/1", {"squares": [1]}, 422),
        ("/api/learn/lessons/one-step-forward/1", {"path": [22]}, 422),
        ("/api/learn/lessons/one-step-forward/1", {"path": [22, 99]}, 422),
    ],
)
def test_what_is_no_answer(tmp_path: Path, address: str, body: dict[str, Any], status: int) -> None:
    with TestClient(make_app(tmp_path), HOST) as client:
        assert client.post(address, json=body).status_code == status


def test_every_solution_is_accepted(tmp_path: Path) -> None:
    """Whoever asks for the answer of any step of the course, and gives it, goes on."""
    with TestClient(make_app(tmp_path), HOST) as client:
        for lesson in course().values():
            for number in range(1, len(lesson.steps) + 1):
                answer = client.get(f"/api/learn/lessons/{lesson.name}/{number}/solution").json()
                assert answer["text"]
                given = {key: answer[key] for key in ("path", "squares", "result") if answer[key] is not None}
                report = client.post(f"/api/learn/lessons/{lesson.name}/{number}", json=given).json()
                assert report["right"], (lesson.name, number)


def test_a_drill_answers_every_move(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path), HOST) as client:
        listed = client.get("/api/learn/drills").json()["drills"]
        assert len(listed) >= 6
        for drill in listed:
            start = client.get(f"/api/learn/drills/{drill['name']}/5").json()
            DrillPosition.model_validate(start)
            assert (start["plies"] is not None) == (drill["goal"] == "win")  # the distance is shown as one goes
            verdicts = set()
            for move in start["legal"]:
                body = {"fen": start["fen"], "path": move["path"]}
                report = client.post(f"/api/learn/drills/{drill['name']}", json=body).json()
                DrillReport.model_validate(report)
                verdicts.add(report["verdict"])
                if report["verdict"] == "wrong":
                    assert report["better"]
            assert "wrong" in verdicts
            assert verdicts & {"right", "done"}


def test_positions_that_belong_to_no_drill(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path), HOST) as client:
        for fen in ("B:W21-32:B1-12", "W:W21-32:B1-12", "W:WK1:BK32,K31,K30", "B:WK14:BK1,K2", "nonsense"):
            answer = client.post("/api/learn/drills/two-against-one", json={"fen": fen, "path": [1, 5]})
            assert answer.status_code == 422, fen
        assert client.get("/api/learn/drills/nothing/1").status_code == 404
        assert client.get("/api/learn/drills/two-against-one/0").status_code == 422
