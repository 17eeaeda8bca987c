"""Games between two people: whose move it is, offers, clocks, who looks on, and how they end."""

from __future__ import annotations

import pytest
from web.conftest import browser
from web.people.friends import accept, act, challenge, meet, play, refused


@pytest.fixture
def bob(client):
    return browser(client)


def test_a_challenge_leads_two_people_to_one_game(client, bob, watch):
    made = challenge(client, clock="5+3", rated=True)
    assert (made["mine"], made["name"], made["accepted"]) == (True, "Ann", None)
    shown = bob.get(f"/api/people/challenges/{made['id']}").json()
    assert (shown["mine"], shown["clock"], shown["rated"], shown["color"]) == (False, "5+3", True, "black")
    game = accept(bob, made["id"])
    assert accept(bob, made["id"], None) == game  # again, as after a lost answer
    assert client.get(f"/api/people/challenges/{made['id']}").json()["accepted"] == game
    stranger = browser(client)
    late = stranger.post(f"/api/people/challenges/{made['id']}/accept", json={"name": "Cy"})
    assert (late.status_code, late.json()["detail"]) == (409, "somebody else has accepted this challenge")
    with watch(game) as ann_page, watch(game, bob) as bob_page, watch(game, stranger) as cy_page:
        names = [ann_page.state["players"][color]["name"] for color in ("black", "white")]
        assert names == ["Ann", "Bob"]
        sides = [page.state["shared"]["me"] for page in (ann_page, bob_page, cy_page)]
        assert sides == ["black", "white", None]
        assert [page.state["owner"] for page in (ann_page, bob_page, cy_page)] == [True, True, False]
        bob_page.move(22, 18)
        assert "Ann plays Black" in bob_page.wait("refused")["message"]
        ann_page.move(11, 15)
        for page in (ann_page, bob_page, cy_page):
            page.wait_plies(1)
        cy_page.move(23, 19)
        assert "its two players" in cy_page.wait("error")["message"]
        bob_page.move(23, 19)
        assert ann_page.wait_plies(2)["clock"]["running"] == "black"
    assert "person" not in client.get(f"/api/games/{game}").text


def test_a_name_is_needed_once_and_cannot_attack(client, bob):
    nameless = client.post("/api/people/challenges", json={})
    assert (nameless.status_code, "choose a name" in nameless.json()["detail"]) == (422, True)
    for name in ("<b>", "\u202eevil", "Admin", "x", "a" * 25):
        answer = client.post("/api/people/challenges", json={"name": name})
        assert (answer.status_code == 422) is (name != "<b>" and name != "\u202eevil")
    assert client.get("/api/people/me").json()["name"] == "evil"  # what cannot be seen is left out
    game = meet(client, bob)
    names = client.get(f"/api/games/{game}").json()["players"]
    assert (names["black"]["name"], names["white"]["name"]) == ("Ann", "Bob")
    assert client.post("/api/people/me/name", json={"name": "Anna"}).json()["name"] == "Anna"


def test_draw_takeback_and_declining(client, bob, watch):
    game = meet(client, bob)
    play((client, bob), game, 3)
    assert act(bob, game, "undo")["shared"]["takeback"] == "white"
    assert "asked already" in refused(bob, game, "undo")
    assert client.get(f"/api/games/{game}").json()["shared"]["takeback"] == "white"
    assert browser(client).get(f"/api/games/{game}").json()["shared"]["takeback"] is None
    assert len(act(client, game, "undo")["plies"]) == 1
    play((client, bob), game, 1)
    act(client, game, "undo")
    assert act(bob, game, "decline")["shared"]["takeback"] is None
    assert "make a move before" in refused(client, game, "undo")
    act(client, game, "draw")
    assert "offered a draw already" in refused(client, game, "draw")
    assert play((client, bob), game, 1)["draw_offer"] == "black"  # an offer goes with one's own move
    ended = act(bob, game, "draw")
    assert (ended["outcome"]["result"], ended["outcome"]["termination"]) == ("1/2-1/2", "agreement")
    assert "the game is over" in refused(bob, game, "resign")
    for kind in ("hint", "redo", "pause", "stop"):
        assert refused(bob, game, kind) == "that is not possible in this game"


def test_resigning_and_a_rematch_with_colours_exchanged(client, bob, watch):
    game = meet(client, bob, clock="3+2", rated=True)
    play((client, bob), game, 2)
    assert "finish this game first" in refused(client, game, "rematch")
    assert act(client, game, "resign")["outcome"]["winner"] == "white"
    with watch(game) as page:
        assert act(bob, game, "rematch")["shared"]["rematch"] == "white"
        page.send("rematch")
        following = page.wait_state(lambda state: state["shared"]["next"])["shared"]["next"]
    state = bob.get(f"/api/games/{following}").json()
    assert (state["shared"]["me"], state["players"]["white"]["name"]) == ("black", "Ann")
    assert (state["clock"]["control"], state["shared"]["rated"]) == ("3+2", True)
    assert "has begun" in refused(bob, game, "rematch")


def test_a_game_that_has_not_begun_can_be_called_off(client, bob):
    game = meet(client, bob)
    play((client, bob), game, 1)
    answer = bob.post(f"/api/people/games/{game}", json={"type": "cancel"})
    assert (answer.status_code, answer.json()["detail"]) == (404, "the game was cancelled")
    assert client.get(f"/api/games/{game}").status_code == 404
    game = meet(client, bob)
    play((client, bob), game, 2)
    assert "has begun" in refused(client, game, "cancel")
    assert client.delete(f"/api/games/{game}").status_code == 403


def test_both_have_the_game_in_their_lists(client, bob):
    game = meet(client, bob, days=2)
    play((client, bob), game, 1)
    for who, turn in ((client, False), (bob, True)):
        assert [one["id"] for one in who.get("/api/games").json()["games"]] == [game]
        mine = who.get("/api/people/me").json()["games"]
        assert [(one["id"], one["my_turn"], one["speed"]) for one in mine] == [(game, turn, "correspondence")]
    assert browser(client).get("/api/games").json()["total"] == 0
    assert "Ann" in bob.get("/api/export").text


def test_presence_and_chat_are_for_the_two(client, bob, watch):
    game = meet(client, bob)
    with watch(game) as ann_page, watch(game, browser(client)) as cy_page:
        with watch(game, bob) as bob_page:
            here = ann_page.wait("presence", lambda message: message["present"]["white"])
            assert here["watchers"] == 1
            bob_page.send("chat", text=" <img src=x onerror=alert(1)>\u202e ")
            line = ann_page.wait("chat", lambda message: message["lines"])["lines"][0]
            assert (line["side"], line["text"]) == ("white", "<img src=x onerror=alert(1)>")
            bob_page.send("chat", text="\u200b")
            assert "can be seen" in bob_page.wait("error")["message"]
        assert ann_page.wait("presence", lambda message: not message["present"]["white"])
        act(client, game, "move", path=[11, 15])
        cy_page.wait_plies(1)
        assert all(message["type"] != "chat" for message in cy_page.seen)
    with watch(game, bob) as again:
        assert again.wait("chat")["lines"] == [line]
    assert client.post("/api/people/blocked", json={"game": game}).status_code == 204
    assert "cannot write" in refused(bob, game, "chat", text="hello?")
    made = challenge(client)
    answer = bob.post(f"/api/people/challenges/{made['id']}/accept", json={})
    assert answer.json()["detail"] == "you cannot accept this challenge"
    assert client.get("/api/people/me").json()["blocked"] == [{"number": 0, "name": "Bob"}]
    assert client.delete("/api/people/blocked/0").status_code == 204
    accept(bob, made["id"])


def test_spectators_with_a_delay_see_no_move_that_is_too_new(client, bob, watch):
    game = meet(client, bob, delay=600)
    play((client, bob), game, 4)
    stranger = browser(client)
    seen = stranger.get(f"/api/games/{game}").json()
    assert (seen["plies"], seen["fen"], seen["turn"]) == ([], seen["start_fen"], "black")
    assert stranger.get(f"/api/games/{game}/pdn").status_code == 403
    assert stranger.get("/api/people/lobby").json()["games"][0]["plies"] == 0
    act(client, game, "resign")
    with watch(game, stranger) as page:
        assert page.state["outcome"] is None
    assert bob.get(f"/api/games/{game}").json()["outcome"]["winner"] == "white"
    assert bob.get(f"/api/games/{game}/pdn").status_code == 200


def test_every_value_of_a_challenge_has_limits(client):
    for wanted in (
        {"clock": "5+3", "days": 2},
        {"clock": "600"},
        {"clock": "nonsense"},
        {"days": 0},
        {"days": 31},
        {"rated": True},
        {"rated": True, "days": 1, "start": {"fen": "W:W32:BK1"}},
        {"game": "no-such-game"},
        {"game": "othello", "start": {"opening": "random"}},
        {"rules": "no rules"},
        {"delay": 901},
        {"color": "green"},
        {"opponent": "Nobody Known"},
        {"place": "quick"},
    ):
        answer = client.post("/api/people/challenges", json={"name": "Ann", **wanted})
        assert answer.status_code == 422, wanted
        assert answer.json()["detail"]


def test_games_of_other_kinds(client, bob):
    for kind in ("othello", "international"):
        assert play((client, bob), meet(client, bob, game=kind), 3)["shared"]["kind"] == kind
