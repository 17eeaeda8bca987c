"""Positions, games with variations, endgame tables and reasons over REST."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from starlette.testclient import TestClient
from web.analysis.conftest import START

from kingme import Board
from kingme.endgame import load, rank_moves
from kingme.rules import explain
from kingme.web.analysis.schemas import AnalysedPosition, EndgameReport, ExplanationReport, ReadGame

TEXT = """\
[Event "Study"]
[Black "Ann"]
[White "Ben"]
[Result "*"]

{Before the start} 1. 11-15! {The old one} 23-19 (22-18 {exchange} 15x22 25x18 (26x17? 8-11) 8-11) 2. 8-11 22-17 *
"""


def test_a_position_and_a_move(client: TestClient) -> None:
    found = client.post("/api/analysis/position", json={"fen": START}).json()
    AnalysedPosition.model_validate(found)
    assert len(found["legal"]) == 7
    assert found["move"] is None
    moved = client.post("/api/analysis/position", json={"fen": START, "path": [11, 15]}).json()
    assert moved["move"]["text"] == "11-15"
    assert moved["fen"] == Board().play("11-15").fen()
    assert moved["turn"] == "white"
    typed = client.post("/api/analysis/position", json={"fen": START, "move": "11-15"}).json()
    assert typed == moved
    capture = client.post("/api/analysis/position", json={"fen": "B:W18,26,32:B14,1"}).json()
    assert capture["must_capture"] is True
    over = client.post("/api/analysis/position", json={"fen": "B:W18:B14", "path": [14, 23]}).json()
    assert over["outcome"]["winner"] == "black"
    assert over["legal"] == []


@pytest.mark.parametrize(
    ("body", "part"),
    [
        ({"path": [11, 20]}, "11"),
        ({"fen": "B:W18,32:B1,14", "path": [1, 5]}, "capture"),
        ({"move": "nonsense"}, "nonsense"),
    ],
)
def test_a_move_that_is_not_legal(client: TestClient, body: dict[str, Any], part: str) -> None:
    found = client.post("/api/analysis/position", json={"fen": START} | body).json()
    assert part in found["refused"]
    assert found["move"] is None
    assert found["fen"] == body.get("fen", START)
    assert found["legal"]


@pytest.mark.parametrize(
    ("body", "part"),
    [({"fen": "x"}, "fen"), ({"fen": START, "path": [0]}, "path"), ({"fen": START, "where": 1}, "where")],
)
def test_a_request_that_is_none(client: TestClient, body: dict[str, Any], part: str) -> None:
    answer = client.post("/api/analysis/position", json=body)
    assert answer.status_code == 422
    assert part in answer.json()["detail"].lower()


def test_variations_there_and_back(client: TestClient) -> None:
    game = client.post("/api/analysis/read", json={"text": TEXT}).json()
    ReadGame.model_validate(game)
    assert game["comment"] == "Before the start"
    first, second = game["plies"][:2]
    assert (first["text"], first["nags"], first["comment"]) == ("11-15", [1], "The old one")
    variation = second["variations"][0]
    assert [ply["text"] for ply in variation] == ["22-18", "15x22", "25x18", "8-11"]
    assert variation[0]["comment"] == "exchange"
    assert [ply["text"] for ply in variation[2]["variations"][0]] == ["26x17", "8-11"]
    assert variation[2]["variations"][0][0]["nags"] == [2]
    board = Board.from_fen(first["fen"])
    for ply in variation:
        board = board.play(board.find_move(ply["path"]))
        assert ply["fen"] == board.fen()

    def strip(ply: dict[str, Any]) -> dict[str, Any]:
        kept = {key: ply[key] for key in ("path", "comment", "nags")}
        return kept | {"variations": [[strip(inner) for inner in line] for line in ply["variations"]]}

    body = {key: game[key] for key in ("start_fen", "tags", "comment", "result")}
    written = client.post("/api/analysis/write", json=body | {"plies": [strip(ply) for ply in game["plies"]]})
    assert written.status_code == 200, written.text
    again = client.post("/api/analysis/read", json={"text": written.json()["pdn"]}).json()
    assert again["plies"] == game["plies"]
    assert again["comment"] == game["comment"]
    assert again["tags"]["Black"] == "Ann"


def test_an_illegal_variation_is_refused(client: TestClient) -> None:
    ply = {"path": [11, 15], "variations": [[{"path": [11, 22]}]]}
    answer = client.post("/api/analysis/write", json={"plies": [ply]})
    assert answer.status_code == 422
    assert answer.json()["detail"] == "22 is occupied"


def test_variations_are_not_bottomless(client: TestClient) -> None:
    ply: dict[str, Any] = {"path": [11, 15]}
    for _ in range(60):
        ply = {"path": [11, 15], "variations": [[ply]]}
    answer = client.post("/api/analysis/write", json={"plies": [ply]})
    assert answer.status_code == 422


def test_the_tables_over_rest(client: TestClient) -> None:
    fen = "B:WK14:BK1,K2"
    report = client.get("/api/endgame", params={"fen": fen}).json()
    EndgameReport.model_validate(report)
    assert (report["value"], report["plies"], report["pieces"]) == ("win", 33, 3)
    expected = rank_moves(Board.from_fen(fen))
    assert [(move["path"], move["value"], move["plies"]) for move in report["moves"]] == [
        (list(item.move.path), item.value.name, item.value.plies) for item in expected
    ]
    board = Board.from_fen(fen)
    for text in report["line"]:
        board = board.play(text)
    assert board.outcome() is not None
    assert len(report["line"]) == 33
    assert report["message"] == "Black to move: Black wins in 17 moves (33 plies)."
    draw = client.get("/api/endgame", params={"fen": "B:WK14:BK1"}).json()
    assert (draw["value"], draw["plies"], draw["line"]) == ("draw", None, [])


def test_positions_beyond_the_tables(client: TestClient) -> None:
    report = client.get("/api/endgame", params={"fen": START}).json()
    assert report["value"] is None
    assert report["moves"] == []
    assert report["message"] == f"The tables at hand end at {load().pieces} pieces, and this position has 24."
    assert client.get("/api/endgame", params={"fen": "zzz"}).status_code == 422
    assert client.get("/api/endgame").status_code == 422


@pytest.mark.parametrize("fen", [START, "B:W22,8:B18,11", "B:W18,26,32:B14,1", "W:WK3:B8,12", "B:W32:B28"])
def test_reasons(client: TestClient, fen: str) -> None:
    report = client.get("/api/explain", params={"fen": fen}).json()
    ExplanationReport.model_validate(report)
    expected = explain(Board.from_fen(fen))
    assert [(item["move"], item["produced_by"], item["removed_by"]) for item in report["candidates"]] == [
        (str(item.move), list(item.produced_by), item.removed_by) for item in expected.candidates
    ]
    assert sorted(report["rules"]) == ["R1", "R2", "R3", "R4", "R5"]


def test_the_example_of_study_a(client: TestClient) -> None:
    """Black D4 and F6, White C3 and G7: R1 finds three slides, R2 one jump, and R3 leaves only that."""
    report = client.get("/api/explain", params={"fen": "B:W22,8:B18,11"}).json()
    rules = {item["move"]: (item["produced_by"][0], item["removed_by"]) for item in report["candidates"]}
    assert rules.pop("18x25") == ("R2", None)
    assert sorted(rules) == ["11-15", "11-16", "18-23"]
    assert all(found == ("R1", "R3") for found in rules.values())


def test_bodies_of_games_may_be_large_and_have_an_end(client: TestClient) -> None:
    comment = "x" * 9000
    plies = [{"path": list(path), "comment": comment} for path in itertools.islice(_shuffle(), 12)]
    assert client.post("/api/analysis/write", json={"plies": plies}).status_code == 200
    assert client.post("/api/analysis/read", json={"text": "x" * (3 << 20)}).status_code == 413
    assert client.post("/api/analysis/position", json={"fen": "x" * (20 << 10)}).status_code == 413


def _shuffle() -> Any:
    board = Board()
    while True:
        move = board.legal_moves()[0]
        yield move.path
        board = board.play(move)
