"""The command `kingme serve`, without a server behind it; `test_restart` runs real ones."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kingme.cli.main import app
from kingme.errors import KingMeError
from kingme.web.settings import DEFAULT_PORT, NUMBERS, Settings


@pytest.fixture
def asked(monkeypatch):
    """What the server was asked for, and what the browser was."""
    calls = []
    monkeypatch.setattr("webbrowser.open", lambda address: calls.append(address))

    def serve(settings, port, on_ready):
        calls.append((settings.host, port))
        on_ready("http://127.0.0.1:1234/")

    monkeypatch.setattr("kingme.web.server.serve", serve)
    return calls


def run(*arguments):
    return CliRunner().invoke(app, list(arguments))


def test_serve_listens_to_this_machine_only_and_opens_the_browser(asked):
    result = run("serve")
    assert "http://127.0.0.1:1234/" in result.output
    for _ in range(200):  # the browser is opened in a thread of its own
        if len(asked) > 1:
            break
        time.sleep(0.01)
    assert asked == [("127.0.0.1", None), "http://127.0.0.1:1234/"]


def test_options(asked):
    assert run("serve", "--host", "0.0.0.0", "--port", "99", "--no-browser").exit_code == 0
    assert asked == [("0.0.0.0", 99)]
    assert run("serve", "--port", "70000").exit_code == 2


def test_settings_from_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("KINGME_ALLOWED_HOSTS", " checkers.school, ,other ")
    settings = Settings.from_environment(host="::")
    assert settings.allowed_hosts == ("checkers.school", "other")
    assert settings.database == str(tmp_path / "data" / "web.sqlite")
    assert DEFAULT_PORT == 8064


def test_limits_from_the_environment(monkeypatch):
    monkeypatch.setenv("KINGME_CONNECTIONS", "20")
    monkeypatch.setenv("KINGME_BODY_SECONDS", "1.5")
    monkeypatch.setenv("KINGME_HEADER_SECONDS", " ")
    monkeypatch.setenv("KINGME_TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8")
    settings = Settings.from_environment()
    assert (settings.connections, settings.body_seconds) == (20, 1.5)
    assert settings.header_seconds == Settings().header_seconds
    assert settings.trusted_proxies == ("127.0.0.1", "10.0.0.0/8")


@pytest.mark.parametrize("text", ["many", "0", "-1", "1.5", "nan", "inf", "9" * 30])
def test_a_limit_that_cannot_be_is_told_in_a_sentence(asked, monkeypatch, text):
    monkeypatch.setenv("KINGME_CONNECTIONS", text)
    with pytest.raises(KingMeError, match="KINGME_CONNECTIONS must be a whole number"):
        Settings.from_environment()
    assert run("serve", "--no-browser").exit_code != 0


def test_every_limit_is_documented_with_its_default():
    page = (Path(__file__).parents[2] / "docs" / "web.md").read_text("utf-8")
    for name in NUMBERS:
        default = getattr(Settings, name)
        shown = f"{default:g}" if isinstance(default, float) else str(default)
        assert f"| `KINGME_{name.upper()}` | {shown} |" in page
