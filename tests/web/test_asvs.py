"""Requirements of OWASP ASVS 4.0.3, level 1, that no other test holds; and that docs/security.md names the others."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient
from web.conftest import HOST, browser
from web.people.accounts import OTHER, PASSWORD, log_in, register

from kingme.web.app import create_app
from kingme.web.pages import STATIC
from kingme.web.people import accounts as accounts_module
from kingme.web.people.mail import Mail

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted(path for path in (STATIC / "js").rglob("*.js"))


def test_every_test_of_the_table_exists():
    """Each row names tests as `file.py::name`; the requirements are in order, and none is there twice."""
    text = (ROOT / "docs" / "security.md").read_text()
    table = text[text.index("## OWASP ASVS") :]
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", table)
    assert len(named) > 60
    for file, name in named:
        assert f"def {name}(" in (ROOT / "tests" / "web" / file).read_text(), (file, name)
    numbers = [tuple(map(int, found.split("."))) for found in re.findall(r"^\| (\d+\.\d+\.\d+)", table, re.M)]
    assert numbers == sorted(set(numbers))


# --- 2: authentication ------------------------------------------------------------------------------------------------


def test_guessing_is_slowed_down_for_names_that_nobody_has_too(client):
    register(client)
    other = browser(client)
    for name in ("Ann Smith", "Nobody"):
        codes = [log_in(other, name, "wrong password here").status_code for _ in range(12)]
        assert codes == [401] * accounts_module.TRIES_HERE + [429] * 2
    assert log_in(other).status_code == 429  # the right password, too late
    assert log_in(browser(client, "10.9.8.7")).status_code == 200  # another address is not shut out


def test_log_in_and_reset_do_not_tell_whether_a_name_exists(client):
    register(client)
    stranger = browser(client)
    for path, body in (
        ("/api/account/login", {"password": "wrong password here"}),
        ("/api/account/reset", {}),
        ("/api/account/reset/complete", {"code": "ABCDE-FGHJK-MNPQR-STUVW", "password": OTHER}),
    ):
        known, unknown = (stranger.post(path, json=body | {"name": name}) for name in ("Ann Smith", "Nobody"))
        assert (known.status_code, known.text) == (unknown.status_code, unknown.text)
        assert known.status_code in (202, 401)


def test_nobody_has_an_account_that_comes_with_the_server(client):
    store = client.app.state.services.store
    with store.engine.connect() as connection:
        for table in ("accounts", "administrators", "account_tokens"):
            assert not connection.exec_driver_sql(f"select * from {table}").all()


def test_fields_of_passwords_take_what_is_pasted_and_filled_in():
    files = ("views/account.js", "people/accountform.js", "people/tokens.js")
    text = "".join((STATIC / "js" / file).read_text() for file in files)
    assert "onpaste" not in text
    assert 'type: "password"' in text
    assert {"current-password", "new-password", "one-time-code"} <= set(re.findall(r'"([\w-]+)"', text))


def test_changes_of_an_account_are_told_by_mail(settings, monkeypatch):
    sent: list[tuple[str, str]] = []
    monkeypatch.setattr(Mail, "send", lambda self, to, subject, text: sent.append((to, subject)))
    with_mail = replace(settings, smtp="smtp://localhost", mail_from="kingme@example.org")
    with TestClient(create_app(with_mail), base_url=HOST) as client:
        register(client, email="ann@example.org")
        assert client.post("/api/account/password", json={"old": PASSWORD, "new": OTHER}).status_code == 200
        change = {"password": OTHER, "email": "other@example.org"}
        assert client.post("/api/account/email", json=change).status_code == 200
    assert [to for to, _ in sent] == ["ann@example.org"] * 2
    assert all("changed" in subject for _, subject in sent)


@pytest.mark.parametrize("email", ["a@b.org\r\nBcc: c@d.org", "a@b.org,c@d.org", "<a@b.org>", "a b@c.org"])
def test_addresses_of_e_mail_smuggle_nothing(client, email):
    assert client.post("/api/account", json={"name": "Ann", "password": PASSWORD, "email": email}).status_code == 422


# --- 3, 8, 13: what stands in addresses and in the browser ------------------------------------------------------------


def test_no_secret_stands_in_an_address(client):
    described = client.app.openapi()
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            names = {item["name"] for item in operation.get("parameters", ()) if item["in"] == "query"}
            assert not names & {"token", "password", "code", "session", "secret"}, (method, path)


def test_answers_about_people_are_not_kept_by_browsers(client):
    register(client)
    for path in ("/api/account", "/api/profile", "/api/games", "/api/account/export"):
        assert client.get(path).headers["cache-control"] == "no-store"


def test_scripts_run_no_text_and_put_no_markup_into_the_page():
    forbidden = re.compile(
        r"\beval\(|new Function|\.innerHTML|outerHTML|insertAdjacentHTML|document\.write|document\.cookie"
    )
    assert len(SCRIPTS) > 100
    found = [(path.name, match[0]) for path in SCRIPTS for match in forbidden.finditer(path.read_text())]
    assert found == []


def test_nothing_secret_is_stored_in_the_browser():
    for path in SCRIPTS:
        for line in path.read_text().splitlines():
            if re.search(r"(local|session)Storage\.setItem", line):
                assert not re.search(r"password|token|secret|session[^S]", line, re.I), (path.name, line)


# --- 4, 5, 14: requests -----------------------------------------------------------------------------------------------


def test_nobody_reads_or_changes_what_is_somebody_elses(client, begin):
    """By its id alone: games, tokens, sessions, classes."""
    game = begin()["id"]
    register(client)
    client.post("/api/account/tokens", json={"title": "x", "scopes": ["read"], "password": PASSWORD})
    token = client.get("/api/account").json()["tokens"][0]["id"]
    code = client.post("/api/classes", json={"title": "A class"}).json()["code"]
    stranger = browser(client)
    register(stranger, "Ben")
    assert stranger.delete(f"/api/games/{game}").status_code == 403
    assert stranger.get("/api/games").json()["total"] == 0
    assert stranger.delete(f"/api/account/tokens/{token}").status_code == 404
    assert stranger.delete(f"/api/classes/{code}").status_code in (403, 404)
    with stranger.websocket_connect(f"ws://127.0.0.1/api/games/{game}/ws") as socket:
        assert not socket.receive_json()["state"]["owner"]
        socket.send_json({"type": "move", "path": [11, 15]})
        assert socket.receive_json()["type"] == "error"
    assert client.get(f"/api/games/{game}").json()["plies"] == []


def test_fields_that_nobody_asked_for_are_refused(client):
    for path, body in (
        ("/api/account", {"name": "Ann", "password": PASSWORD, "kind": "bot"}),
        ("/api/games", {"owner": "x"}),
        ("/api/games", {"rated": True, "rating": 3000}),
    ):
        assert client.post(path, json=body).status_code == 422
    assert client.get("/api/leaders?speed=blitz&speed=nonsense").status_code == 422
    assert client.get("/api/status", headers=[("host", "127.0.0.1"), ("host", "evil.example")]).status_code == 403


def test_only_methods_in_use_are_accepted(client):
    for method in ("PUT", "PATCH", "TRACE", "DELETE"):
        assert client.request(method, "/api/account").status_code == 405
    methods = {method for route in client.app.routes if isinstance(route, Route) for method in route.methods or ()}
    assert methods <= {"GET", "HEAD", "POST", "DELETE", "OPTIONS"}


def test_answers_are_files_and_not_pages(client):
    for answer in (client.get("/api/account"), client.get("/api/nothing"), client.post("/api/games", json={"x": 1})):
        assert answer.headers["content-disposition"] == 'attachment; filename="api.json"'
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert not {"server", "x-powered-by"} & set(answer.headers)


def test_our_own_mistakes_tell_nothing(settings, monkeypatch):
    def fail(*_, **__):
        raise RuntimeError("secret of the server")

    monkeypatch.setattr("kingme.web.people.profiles.own_ratings", fail)
    with TestClient(create_app(settings), base_url=HOST, raise_server_exceptions=False) as client:
        answer = client.get("/api/ratings")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "name", ["<i onclick=alert(1)>", "Ann\u202eSmith", "a\r\nSet-Cookie: x=1", "' or 1=1 --", "../../etc"]
)
def test_names_are_shown_as_they_are_and_break_nothing(client, name):
    """As text, in one line; the page puts text into elements, never markup (above)."""
    answer = client.post("/api/account", json={"name": name, "password": PASSWORD})
    if answer.status_code == 422:
        assert "\n" not in answer.json()["detail"]
        return
    kept = client.get("/api/account").json()["name"]
    assert "\u202e" not in kept
    assert "\n" not in kept
    link = client.get("/api/profile").json()["rival"]["link"]
    assert client.get(link.replace("/people/", "/api/profiles/")).status_code == 200
    assert "x" not in client.cookies
