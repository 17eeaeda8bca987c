"""Files and positions from outside."""

from __future__ import annotations

import json

import pytest
from web.play.test_games import START, THREE_GAMES

from kingme.files.save import save_game
from kingme.game import Game
from kingme.web.schemas import ImportReport, PositionReport


def look(client, text):
    answer = client.post("/api/import", json={"text": text})
    assert answer.status_code == 200, answer.text
    ImportReport.model_validate(answer.json())
    return answer.json()


def test_many_games_of_a_pdn_file(client):
    report = look(client, THREE_GAMES)
    assert report["kind"] == "pdn"
    assert [(game["index"], game["black"], game["result"], game["plies"]) for game in report["games"]] == [
        (0, "Ann", "1-0", 4),
        (1, "Cid", "*", 1),
        (2, "?", "1-0", 1),  # the moves before an illegal one
        (3, "?", "1/2-1/2", 2),
    ]
    [problem] = report["problems"]
    assert (problem["game"], problem["line"]) == (3, 6)
    assert client.get("/api/games").json()["total"] == 0  # looking stores nothing


def test_saved_games(client):
    game = Game(tags={"Black": "Ann"})
    game.play("11-15")
    report = look(client, save_game(game))
    assert (report["kind"], report["games"][0]["black"], report["games"][0]["plies"]) == ("json", "Ann", 1)
    two = look(client, f"[{save_game(game)}, {save_game(game)}]")
    assert len(two["games"]) == 2
    broken = look(client, f"[{save_game(game)}, {{}}]")
    assert (len(broken["games"]), broken["problems"][0]["game"]) == (1, 2)


def test_positions(client):
    report = look(client, f"{START}\n\nW:W18:B7\nB:W99:B1\n")
    assert report["kind"] == "fen"
    assert [game["final_fen"] for game in report["games"]] == [START, "W:W18:B7"]
    assert report["problems"][0]["line"] == 4


@pytest.mark.parametrize(
    "text", ["", "   ", "hello", "[", "{}", "[]", "\x00\x01", "1. 11-15 (", "B:", "\ufeff", "🤴" * 100]
)
def test_text_that_holds_no_game(client, text):
    report = look(client, text)
    assert report["problems"] or all(game["plies"] <= 1 for game in report["games"])


def test_long_lists_are_cut(client, settings):
    report = look(client, "1. 11-15 *\n" * (settings.upload_games + 5))
    assert len(report["games"]) == settings.upload_games
    assert "only the first" in report["problems"][-1]["message"]


def test_uploads_have_a_limit(client, settings):
    text = "x" * settings.upload_bytes
    for path, body in (("/api/import", {"text": text}), ("/api/games", {"start": {"import": {"text": text}}})):
        answer = client.post(path, json=body)
        assert answer.status_code == 413
        assert "too large" in answer.json()["detail"]


def test_a_body_without_a_length_has_the_same_limit(client, settings):
    def chunks():
        for _ in range(40):
            yield b"x" * (settings.upload_bytes // 20)

    answer = client.post("/api/import", content=chunks(), headers={"content-type": "application/json"})
    assert answer.status_code == 413


def test_other_routes_take_small_bodies_only(client, settings):
    assert client.post("/api/position", content=b" " * (settings.body_bytes + 1)).status_code == 413


def check(client, **request):
    answer = client.post("/api/position", json=request)
    assert answer.status_code == 200, answer.text
    PositionReport.model_validate(answer.json())
    return answer.json()


def test_a_position_by_fen(client):
    report = check(client, fen="w:wk32:b18")
    assert (report["fen"], report["problems"]) == ("W:WK32:B18", [])
    assert {move["text"] for move in report["legal"]} == {"32-27", "32-28"}
    assert check(client, fen="B:W5:B")["outcome"]["result"] == "0-1"


def test_a_position_by_squares(client):
    report = check(client, squares={"18": "b", "32": "W"}, turn="white")
    assert report["fen"] == "W:WK32:B18"


def test_everything_that_is_wrong_with_a_position_is_told(client):
    squares = {str(square): "b" for square in range(20, 33)}
    report = check(client, squares=squares)
    assert report["fen"] is None
    messages = " ".join(problem["message"] for problem in report["problems"])
    assert "13 pieces" in messages
    assert "would be a king" in messages
    assert "White has no piece" in messages
    assert report["problems"][1]["squares"] == [29, 30, 31, 32]
    assert check(client, fen="B:W1:B1")["problems"][0]["message"] == "square 1 is given twice"


def test_the_empty_board(client):
    assert len(check(client, squares={})["problems"]) == 2


@pytest.mark.parametrize(
    "request_",
    [
        {},
        {"fen": START, "squares": {}},
        {"squares": {"18": "x"}},
        {"squares": [1, 2]},
        {"fen": 5},
        {"fen": "x" * 500},
        {"squares": {"18": "b"}, "turn": "red"},
    ],
)
def test_bad_position_requests(client, request_):
    assert client.post("/api/position", json=request_).status_code == 422


@pytest.mark.parametrize("square", ["0", "33", "-1", "x", "１", "", "018"])
def test_bad_squares(client, square):
    assert check(client, squares={square: "b"})["problems"]


def test_json_that_pretends(client):
    look(client, json.dumps({"format": "kingme-game", "version": 1, "start": "B:W1:B32", "moves": "no"}))
    look(client, "[" * 100_000)
