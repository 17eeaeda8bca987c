"""Games as resources: begin, list, look, delete, download."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from starlette.websockets import WebSocketDisconnect
from web.conftest import AGAINST_RANDOM, Begin, browser

from kingme.files.pdn import read_games
from kingme.files.save import load_game
from kingme.opening_names import find_opening_by_name
from kingme.web.schemas import GameList, State
from kingme.web.store import Store, games, plies

START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
THREE_GAMES = """
[Event "Club"] [Black "Ann"] [White "Bob"] [Date "2024.01.02"] [Result "1-0"]
1. 11-15 23-19 2. 8-11 22-17 {a comment} 1-0
[Event "Club"] [Black "Cid"] [White "Dot"] [Result "*"]
1. 9-13 *
[Event "Bad"] 1. 11-15 23-9 1-0
[Event "Last"] 1. 12-16 24-20 1/2-1/2
"""


def test_a_new_game_has_the_documented_state(client, begin):
    state = begin()
    State.model_validate(state)
    assert state["owner"]
    assert (state["fen"], state["start_fen"], state["previous_fen"]) == (START, START, None)
    assert {move["text"] for move in state["legal"]} == {"9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"}
    assert state["turn"] == "black"
    assert not state["must_capture"]
    assert state["outcome"] is None
    assert state["players"]["black"] == {
        "kind": "human",
        "spec": None,
        "title": "Person",
        "rating": None,
        "name": "Person",
    }
    assert client.get(f"/api/games/{state['id']}").json() == state


def test_ids_are_long_and_never_the_same(begin):
    ids = {begin()["id"] for _ in range(5)}
    assert len(ids) == 5
    assert all(len(game) == 22 for game in ids)


def test_a_player_by_level_and_by_spec(begin):
    seats = begin(black={"kind": "ai", "spec": "hard"}, white={"kind": "ai", "spec": "minimax:depth=3"})["players"]
    assert (seats["black"]["title"], seats["white"]["title"]) == ("Hard", "minimax:depth=3")
    assert (
        begin(white={"kind": "ai", "spec": "hard:iterations=99"})["players"]["white"]["title"] == "Hard (iterations=99)"
    )


def test_start_from_a_fen(begin):
    state = begin(start={"fen": "W:W22:B18,11,1"})
    assert state["turn"] == "white"
    assert state["must_capture"]
    assert [(move["path"], move["captured"]) for move in state["legal"]] == [([22, 15, 8], [18, 11])]


@pytest.mark.parametrize("opening", ["random", 1, 174])
def test_start_from_an_opening(begin, opening):
    state = begin(start={"opening": opening})
    assert len(state["plies"]) == 3
    assert {ply["by"] for ply in state["plies"]} == {"opening"}
    line = find_opening_by_name(state["opening"].partition("(three-move ")[2].rstrip(")") or state["opening"])
    assert list(line.moves) == [ply["text"] for ply in state["plies"]]
    assert not state["can_undo"]
    if opening != "random":
        assert state["opening"].endswith(f"(three-move {opening})")


def test_start_from_an_opening_by_its_name(begin):
    state = begin(start={"opening": "old fourteenth"})
    assert [ply["text"] for ply in state["plies"]] == ["11-15", "23-19", "8-11", "22-17", "4-8"]
    assert state["opening"] == "Old Fourteenth"


def test_an_opening_that_nobody_knows(client):
    answer = client.post("/api/games", json={"start": {"opening": "Sooter"}})
    assert answer.status_code == 422
    assert "Souter" in answer.json()["detail"]


def test_start_from_a_file_with_its_result(begin):
    state = begin(start={"import": {"text": THREE_GAMES, "index": 0}})
    State.model_validate(state)
    assert state["outcome"]["result"] == "1-0"
    assert [ply["text"] for ply in state["plies"]] == ["11-15", "23-19", "8-11", "22-17"]
    assert state["plies"][3]["comment"] == "a comment"
    assert [state["players"][color]["name"] for color in ("black", "white")] == ["Ann", "Bob"]


def test_go_on_from_the_middle_of_a_file(begin):
    state = begin(start={"import": {"text": THREE_GAMES, "index": 0, "ply": 3}}, white={"kind": "ai", "spec": "easy"})
    assert state["outcome"] is None
    assert len(state["plies"]) == 3
    assert state["turn"] == "white"
    assert state["players"]["white"]["name"] == "Easy"


def test_any_game_of_a_file(begin):
    assert begin(start={"import": {"text": THREE_GAMES, "index": 3}})["plies"][0]["text"] == "12-16"
    damaged = begin(start={"import": {"text": THREE_GAMES, "index": 2}})
    assert [ply["text"] for ply in damaged["plies"]] == ["11-15"]  # the moves before an illegal one


def test_variations_of_a_file_are_kept(client, begin):
    state = begin(start={"import": {"text": "1. 11-15 (11-16 24-20) 23-19! *"}})
    text = client.get(f"/api/games/{state['id']}/pdn").text
    assert "(1. 11-16 24-20)" in text
    assert state["plies"][1]["nags"] == [1]


def test_rules_and_clock(begin):
    state = begin(rules="study-b", clock="5+3")
    assert state["rules"] == "study-b"
    clock = state["clock"]
    assert (clock["black"], clock["white"], clock["increment"], clock["control"]) == (300, 300, 3, "5+3")
    assert clock["running"] is None  # nobody is at the board yet


@pytest.mark.parametrize(
    ("request_", "word"),
    [
        ({"black": {"kind": "robot"}}, "kind"),
        ({"black": {"kind": "ai"}}, "needs a spec"),
        ({"black": {"kind": "ai", "spec": "nobody"}}, "there is no player"),
        ({"black": {"kind": "ai", "spec": "mcts:iterations=many"}}, "whole number"),
        ({"black": {"kind": "ai", "spec": "mcts:threads=200"}}, "at most"),
        ({"black": {"kind": "ai", "spec": "mcts:memory=100000"}}, "at most"),
        ({"black": {"kind": "ai", "spec": "x" * 400}}, "spec"),
        ({"start": {"fen": "nonsense"}}, "FEN"),
        ({"start": {"fen": "B:W1:B1"}}, "given twice"),
        ({"start": {"fen": "B:W5:B"}}, "over before it begins"),
        ({"start": {}}, "exactly one"),
        ({"start": {"fen": START, "opening": 1}}, "exactly one"),
        ({"start": {"opening": 999}}, "from 1 to 174"),
        ({"start": {"opening": "best"}}, "opening"),
        ({"start": {"import": {"text": THREE_GAMES, "index": 9}}}, "cannot be read"),
        ({"start": {"import": {"text": "1. 11-15 *", "index": 1}}}, "no game 2"),
        ({"start": {"import": {"text": "1. 11-15 *", "ply": 2}}}, "has 1 moves"),
        ({"start": {"import": {"text": "{"}}}, "cannot be read"),
        ({"rules": "my own"}, "rule profile"),
        ({"clock": "soon"}, "not a clock"),
        ({"clock": "100000"}, "at most"),
        ({"autoplay": {"delay": -1}}, "delay"),
        ({"autoplay": {"delay": "fast"}}, "delay"),
        ({"colour": "black"}, "colour"),
    ],
)
def test_a_bad_request_is_refused_with_a_sentence(client, request_, word):
    answer = client.post("/api/games", json=request_)
    assert answer.status_code == 422, answer.text
    assert set(answer.json()) == {"detail"}
    assert word in answer.json()["detail"]
    assert client.get("/api/games").json()["total"] == 0


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b'{"black": NaN}', b"[" * 10_000])
def test_a_body_that_is_no_request(client, body):
    answer = client.post("/api/games", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert isinstance(answer.json()["detail"], str)


def test_no_such_game(client):
    for path in ("", "/pdn", "/json"):
        assert client.get(f"/api/games/{'x' * 22}{path}").status_code == 404
        assert client.get(f"/api/games/short{path}").status_code == 422
    assert client.delete(f"/api/games/{'x' * 22}").status_code == 404


def test_list_latest_first_with_search_and_pages(client, begin, watch):
    first = begin(white={"kind": "ai", "spec": "easy"})["id"]
    second = begin(black={"kind": "ai", "spec": "hard"})["id"]
    third = begin(start={"import": {"text": THREE_GAMES}})["id"]
    listed = client.get("/api/games").json()
    GameList.model_validate(listed)
    assert [game["id"] for game in listed["games"]] == [third, second, first]
    assert [game["finished"] for game in listed["games"]] == [True, False, False]
    assert listed["games"][0]["plies"] == 4
    assert [game["id"] for game in client.get("/api/games?search=easy").json()["games"]] == [first]
    assert [game["id"] for game in client.get("/api/games?search=ANN+bob").json()["games"]] == [third]
    assert client.get("/api/games?search=100%25").json()["total"] == 0
    page = client.get("/api/games?offset=1&limit=1").json()
    assert (page["total"], [game["id"] for game in page["games"]]) == (3, [second])
    with watch(first) as shown:
        shown.move(11, 15)
        shown.wait_plies(1)
    assert client.get("/api/games").json()["games"][0]["id"] == first


@pytest.mark.parametrize("query", ["offset=-1", "limit=0", "limit=1000", "limit=x", "search=" + "x" * 200])
def test_bad_queries(client, query):
    assert client.get(f"/api/games?{query}").status_code == 422


def test_delete(client, begin):
    game = begin()["id"]
    assert client.delete(f"/api/games/{game}").status_code == 204
    assert client.get(f"/api/games/{game}").status_code == 404
    assert client.delete(f"/api/games/{game}").status_code == 404
    assert client.get("/api/games").json()["total"] == 0


def test_a_deleted_game_closes_its_pages(client, begin, watch):
    game = begin()["id"]
    with watch(game) as page:
        client.delete(f"/api/games/{game}")
        with pytest.raises(WebSocketDisconnect) as closed:
            page.read_to_end()
    assert closed.value.code == 4404


def test_a_game_that_cannot_be_read_can_be_deleted(client, begin):
    game = begin()["id"]
    services = client.app.state.services
    client.portal.call(lambda: services.sessions.discard(services.sessions._open[game]))
    with services.store.engine.begin() as connection:
        move = {"game": game, "number": 0, "author": "human", "data": {"path": [1, 32]}}
        connection.execute(sa.insert(plies), move)
        connection.execute(sa.update(games).where(games.c.id == game).values(length=1))
    for path in ("", "/pdn", "/json"):
        answer = client.get(f"/api/games/{game}{path}")
        assert answer.status_code == 409
        assert "cannot be read" in answer.json()["detail"]
    with client.websocket_connect(f"ws://127.0.0.1/api/games/{game}/ws") as socket:
        assert socket.receive_json() == {"type": "error", "message": "this game cannot be read any more"}
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert (closed.value.code, closed.value.reason) == (4404, "this game cannot be read any more")
    assert browser(client).delete(f"/api/games/{game}").status_code == 404  # it belongs to somebody else
    assert client.delete(f"/api/games/{game}").status_code == 204
    assert client.get("/api/games").json()["total"] == 0


def test_a_game_that_cannot_be_stored_is_not_begun(client, monkeypatch):
    def fail(*arguments, **named):
        raise sa.exc.OperationalError("disk", None, OSError("full"))

    monkeypatch.setattr(Store, "insert", fail)
    answer = client.post("/api/games", json={})
    assert (answer.status_code, answer.json()) == (503, {"detail": "the games cannot be stored"})


def test_refusals_of_the_store_are_documented(client):
    paths = client.get("/api/openapi.json").json()["paths"]
    for path in ("/api/games/{game}", "/api/games/{game}/pdn", "/api/games/{game}/json"):
        assert {"404", "409", "503"} <= paths[path]["get"]["responses"].keys()


def test_downloads(client, begin, watch):
    game = begin(**AGAINST_RANDOM)["id"]
    with watch(game) as page:
        page.move(11, 15)
        page.wait_plies(2)
    pdn = client.get(f"/api/games/{game}/pdn")
    assert pdn.headers["content-disposition"] == 'attachment; filename="kingme-person-random-seed-1.pdn"'
    [read] = read_games(pdn.text)
    assert len(read.plies) == 2
    assert read.tags["White"] == "random:seed=1"
    saved = client.get(f"/api/games/{game}/json")
    assert [str(move) for move in load_game(saved.text).moves] == [str(move) for move in read.moves]
    # what was downloaded can be loaded again
    answer = client.post("/api/games", json={"start": {"import": {"text": saved.text, "ply": 2}}})
    assert len(answer.json()["plies"]) == 2


def test_export_all(client, begin):
    begin(start={"import": {"text": THREE_GAMES, "index": 0}})
    begin(start={"import": {"text": THREE_GAMES, "index": 3}})
    answer = client.get("/api/export")
    assert answer.headers["content-type"].startswith("application/x-pdn")
    games = list(read_games(answer.text))
    assert [game.tags["Event"] for game in games] == ["Last", "Club"]
    assert browser(client).get("/api/export").text == ""


def test_an_unfinished_game_of_a_file_keeps_its_names(begin: Begin) -> None:
    text = '[Black "Ann"]\n[White "Ben"]\n[Result "*"]\n\n1. 11-15 *\n'
    people = begin(start={"import": {"text": text}})
    assert [people["players"][color]["name"] for color in ("black", "white")] == ["Ann", "Ben"]
    player = begin(white={"kind": "ai", "spec": "random"}, start={"import": {"text": text, "ply": 1}})
    assert player["players"]["white"]["name"] == "random"
    assert player["players"]["black"]["name"] == "Person"
