"""A real server: nonsense, floods, half requests, hostile players. It goes on serving, and tells no file's secrets."""

from __future__ import annotations

import json
import random
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx2
from torture.attack import Trials, attack
from web.conftest import Live
from web.test_fuzz import drain, junk, message
from websockets.exceptions import WebSocketException

HOSTILE_SPECS = (
    "engine:evaluation=/etc/passwd",
    "engine:evaluation=/dev/stdin",
    "hub:command=/bin/true",
    "mcts:iterations=1000000000000",
    "engine:nodes=1000000000000",
    "engine:hash=1000000",
    "mcts:threads=5000",
    "minimax:trace=on,events=1000000000",
    "engine:seed=\0",
    "os:system",
    "../../etc/passwd",
    "http://127.0.0.1:1/",
)
SECRETS = ("root:x", "/etc/passwd", "No such file", "weights file")
ANSWERS_WITHIN = 20.0  # seconds, on a busy machine


@contextmanager
def running(folder: Path) -> Iterator[Live]:
    live = Live(folder / "data")
    live.folder.mkdir(parents=True, exist_ok=True)
    live.start()
    try:
        yield live
    finally:
        live.http.close()
        live.kill()


def alive(live: Live) -> str | None:
    """Whether the server still answers, and its log holds no traceback."""
    assert live.process is not None
    if live.process.poll() is not None:
        return f"the server ended with {live.process.returncode}"
    began = time.monotonic()
    try:
        answer = httpx2.get(f"{live.url}/api/status", timeout=ANSWERS_WITHIN)
    except httpx2.HTTPError as error:
        return f"the server does not answer: {error!r}"
    if answer.status_code >= 500:
        return f"the server answers {answer.status_code} after {time.monotonic() - began:.1f} s"
    log = live.folder.parent / "server.log"
    if log.stat().st_size > 1_000_000:
        return f"the log has {log.stat().st_size:,} bytes"
    return "a traceback in the log: " + log.read_text()[-600:] if "Traceback" in log.read_text() else None


@attack("messages", "malformed messages to games of a real server", share=1.5)
def bad_messages(chance: random.Random, folder: Path) -> Trials:
    with running(folder) as live:
        requests: list[dict[str, Any]] = [{}, {"white": {"kind": "ai", "spec": "random"}}, {"clock": "1+1"}]
        games = [live.begin(**request)["id"] for request in requests]
        while True:
            with suppress(WebSocketException, OSError), live.connect(chance.choice(games)) as page:
                for _ in range(chance.choice((1, 20, 200))):
                    page.send(message(chance))
                    drain(page)
            yield alive(live)


@attack("requests", "every route with values of every kind: no answer of the server's own fault, no file opened")
def bad_requests(chance: random.Random, folder: Path) -> Trials:
    with running(folder) as live:
        paths = live.http.get("/openapi.json").json()["paths"]
        routes = [(method, path) for path, methods in paths.items() for method in methods]
        while True:
            method, path = chance.choice(routes)
            for part in path.split("{")[1:]:
                name = part.split("}")[0]
                path = path.replace(f"{{{name}}}", chance.choice(("1", "x", "..%2f..%2fetc%2fpasswd", "%00")))
            spec = chance.choice(HOSTILE_SPECS)
            body: dict[str, Any] = {
                "player": spec,
                "players": [spec, "random"],
                "position": {"fen": "B:W21-32:B1-12", "moves": []},
                "white": {"kind": "ai", "spec": spec},
                "black": {"kind": "person"},
                "first": spec,
                "second": "random",
                "fen": "B:W21-32:B1-12",
                "openings": chance.choice(("three-move", "file:/etc/passwd", "/dev/stdin")),
                "games": chance.choice((2, 10**9)),
                "kind": chance.choice(("match", "sprt", "sweep", "round-robin")),
            }
            for name in chance.sample(sorted(body), 2):
                if chance.random() < 0.5:
                    body[name] = junk(chance)
            headers = {"origin": live.url}
            try:
                answer = live.http.request(method, path, json=body, headers=headers, timeout=ANSWERS_WITHIN)
            except httpx2.HTTPError as error:
                yield f"{method} {path} {json.dumps(body)[:300]}: {error!r}"
                continue
            fell = answer.status_code >= 500 and answer.status_code != 503
            told = answer.text if answer.headers.get("content-type", "").startswith("application/json") else ""
            if fell or any(secret in told.replace(spec, "") for secret in SECRETS):
                yield f"{method} {path} {json.dumps(body)[:300]}: {answer.status_code} {told[:200]}"
            else:
                yield alive(live)


@attack("connections", "hundreds of half-sent requests and unfinished uploads")
def half_requests(chance: random.Random, folder: Path) -> Trials:
    with running(folder) as live:
        while True:
            open_ones: list[socket.socket] = []
            for _ in range(chance.choice((50, 300, 1100))):
                with suppress(OSError):
                    one = socket.create_connection(("127.0.0.1", live.port), timeout=2)
                    open_ones.append(one)
                    if chance.random() < 0.5:
                        one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
                    else:
                        head = "POST /api/read HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2000000\r\n"
                        one.sendall((head + f"Origin: {live.url}\r\nContent-Type: application/json\r\n\r\n").encode())
                        one.sendall(b"{" + b" " * chance.choice((10, 60_000)))
            time.sleep(chance.uniform(0, 2))
            log = (live.folder.parent / "server.log").stat().st_size
            for one in open_ones:
                one.close()
            yield f"the log has {log:,} bytes" if log > 1_000_000 else None
            yield alive(live)
