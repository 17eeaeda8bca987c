"""A real Chromium at a real server. No test may leave an error in the browser's console."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from web.arena.helpers import end_runs
from web.browser.table import Table

SOURCE = Path(__file__).parents[3] / "src"
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
SIZES = {"desktop": {"viewport": DESKTOP}, "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True}}


class Server:
    """`kingme serve` in a process of its own, which can be killed and started again on the same port and data."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.log = folder / "server.log"

    def start(self, *, sign: bytes = b'"core":true') -> None:
        """Run it until its status has this sign: games can be played, or (ready) every player is compiled."""
        command = [sys.executable, "-m", "kingme", "serve", "--no-browser", "--port", str(self.port)]
        paths = os.pathsep.join([str(SOURCE), os.environ.get("PYTHONPATH", "")])
        folders = {"KINGME_DATA_DIR": str(self.folder / "data"), "KINGME_CONFIG_DIR": str(self.folder / "config")}
        folders["KINGME_STORE"] = str(self.folder / "arena.sqlite")
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                command, env=os.environ | folders | {"PYTHONPATH": paths}, stdout=log, stderr=log
            )
        for _ in range(6000):
            assert self.process.poll() is None, self.log.read_text()
            try:
                with urllib.request.urlopen(f"{self.url}/api/status", timeout=10) as answer:
                    if sign in answer.read():
                        return
            except (urllib.error.URLError, ConnectionError):
                pass
            time.sleep(0.05)
        raise AssertionError(f"the server does not answer: {self.log.read_text()}")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self) -> None:
        """End it, and the runs of the arena that would go on without it."""
        self.kill()
        end_runs(self.folder / "data")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("server"))
    made.start(sign=b'"ready":true')
    yield made
    made.end()


@pytest.fixture
def mortal_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, which may kill it."""
    made = Server(tmp_path)
    made.start()
    yield made
    made.end()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Debian's browser. Without one these tests are skipped, but not where CI or KINGME_CHROMIUM is set."""
    path = os.environ.get("KINGME_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    missing = pytest.fail if os.environ.get("CI") or os.environ.get("KINGME_CHROMIUM") else pytest.skip
    if path is None:
        missing("there is no Chromium: apt-get install chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("there is no playwright: pip install playwright")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


Open = Callable[..., Table]


@pytest.fixture
def open_table(chromium: Any, server: Server) -> Iterator[Open]:
    """Open a browser of its own (cookies, settings) with one page; `size` is a name, other options are playwright's."""
    opened: list[tuple[Any, Table]] = []

    def make(size: str = "desktop", *, at: Server | None = None, still: bool = True, **options: Any) -> Table:
        settings: dict[str, Any] = {
            "base_url": (at or server).url,
            "service_workers": "block",  # each new browser would fetch all that is needed without a network
            "reduced_motion": "reduce" if still else "no-preference",
        }
        context = chromium.new_context(**settings | SIZES[size] | options)
        context.set_default_timeout(30_000)
        table = Table(context.new_page())
        opened.append((context, table))
        return table

    yield make
    for context, table in opened:
        errors = list(table.errors)
        context.close()
        assert not errors


@pytest.fixture
def table(open_table: Open) -> Table:
    return open_table()
