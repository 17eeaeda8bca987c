"""Accounts: made by guests, who keep what they have; logging in and out; passwords; codes; export and the end."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from typer.testing import CliRunner
from web.conftest import HOST, browser
from web.people.accounts import OTHER, PASSWORD, log_in, register, who

from kingme.cli.main import app as command
from kingme.database.connection import transaction
from kingme.web.app import create_app
from kingme.web.clients import RESTART
from kingme.web.cookies import COOKIE, SESSION, owner_digest, session_digest
from kingme.web.learn import puzzle_store
from kingme.web.people import account


def games(client: TestClient) -> list[str]:
    return [game["id"] for game in client.get("/api/games").json()["games"]]


def store_of(client: TestClient):
    return client.app.state.services.store


def rows(client: TestClient, table: sa.Table) -> list[dict]:
    store = store_of(client)
    with transaction(store.engine, store.place) as connection:
        return [dict(row) for row in connection.execute(sa.select(table)).mappings()]


# --- made by a guest --------------------------------------------------------------------------------------------------


def test_nobody_has_to_log_in(client, begin):
    assert who(client) == ("guest", None)
    begin()
    assert len(games(client)) == 1
    assert client.get("/api/account").json()["offered"] is False  # the server is for this machine alone


def test_accounts_are_offered_where_others_can_come(settings):
    for changes, offered in (
        ({"host": "0.0.0.0"}, True),
        ({"trusted_proxies": ("127.0.0.1",)}, True),
        ({"accounts": "on"}, True),
        ({"host": "0.0.0.0", "accounts": "off"}, False),
        ({"host": "localhost"}, False),
    ):
        assert replace(settings, **changes).offers_accounts is offered


def test_an_account_keeps_the_guests_id_and_games(client, begin, watch):
    game = begin()["id"]
    guest = owner_digest(client.cookies[COOKIE])
    report = register(client)
    assert (report["kind"], report["name"], len(report["sessions"])) == ("account", "Ann Smith", 1)
    assert games(client) == [game]
    assert [row["id"] for row in rows(client, account.accounts)] == [guest]
    with watch(game) as page:
        page.move(11, 15)
        page.wait_plies(1)


def test_the_secret_of_the_guest_opens_the_account_no_more(client, begin):
    """Whoever had planted the guest's cookie, or read it, is not let in."""
    begin()
    thief = browser(client)
    thief.cookies.set(COOKIE, client.cookies[COOKIE], domain="127.0.0.1")
    assert len(games(thief)) == 1
    register(client)
    assert games(thief) == []
    assert who(thief) == ("guest", None)
    assert len(games(client)) == 1


def test_another_browser_logs_in_and_brings_its_games(client, begin):
    mine = begin()["id"]
    register(client)
    other = browser(client)
    theirs = other.post("/api/games", json={}).json()["id"]
    assert log_in(other).status_code == 200
    assert set(games(other)) == set(games(client)) == {mine, theirs}
    with other.websocket_connect(f"ws://127.0.0.1/api/games/{theirs}/ws") as socket:
        state = socket.receive_json()["state"]
        assert state["owner"]
        socket.send_json({"type": "move", "path": [11, 15], "version": state["version"]})
        while len(socket.receive_json()["state"]["plies"]) < 1:
            pass


def test_a_browser_may_keep_its_games_to_itself(client, begin):
    register(client)
    other = browser(client)
    other.post("/api/games", json={})
    assert log_in(other, bring=False).status_code == 200
    assert games(other) == []


def test_everything_moves_and_what_both_have_stays_whole(client):
    """A guest's puzzles go behind the account's, a class is joined once, a lesson's step is done once."""
    answers = []
    other = browser(client)
    teacher = browser(client)
    code = teacher.post("/api/classes", json={"title": "Tuesday"}).json()["code"]
    for one, name in ((client, "A"), (other, "B")):
        one.post("/api/classes", json={"title": name})
        one.post(f"/api/classes/{code}/join", json={"name": name})
        for _ in range(2):
            puzzle = one.post("/api/puzzles/next", json={}).json()["id"]
            answers.append(one.post(f"/api/puzzles/{puzzle}/solution").status_code)
    assert set(answers) == {200}
    register(client)
    assert log_in(other).status_code == 200
    assert len(rows(client, puzzle_store.attempts)) == 4
    assert sorted(row["number"] for row in rows(client, puzzle_store.attempts)) == [1, 2, 3, 4]
    assert [row["attempts"] for row in rows(client, puzzle_store.solvers)] == [4]
    lists = other.get("/api/classes").json()
    assert sorted(made["title"] for made in lists["taught"]) == ["A", "B"]
    assert [made["title"] for made in lists["joined"]] == ["Tuesday"]
    assert [member["name"] for member in teacher.get(f"/api/classes/{code}").json()["members"]] == ["A"]


# --- coming and going -------------------------------------------------------------------------------------------------


def test_log_in_gives_new_secrets_and_log_out_takes_them_away(client, begin):
    register(client)
    first, guest = client.cookies[SESSION], client.cookies[COOKIE]
    assert client.post("/api/account/logout").status_code == 204
    assert SESSION not in client.cookies
    assert who(client) == ("guest", None)
    client.cookies.set(SESSION, first, domain="127.0.0.1")  # it was kept somewhere
    assert who(client) == ("guest", None)
    client.cookies.delete(SESSION)
    assert log_in(client).status_code == 200
    assert client.cookies[SESSION] != first
    assert client.cookies[COOKIE] != guest
    assert who(client) == ("account", "Ann Smith")


def test_a_session_that_was_planted_is_not_the_one_that_logs_in(client):
    register(client)
    victim, planted = browser(client), "A" * 43
    victim.cookies.set(SESSION, planted, domain="127.0.0.1")
    answer = log_in(victim)
    assert f"{SESSION}={planted}" not in answer.headers["set-cookie"]
    stranger = browser(client)
    stranger.cookies.set(SESSION, planted, domain="127.0.0.1")
    assert who(stranger) == ("guest", None)


def test_the_store_knows_no_secret(client, settings):
    register(client)
    stored = b"".join(path.read_bytes() for path in settings.data_dir.glob("web.sqlite*"))
    assert client.cookies[SESSION].encode() not in stored
    assert session_digest(client.cookies[SESSION]).encode() in stored
    assert PASSWORD.encode() not in stored
    assert rows(client, account.accounts)[0]["password"].startswith("$argon2id$")


def test_cookies_cannot_be_read_by_scripts_and_are_for_this_host(client):
    client.get("/api/status")
    answer = client.post("/api/account", json={"name": "Ann Smith", "password": PASSWORD})
    for line in answer.headers.get_list("set-cookie"):
        assert re.fullmatch(r"kingme_(session|owner)=[\w-]+; HttpOnly; SameSite=Lax; Path=/; Max-Age=\d+", line)
    assert len(answer.headers.get_list("set-cookie")) == 2


def test_over_tls_cookies_are_for_tls_alone(settings):
    safe, body = {"x-forwarded-proto": "https"}, {"name": "Ann Smith", "password": PASSWORD}
    with TestClient(create_app(settings), base_url=HOST, client=("10.0.0.1", 1)) as plain:
        made = plain.post("/api/account", json=body, headers=safe)  # nobody trusts this proxy
        assert "__Host-" not in made.headers["set-cookie"]
        assert "strict-transport-security" not in made.headers
    trusting = create_app(replace(settings, trusted_proxies=("10.0.0.1",)))
    with TestClient(trusting, base_url=HOST, client=("10.0.0.1", 1)) as proxied:
        made = proxied.post("/api/account", json=body | {"name": "Bob Smith"}, headers=safe)
        assert made.status_code == 201
        assert all(line.endswith("; Secure") for line in made.headers.get_list("set-cookie"))
        assert made.headers["set-cookie"].startswith("__Host-kingme_session=")
        assert made.headers["strict-transport-security"] == "max-age=31536000"
        secret = made.headers["set-cookie"].partition("=")[2].partition(";")[0]
        for name, kind in (("__Host-kingme_session", "account"), ("kingme_session", "guest")):
            proxied.cookies.clear()
            found = proxied.get("/api/account", headers=safe | {"cookie": f"{name}={secret}"})
            assert found.json()["kind"] == kind


def test_log_out_closes_the_pages_of_that_session(client, begin, watch):
    game = begin()["id"]
    register(client)
    with watch(game) as page:
        client.post("/api/account/logout")
        with pytest.raises(WebSocketDisconnect) as closed:
            page.read_to_end()
    assert closed.value.code == RESTART


def test_one_browser_logs_all_others_out(client):
    register(client)
    other = browser(client)
    log_in(other)
    assert len(client.get("/api/account").json()["sessions"]) == 2
    assert client.post("/api/account/logout-elsewhere").status_code == 204
    assert who(other) == ("guest", None)
    assert who(client) == ("account", "Ann Smith")
    assert len(client.get("/api/account").json()["sessions"]) == 1


def test_a_session_ends_after_a_month(client, monkeypatch):
    register(client)
    monkeypatch.setattr(account, "SESSION_SECONDS", 0)
    client.app.state.services.identities.forget()
    assert who(client) == ("guest", None)


def test_an_account_has_so_many_sessions(client, monkeypatch):
    monkeypatch.setattr(account, "MOST_SESSIONS", 3)
    register(client)
    others = [browser(client) for _ in range(3)]
    for other in others:
        log_in(other)
    client.app.state.services.identities.forget()
    assert who(client) == ("guest", None)
    assert [who(other)[0] for other in others] == ["account"] * 3


def test_who_is_logged_in_cannot_register_or_log_in_again(client):
    register(client)
    assert log_in(client).status_code == 409
    assert client.post("/api/account", json={"name": "Bob Smith", "password": PASSWORD}).status_code == 409
    for path in ("logout", "logout-elsewhere", "password", "email"):
        body = {"old": "x", "new": "y"} if path == "password" else {"password": "x", "email": None}
        assert browser(client).post(f"/api/account/{path}", json=body).status_code == 401


def test_a_server_may_have_no_accounts(settings):
    with TestClient(create_app(replace(settings, accounts="off")), base_url=HOST) as closed:
        answer = closed.post("/api/account", json={"name": "Ann Smith", "password": PASSWORD})
        assert answer.status_code == 403


# --- names and passwords ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Ann Smith", "ann-smíth", "ANN  SMITH"])
def test_a_name_is_taken_once(client, name):
    register(client)
    answer = browser(client).post("/api/account", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 422
    assert "somebody else" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("short one", "12 to 128"),
        ("x" * 129, "12 to 128"),
        ("password1234", "guessed first"),
        ("PassWord1234", "guessed first"),
        ("aaaaaaaaaaaaaa", "guessed first"),
        ("123412341234", "guessed first"),
        ("AnnSmith1234", "your name"),
    ],
)
def test_passwords_that_nobody_should_have(client, password, why):
    answer = client.post("/api/account", json={"name": "Ann Smith", "password": password})
    assert answer.status_code == 422
    assert why in answer.json()["detail"]
    assert password not in answer.text


@pytest.mark.parametrize(
    "password", ["ein schöner Tag 🌞", "x" * 119 + "abcdefghi", "  spaces  count  here  ", "密码一二三四五六七八九十"]
)
def test_any_letters_will_do(client, password):
    register(client, password=password)
    assert log_in(browser(client), password=password).status_code == 200
    assert log_in(browser(client), password=password + " ").status_code == 401


def test_accents_from_any_keyboard_are_the_same(client):
    register(client, password="cafe\u0301 au lait, merci")
    assert log_in(browser(client), password="caf\u00e9 au lait, merci").status_code == 200


def test_a_new_password_needs_the_old_one_and_logs_others_out(client):
    register(client)
    other = browser(client)
    log_in(other)
    before = client.cookies[SESSION]
    change = {"old": "wrong password here", "new": OTHER}
    assert client.post("/api/account/password", json=change).status_code == 403
    assert client.post("/api/account/password", json=change | {"old": PASSWORD}).status_code == 200
    assert client.cookies[SESSION] != before
    assert (who(client)[0], who(other)[0]) == ("account", "guest")
    assert log_in(other).status_code == 401
    assert log_in(other, password=OTHER).status_code == 200


def test_a_hash_of_other_parameters_is_renewed(client):
    from argon2 import PasswordHasher

    register(client)
    store = store_of(client)
    weak = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1).hash(PASSWORD)
    with transaction(store.engine, store.place, write=True) as connection:
        known = account.find_named(connection, "Ann Smith")
        assert known is not None
        account.renew_hash(connection, known[1], weak)
    assert log_in(browser(client)).status_code == 200
    assert rows(client, account.accounts)[0]["password"] != weak
    assert log_in(browser(client)).status_code == 200


def test_a_row_that_was_changed_lets_nobody_in(client):
    register(client)
    store = store_of(client)
    other = browser(client)
    register(other, "Bob Smith", OTHER)
    hashes = {row["id"]: row["password"] for row in rows(client, account.accounts)}
    first, second = hashes
    with transaction(store.engine, store.place, write=True) as connection:
        update = sa.update(account.accounts).where(account.accounts.c.id == first)
        connection.execute(update.values(password=hashes[second]))
    assert log_in(browser(client), "Ann Smith", OTHER).status_code == 409


# --- codes ------------------------------------------------------------------------------------------------------------


def code_for(name: str) -> str:
    result = CliRunner().invoke(command, ["account", "reset", name])
    assert result.exit_code == 0, result.output
    return re.search(r"[A-Z0-9]{5}(-[A-Z0-9]{5}){3}", result.output)[0]  # type: ignore[index]


def reset(client: TestClient, code: str, name: str = "Ann Smith", password: str = OTHER):
    return client.post("/api/account/reset/complete", json={"name": name, "code": code, "password": password})


def test_a_code_from_the_administrator_is_good_for_one_new_password(client):
    register(client)
    other = browser(client)
    code = code_for("ann smith")
    assert reset(other, "AAAAA-BBBBB-CCCCC-DDDDD").status_code == 401
    assert reset(other, code.lower().replace("-", " ")).status_code == 200
    assert who(other) == ("account", "Ann Smith")
    assert who(client) == ("guest", None)  # whoever had the old password is out
    third = browser(client)
    assert reset(third, code, password=PASSWORD).status_code == 401
    assert log_in(third, password=OTHER).status_code == 200


def test_a_code_gets_old_and_is_replaced(client, monkeypatch):
    register(client)
    first, second = code_for("Ann Smith"), code_for("Ann Smith")
    assert reset(browser(client), first).status_code == 401
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 25 * 3600)
    assert reset(browser(client), second).status_code == 401


def test_commands_for_accounts(client):
    register(client)
    runner = CliRunner()
    listed = runner.invoke(command, ["account", "list", "--json"])
    assert [one["name"] for one in json.loads(listed.output)] == ["Ann Smith"]
    assert "Ann Smith" in runner.invoke(command, ["account", "list"]).output
    assert runner.invoke(command, ["account", "logout", "Ann Smith"]).exit_code == 0
    client.app.state.services.identities.forget()
    assert who(client) == ("guest", None)
    missing = runner.invoke(command, ["account", "reset", "Nobody"])
    assert missing.exit_code == 2
    assert "there is no account 'Nobody'" in missing.output
    assert runner.invoke(command, ["account", "delete", "Ann Smith", "--yes"]).exit_code == 0
    assert log_in(client).status_code == 401
    assert "no accounts" in runner.invoke(command, ["account", "list"]).output


# --- all that one has -------------------------------------------------------------------------------------------------


def test_everything_can_be_taken_along(client, begin):
    game = begin()["id"]
    client.post("/api/classes", json={"title": "Tuesday"})
    register(client, email="ann@example.org")
    data = client.get("/api/account/export").json()
    assert data["person"]["name"] == "Ann Smith"
    assert data["person"]["email"] == "ann@example.org"
    assert [item["id"] for item in data["games"]] == [game]
    assert [item["title"] for item in data["classes"]] == ["Tuesday"]
    assert "argon2" not in json.dumps(data)
    stranger = browser(client).get("/api/account/export").json()
    assert stranger["games"] == stranger["classes"] == []
    assert stranger["person"]["name"] is None


def test_everything_can_be_deleted(client, begin, watch):
    game = begin()["id"]
    other = browser(client)
    other.post("/api/games", json={})
    register(client)
    assert client.post("/api/account/delete", json={"password": "wrong password"}).status_code == 403
    assert client.post("/api/account/delete", json={}).status_code == 403
    assert client.post("/api/account/delete", json={"password": PASSWORD}).status_code == 204
    assert who(client) == ("guest", None)
    assert client.get(f"/api/games/{game}").status_code == 404
    assert log_in(client).status_code == 401
    assert len(games(other)) == 1  # nobody else's
    for table in (account.accounts, account.sessions):
        assert rows(client, table) == []
    register(client)  # the name is free again


def test_a_guest_can_delete_everything_too(client, begin):
    game = begin()["id"]
    assert client.post("/api/account/delete", json={}).status_code == 204
    assert games(client) == []
    assert client.get(f"/api/games/{game}").status_code == 404
