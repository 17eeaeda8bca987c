"""Tokens of programs; administrators with a second factor; bans, mutes, void games, reports, and the log."""

from __future__ import annotations

import time
from functools import partial

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from typer.testing import CliRunner
from web.conftest import browser
from web.people.accounts import PASSWORD, log_in, register, who
from web.people.friends import act, challenge, meet
from web.people.friends import refused as told
from web.people.test_ratings import LEVEL, own, play, resign

from kingme.cli.main import app as command
from kingme.database.connection import transaction
from kingme.web.cookies import COOKIE
from kingme.web.people import measures, office, person, places, tokens, totp
from kingme.web.store import StoreError


def token(client: TestClient, *scopes: str, title: str = "My bot") -> str:
    answer = client.post("/api/account/tokens", json={"title": title, "scopes": list(scopes), "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    made: str = answer.json()["token"]
    return made


def program(client: TestClient, secret: str) -> TestClient:
    """A program without cookies, which shows a token."""
    made = browser(client)
    made.headers["authorization"] = f"Bearer {secret}"
    return made


# --- tokens -----------------------------------------------------------------------------------------------------------


def test_a_token_opens_what_its_scopes_say_and_nothing_of_the_account(client):
    register(client)
    reader = program(client, token(client, "read"))
    assert reader.get("/api/ratings").json() == []
    assert COOKIE not in reader.cookies
    for method, path in (
        ("GET", "/api/account"),
        ("GET", "/api/account/export"),
        ("POST", "/api/account/tokens"),
        ("POST", "/api/account/delete"),
        ("POST", "/api/games"),
        ("POST", "/api/bot/ladder"),
        ("GET", "/api/admin"),
        ("GET", "/api/games"),
    ):
        answer = reader.request(method, path)
        assert answer.status_code == 403, path
        assert "scopes are read" in answer.json()["detail"]
    with pytest.raises(WebSocketDisconnect):
        reader.websocket_connect("ws://127.0.0.1/api/analysis/ws").__enter__()
    kept = [row["id"] for row in client.get("/api/account").json()["tokens"]]
    assert len(kept) == 1
    store = client.app.state.services.store
    with transaction(store.engine, store.place) as connection:
        secret = reader.headers["authorization"].removeprefix("Bearer ")
        assert tokens.find(connection, tokens.token_digest(secret)) is not None
        assert secret not in str(connection.exec_driver_sql("select * from account_tokens").all())


def test_tokens_are_revoked_and_wrong_ones_refused(client):
    register(client)
    secret = token(client, "read")
    reader = program(client, secret)
    for wrong in (secret[:-1] + "-", secret[:-2], "kingme_", "kingme_" + "é" * 43):
        answer = browser(client).get("/api/ratings", headers={"authorization": f"Bearer {wrong}".encode()})
        assert answer.status_code == 401, wrong
    assert browser(client).get("/api/ratings", headers={"authorization": "Bearer other"}).status_code == 200  # a guest
    id = client.get("/api/account").json()["tokens"][0]["id"]
    stranger = browser(client)
    assert stranger.delete(f"/api/account/tokens/{id}").status_code == 401
    register(stranger, "Ben")
    assert stranger.delete(f"/api/account/tokens/{id}").status_code == 404
    assert client.delete(f"/api/account/tokens/{id}").status_code == 204
    assert client.delete(f"/api/account/tokens/{id}").status_code == 404
    assert reader.get("/api/ratings").status_code == 401
    wrong = client.post("/api/account/tokens", json={"title": "x", "scopes": ["read"], "password": "wrong"})
    assert wrong.status_code == 403
    client.post("/api/account/delete", json={"password": PASSWORD})


def test_a_token_ends_with_its_account_and_their_number_has_a_limit(client):
    register(client)
    secrets = [token(client, "read") for _ in range(2)]
    services = client.app.state.services
    report = client.get("/api/account").json()
    with transaction(services.store.engine, services.store.place, write=True) as connection:
        owner = tokens.find(connection, tokens.token_digest(secrets[0])).person
        for number in range(tokens.MOST_TOKENS - 2):
            tokens.create(connection, owner, f"t{number}", ["read"])
        with pytest.raises(StoreError, match="revoke one"):
            tokens.create(connection, owner, "one more", ["read"])
    assert report["tokens"][0]["scopes"] == ["read"]
    exported = client.get("/api/account/export").json()["person"]["tokens"]
    assert len(exported) == tokens.MOST_TOKENS
    assert "id" not in exported[0]
    assert client.post("/api/account/delete", json={"password": PASSWORD}).status_code == 204
    assert program(client, secrets[0]).get("/api/ratings").status_code == 401


def test_an_account_that_plays_by_tokens_is_a_programs(client, begin, watch):
    register(client)
    token(client, "read", "play")
    assert who(client) == ("bot", "Ann Smith")
    assert client.get("/api/profiles/Ann Smith").json()["rival"]["kind"] == "bot"
    other = browser(client)
    assert log_in(other).status_code == 200  # its author still logs in
    human = browser(client)
    register(human, "Ben")
    state = human.post("/api/games", json=LEVEL).json()
    with human.websocket_connect(f"ws://127.0.0.1/api/games/{state['id']}/ws") as socket:
        socket.receive_json()
        answer = human.post("/api/account/tokens", json={"title": "x", "scopes": ["play"], "password": PASSWORD})
    assert answer.status_code == 409
    assert "another account" in answer.json()["detail"]


# --- administrators ---------------------------------------------------------------------------------------------------


@pytest.fixture
def run(settings, monkeypatch):
    monkeypatch.setenv("KINGME_DATABASE", settings.database)
    return partial(CliRunner().invoke, command)


def appoint(run, client: TestClient, name: str = "Ann Smith") -> str:
    """Make the person of a browser an administrator who is logged in as one; the secret of the app."""
    told = run(["account", "admin", name])
    assert told.exit_code == 0, told.output
    secret: str = told.output.splitlines()[1].strip()
    assert (
        client.post("/api/admin/unlock", json={"code": totp.code_at(secret, int(time.time()) // 30)}).status_code == 204
    )
    return secret


def test_nobody_is_an_administrator_without_the_second_factor(client, run):
    assert client.get("/api/admin").status_code == 401
    register(client)
    assert client.get("/api/admin").status_code == 403
    assert client.post("/api/admin/unlock", json={"code": "123456"}).status_code == 403
    secret = appoint(run, client)
    assert client.get("/api/admin").status_code == 200
    code = totp.code_at(secret, int(time.time()) // 30)
    other = browser(client)  # the same person in another browser, with a code that was used
    log_in(other)
    assert other.get("/api/admin").status_code == 403
    assert other.post("/api/admin/unlock", json={"code": code}).status_code == 403
    for _ in range(10):
        last = other.post("/api/admin/unlock", json={"code": "000000"})
    assert last.status_code == 429
    stranger = browser(client)
    register(stranger, "Ben")
    for path, body in (
        ("/api/admin/measures", {"name": "Ann Smith", "measure": "ban", "reason": "x"}),
        ("/api/admin/measures/lift", {"name": "Ann Smith", "measure": "ban"}),
        ("/api/admin/void", {"game": "x" * 22, "reason": "x"}),
        ("/api/admin/reports/1/close", None),
    ):
        assert stranger.post(path, json=body).status_code == 403
    assert run(["account", "admin", "Ann Smith", "--remove"]).exit_code == 0
    assert client.get("/api/admin").status_code == 403
    assert run(["account", "admin", "Ann Smith", "--remove"]).exit_code == 2
    assert run(["account", "admin", "Nobody"]).exit_code == 2


def test_codes_are_those_of_the_standard():
    secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"  # RFC 6238, appendix B
    for seconds, code in ((59, "94287082"), (1111111109, "07081804"), (20000000000, "65353130")):
        assert totp.code_at(secret, seconds // 30, digits=8) == code
    step = 1111111109 // 30
    code = totp.code_at(secret, step)
    assert totp.matching_step(secret, code, 1111111109, 0) == step
    assert totp.matching_step(secret, code, 1111111109, step) is None
    assert totp.matching_step(secret, code, 1111111109 + 90, 0) is None


def test_a_banned_account_is_shut_out(client, run):
    register(client)
    appoint(run, client)
    villain = browser(client)
    register(villain, "Ben")
    bot = program(client, token(villain, "read", "play"))
    assert bot.get("/api/ratings").status_code == 200
    order = {"name": "ben", "measure": "ban", "days": 3, "reason": "engine help"}
    assert client.post("/api/admin/measures", json=order).status_code == 204
    assert who(villain)[0] == "guest"
    assert bot.get("/api/ratings").status_code == 403
    refused = log_in(villain, "Ben")
    assert refused.status_code == 403
    assert "engine help" in refused.json()["detail"]
    assert client.post("/api/admin/measures", json=order | {"name": "Ann Smith"}).status_code == 409
    assert client.post("/api/admin/measures", json=order | {"name": "Nobody"}).status_code == 409
    report = client.get("/api/admin").json()
    assert [(row["name"], row["measure"]) for row in report["measures"]] == [("Ben", "ban")]
    assert report["shared"] == [{"names": ["Ann Smith", "Ben"], "games": 0}]
    assert report["log"][0]["what"] == "ban of Ben for 3 days: engine help"
    lifted = {"name": "Ben", "measure": "ban"}
    assert client.post("/api/admin/measures/lift", json=lifted).status_code == 204
    assert client.post("/api/admin/measures/lift", json=lifted).status_code == 404
    assert log_in(villain, "Ben").status_code == 200
    # a mute lasts as long as it was meant to
    store = client.app.state.services.store
    with transaction(store.engine, store.place, write=True) as connection:
        found = office.impose(connection, "", "Ben", "mute", 1, "rude", 1000.0)
        with pytest.raises(measures.ForbiddenError, match="rude"):
            measures.check(connection, found, "mute", 2000.0)
        measures.check(connection, found, "mute", 1000.0 + 2 * 86400)
        measures.check(connection, found, "ban", 2000.0)


def test_an_administrator_voids_a_game(client, run, begin, watch):
    register(client)
    appoint(run, client)
    state = begin(**LEVEL)
    resign(watch, state)
    assert own(client)
    order = {"game": state["id"], "reason": "a test"}
    assert client.post("/api/admin/void", json=order).status_code == 204
    assert client.post("/api/admin/void", json=order).status_code == 404
    assert own(client) == []


def test_reports_are_about_opponents_and_are_closed(client, run):
    register(client)
    appoint(run, client)
    store = client.app.state.services.store
    other = browser(client)
    register(other, "Ben")
    with transaction(store.engine, store.place, write=True) as connection:
        ids = {one.name: one.id for one in person.find_all(connection, _ids(connection)).values()}
        play(connection, "g" * 22, ids["Ann Smith"], ids["Ben"], 1.0, 1000.0)
        play(connection, "h" * 22, ids["Ben"], "level:level-3", 1.0, 1000.0)
    order = {"game": "g" * 22, "reason": "engine", "text": "<b>too good</b>"}
    assert other.post("/api/reports", json=order).status_code == 204
    assert browser(client).post("/api/reports", json=order).status_code == 409
    assert other.post("/api/reports", json=order | {"game": "h" * 22}).status_code == 409
    codes = {other.post("/api/reports", json=order).status_code for _ in range(12)}
    assert codes == {204, 429}
    assert client.get("/api/admin").json()["shared"] == [{"names": ["Ann Smith", "Ben"], "games": 1}]
    found = client.get("/api/admin").json()["reports"]
    assert {(row["author"], row["about"], row["text"]) for row in found} == {("Ben", "Ann Smith", "<b>too good</b>")}
    address = f"/api/admin/reports/{found[0]['id']}/close"
    assert client.post(address).status_code == 204
    assert client.post(address).status_code == 404
    assert len(client.get("/api/admin").json()["reports"]) == len(found) - 1


def _ids(connection) -> list[str]:
    return list(connection.exec_driver_sql("select id from people").scalars())


def test_a_guest_is_banned_and_muted_by_the_browser_and_by_the_address(client, run):
    register(client)
    appoint(run, client)
    villain, friend = browser(client, "203.0.113.9"), browser(client, "198.51.100.4")
    game = meet(villain, friend)
    act(villain, game, "chat", text="rude words")
    assert friend.post("/api/reports", json={"game": game, "reason": "abuse"}).status_code == 204
    assert browser(client).post("/api/reports", json={"game": game, "reason": "abuse"}).status_code == 409
    report = client.get("/api/admin").json()["reports"][0]
    assert (report["author"], report["about"]) == ("Bob (guest)", "Ann (guest)")
    mute = {"game": game, "color": "black", "measure": "mute", "days": 1, "reason": "be kind"}
    assert client.post("/api/admin/measures", json=mute).status_code == 204
    assert "be kind" in told(villain, game, "chat", text="more")
    ban = {"report": report["id"], "measure": "ban", "days": 400, "address": True, "reason": "rude"}
    assert client.post("/api/admin/measures", json=ban).status_code == 204
    fresh = browser(client, "203.0.113.9")  # the same person without cookies
    for one in (villain, fresh):
        answer = one.post("/api/people/challenges", json={"name": "Zed"})
        assert answer.status_code == 403
        assert "rude" in answer.json()["detail"]
        assert one.post("/api/people/me/name", json={"name": "Zed"}).status_code == 403
        assert one.post("/api/people/pairing", json={"name": "Zed", "clock": "5+3"}).status_code == 403
        assert one.post("/api/tournaments", json={"title": "Cup"}).status_code == 403
        made = one.post("/api/account", json={"name": "Zed", "password": PASSWORD})
        assert made.status_code == 403, made.text
    open_one = challenge(friend, "Bob")["id"]
    assert fresh.post(f"/api/people/challenges/{open_one}/accept", json={"name": "Zed"}).status_code == 403
    assert fresh.post("/api/games", json={}).status_code == 201  # alone one may play
    neighbour = browser(client, "203.0.113.9")  # an account is not held to what a guest there did
    register(browser(client, "192.0.2.1"), "Cara")
    assert log_in(neighbour, "Cara").status_code == 200
    assert neighbour.post("/api/people/challenges", json={}).status_code == 201
    found = client.get("/api/admin").json()
    rows = {(row["name"].split()[0], row["measure"]): row for row in found["measures"]}
    assert set(rows) == {("Ann", "mute"), ("Ann", "ban"), ("address", "ban")}
    assert rows["address", "ban"]["until"] < time.time() + 31 * 86400
    assert found["log"][0]["what"] == "ban of the guest Ann and the address for 400 days: rude"
    assert all("203.0.113.9" not in row["what"] for row in found["log"])
    for row in rows.values():
        lifted = {"handle": row["handle"], "measure": row["measure"]}
        assert client.post("/api/admin/measures/lift", json=lifted).status_code == 204
        assert client.post("/api/admin/measures/lift", json=lifted).status_code == 404
    assert fresh.post("/api/people/challenges", json={"name": "Zed"}).status_code == 201
    for wrong in ({}, {"report": 99}, {"game": "x" * 22, "color": "white"}, {"game": game}):
        assert client.post("/api/admin/measures", json=wrong | {"measure": "ban", "reason": "x"}).status_code == 409


def test_who_is_muted_names_nothing_that_everybody_reads(client, run):
    register(client)
    appoint(run, client)
    villain = browser(client)
    register(villain, "Ben")
    order = {"name": "Ben", "measure": "mute", "days": 3, "reason": "rude titles"}
    assert client.post("/api/admin/measures", json=order).status_code == 204
    cup = {"title": "Rude words", "public": True}
    entrant = {"name": "Rude words", "spec": "random"}
    for path, body in (("/api/tournaments", cup), ("/api/ladder/entrants", entrant)):
        answer = villain.post(path, json=body)
        assert (answer.status_code, "rude titles" in answer.json()["detail"]) == (403, True)
    assert villain.post("/api/people/challenges", json={}).status_code == 201  # playing is another matter


def test_places_are_few_and_forgotten(client, monkeypatch):
    """A browser without cookies is a new guest each time: that must not fill the store."""
    monkeypatch.setattr(places, "MOST_KEPT", 5)
    monkeypatch.setattr(places, "TIDY_EVERY", 1)
    store = client.app.state.services.store
    for number in range(12):
        made = browser(client, f"10.0.0.{number}").post("/api/people/challenges", json={"name": "Ann"})
        assert made.status_code == 201
    with transaction(store.engine, store.place, write=True) as connection:
        rows = connection.execute(places.account_places.select()).all()
        assert 5 <= len(rows) <= 6
        assert not any("10.0.0" in str(row) for row in rows)
        places.tidy(connection, time.time() + 31 * 86400)
        assert not connection.execute(places.account_places.select()).all()
