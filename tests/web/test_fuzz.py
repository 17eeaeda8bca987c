"""Nonsense of every kind: the server keeps serving, and the games stay what they are."""

from __future__ import annotations

import json
import random
import socket as sockets
import string
import time
from contextlib import suppress

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from web.conftest import Page
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection

from kingme.web.app import create_app
from kingme.web.play.actions import ACTIONS
from kingme.web.schemas import State
from kingme.web.settings import Settings

MESSAGES = 10_000
EXAMPLES = 40  # requests to each route
WORDS = [*ACTIONS, "ping", "state", "nonsense"]


def junk(chance: random.Random) -> object:
    """Any value that JSON can hold."""
    return chance.choice(
        [
            None,
            True,
            0,
            -1,
            3.5,
            1e308,
            10**40,
            "",
            "black",
            "x" * 50,
            "\u0000\ud83d",
            [],
            [11, 15],
            [0, 99],
            ["11", "15"],
            [[[]]],
            {},
            {"type": "move"},
            list(range(1, 40)),
        ]
    )


def message(chance: random.Random) -> str | bytes:
    """One message: sometimes sensible at the wrong time, sometimes half right, sometimes rubbish."""
    kind = chance.randrange(12)
    if kind == 0:
        return chance.randbytes(chance.randrange(200))
    if kind == 1:
        return "".join(chance.choices(string.printable, k=chance.randrange(200)))
    if kind == 2:
        return "x" * chance.choice([4096, 4097, 8000, 16_000])
    if kind == 3:
        return "[" * chance.randrange(2000)
    if kind == 4:
        return json.dumps(junk(chance))
    if kind == 5:
        return json.dumps({"type": junk(chance)})
    if kind == 6:
        whole = json.dumps({"type": "move", "path": [11, 15], "version": 1})
        return whole[: chance.randrange(len(whole))]
    body: dict[str, object] = {"type": chance.choice(WORDS)}
    if kind in (7, 8):  # fields that fit, with values that may not
        for name in ("path", "version", "color", "spec", "delay"):
            if chance.random() < 0.5:
                body[name] = junk(chance)
    elif body["type"] == "move":
        start = chance.randint(1, 32)
        body |= {"path": [start, chance.randint(1, 32)], "version": chance.choice([None, 0, 1, 10**9])}
    elif body["type"] == "level":
        body |= {
            "color": chance.choice(["black", "white"]),
            "spec": chance.choice(["random", "easy", "x", "random:seed=1"]),
        }
    elif body["type"] == "speed":
        body |= {"delay": chance.choice([0, 0.01, 60, -1])}
    return json.dumps(body)


def drain(socket: ClientConnection) -> None:
    """Read what has come so far: a page that does not read would be cut off."""
    with suppress(TimeoutError):
        while True:
            socket.recv(0)


def test_ten_thousand_bad_messages(threaded):
    chance = random.Random(1)
    requests = [
        {},
        {"white": {"kind": "ai", "spec": "random"}},
        {
            "black": {"kind": "ai", "spec": "random"},
            "white": {"kind": "ai", "spec": "easy"},
            "autoplay": {"delay": 0.01},
        },
        {"clock": "1+1", "white": {"kind": "ai", "spec": "random"}},
    ]
    games = [threaded.http.post("/api/games", json=request).json()["id"] for request in requests]
    sent = 0
    while sent < MESSAGES:
        try:
            with threaded.connect(chance.choice(games)) as socket:
                for _ in range(chance.choice([1, 20, 500])):
                    socket.send(message(chance))
                    sent += 1
                    drain(socket)
                if chance.random() < 0.5:
                    socket.send(json.dumps({"type": "ping"}))
                    while json.loads(socket.recv(30))["type"] != "pong":
                        pass
                if chance.random() < 0.2:
                    socket.socket.close()  # without a word
        except (ConnectionClosed, OSError):
            pass
    for game in games:
        state = threaded.http.get(f"/api/games/{game}").json()
        State.model_validate(state)
    game = threaded.http.post("/api/games", json=requests[1]).json()["id"]
    with threaded.connect(game) as socket:
        socket.recv(10)
        socket.send(json.dumps({"type": "move", "path": [11, 15]}))
        while len((json.loads(socket.recv(10)).get("state") or {"plies": ()})["plies"]) < 2:
            pass


def test_too_much_at_once_is_cut_off(threaded):
    game = threaded.http.post("/api/games", json={}).json()["id"]
    with threaded.connect(game) as socket:
        socket.recv(10)
        socket.send("x" * 1_000_000)
        with pytest.raises(WebSocketException):
            Page(socket.send, lambda: str(socket.recv(10))).read_to_end()
    assert threaded.http.get(f"/api/games/{game}").status_code == 200


@pytest.mark.parametrize(
    "raw",
    [
        b"\x00" * 100,
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET /" + b"x" * 70_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
        b"GET /api/games/x/ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    ],
)
def test_raw_bytes(threaded, raw):
    with sockets.create_connection(("127.0.0.1", threaded.port), 5) as connection:
        connection.sendall(raw)
        connection.settimeout(2)
        try:
            answer = connection.recv(1000)
        except OSError:
            answer = b""
    assert not answer.startswith(b"HTTP/1.1 5")
    assert threaded.http.get("/api/status").status_code == 200


def test_a_page_that_never_reads_does_not_hold_up_the_others(threaded):
    request = {
        "black": {"kind": "ai", "spec": "random"},
        "white": {"kind": "ai", "spec": "random"},
        "autoplay": {"delay": 0},
    }
    game = threaded.http.post("/api/games", json=request).json()["id"]
    idle = {"max_queue": 1, "close_timeout": 0.1}  # this one reads nothing, and soon its buffers are full
    with threaded.connect(game, **idle), threaded.connect(game) as second:
        end = time.monotonic() + 30
        while True:
            received = json.loads(second.recv(10))
            if received["type"] == "state" and received["state"]["outcome"]:
                break
            assert time.monotonic() < end


# --- Schemathesis: requests made from the description of the interface ------------------------------------------------


@pytest.fixture
def described(tmp_path):
    """The interface as it describes itself, for Schemathesis to try."""
    generous = Settings(
        data_dir=tmp_path,
        prepare=False,
        allowed_hosts=("testserver",),
        games_per_minute=10**6,
        uploads_per_minute=10**6,
        games_per_owner=10**6,
        arena_runs=0,  # nothing is to be played here
    )
    return schemathesis.openapi.from_asgi("/api/openapi.json", create_app(generous))


CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)


def test_the_interface_keeps_to_its_description(described):
    operations = [result.ok() for result in described.get_all_operations()]
    assert len(operations) > 30
    for operation in operations:
        if operation.path.endswith("/events"):
            continue  # such an answer has no end

        @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def check(case):
            case.call_and_validate(checks=CHECKS)

        check()
