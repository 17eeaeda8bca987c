"""E-mail when it is one's turn: only to whoever wants it, once for each turn, not to somebody who is here."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from starlette.testclient import TestClient
from web.conftest import HOST, browser
from web.people.accounts import PASSWORD, register
from web.people.friends import accept, act, challenge, play

from kingme.web.app import create_app
from kingme.web.people import notices


@pytest.fixture
def client(settings, monkeypatch):
    with TestClient(create_app(replace(settings, accounts="on")), base_url=HOST) as made:
        mail = made.app.state.services.accounts.mail
        made.sent = []
        monkeypatch.setattr(type(mail), "is_set_up", True)
        monkeypatch.setattr(mail, "send", lambda to, subject, text: made.sent.append((to, subject, text)))
        yield made


def look(client: TestClient, after: float = 3600.0) -> list[tuple[str, str, str]]:
    """What is sent after some time."""
    client.sent.clear()
    found = client.portal.call(client.app.state.services.notices.look, time.time() + after)
    assert found == len(client.sent)
    return list(client.sent)


def test_somebody_is_told_once_for_each_turn(client):
    register(client, "Ann Smith", email="ann@example.org")
    bob = browser(client)
    game = accept(bob, challenge(client, None, days=3)["id"])
    assert look(client) == []  # nobody has asked for it
    assert client.get("/api/account").json()["notices"] is False
    answer = client.post("/api/account/notices", json={"on": True}, headers={"origin": HOST})
    assert answer.json()["notices"] is True
    assert look(client, 60) == []  # that is soon enough
    [(to, subject, text)] = look(client)
    assert (to, subject) == ("ann@example.org", "Your turn against Bob")
    assert f"{HOST}/play/{game}" in text
    assert "page of your account" in text
    assert look(client, 7200) == []
    play((client, bob), game, 1)
    assert look(client) == []  # it is Bob's turn, and he is a guest
    play((client, bob), game, 1)
    with client.websocket_connect("ws://127.0.0.1/api/people/ws", headers={"origin": HOST}):
        assert look(client) == []  # she sees it on the page
    assert len(look(client)) == 1
    play((client, bob), game, 2)
    assert client.post("/api/account/notices", json={"on": False}).json()["notices"] is False
    assert look(client) == []
    act(client, game, "resign")


def test_fast_games_are_not_told_of_and_a_mailbox_gets_few(client):
    register(client, "Ann Smith", email="ann@example.org")
    client.post("/api/account/notices", json={"on": True})
    bob = browser(client)
    accept(bob, challenge(client, None, clock="30+10")["id"])
    assert look(client) == []
    for _ in range(notices.MOST_OF_A_BOX + 3):
        accept(bob, challenge(client, None)["id"])
    assert len(look(client)) == notices.MOST_OF_A_BOX
    assert look(client, 3700) == []
    client.post("/api/account/delete", json={"password": PASSWORD})
    assert look(client, 7200) == []


def test_nobody_asks_without_an_address_or_an_account(client):
    assert client.post("/api/account/notices", json={"on": True}).status_code == 401
    register(client, "Ann Smith")
    answer = client.post("/api/account/notices", json={"on": True})
    assert (answer.status_code, "address first" in answer.json()["detail"]) == (409, True)
    assert client.post("/api/account/email", json={"password": PASSWORD, "email": "ann@example.org"}).is_success
    assert client.post("/api/account/notices", json={"on": True}).is_success
