"""A real server: nonsense, floods, half requests, hostile players. It goes on serving, and tells no file's secrets."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx2
from torture.attack import Trials, attack, environment, left_behind
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
    "minimax:depth=60",
    "random",
)
SECRETS = ("root:x", "No such file", "weights file", "Permission denied", "the server's log says why")
"""What answers say only where a file was opened, or something failed."""
ANSWERS_WITHIN = 20.0  # seconds, on a busy machine
MOST_HELD = 300  # megabytes that half-sent requests may add to a server; they may hold 64 themselves


@contextmanager
def running(folder: Path) -> Iterator[Live]:
    live = Live(folder / "data")
    live.folder.mkdir(parents=True, exist_ok=True)
    with patch.dict(os.environ, environment(folder)):
        live.start()
    try:
        yield live
    finally:
        live.http.close()
        live.kill()
        for process in left_behind(folder):  # a server that is killed leaves its runs playing
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)


def resident(live: Live) -> int:
    """The megabytes of a server that are in memory."""
    assert live.process is not None
    lines = Path(f"/proc/{live.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) // 1024


def alive(live: Live, address: str = "127.0.0.1") -> str | None:
    """Whether the server still answers somebody at an address, and its log holds no traceback."""
    assert live.process is not None
    if live.process.poll() is not None:
        return f"the server ended with {live.process.returncode}"
    began = time.monotonic()
    try:
        with httpx2.Client(transport=httpx2.HTTPTransport(local_address=address)) as visitor:
            answer = visitor.get(f"{live.url}/api/status", timeout=ANSWERS_WITHIN)
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


def routes(live: Live) -> list[tuple[str, str, list[str]]]:
    """Every route with the fields of its body, as the server describes them; streams have no end and are left out."""
    described = live.http.get("/api/openapi.json").json()
    found = []
    for path, methods in described["paths"].items():
        for method, operation in methods.items() if not path.endswith("/events") else ():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
            found.append((method, path, list(described["components"]["schemas"].get(name, {}).get("properties", ()))))
    return found


def hostile_values(chance: random.Random) -> dict[str, Any]:
    """A value for each field that names something, as hostile as its type allows."""
    spec = chance.choice(HOSTILE_SPECS)
    seat = {"kind": "ai", "spec": spec}
    fen = "B:W21-32:B1-12"
    return {
        "player": spec,
        "players": [{"spec": spec}, {"spec": "random", "name": "b", "limit": chance.choice(("", "time=1e9"))}],
        "position": {"fen": fen, "moves": []},
        "black": chance.choice((seat, {"kind": "human"})),
        "white": seat,
        "fen": fen,
        "text": chance.choice((fen, '[Event "x"] 1. 11-15 *', "/etc/passwd")),
        "openings": chance.choice(("start", "file:/etc/passwd", "/dev/stdin", "random:99")),
        "games": chance.choice((2, 100_000)),
        "kind": chance.choice(("match", "sprt", "sweep", "round-robin")),
        "limit": chance.choice(("", "nodes=1000000000000", "iterations=1000000000000", "time=1e9")),
        "vary": chance.choice(("hash=1,1000000", "evaluation=/etc/passwd,/dev/stdin")),
        "rules": chance.choice(("official", "cap=none,quiet=none,repetition=none")),
        "name": chance.choice(("study-a", "../../etc/passwd", "<script>")),
        "budget": 10_000_000,
        "depth": chance.choice(("quick", "deep")),
        "moves": [],
        "line": ["11-15"],
    }


@attack("requests", "every route with values of every kind: no answer of the server's own fault, no file opened")
def bad_requests(chance: random.Random, folder: Path) -> Trials:
    with running(folder) as live:
        known = routes(live)
        with_body = [route for route in known if route[2]]
        while True:
            method, path, fields = chance.choice(chance.choice((known, with_body)))
            for part in path.split("{")[1:]:
                name = part.split("}")[0]
                path = path.replace(f"{{{name}}}", chance.choice(("1", "x", "..%2f..%2fetc%2fpasswd", "%00")))
            values = hostile_values(chance)
            body = {name: values[name] for name in fields if name in values}
            for name in chance.sample(fields, min(len(fields), chance.choice((0, 0, 1, 2)))):
                body[name] = junk(chance)
            try:
                headers = {"origin": live.url, "content-type": "application/json"}
                answer = live.http.request(
                    method, path, content=json.dumps(body), headers=headers, timeout=ANSWERS_WITHIN
                )
            except httpx2.HTTPError as error:
                yield f"{method} {path} {json.dumps(body)[:300]}: {error!r}"
                continue
            fell = answer.status_code >= 500 and answer.status_code != 503
            told = answer.text if answer.headers.get("content-type", "").startswith("application/json") else ""
            if fell or any(secret in told for secret in SECRETS):
                yield f"{method} {path} {json.dumps(body)[:300]}: {answer.status_code} {told[:200]}"
            else:
                yield alive(live)


@attack("connections", "hundreds of half-sent requests and unfinished uploads")
def half_requests(chance: random.Random, folder: Path) -> Trials:
    with running(folder) as live:
        before = resident(live)
        while True:
            open_ones: list[socket.socket] = []
            for _ in range(chance.choice((50, 300, 1100))):
                with suppress(OSError):
                    one = socket.create_connection(("127.0.0.1", live.port), timeout=2)
                    open_ones.append(one)
                    if chance.random() < 0.5:
                        one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
                    else:
                        head = "POST /api/import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2000000\r\n"
                        one.sendall((head + f"Origin: {live.url}\r\nContent-Type: application/json\r\n\r\n").encode())
                        one.sendall(b"{" + b" " * chance.choice((10, 60_000, 1_900_000)))
            time.sleep(chance.uniform(0, 2))
            yield alive(live, "127.0.0.2")  # while all of them are open
            grown = resident(live) - before
            yield f"the server has grown by {grown} MB" if grown > MOST_HELD else None
            for one in open_ones:
                one.close()
            yield alive(live)
