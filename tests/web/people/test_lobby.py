"""The lobby: open challenges, challenges by name, quick pairing, who is on, and how much one may ask for."""

from __future__ import annotations

import asyncio
import time
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

import pytest
from starlette.testclient import TestClient
from web.conftest import HOST, Page, browser
from web.people.accounts import PASSWORD, register
from web.people.friends import accept, act, challenge, meet, play, refused

from kingme.web.app import create_app
from kingme.web.broker import Note
from kingme.web.cookies import COOKIE, owner_digest
from kingme.web.people import challenges, hub, measures, office, results
from kingme.web.people.hub import Hub


@pytest.fixture
def bob(client):
    return browser(client)


@contextmanager
def listen(client: TestClient):
    client.get("/api/people/me")  # a browser has its cookie from the page
    with client.websocket_connect("ws://127.0.0.1/api/people/ws") as socket:
        page = Page(socket.send_text, socket.receive_text)
        page.wait("games")
        yield page


def seek(client: TestClient, name: str, **wanted):
    answer = client.post("/api/people/pairing", json={"name": name, "clock": "3+2", **wanted})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_open_challenges_and_who_is_on(client, bob):
    with listen(client) as ann_page, listen(bob) as bob_page:
        bob_page.send("lobby", on=True)
        bob_page.send("ping")
        bob_page.wait("pong")
        made = challenge(client, place="lobby", clock="5+3")
        bob_page.wait("lobby")
        lobby = bob.get("/api/people/lobby").json()
        assert [(one["id"], one["name"], one["mine"]) for one in lobby["challenges"]] == [(made["id"], "Ann", False)]
        assert [(one["name"], one["playing"]) for one in lobby["people"]] == [("Ann", False)]
        assert lobby["here"] == 2
        game = accept(bob, made["id"])
        assert ann_page.wait("start")["game"] == game
        lobby = browser(client).get("/api/people/lobby").json()
        assert (lobby["challenges"], [one["id"] for one in lobby["games"]]) == ([], [game])
        act(client, game, "move", path=[11, 15])
        assert bob_page.wait("games")["game"] == game  # who has no page open on the game hears of it here
    assert client.get("/api/people/lobby").json()["here"] == 0


def test_games_and_tournaments_are_listed_whichever_process_has_them(client, bob):
    shown, late = meet(client, bob, clock="5+3"), meet(client, bob, delay=60)
    act(client, shown, "move", path=[11, 15])
    act(client, late, "move", path=[11, 15])
    made = {
        public: client.post("/api/tournaments", json={"title": f"{public}", "public": public}).json()["id"]
        for public in (True, False)
    }
    client.portal.call(client.app.state.services.sessions.close)  # as if another process had them in its memory
    stranger = browser(client)
    lobby = stranger.get("/api/people/lobby").json()
    assert [(one["id"], one["black"], one["plies"], one["watchers"]) for one in lobby["games"]] == [
        (shown, "Ann", 1, None),
        (late, "Ann", 0, 0),  # it had to be opened to know what may be seen of it
    ]
    assert ":W" in lobby["games"][0]["fen"]
    assert [one["id"] for one in lobby["tournaments"]] == [made[True]]
    assert [(one["id"], one["owner"]) for one in client.get("/api/people/lobby").json()["tournaments"]] == [
        (made[False], True),
        (made[True], True),
    ]
    assert stranger.post(f"/api/tournaments/{made[False]}/join", json={"name": "Cy"}).status_code == 200
    known = stranger.get("/api/people/lobby").json()["tournaments"]
    assert [(one["id"], one["players"], one["joined"]) for one in known] == [
        (made[False], 1, True),
        (made[True], 0, False),
    ]
    client.post(f"/api/tournaments/{made[True]}/end")
    assert browser(client).get("/api/people/lobby").json()["tournaments"] == []


class Told:
    """Whoever listens, and what they were told."""

    def __init__(self) -> None:
        self.messages: list[dict] = []

    def post(self, message: dict) -> None:
        self.messages.append(message)


def test_processes_know_of_each_others_people(monkeypatch):
    hubs: dict[str, Hub] = {}

    def tell_others(name: str, note: Note) -> None:
        for other, one in hubs.items():
            if other != name:
                one.hear(name, note)

    for name in "ab":
        hubs[name] = Hub(partial(tell_others, name))
    one, two = hubs["a"], hubs["b"]
    page, tab, far = Told(), Told(), Told()
    one.join("ann", page)
    one.join("ann", tab)
    two.join("bob", far)
    assert (one.people(), two.people()) == (["ann", "bob"], ["bob", "ann"])
    one.leave("ann", tab)
    assert two.is_here("ann")
    two.tell("ann", {"type": "games"})
    assert (page.messages, tab.messages) == ([{"type": "games"}], [])

    async def join_later() -> list[str]:
        hubs["c"] = Hub(partial(tell_others, "c"))
        hubs["c"].open()
        try:
            return sorted(hubs["c"].people())
        finally:
            await hubs["c"].close()

    assert asyncio.run(join_later()) == ["ann", "bob"]
    one.leave("ann", page)
    assert two.people() == ["bob"]
    one.lose("b")
    assert one.people() == []
    one.lose(None)  # contact was lost: it asks again
    assert one.people() == ["bob"]
    monkeypatch.setattr(hub, "FORGET_SECONDS", 0.0)  # nothing was heard of the others for too long
    assert one.people() == []


def test_a_challenge_by_name_is_for_one_account(client, bob):
    register(bob, "Bob Jones")
    with listen(bob) as page:
        made = challenge(client, opponent="bob jones", days=3)
        assert page.wait("challenge")["challenge"] == made["id"]
    assert [one["to_me"] for one in bob.get("/api/people/me").json()["challenges"]] == [True]
    other = browser(client).post(f"/api/people/challenges/{made['id']}/accept", json={"name": "Cy"})
    assert (other.status_code, other.json()["detail"]) == (422, "this challenge is for somebody else")
    assert bob.delete(f"/api/people/challenges/{made['id']}").status_code == 204
    assert client.get(f"/api/people/challenges/{made['id']}").status_code == 404
    game = accept(bob, challenge(client, opponent="Bob Jones")["id"], "Another name")
    assert client.get(f"/api/games/{game}").json()["players"]["white"]["name"] == "Bob Jones"


def test_quick_pairing_goes_by_game_time_and_rating(client, bob, monkeypatch):
    ratings = {"Ann": 1000, "Bob": 1140, "Cy": 1600}

    def rating_of(connection, person, kind, speed):
        from kingme.web.people.person import find

        return ratings[find(connection, person).name]

    monkeypatch.setattr("kingme.web.people.matchmaker.rating_of", rating_of)
    cy = browser(client)
    assert seek(client, "Ann")["game"] is None
    assert seek(client, "Ann")["waiting"]["mine"]  # asked again: still one challenge
    assert seek(cy, "Cy")["game"] is None  # too far away for now
    assert seek(bob, "Bob", clock="5+3")["game"] is None
    game = seek(bob, "Bob")["game"]
    names = client.get(f"/api/games/{game}").json()["players"]
    assert {names["black"]["name"], names["white"]["name"]} == {"Ann", "Bob"}
    assert cy.delete("/api/people/pairing").status_code == 204
    assert seek(browser(client), "Ann")["game"] is None


def test_a_rated_game_changes_both_ratings_with_its_end(client, bob):
    game = meet(client, bob, clock="3+2", rated=True)
    play((client, bob), game, 2)
    refused = client.post(f"/api/people/games/{game}", json={"type": "undo"})
    assert "rated" in refused.json()["detail"]
    ended = act(bob, game, "resign")["rated"]
    assert (ended["status"], ended["speed"]) == ("counted", "blitz")
    assert ended["black"]["change"] > 0 > ended["white"]["change"]
    assert results.LEAST_PLIES == 2
    hardly = meet(client, bob, clock="3+2", rated=True)
    assert bob.post(f"/api/people/games/{hardly}", json={"type": "cancel"}).status_code == 404


def test_who_leaves_for_good_takes_no_win_away(client, bob):
    register(client, "Ann Smith")
    register(bob, "Bob Smith")
    game = meet(client, bob, clock="3+2", rated=True, delay=900)
    play((client, bob), game, 2)
    assert client.post("/api/account/delete", json={"password": PASSWORD}).status_code == 204
    assert [one["won"] for one in bob.get("/api/ratings").json()] == [1]
    seen = browser(client).get(f"/api/games/{game}").json()["rated"]  # who looks on from behind is not told
    assert (seen["status"], seen["white"]["change"]) == ("playing", None)
    act(bob, game, "resign")
    assert [(one["won"], one["lost"]) for one in bob.get("/api/ratings").json()] == [(1, 0)]


def test_nobody_plays_against_a_closed_account(client, bob):
    register(client, "Ann Smith")
    made = challenge(client, None, clock="5+3", place="lobby")["id"]

    def ban(connection) -> None:
        office.impose(connection, "", "Ann Smith", "ban", None, "engine", 0.0)

    client.portal.call(client.app.state.services.writer.submit, ban)
    assert bob.post(f"/api/people/challenges/{made}/accept", json={"name": "Bob"}).status_code == 404


def test_who_was_found_while_finding_somebody_has_one_game(client, bob):
    waiting = {
        name: seek(one, name, game=game)["waiting"]["id"]
        for one, name, game in ((client, "Ann", "english"), (bob, "Bob", "russian"))
    }
    writer = client.app.state.services.writer
    client.portal.call(writer.submit, partial(challenges.take, id=waiting["Ann"], game="A" * 22))

    def take(connection) -> None:
        challenges.take(connection, waiting["Bob"], "B" * 22, waiting["Ann"])

    with pytest.raises(challenges.TakenError):
        client.portal.call(writer.submit, take)


def test_how_much_one_may_ask_for(settings):
    small = replace(settings, challenges_per_minute=5, shared_games_per_person=1, chat_per_minute=2)
    with TestClient(create_app(small), base_url=HOST) as client:
        bob = browser(client, "10.0.0.2")
        game = meet(client, bob)
        answer = client.post("/api/people/challenges", json={})
        assert (answer.status_code, "finish one first" in answer.json()["detail"]) == (429, True)
        play((client, bob), game, 2)
        for _ in range(2):
            act(client, game, "chat", text="hello")
        late = client.post(f"/api/people/games/{game}", json={"type": "chat", "text": "hello"})
        assert "wait a moment" in late.json()["detail"]
        long = client.post(f"/api/people/games/{game}", json={"type": "chat", "text": "x" * 201})
        assert long.status_code == 422
        codes = [client.post("/api/people/challenges", json={"name": "x"}).status_code for _ in range(6)]
        assert codes[-1] == 429


def test_no_rematch_for_whoever_would_get_no_game_by_a_challenge(client, bob):
    """A ban or a block must not be got round by a game that was over before."""
    for name in ("ban", "block"):
        game = meet(client, bob)
        play((client, bob), game, 2)
        act(client, game, "resign")
        act(client, game, "rematch")
        if name == "block":
            assert bob.post("/api/people/blocked", json={"game": game}).status_code == 204
        else:
            owner = owner_digest(client.cookies[COOKIE])
            work = partial(measures.impose, whom=owner, measure="ban", until=time.time() + 3600, reason="x", at=0.0)
            client.portal.call(client.app.state.services.writer.submit, work)
        assert "no rematch" in refused(bob, game, "rematch")
        assert len(bob.get("/api/people/me").json()["games"]) == 0
        client.portal.call(client.app.state.services.writer.submit, partial(measures.forget, id=owner))


def test_looking_on_for_an_opponent_is_no_new_challenge(client, monkeypatch):
    counted: list[str] = []
    limits = client.app.state.services.limits
    monkeypatch.setattr(limits.challenges, "allows", lambda address: counted.append(address) is None)
    wanted = {"name": "Ann", "clock": "5+3"}
    assert {client.post("/api/people/pairing", json=wanted).status_code for _ in range(5)} == {200}
    assert len(counted) == 1
    assert client.post("/api/people/pairing", json={**wanted, "clock": "3+2"}).status_code == 200
    assert len(counted) == 1  # also with another wish in the middle
    monkeypatch.setattr(limits.renewals, "allows", lambda owner: False)  # which has a limit of its own
    assert client.post("/api/people/pairing", json=wanted).status_code == 429
    assert browser(client).post("/api/people/pairing", json=wanted | {"name": "Eve"}).status_code == 200
    assert client.post("/api/people/challenges", json={}).status_code == 201
    assert len(counted) == 3


def test_an_account_takes_the_games_of_a_guest_and_leaves_them_to_the_other(client, bob):
    game = meet(client, bob)
    register(client, "Ann Smith")
    play((client, bob), game, 2)
    act(client, game, "chat", text="good luck")
    assert "good luck" in client.get("/api/account/export").text
    deleted = client.post("/api/account/delete", json={"password": "four small words here"})
    assert deleted.status_code in (200, 204), deleted.text
    left = bob.get(f"/api/games/{game}").json()
    assert left["players"]["black"]["name"] == "Deleted"
    with pytest.raises(AssertionError):
        act(client, game, "resign")
    assert act(bob, game, "resign")["outcome"]["winner"] == "black"
