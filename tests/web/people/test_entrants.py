"""Specs on the strength ladder: entered by their authors, played by the server, removed without a trace."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial

import pytest
from starlette.testclient import TestClient
from web.conftest import HOST, browser
from web.people.accounts import PASSWORD, register

from kingme.database.connection import transaction
from kingme.web.app import create_app
from kingme.web.people import entrants, ladder, rating_store
from kingme.web.people.examiner import NARROW
from kingme.web.searches import BusyError
from kingme.web.store import games

OWN = "/api/ladder/entrants"
QUICK = {"name": "Dice", "spec": "random:seed=4"}


@pytest.fixture
def client(settings, monkeypatch):
    """A server of which the only levels are quick."""
    monkeypatch.setattr(ladder, "anchors", lambda: [one for one in real() if one.spec in ("level-1", "easy")])
    with TestClient(create_app(replace(settings, ladder_games=12)), base_url=HOST) as made:
        yield made


real = ladder.anchors


def wait(client: TestClient, state: str, games: int = 0) -> dict:
    for _ in range(1200):
        found: dict = client.get(OWN).json()["entrants"][0]
        if found["state"] == state and found["games"] >= games:
            return found
        time.sleep(0.05)
    raise AssertionError(found)


def test_the_server_plays_a_spec_until_enough_is_known(client):
    assert client.get(OWN).json() == {"offered": True, "entrants": []}
    made = client.post(OWN, json=QUICK).json()["entrants"][0]
    assert (made["state"], made["games"], made["spec"]) == ("playing", 0, "random:seed=4")
    found = wait(client, "done")
    assert found["games"] == 12
    assert found["low"] < found["rating"] < found["high"]
    assert found["high"] - found["low"] > NARROW  # there were as many games as this server plays
    row = next(row for row in browser(client).get("/api/ladder").json()["rows"] if row["rival"]["name"] == "Dice")
    assert (row["spec"], row["games"], row["rating"]) == ("random:seed=4", 12, found["rating"])
    profile = client.get("/api/profiles/Dice").json()
    assert profile["rival"]["kind"] == "bot"
    assert len(profile["games"]) == 12
    assert abs(sum(1 if game["color"] == "black" else -1 for game in profile["games"])) <= 2
    shown = browser(client).get(f"/api/games/{profile['games'][0]['game']}").json()
    assert shown["outcome"] is not None
    assert "Dice" in [seat["name"] for seat in shown["players"].values()]
    assert len({game["opening"] for game in profile["games"]}) > 3
    assert client.delete(f"/api/games/{profile['games'][0]['game']}").status_code in (403, 404)
    assert client.post("/api/people/challenges", json={"name": "Me", "opponent": "Dice"}).status_code == 422
    assert client.delete(f"{OWN}/{found['id']}").status_code == 204
    assert client.get(OWN).json()["entrants"] == []
    assert client.get("/api/profiles/Dice").status_code == 404
    store = client.app.state.services.store
    with transaction(store.engine, store.place) as connection:
        for table in (entrants.ladder_entrants, entrants.ladder_games, rating_store.rated_games, games):
            assert connection.execute(table.select()).first() is None


def test_a_player_is_stopped_resumed_and_its_authors_alone(client):
    id = client.post(OWN, json=QUICK | {"spec": "mcts:iterations=300"}).json()["entrants"][0]["id"]
    stranger = browser(client)
    for method, path in (("POST", f"{OWN}/{id}/stop"), ("POST", f"{OWN}/{id}/resume"), ("DELETE", f"{OWN}/{id}")):
        assert stranger.request(method, path).status_code == 404
    assert client.post(f"{OWN}/{id}/stop").status_code == 204
    assert wait(client, "stopped")["games"] < 12
    assert client.post(f"{OWN}/{id}/resume").status_code == 204
    wait(client, "playing")
    services = client.app.state.services
    for _ in range(200):
        if services.examiner.current is not None:
            break
        time.sleep(0.02)
    assert services.examiner.current.spec == "mcts:iterations=300"  # of which its operator sees a job
    assert client.post("/api/account/delete", json={}).status_code == 204
    with transaction(services.store.engine, services.store.place) as connection:
        assert entrants.playing(connection) == []


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"spec": "hub:command=/bin/sh"}, 422),
        ({"spec": "engine:weights=/etc/passwd"}, 422),
        ({"spec": "nobody"}, 422),
        ({"name": "Pip"}, 422),
        ({"name": "\u202e"}, 422),
        ({"owner": "x"}, 422),
    ],
)
def test_what_is_refused(client, change, status):
    assert client.post(OWN, json=QUICK | change).status_code == status
    assert client.get(OWN).json()["entrants"] == []


def test_guests_of_a_public_server_enter_nothing_and_others_a_few(settings):
    with TestClient(create_app(replace(settings, accounts="on")), base_url=HOST) as client:
        client.app.state.services.examiner.look = lambda: None  # nothing is played here
        assert client.post(OWN, json=QUICK).status_code == 403
        assert client.get(OWN).json()["offered"] is False
        register(client)
        codes = [client.post(OWN, json=QUICK | {"name": f"Dice {number}"}).status_code for number in range(7)]
        assert codes == [201] * 5 + [409] * 2
        assert client.post(OWN, json=QUICK | {"name": "dice 1"}).status_code in (409, 422)
        rows = client.get("/api/account/export").json()["ladder_entrants"]
        assert {row["spec"] for row in rows} == {QUICK["spec"]}
        assert not any("person" in row for row in rows)
        id = client.get(OWN).json()["entrants"][0]["id"]
        client.delete(f"{OWN}/{id}")
        assert client.post(OWN, json=QUICK | {"name": "again"}).status_code == 429  # no trying until one is lucky
        assert client.post("/api/account/delete", json={"password": PASSWORD}).status_code == 204
    with TestClient(create_app(replace(settings, ladder="off")), base_url=HOST) as client:
        assert client.post(OWN, json=QUICK).status_code == 403


def test_a_player_that_fails_says_why_and_waits_for_whoever_is_before_it(client, monkeypatch):
    searches = client.app.state.services.searches
    asked = []
    run = searches.run

    async def busy(search):
        asked.append(search)
        if len(asked) == 1:
            raise BusyError("later")
        return await run(search)

    monkeypatch.setattr(searches, "run", busy)
    client.post(OWN, json=QUICK)
    wait(client, "playing", 1)
    assert all(search.is_long and search.address == "ladder" for search in asked)

    async def fail(search):
        raise ValueError("secret") if search.player.text.startswith("random") else partial(run, search)

    monkeypatch.setattr(searches, "run", fail)
    found = wait(client, "failed")
    assert "secret" not in found["message"]
