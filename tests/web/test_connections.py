"""Connections that ask for nothing, or for too much: real servers with small limits, and real sockets."""

from __future__ import annotations

import json
import logging
import socket as sockets
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from types import SimpleNamespace

import pytest
from web.conftest import Threaded
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect as connect_page

from kingme.web import server as server_module
from kingme.web.connections import Connections, Phase
from kingme.web.settings import Settings

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Never: "
WHOLE = b"GET /api/status HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def upload(length: int) -> bytes:
    return f"POST /api/import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {length}\r\n\r\n".encode()


@pytest.fixture
def run(settings):
    """Run servers with other limits, and sockets to them that are closed at the end."""
    with ExitStack() as stack:

        def start(**limits):
            made = Threaded(replace(settings, **limits))
            made.start()
            stack.callback(made.stop)
            return made

        yield start


@contextmanager
def many(server, count, data=b""):
    """Connections that send something and then wait."""
    with ExitStack() as stack:
        yield [stack.enter_context(connect(server, data)) for _ in range(count)]


def connect(server, data=b""):
    made = sockets.create_connection(("127.0.0.1", server.port), 30)
    made.sendall(data)
    return made


def read_all(connection) -> bytes:
    """What the server says until it hangs up."""
    parts = []
    with suppress(ConnectionError):
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


def connections(server) -> Connections:
    return server.server.config.connections


def wait_for(condition):
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


# --- how many ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", ["connections", "connections_per_address"])
def test_half_sent_requests_make_room_for_whole_ones(run, limit):
    server = run(**{limit: 10})
    with many(server, 60, HALF) as flood:
        assert server.http.get("/api/status").status_code == 200
        assert len(connections(server)) <= 10
        answer = read_all(flood[0])
        assert answer.startswith(b"HTTP/1.1 503 ") or not answer  # a hundred at once are not all told
    wait_for(lambda: len(connections(server)) <= 1)


def test_silent_connections_make_room_too(run):
    server = run(connections=10)
    with many(server, 60) as flood:
        assert server.http.get("/api/status").status_code == 200
        assert read_all(flood[0]) == b""


@pytest.mark.parametrize("limit", ["connections", "connections_per_address"])
def test_unfinished_uploads_make_room_too(run, limit):
    server = run(**{limit: 10})
    with many(server, 60, upload(2_000_000) + b"{"):
        assert server.http.get("/api/status").status_code == 200
        assert len(connections(server)) <= 10
    wait_for(lambda: len(connections(server)) <= 1)


def test_silent_connections_make_room_before_uploads(run):
    server = run(connections=10)
    with connect(server, upload(4) + b"{") as slow:
        wait_for(lambda: any(place.phase is Phase.BODY for place in connections(server)._places.values()))
        with many(server, 60, HALF):
            assert server.http.get("/api/status").status_code == 200
            slow.sendall(b"}  ")
            assert slow.recv(65536).startswith(b"HTTP/1.1 422 ")


def test_where_all_are_at_work_a_new_one_is_refused_in_a_sentence(run):
    server = run(connections=3)
    game = server.http.post("/api/games", json={}).json()["id"]
    server.http.close()
    with ExitStack() as stack:
        pages = [stack.enter_context(server.connect(game)) for _ in range(3)]
        for page in pages:
            assert json.loads(page.recv(30))["type"] == "state"
        with connect(server, WHOLE) as refused:
            head, _, body = read_all(refused).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 503 ")
        assert b"retry-after" in head
        assert b"content-security-policy" in head
        assert "too many connections" in json.loads(body)["detail"]
        pages[0].send(json.dumps({"type": "ping"}))
        while json.loads(pages[0].recv(30))["type"] != "pong":
            pass
    wait_for(lambda: len(connections(server)) == 0)  # sockets give their places back
    with connect(server, WHOLE) as accepted:
        assert accepted.recv(100).startswith(b"HTTP/1.1 200 ")


def test_the_crowded_address_makes_room_for_the_others(settings):
    """Where all places are taken, the address that has most of them loses its oldest."""
    made, closed = Connections(replace(settings, connections=4, connections_per_address=4)), []
    for number, address in enumerate(["1.1.1.1", "2.2.2.2", "2.2.2.2", "2.2.2.2", "3.3.3.3"]):
        assert made.enter(Idle(), address, lambda status, sentence, number=number: closed.append(number))
    assert closed == [1]


class Idle:
    """A transport that does nothing."""

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return False


def test_clients_of_a_proxy_are_counted_one_by_one(run):
    """The proxy's own connections are not limited by address, only their clients' requests."""
    server = run(connections_per_address=2, trusted_proxies=("127.0.0.1",))
    game = server.http.post("/api/games", json={}).json()["id"]

    def page(address):
        return connect_page(f"ws://127.0.0.1:{server.port}/api/games/{game}/ws", additional_headers=proxied(address))

    def proxied(address):
        return {"X-Forwarded-For": address}

    with ExitStack() as stack:
        for number in range(5):
            stack.enter_context(page(f"203.0.113.{number}"))
        stack.enter_context(page("203.0.113.0"))
        with pytest.raises(InvalidStatus):
            stack.enter_context(page("203.0.113.0"))
        assert server.http.get("/api/status", headers=proxied("203.0.113.0")).status_code == 503
        assert server.http.get("/api/status", headers=proxied("203.0.113.9")).status_code == 200  # the same connection
    wait_for(lambda: len(connections(server)) <= 1)
    assert server.http.get("/api/status", headers=proxied("203.0.113.0")).status_code == 200


# --- how long ---------------------------------------------------------------------------------------------------------


def trickle(connection) -> bytes:
    """Send a byte now and then until the server has had enough; what it says."""
    connection.settimeout(0.1)
    parts = []
    with suppress(ConnectionError):
        for _ in range(300):
            try:
                connection.sendall(b"x")
                part = connection.recv(65536)
            except TimeoutError:
                continue
            if not part:
                break
            parts.append(part)
        else:
            raise AssertionError("the server waits for ever")
    return b"".join(parts)


def test_slow_headers_are_cut_off_whatever_trickles_in(run):
    server = run(header_seconds=0.5)
    with connect(server, HALF) as slow:
        answer = trickle(slow)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"too long to arrive" in answer


def test_slow_headers_of_a_second_request_are_cut_off(run):
    server = run(header_seconds=0.5)
    with connect(server, WHOLE) as slow:
        assert slow.recv(65536).startswith(b"HTTP/1.1 200 ")
        slow.sendall(HALF)
        assert b"HTTP/1.1 408 " in trickle(slow)


def test_a_half_sent_handshake_is_cut_off(run):
    server = run(header_seconds=0.5)
    half = b"GET /api/analysis/ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    with connect(server, half) as slow:
        assert trickle(slow).startswith(b"HTTP/1.1 408 ")


def test_a_silent_connection_is_closed_without_a_word(run):
    server = run(header_seconds=0.5)
    with connect(server) as silent:
        assert read_all(silent) == b""


def test_an_idle_connection_is_closed(run):
    server = run(idle_seconds=0.2)
    with connect(server, WHOLE) as idle:
        assert read_all(idle).startswith(b"HTTP/1.1 200 ")


def test_slow_bodies_are_cut_off_whatever_trickles_in(run):
    server = run(body_seconds=0.5)
    with connect(server, upload(10_000)) as slow:
        assert trickle(slow).startswith(b"HTTP/1.1 408 ")


def test_whoever_sends_on_after_the_answer_is_cut_off(run):
    """A refused body is not read for ever."""
    server = run()
    with connect(server, upload(10**9)) as slow:
        answer = trickle(slow)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert answer.count(b"HTTP/1.1") == 1


def test_a_request_that_is_at_work_has_time(run):
    """The limits are for what the client has to do, not for us."""
    server = run(header_seconds=0.2, body_seconds=0.2, idle_seconds=0.2, stall_seconds=0.2)
    game = server.http.post("/api/games", json={}).json()["id"]
    with server.connect(game) as page:
        page.recv(30)
        time.sleep(2.5)
        page.send(json.dumps({"type": "ping"}))
        while json.loads(page.recv(30))["type"] != "pong":
            pass


def test_while_the_server_is_busy_nobodys_time_runs(settings, monkeypatch):
    """A request may lie in the system for seconds because we did not come to read it."""
    now = [100.0]
    monkeypatch.setattr("kingme.web.connections.time", SimpleNamespace(monotonic=lambda: now[0]))
    made, closed = Connections(replace(settings, header_seconds=3)), []
    made.enter(Idle(), "1.1.1.1", lambda status, sentence: closed.append(status))
    for step in (1, 30, 1):
        now[0] += step
        made.sweep()
    assert not closed
    now[0] += 1
    made.sweep()
    assert closed == [408]


# --- how much ---------------------------------------------------------------------------------------------------------


def test_unfinished_uploads_share_a_budget(run):
    server = run(traffic_megabytes=1)
    part = b"x" * 300_000
    with many(server, 10, upload(2_000_000) + part) as flood:
        wait_for(lambda: connections(server).held > 300_000)
        first = read_all(flood[0])
        assert first.startswith(b"HTTP/1.1 503 ")
        assert b"receiving too much" in first
        assert connections(server).held <= 1 << 20
        answer = server.http.post("/api/import", json={"text": "1. 11-15 *" + " " * 300_000})
        assert answer.status_code == 200
    wait_for(lambda: connections(server).held == 0)


def test_the_address_that_holds_most_makes_room(settings):
    made, closed = Connections(replace(settings, traffic_megabytes=1)), []
    for number, address in enumerate(["1.1.1.1", "2.2.2.2", "2.2.2.2", "3.3.3.3"]):
        transport = Idle()
        assert made.enter(transport, address, lambda status, sentence, number=number: closed.append(number))
        place = made.find(transport)
        place.enter(Phase.BODY, 60)
        place.hold(received=300_000)
    assert closed == [1]
    assert made.held == 900_000


def test_answers_that_nobody_reads_are_given_up(run):
    server = run(stall_seconds=0.5)
    request = b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with sockets.socket() as deaf:
        deaf.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", server.port))
        deaf.settimeout(30)
        with suppress(OSError):
            deaf.sendall(request * 400)
        wait_for(lambda: len(connections(server)) == 0)
    assert server.http.get("/api/status").status_code == 200


# --- the log and the system -------------------------------------------------------------------------------------------


def test_a_flood_of_bad_requests_is_one_line(run):
    server, lines = run(), []
    handler = logging.Handler()
    handler.emit = lines.append
    logging.getLogger("uvicorn.error").addHandler(handler)
    try:
        for _ in range(30):
            with connect(server, b"\x00\r\n\r\n") as bad:
                assert read_all(bad).startswith(b"HTTP/1.1 400 ")
    finally:
        logging.getLogger("uvicorn.error").removeHandler(handler)
    assert [line.getMessage() for line in lines] == ["Invalid HTTP request received."]


SMALL_SERVER = """
import resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))
from kingme.web.server import serve
from kingme.web.settings import Settings
serve(Settings(data_dir=Path(sys.argv[1]), prepare=False), 0, lambda address: print(address, flush=True))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit on open files")
def test_out_of_open_files_the_server_goes_on_and_the_log_stays_short(tmp_path):
    log = tmp_path / "log"
    command = [sys.executable, "-c", SMALL_SERVER, str(tmp_path / "data")]
    with log.open("w") as stderr:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True)
    try:
        port = int(process.stdout.readline().strip().rstrip("/").rpartition(":")[2])
        target = type("Target", (), {"port": port})
        with many(target, 200, HALF), connect(target, WHOLE) as normal:
            assert normal.recv(100).startswith(b"HTTP/1.1 200 ")
        with connect(target, WHOLE) as normal:
            assert normal.recv(100).startswith(b"HTTP/1.1 200 ")
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    text = log.read_text()
    assert "Traceback" not in text
    assert "the system grants 128 open files: at most 32 connections" in text
    assert len(text.splitlines()) <= 5


def test_running_out_of_files_is_one_line_without_a_traceback(run, caplog):
    server = run()
    loop = server.server.servers[0].get_loop()
    context = {"message": "socket.accept() out of system resource", "exception": OSError(24, "Too many open files")}
    for _ in range(1000):
        loop.call_soon_threadsafe(loop.call_exception_handler, context)
    assert server.http.get("/api/status").status_code == 200
    told = [record for record in caplog.records if "can be accepted" in record.getMessage()]
    assert len(told) == 1
    assert told[0].exc_info is None


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit on open files")
@pytest.mark.parametrize(
    ("soft", "hard", "connections", "asked"),
    [
        (1024, 4096, 1024, 1536),  # the usual case: more is to be had
        (20_000, 20_000, 1024, None),
        (1024, 1024, 512, None),
        (256, 256, 64, None),
        (256, -1, 1024, 1536),
    ],
)
def test_open_files(monkeypatch, soft, hard, connections, asked):
    import resource

    calls = []
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda kind, limits: calls.append(limits))
    assert server_module.grant_files(Settings().connections) == connections
    assert calls == ([] if asked is None else [(asked, hard)])


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit on open files")
def test_open_files_that_are_not_granted_after_all(monkeypatch):
    import resource

    def refuse(kind, limits):
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "getrlimit", lambda kind: (256, resource.RLIM_INFINITY))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    assert server_module.grant_files(1024) == 64
