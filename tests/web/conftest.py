"""Servers to test against: one inside the process, and real ones that can be killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient
from websockets.sync.client import ClientConnection, connect

from kingme.web.app import create_app
from kingme.web.server import Server, bind, make_config
from kingme.web.settings import Settings

HOST = "http://127.0.0.1"
SOURCE = Path(__file__).parents[2] / "src"


class Page:
    """A page on a game: what it receives is kept, what it waits for may be anything that a server sends."""

    def __init__(self, send: Callable[[str], None], receive: Callable[[], str]) -> None:
        self._send, self._receive = send, receive
        self.state: dict[str, Any] = {}
        self.seen: list[dict[str, Any]] = []

    def send(self, type: str, **fields: Any) -> None:
        self._send(json.dumps({"type": type, **fields}))

    def send_text(self, text: str) -> None:
        self._send(text)

    def next(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._receive())
        self.seen.append(message)
        if message["type"] == "state":
            self.state = message["state"]
        return message

    def wait(self, type: str, accept: Callable[[dict[str, Any]], bool] = lambda message: True) -> dict[str, Any]:
        """Read until a message of this type comes that is acceptable."""
        return self.wait_any(type, accept=accept)

    def wait_any(self, *types: str, accept: Callable[[dict[str, Any]], bool] = lambda message: True) -> dict[str, Any]:
        """The same for any of several types."""
        for _ in range(2000):
            message = self.next()
            if message["type"] in types and accept(message):
                return message
        raise AssertionError(f"no {' or '.join(types)} came")

    def wait_state(self, accept: Callable[[dict[str, Any]], bool] = lambda state: True) -> dict[str, Any]:
        state: dict[str, Any] = self.wait("state", lambda message: accept(message["state"]))["state"]
        return state

    def wait_plies(self, number: int) -> dict[str, Any]:
        return self.wait_state(lambda state: len(state["plies"]) == number)

    def read_to_end(self) -> None:
        """Read until the server closes, which raises."""
        while True:
            self.next()

    def move(self, *path: int, version: int | None = None) -> None:
        self.send("move", path=list(path), version=self.state["version"] if version is None else version)

    def move_any(self) -> None:
        self.move(*self.state["legal"][0]["path"])


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KINGME_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("KINGME_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("KINGME_STORE", str(tmp_path / "arena.sqlite"))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "data", prepare=False, messages_per_second=100_000)


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    """A browser at a server in this process."""
    with TestClient(create_app(settings), base_url=HOST) as made:
        yield made


def browser(client: TestClient, address: str = "testclient") -> TestClient:
    """Another browser at the same server: it has no cookies yet."""
    other = TestClient(client.app, base_url=HOST, client=(address, 50000))
    other.portal = client.portal  # the event loop that the server runs on
    return other


Begin = Callable[..., dict[str, Any]]
Open = Callable[..., AbstractContextManager[Page]]

HUMANS: dict[str, Any] = {}
AGAINST_RANDOM: dict[str, Any] = {"white": {"kind": "ai", "spec": "random:seed=1"}}


@pytest.fixture
def begin(client: TestClient) -> Begin:
    """Begin a game and return its first state."""

    def post(**request: Any) -> dict[str, Any]:
        answer = client.post("/api/games", json=request)
        assert answer.status_code == 201, answer.text
        state: dict[str, Any] = answer.json()
        return state

    return post


@pytest.fixture
def watch(client: TestClient) -> Open:
    """Open a page on a game; the first state has arrived when it is there."""

    @contextmanager
    def open_page(game: str, by: TestClient | None = None) -> Iterator[Page]:
        with (by or client).websocket_connect(f"ws://127.0.0.1/api/games/{game}/ws") as socket:
            page = Page(socket.send_text, socket.receive_text)
            page.wait_state()
            yield page

    return open_page


# --- a server in a process of its own ---------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Live:
    """A server as a user runs it: it can be killed and started again on the same data."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.process: subprocess.Popen[str] | None = None
        self.http = httpx2.Client(base_url=self.url, timeout=60)

    def start(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "kingme", "serve", "--no-browser", "--port", str(self.port), *arguments]
        paths = os.pathsep.join([str(SOURCE), os.environ.get("PYTHONPATH", "")])
        environment = os.environ | {"KINGME_DATA_DIR": str(self.folder), "PYTHONPATH": paths}
        log = (self.folder.parent / "server.log").open("a")
        self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, text=True)
        log.close()
        for _ in range(1200):
            assert self.process.poll() is None, (self.folder.parent / "server.log").read_text()
            try:
                self.http.get("/api/status")
            except httpx2.TransportError:
                time.sleep(0.05)
                continue
            return
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """End it without a chance to say goodbye."""
        assert self.process is not None
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """End it as Ctrl-C does."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(20)

    def end(self) -> None:
        """Leave nothing of it behind."""
        self.http.close()
        if self.process is not None and self.process.poll() is None:
            self.kill()

    def begin(self, **request: Any) -> dict[str, Any]:
        answer = self.http.post("/api/games", json=request)
        assert answer.status_code == 201, answer.text
        state: dict[str, Any] = answer.json()
        return state

    def connect(self, game: str, *, owner: bool = True) -> ClientConnection:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {"Cookie": cookie} if owner else {}
        address = f"ws://127.0.0.1:{self.port}/api/games/{game}/ws"
        options: dict[str, Any] = {"origin": self.url, "max_size": None, "max_queue": None}
        return connect(address, additional_headers=headers, **options)

    @contextmanager
    def watch(self, game: str, *, owner: bool = True) -> Iterator[Page]:
        with self.connect(game, owner=owner) as socket:
            page = Page(socket.send, lambda: str(socket.recv(150)))
            page.wait_state()
            yield page


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    server = Live(tmp_path / "data")
    server.start()
    yield server
    server.end()


class Threaded:
    """A real server in a thread of this process, with settings of one's own."""

    def __init__(self, settings: Settings) -> None:
        self.listener = bind("127.0.0.1", 0)
        self.port: int = self.listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.ready = threading.Event()
        self.server = Server(make_config(settings), self.ready.set)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listener]}, daemon=True)
        self.http = httpx2.Client(base_url=self.url, timeout=30)

    def start(self) -> None:
        self.thread.start()
        assert self.ready.wait(30)

    def stop(self) -> None:
        self.http.close()
        self.server.should_exit = True
        self.thread.join(20)
        self.listener.close()

    def services(self) -> Any:
        return self.server.config.app.state.services  # type: ignore[union-attr]

    def lab(self) -> Any:
        """The arena of this server."""
        return self.services().runs

    def connect(self, game: str, **options: Any) -> ClientConnection:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        options = {"max_size": None, "max_queue": None, "ping_interval": None} | options
        address = f"ws://127.0.0.1:{self.port}/api/games/{game}/ws"
        return connect(address, additional_headers={"Cookie": cookie}, **options)


@pytest.fixture
def threaded(settings: Settings) -> Iterator[Threaded]:
    made = Threaded(settings)
    made.start()
    yield made
    made.stop()
