"""WebSockets that send in ways no page does: what the server keeps of it stays small."""

from __future__ import annotations

import os
import socket as sockets
import struct
import time
from contextlib import contextmanager, suppress
from dataclasses import replace

import pytest
from web.conftest import Threaded

TEXT, BINARY, CLOSE, PING, CONTINUATION = 1, 2, 8, 9, 0


def frame(opcode: int, data: bytes = b"", *, final: bool = True) -> bytes:
    """A frame as a browser sends it; the mask is zero."""
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    return bytes([(0x80 if final else 0) | opcode]) + length + b"\0\0\0\0" + data


@pytest.fixture
def server(settings):
    made = Threaded(replace(settings, messages_per_second=5, stall_seconds=1, header_seconds=1))
    made.start()
    yield made
    made.stop()


@contextmanager
def page(server, *, path="/api/analysis/ws", headers=b"", buffer=None):
    """A WebSocket without a library that would keep us from sending nonsense."""
    with sockets.socket() as made:
        if buffer:
            made.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, buffer)
        made.connect(("127.0.0.1", server.port))
        made.settimeout(30)
        made.sendall(
            b"GET " + path.encode() + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" + headers + b"\r\n"
        )
        yield made


@contextmanager
def open_page(server, **options):
    with page(server, **options) as made:
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += made.recv(1)
        assert answer.startswith(b"HTTP/1.1 101 ")
        yield made, answer


def socket_of(server):
    """The server's end of the only WebSocket."""
    (found,) = [each for each in list(server.server.server_state.connections) if hasattr(each, "queue")]
    return found


def read_close(connection) -> int:
    """The code with which the server closes."""
    data = b""
    with suppress(ConnectionError):
        while part := connection.recv(65536):
            data += part
    start = data.rindex(b"\x88")
    return int.from_bytes(data[start + 2 : start + 4])


def wait_for(condition):
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_many_small_messages_at_once_wait_outside(server):
    """A message in the queue takes fifty times the memory of its frame: most stay bytes, or with the client."""
    with open_page(server) as (made, _):
        made.settimeout(0.5)
        with suppress(TimeoutError):
            made.sendall(frame(TEXT, b"x") * 500_000)
        end = socket_of(server)
        wait_for(lambda: end.queue.qsize() > 0)
        assert end.queue.qsize() < 200
        assert len(end._unread) <= 64 << 10
        assert server.server.config.connections.held <= 64 << 10
        assert server.http.get("/api/status").status_code == 200


def test_pongs_that_nobody_reads_do_not_pile_up(server):
    with open_page(server, buffer=4096) as (made, _):
        made.settimeout(1)
        end = socket_of(server)
        with suppress(OSError):
            for _ in range(200):
                made.sendall(frame(PING, b"x" * 125) * 1000)
                assert end.transport.get_write_buffer_size() < 1 << 20
        wait_for(lambda: len(server.server.config.connections) == 0)  # and who does not read is cut off
        assert server.http.get("/api/status").status_code == 200


def test_a_message_of_empty_fragments_ends(server):
    with open_page(server) as (made, _):
        made.sendall(frame(TEXT, final=False) + frame(CONTINUATION, final=False) * 1000)
        assert read_close(made) == 1009
    wait_for(lambda: len(server.server.config.connections) == 0)


def test_a_few_fragments_are_a_message(server):
    with open_page(server) as (made, _):
        pieces = [b'{"ty', b'pe": ', b'"pi', b'ng"', b"}"]
        made.sendall(frame(TEXT, pieces[0], final=False))
        for piece in pieces[1:-1]:
            made.sendall(frame(CONTINUATION, piece, final=False))
        made.sendall(frame(CONTINUATION, pieces[-1]))
        data = b""
        while b"pong" not in data:
            data += made.recv(1000)


@pytest.mark.parametrize(
    "data",
    [
        b"\x81\xff" + (1 << 40).to_bytes(8, "big") + b"\0\0\0\0",  # a frame that announces a terabyte
        frame(TEXT, b"x" * 16_000, final=False) + frame(CONTINUATION, b"x" * 16_000),
        frame(BINARY, os.urandom(60_000)),
    ],
)
def test_large_messages_are_cut_off(server, data):
    with open_page(server) as (made, _):
        made.sendall(data)
        assert read_close(made) == 1009


def test_compression_is_not_offered(server):
    """A message of a few bytes cannot become a large one."""
    with open_page(server, headers=b"Sec-WebSocket-Extensions: permessage-deflate\r\n") as (made, answer):
        assert b"deflate" not in answer.lower()
        made.sendall(bytes([0xC1, 0x81]) + b"\0\0\0\0x")  # marked as compressed all the same
        assert read_close(made) == 1002


def test_a_handshake_that_cannot_be_read_does_not_stay(server):
    """More headers than the WebSocket library takes, and fewer than HTTP does."""
    with page(server, headers=b"".join(b"X-%d: 1\r\n" % number for number in range(300))) as made:
        with suppress(ConnectionError):
            assert b" 101 " not in made.recv(1000)
        wait_for(lambda: len(server.server.config.connections) == 0)


def test_a_polite_close_is_answered_though_messages_wait(server):
    with open_page(server) as (made, _):
        made.sendall(frame(TEXT, b"x") + frame(CLOSE, (1000).to_bytes(2, "big")))
        assert read_close(made) == 1000
    wait_for(lambda: len(server.server.config.connections) == 0)
