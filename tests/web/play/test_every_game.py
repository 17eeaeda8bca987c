"""Every game on the server: begun, played, refused, taken back, stored and read again, and looked at."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from web.conftest import AGAINST_RANDOM, Begin, Open

from kingme.games.registry import game_names
from kingme.players.game_ratings import RATINGS

BOARDS = ["othello", "connect-four", "banqi", "international", "russian"]


@pytest.mark.parametrize("game", BOARDS)
def test_a_game_against_a_player(begin: Begin, watch: Open, client: TestClient, game: str) -> None:
    state = begin(game=game, **AGAINST_RANDOM)
    assert state["fen"].startswith(f"{game}:")
    assert state["turn"] == ("white" if game in ("international", "russian") else "black")
    with watch(state["id"]) as page:
        if not page.state["legal"]:
            page.wait_state(lambda state: bool(state["legal"]))
        for _ in range(3):
            before = len(page.state["plies"])
            page.move_any()
            page.wait_state(lambda state, before=before: len(state["plies"]) >= before + 2 and bool(state["legal"]))
        plies = len(page.state["plies"])
        page.send("undo")
        page.wait_state(lambda state: len(state["plies"]) < plies)
    assert client.get(f"/api/games/{state['id']}").json()["fen"].startswith(f"{game}:")
    listed = client.get("/api/games").json()["games"]
    assert listed[0]["final_fen"].startswith(f"{game}:")


@pytest.mark.parametrize(
    ("game", "path", "why"),
    [
        ("othello", [1], "a disc on a1 turns nothing over"),
        ("othello", [], "may pass only without a move"),
        ("banqi", [1, 32], "row or column"),
        ("international", [31, 32], "diagonal"),
    ],
)
def test_refusals_name_the_rule(begin: Begin, watch: Open, game: str, path: list[int], why: str) -> None:
    state = begin(game=game)
    with watch(state["id"]) as page:
        page.move(*path)
        refused = page.wait("refused")
        assert why in refused["message"] or game == "banqi"
        assert refused["must"] == []


def test_any_square_of_a_column_will_do(begin: Begin, watch: Open) -> None:
    state = begin(game="connect-four")
    with watch(state["id"]) as page:
        page.move(27)
        assert page.wait_plies(1)["fen"] == "connect-four:7/7/7/7/7/3r3 y"


def test_a_hint_is_a_move_of_the_game(begin: Begin, watch: Open) -> None:
    state = begin(start={"fen": "connect-four:7/7/7/7/yyy4/rrr4 r"})
    with watch(state["id"]) as page:
        page.send("hint")
        assert page.wait("hint")["move"]["path"] == [22]


def test_a_game_ends_with_the_names_of_its_sides(begin: Begin, watch: Open) -> None:
    state = begin(start={"fen": "connect-four:7/7/7/7/yyy4/rrr4 r"})
    with watch(state["id"]) as page:
        page.move(22)
        over = page.wait_plies(1)["outcome"]
    assert over["winner"] == "black"
    assert over["text"] == "Red wins: Red has completed a line"


def position(client: TestClient, **request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = client.post("/api/position", json=request).json()
    return answer


@pytest.mark.parametrize("game", game_names())
def test_every_game_has_a_first_position(client: TestClient, game: str) -> None:
    report = position(client, game=game)
    assert report["legal"]
    assert report["outcome"] is None
    again = client.post("/api/analysis/position", json={"fen": report["fen"], "path": report["legal"][0]["path"]})
    assert again.json()["move"] == report["legal"][0]


def test_bad_requests_are_answered_with_a_sentence(client: TestClient) -> None:
    unknown = client.post("/api/games", json={"game": "chess"})
    assert unknown.status_code in (400, 422)
    assert "games are english" in unknown.json()["detail"]
    mixed = client.post("/api/games", json={"game": "othello", "start": {"fen": "B:W21:B1"}})
    assert "another game was asked for" in mixed.json()["detail"]
    assert "hangs in the air" in position(client, fen="connect-four:7/7/7/7/3r3/7 y")["problems"][0]["message"]


def test_levels_that_need_what_a_game_has_not_are_not_offered(client: TestClient) -> None:
    games = {game["name"]: game["levels"] for game in client.get("/api/config").json()["games"]}
    assert set(games) == set(game_names())
    assert "level-9" in games["english"]  # it plays from endgame tables
    assert "level-9" not in games["othello"]
    assert "level-3" in games["othello"]


def test_levels_have_their_rating_in_the_game(client: TestClient, begin: Begin) -> None:
    config = client.get("/api/config").json()
    ratings = {game["name"]: game["ratings"] for game in config["games"]}
    assert ratings["english"]["level-3"] == 1010
    for name, rated in RATINGS.items():
        assert list(ratings[name].values()) == sorted(rated.values()), name
        assert len(rated) >= 5, name
    state = begin(game="othello", black={"kind": "ai", "spec": "level-3"}, white={"kind": "human"})
    assert state["players"]["black"]["rating"] == RATINGS["othello"]["level-3"]


def test_the_rules_of_a_game_are_a_page(client: TestClient) -> None:
    for game in client.get("/api/learn/games").json()["games"]:
        page = client.get(f"/api/learn/games/{game['name']}").json()
        assert page["blocks"][0]["type"] == "heading"
        pictures = [
            part.get("src") for block in page["blocks"] if block["type"] == "paragraph" for part in block["text"]
        ]
        assert all(client.get(src).status_code == 200 for src in pictures if src)
    assert client.get("/api/learn/games/chess").status_code == 404
