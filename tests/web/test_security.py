"""Who may ask, for how much, and what a browser may do with the answer."""

from __future__ import annotations

import logging
import re
from dataclasses import replace

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from web.conftest import HOST, Page, browser

from kingme.web.app import create_app
from kingme.web.cookies import COOKIE, owner_digest
from kingme.web.security import HEADERS, Guard


def small(settings, **limits):
    """A server with other limits."""
    return TestClient(create_app(replace(settings, **limits)), base_url=HOST)


# --- headers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/api/status", "/api/games", "/nowhere", "/static/nothing", "/api/games/x"])
def test_every_answer_has_the_headers(client, path):
    answer = client.get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert answer.headers["cache-control"] in ("no-store", "no-cache")


def test_the_policy_lets_nothing_in_from_elsewhere():
    policy = dict(part.strip().split(" ", 1) for part in HEADERS["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert "unsafe" not in str(policy)
    assert not re.search(r"https?:|\*|blob:", str(policy))


# --- the owner's cookie -----------------------------------------------------------------------------------------------


def test_the_cookie_is_random_and_out_of_reach_for_scripts(client):
    header = client.get("/api/status").headers["set-cookie"]
    assert re.match(rf"{COOKIE}=[\w-]{{22}}; HttpOnly; SameSite=Lax; Path=/; Max-Age=\d+$", header)
    assert "set-cookie" not in client.get("/api/status").headers  # once is enough
    assert browser(client).get("/api/status").headers["set-cookie"] != header


def test_over_https_the_cookie_is_secure(settings):
    with TestClient(create_app(settings), base_url="https://127.0.0.1") as client:
        assert client.get("/api/status").headers["set-cookie"].endswith("; Secure")


@pytest.mark.parametrize("value", ["", "short", "x" * 23, "x" * 21 + "%", '"', "x" * 5000])
def test_a_cookie_that_is_not_ours_is_replaced(client, value):
    answer = browser(client).get("/api/status", headers={"cookie": f"{COOKIE}={value}"})
    assert answer.headers["set-cookie"].startswith(f"{COOKIE}=")


def test_a_form_on_another_site_does_not_take_the_cookie_away(client):
    """Browsers send no cookie with such a request: a new one would replace the owner's."""
    answer = client.post("/api/games", json={}, headers={"origin": "http://evil.example"})
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers
    assert "set-cookie" in client.get("/", headers={"sec-fetch-site": "cross-site"}).headers  # a link may be the first


def test_only_a_digest_of_the_secret_is_stored(client, begin, settings):
    begin()
    secret = client.cookies[COOKIE]
    stored = b"".join(file.read_bytes() for file in settings.data_dir.rglob("*") if file.is_file())
    assert secret.encode() not in stored
    assert owner_digest(secret).encode() in stored


def test_no_secret_in_a_log(client, begin, caplog):
    caplog.set_level(logging.DEBUG)
    state = begin(white={"kind": "ai", "spec": "random"})
    client.get(f"/api/games/{state['id']}")
    client.post("/api/games", json={"black": {"kind": "ai", "spec": "nobody"}})
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("kingme")]
    assert client.cookies[COOKIE] not in " ".join(ours)


# --- other sites ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "", "127.0.0.1.evil.example", "localhost.evil", "a b", "[::1"]
)
def test_names_that_are_not_ours_are_refused(client, host):
    """Whoever owns a name can point it at 127.0.0.1, and have a browser ask us as if we were theirs."""
    assert client.get("/api/games", headers={"host": host}).status_code == 403


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:8064", "localhost:1", "LOCALHOST", "[::1]:8064", "192.168.1.20"]
)
def test_addresses_and_own_names_are_accepted(client, host):
    assert client.get("/api/status", headers={"host": host}).status_code == 200


def test_further_names_can_be_allowed(settings):
    guard = Guard(lambda *_: None, replace(settings, allowed_hosts=("checkers.school",)))
    assert guard.is_own_host("checkers.school:443")
    assert not guard.is_own_host("school")


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "https://127.0.0.1.evil", "null", "http://127.0.0.1:81", "x", ""]
)
def test_requests_from_other_sites_are_refused(client, begin, origin):
    game = begin()["id"]
    headers = {"origin": origin}
    assert client.post("/api/games", json={}, headers=headers).status_code == 403
    assert client.delete(f"/api/games/{game}", headers=headers).status_code == 403
    address = f"ws://127.0.0.1/api/games/{game}/ws"
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(address, headers=headers):
        pass
    assert client.post("/api/games", json={}, headers={"sec-fetch-site": "cross-site"}).status_code == 403


def test_the_own_origin_is_accepted(client, begin):
    assert client.post("/api/games", json={}, headers={"origin": HOST}).status_code == 201
    with client.websocket_connect(f"ws://127.0.0.1/api/games/{begin()['id']}/ws", headers={"origin": HOST}) as socket:
        assert socket.receive_json()["type"] == "state"


def test_no_other_site_may_read_answers(client):
    answer = client.options(
        "/api/games", headers={"origin": "http://evil.example", "access-control-request-method": "POST"}
    )
    assert "access-control-allow-origin" not in answer.headers


# --- limits -----------------------------------------------------------------------------------------------------------


def test_new_games_are_limited_by_address(settings):
    with small(settings, games_per_minute=3) as client:
        codes = [client.post("/api/games", json={}).status_code for _ in range(4)]
        assert codes == [201, 201, 201, 429]
        assert browser(client).post("/api/games", json={}).status_code == 429  # a new cookie does not help


def test_stored_games_are_limited_by_owner(settings):
    with small(settings, games_per_owner=2) as client:
        games = [client.post("/api/games", json={}) for _ in range(3)]
        assert [game.status_code for game in games] == [201, 201, 429]
        assert "delete" in games[2].json()["detail"]
        client.delete(f"/api/games/{games[0].json()['id']}")
        assert client.post("/api/games", json={}).status_code == 201


def test_uploads_are_limited(settings):
    with small(settings, uploads_per_minute=2) as client:
        codes = [client.post("/api/import", json={"text": "x"}).status_code for _ in range(3)]
        assert codes == [200, 200, 429]


@pytest.mark.parametrize("limit", ["sockets_per_owner", "sockets_per_address"])
def test_open_pages_are_limited(settings, limit):
    with small(settings, **{limit: 2}) as client:
        game = client.post("/api/games", json={}).json()["id"]
        address = f"ws://127.0.0.1/api/games/{game}/ws"
        with client.websocket_connect(address) as first, client.websocket_connect(address) as second:
            assert first.receive_json()["type"] == second.receive_json()["type"] == "state"
            with pytest.raises(WebSocketDisconnect) as closed, client.websocket_connect(address) as third:
                third.receive_json()
            assert closed.value.code == 4429
        with client.websocket_connect(address) as again:
            assert again.receive_json()["type"] == "state"


def test_a_long_game_ends(settings):
    with small(settings, game_plies=2) as client:
        assert (
            client.post("/api/games", json={"start": {"import": {"text": "1. 11-15 23-19 2. 8-11 *"}}}).status_code
            == 422
        )
        game = client.post("/api/games", json={"start": {"import": {"text": "1. 11-15 23-19 *"}}}).json()
        with client.websocket_connect(f"ws://127.0.0.1/api/games/{game['id']}/ws") as socket:
            socket.receive_json()
            socket.send_json({"type": "move", "path": [8, 11]})
            assert "too long" in socket.receive_json()["message"]


def test_a_long_game_ends_for_players_too(settings):
    with small(settings, game_plies=2) as client:
        request = {"black": {"kind": "ai", "spec": "random"}, "start": {"import": {"text": "1. 11-15 23-19 *"}}}
        game = client.post("/api/games", json=request).json()["id"]
        with client.websocket_connect(f"ws://127.0.0.1/api/games/{game}/ws") as socket:
            page = Page(socket.send_text, socket.receive_text)
            assert "too long" in page.wait("error")["message"]
            assert len(page.wait_state(lambda state: state["paused"])["plies"]) == 2
            page.send("ping")
            assert page.next()["type"] == "pong"  # it is told once, and not again and again
            page.send("level", color="black", spec="easy")  # nobody can go on
            assert "too long" in page.wait("error")["message"]
            page.wait_state(lambda state: state["paused"])
