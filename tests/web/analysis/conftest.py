"""A page that watches analyses."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest
from starlette.testclient import TestClient

START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


class Watcher:
    """One end of the analysis WebSocket; `seen` holds the text and the data of everything that came."""

    def __init__(self, send: Callable[[str], None], receive: Callable[[], str]) -> None:
        self._send, self._receive = send, receive
        self.seen: list[tuple[str, dict[str, Any]]] = []

    def start(self, player: str, fen: str = START, moves: Any = (), **fields: Any) -> None:
        position = {"fen": fen, "moves": [list(path) for path in moves]}
        self.send(type="start", player=player, position=position, **fields)

    def send(self, **message: Any) -> None:
        self._send(json.dumps(message))

    def send_text(self, text: str) -> None:
        self._send(text)

    def next(self) -> dict[str, Any]:
        text = self._receive()
        message: dict[str, Any] = json.loads(text)
        self.seen.append((text, message))
        return message

    def wait(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Read until a message of this type with these fields comes; an error that was not waited for is one."""
        for _ in range(5000):
            message = self.next()
            if message["type"] == kind and all(message.get(key) == value for key, value in fields.items()):
                return message
            assert message["type"] != "error", message
        raise AssertionError(f"no {kind} came")

    def of_type(self, kind: str) -> list[dict[str, Any]]:
        return [message for _, message in self.seen if message["type"] == kind]


OpenDesk = Callable[..., AbstractContextManager[Watcher]]


@pytest.fixture
def desk(client: TestClient) -> OpenDesk:
    @contextmanager
    def open_desk(by: TestClient | None = None, **options: Any) -> Iterator[Watcher]:
        with (by or client).websocket_connect("ws://127.0.0.1/api/analysis/ws", **options) as socket:
            yield Watcher(socket.send_text, socket.receive_text)

    return open_desk
