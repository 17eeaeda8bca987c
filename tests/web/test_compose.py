"""`compose.yaml`: what it says is checked, and its services run together as plain processes with the same settings."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest
import yaml
from servers.caddy import Caddy, find_caddy, unverified
from web.conftest import AGAINST_RANDOM, SOURCE, Page, free_port
from websockets.sync.client import connect

from kingme.web.settings import NUMBERS, Settings

ROOT = Path(__file__).parents[2]
CADDYFILE = ROOT / "docs" / "deploy" / "Caddyfile"
SECRETS = {"KINGME_SITE": "localhost", "KINGME_PASSWORD": "pa55", "KINGME_METRICS_TOKEN": "metrics-token"}


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    """The services with what a `.env` file gives them."""
    text = (ROOT / "compose.yaml").read_text()
    filled = re.sub(r"\$\{(\w+):\?\}", lambda found: SECRETS[found[1]], text)
    assert "${" not in filled
    found: dict[str, Any] = yaml.safe_load(filled)["services"]
    return found


def test_every_setting_in_it_is_one(services, monkeypatch):
    known = {f"KINGME_{name.upper()}" for name in NUMBERS}
    known |= set(re.findall(r'"(KINGME_\w+)"', (SOURCE / "kingme" / "web" / "settings.py").read_text()))
    known |= {"KINGME_ARCHIVE", "KINGME_DATA_DIR", "KINGME_CACHE_DIR"}
    apps = [service for name, service in services.items() if name.startswith("app-")]
    assert len(apps) == 2
    for name, value in apps[0]["environment"].items():
        assert name in known, name
        monkeypatch.setenv(name, value)
    settings = Settings.from_environment(host="0.0.0.0")
    assert (settings.log, settings.accounts, settings.allowed_hosts) == ("json", "on", ("localhost",))
    assert settings.database.startswith("postgresql://kingme:pa55@database")


def test_services_volumes_and_networks_fit_together(services):
    text = (ROOT / "compose.yaml").read_text()
    whole = yaml.safe_load(re.sub(r"\$\{\w+:\?\}", "x", text))
    assert set(services) == {"app-1", "app-2", "database", "broker", "proxy"}
    for name, service in services.items():
        depends = service.get("depends_on", [])
        assert set(depends) <= set(services), name
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in whole["volumes"] or (ROOT / source).is_file(), volume
        for other, wanted in depends.items() if isinstance(depends, dict) else ():
            assert wanted == {"condition": "service_healthy"}
            assert "healthcheck" in services[other]
    subnet = whole["networks"]["default"]["ipam"]["config"][0]["subnet"]
    assert services["app-1"]["environment"]["KINGME_TRUSTED_PROXIES"] == subnet
    assert [list(service.get("ports", [])) for name, service in services.items() if name != "proxy"] == [[], [], [], []]
    image = (ROOT / "Dockerfile").read_text()
    assert shlex.join(services["app-1"]["command"]) in re.sub(r'[",\[\]]', "", image).replace("  ", " ")


@pytest.fixture
def run_app(tmp_path: Path, services: dict[str, Any], postgresql: Any, redis_server: Any) -> Any:
    """Starts an app service as a plain process: its command and environment, with the addresses of this machine."""
    running: list[subprocess.Popen[bytes]] = []
    place = postgresql.database()

    def start(name: str, port: int) -> subprocess.Popen[bytes]:
        service = services[name]
        folders = {"/data": str(tmp_path / "data"), "/cache": os.environ.get("KINGME_CACHE_DIR", "")}
        environment = {
            key: folders.get(value, value)
            .replace("postgresql://kingme:pa55@database:5432/kingme", place)
            .replace("redis://broker:6379", redis_server.url)
            .replace("172.30.64.0/24", "127.0.0.1")
            for key, value in service["environment"].items()
        }
        environment = {key: value for key, value in environment.items() if value}
        program, *arguments = service["command"]
        assert program == "kingme"
        arguments = [str(port) if part == "8064" else "127.0.0.1" if part == "0.0.0.0" else part for part in arguments]
        paths = os.pathsep.join([str(SOURCE), os.environ.get("PYTHONPATH", "")])
        with (tmp_path / f"{name}.log").open("wb") as log:
            running.append(
                subprocess.Popen(
                    [sys.executable, "-m", "kingme", *arguments],
                    env=os.environ | environment | {"PYTHONPATH": paths},
                    stdout=log,
                    stderr=log,
                )
            )
        return running[-1]

    yield start
    for process in running:
        process.kill()
        process.wait()


@pytest.fixture
def caddy() -> str:
    program = find_caddy()
    if program is None:
        assert not os.environ.get("CI"), "CI has a Caddy"
        pytest.skip("there is no Caddy: apt-get install caddy")
    return program


def test_its_services_play_a_game_through_tls_and_lose_a_process(services, run_app, caddy, tmp_path):
    ports = [free_port(), free_port()]
    apps = [run_app(name, port) for name, port in zip(("app-1", "app-2"), ports, strict=True)]
    given = {key: value.replace("app-1:8064", f"127.0.0.1:{ports[0]}").replace("app-2:8064", f"127.0.0.1:{ports[1]}")
             for key, value in services["proxy"]["environment"].items()}  # fmt: skip
    check = services["app-1"]["healthcheck"]["test"]
    assert check[:2] == ["CMD", "python"]
    for port in ports:
        command = [sys.executable, *(part.replace("8064", str(port)) for part in check[2:])]
        until(lambda: subprocess.run(command, capture_output=True).returncode == 0)  # noqa: B023
    proxy = Caddy(caddy, CADDYFILE, tmp_path / "caddy", given, [free_port(), free_port()])
    try:
        proxy.wait()
        url = f"https://localhost:{proxy.port}"
        with httpx2.Client(base_url=url, verify=unverified(), timeout=30) as http:
            until(lambda: http.get("/api/health").status_code == 200)
            game = http.post("/api/games", json=AGAINST_RANDOM).json()["id"]
            assert http.get("/").headers["strict-transport-security"]
            assert http.get("/api/metrics").status_code == 401  # whoever comes through the proxy is not this machine
            token = {"Authorization": "Bearer metrics-token"}
            assert "kingme_sockets" in http.get("/api/metrics", headers=token).text
            cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())

            def play(plies: int) -> None:
                address = f"wss://localhost:{proxy.port}/api/games/{game}/ws"
                headers = {"Cookie": cookie}
                with connect(address, ssl=unverified(), additional_headers=headers, origin=url) as socket:
                    page = Page(socket.send, lambda: str(socket.recv(60)))
                    while len(page.wait_state(lambda state: bool(state["legal"]))["plies"]) < plies:
                        page.move_any()

            play(4)
            apps[0].kill()
            until(lambda: http.get(f"/api/games/{game}").status_code == 200)
            play(8)
    finally:
        proxy.stop()
    written = "".join((tmp_path / f"app-{number}.log").read_text() for number in (1, 2))
    assert "pa55" not in written
    assert '"level": "info"' in written


def until(condition: Callable[[], bool]) -> None:
    for _ in range(1200):
        try:
            if condition():
                return
        except httpx2.TransportError:
            pass
        time.sleep(0.05)
    raise AssertionError("it does not happen")
