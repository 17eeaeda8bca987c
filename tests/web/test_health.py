"""What whoever runs a server looks at: health, figures, and a log without secrets."""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from dataclasses import replace

import httpx2
import pytest
from starlette.testclient import TestClient
from web.conftest import HOST, browser

from kingme.web.app import create_app
from kingme.web.logs import JsonLines, Redactor, TextLines, set_up
from kingme.web.settings import Settings

SAMPLE = re.compile(r'([a-z_]+)(?:\{((?:[a-z]+="(?:[^"\\]|\\.)*",?)+)\})? ([0-9.e+-]+|\+Inf)')
LABEL = re.compile(r'([a-z]+)="((?:[^"\\]|\\.)*)"')


def read(text):
    """Samples as {(name, labels): value}; every line is what the format allows."""
    samples, kinds = {}, {}
    assert text.endswith("\n")
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split()
            assert name not in kinds, f"{name} comes twice"
            kinds[name] = kind
        elif not line.startswith("# HELP "):
            found = SAMPLE.fullmatch(line)
            assert found, line
            name, labels, value = found.groups()
            family = re.sub("_(bucket|sum|count)$", "", name)
            assert name in kinds or kinds.get(family) == "histogram", line
            key = name, frozenset(LABEL.findall(labels or ""))
            assert key not in samples, line
            samples[key] = float(value)
    return samples


def sample(samples, name, **labels):
    return samples.get((name, frozenset(labels.items())), 0.0)


def test_figures_count_what_has_happened(settings, begin, watch, client):
    local = browser(client, "127.0.0.1")
    before = sample(read(local.get("/api/metrics").text), "kingme_writes_total")
    game = begin()["id"]
    client.get(f"/api/games/{game}")
    client.get("/api/games/" + "x" * 22)
    client.get("/nowhere/but/here")
    client.request('A"B', "/api/games")
    with watch(game) as page:
        page.move_any()
        page.wait_plies(1)
        samples = read(local.get("/api/metrics").text)
    count = "kingme_requests_total"
    assert sample(samples, count, route="/api/games", method="POST", status="201") == 1
    assert sample(samples, count, route="/api/games/{game}", method="GET", status="200") == 1
    assert sample(samples, count, route="/api/games/{game}", method="GET", status="404") == 1
    assert sample(samples, count, route="none", method="GET", status="404") == 1
    assert not any("nowhere" in value or '"B' in value for _, labels in samples for _, value in labels)
    assert sample(samples, "kingme_sockets") == sample(samples, "kingme_games_in_memory") == 1
    written = sample(samples, "kingme_writes_total")
    assert written - before >= 2  # the game and its move, and a sign of life now and then
    assert 1 <= sample(samples, "kingme_transactions_total") <= written
    assert sample(samples, "process_resident_memory_bytes") > 1 << 20
    buckets = [
        (float(dict(labels)["le"]), value)
        for (name, labels), value in samples.items()
        if name == "kingme_request_seconds_bucket" and ("kind", "api") in labels
    ]
    counts = [value for _, value in sorted(buckets)]
    assert counts == sorted(counts)
    assert counts[-1] == sample(samples, "kingme_request_seconds_count", kind="api")
    requests = {key: value for key, value in samples.items() if key[0] == count}
    assert (
        sum(value for (_, labels), value in requests.items() if dict(labels)["route"].startswith("/api")) <= counts[-1]
    )


def test_figures_are_for_whoever_runs_the_server(settings):
    chosen = replace(settings, metrics_token="for-prometheus")
    with TestClient(create_app(chosen), base_url=HOST) as client:
        asked = {
            token: client.get("/api/metrics", headers={"Authorization": f"Bearer {token}"} if token else {})
            for token in ("", "wrong", "for-prometheus", settings.operator_token)
        }
        assert [answer.status_code for answer in asked.values()] == [401, 401, 200, 200]
        behind = browser(client, "127.0.0.1")
        assert behind.get("/api/metrics", headers={"X-Forwarded-For": "1.2.3.4"}).status_code == 401
        assert behind.get("/api/metrics").headers["content-type"].startswith("text/plain; version=0.0.4")


def test_health_says_when_games_cannot_be_read(client, monkeypatch):
    assert client.get("/api/health").json()["ok"] is True
    services = client.app.state.services
    monkeypatch.setattr("kingme.web.api.health.KEPT_SECONDS", 0.0)
    services.store.engine.dispose()
    path = services.settings.data_dir / "web.sqlite"
    path.rename(path.with_suffix(".away"))
    path.mkdir()
    answer = client.get("/api/health")
    path.rmdir()
    path.with_suffix(".away").rename(path)
    assert answer.status_code == 503
    assert client.get("/api/health").status_code == 200


# --- the log ----------------------------------------------------------------------------------------------------------

SECRETS = {
    "kingme_owner=abcDEF_-0123456789abcd": "abcDEF_-0123456789abcd",
    "Cookie: a=b; __Host-kingme_session=" + "s" * 43: "s" * 43,
    "{'kingme_session': 'qwertzuiop'}": "qwertzuiop",
    "Authorization: Bearer abc.def-ghi": "abc.def-ghi",
    "cannot connect to postgresql://me:pa55w0rd@db/kingme": "pa55w0rd",
    "redis://:hunter22@cache:6379/0 is away": "hunter22",
    'a body {"password": "correct horse battery"}': "correct horse battery",
    "token=xyzzy123": "xyzzy123",
    "the operator's is OPERATOR-SECRET": "OPERATOR-SECRET",
    "mail said: no such user mail%21pass": "mail%21pass",
    "mail said: no such user mail!pass": "mail!pass",
}


@pytest.fixture
def redactor():
    return Redactor(
        Settings(
            operator_token="OPERATOR-SECRET",
            smtp="smtp://me:mail%21pass@mail.example.org",
            database_url="postgresql://me:pa55w0rd@db/kingme",
        )
    )


@pytest.mark.parametrize("shape", [TextLines, JsonLines])
def test_no_secret_is_logged(redactor, shape):
    shaped = shape(redactor)
    for text, secret in SECRETS.items():
        try:
            raise RuntimeError(text)
        except RuntimeError as error:
            record = logging.LogRecord("x", logging.ERROR, "", 1, "it failed: %s", (text,), (type(error), error, None))
        written = shaped.format(record)
        assert secret not in written
        assert "***" in written
        assert "it failed" in written


def test_json_lines(redactor):
    record = logging.LogRecord("kingme.web", logging.WARNING, "", 1, "two\nlines \u2028 %d", (7,), None)
    line = JsonLines(redactor).format(record)
    assert "\n" not in line
    read = json.loads(line)
    assert (read["level"], read["logger"], read["message"]) == ("warning", "kingme.web", "two\nlines \u2028 7")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", read["time"])


def test_what_a_library_logs_has_the_same_shape(capsys, monkeypatch):
    root = logging.getLogger()
    kept, level = root.handlers[:], root.level
    try:
        set_up(Settings(log="json"))
        logging.getLogger("uvicorn.error").warning("a request with kingme_owner=%s was odd", "x" * 22)
        line = json.loads(capsys.readouterr().err)
    finally:
        root.handlers[:] = kept
        root.setLevel(level)
    assert line["message"] == "a request with kingme_owner=*** was odd"


def test_a_server_that_logs_json(live, tmp_path, monkeypatch):
    """A real one, with people who log in and a store that breaks: nothing of theirs is in its log."""
    live.stop()
    log = tmp_path / "server.log"
    log.write_text("")
    for name, value in {
        "KINGME_LOG": "json",
        "KINGME_METRICS_TOKEN": "prometheus-secret",
        "KINGME_ACCOUNTS": "on",
    }.items():
        monkeypatch.setenv(name, value)
    live.start()
    password = "correct horse battery staple"
    made = live.http.post("/api/account", json={"name": "Ada", "password": password})
    assert made.status_code in (200, 201), made.text
    with sqlite3.connect(live.folder / "web.sqlite") as store:
        store.execute("DROP TABLE plies")
    with pytest.raises(httpx2.HTTPStatusError):
        live.http.post("/api/games", json={"start": {"opening": 17}}).raise_for_status()
    live.http.get("/api/metrics", headers={"Authorization": "Bearer prometheus-secret"})
    live.stop()
    written = log.read_text()
    lines = [json.loads(line) for line in written.splitlines() if line.startswith("{")]
    assert any("answers at" in line["message"] for line in lines)
    assert any(line["level"] in ("error", "warning") for line in lines), written
    assert "the server has ended" in lines[-1]["message"]
    secrets = [password, "prometheus-secret", *live.http.cookies.values()]
    assert not [secret for secret in secrets if secret in written]
