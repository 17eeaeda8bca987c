"""HTTP and WebSocket connections as uvicorn speaks them, with a place among `Connections` and a clock.

Uvicorn limits how long a connection may be idle between two requests and how long the headers may be. It does not limit
how many connections there are before a request is parsed, nor how long headers and bodies may take, nor what a client
makes it keep in memory by not reading, or by sending many small WebSocket frames at once. These classes do.
"""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from kingme.web.connections import BUSY, LINGER_SECONDS, Connections, Phase, Place
from kingme.web.security import HEADERS

READ_BYTES = 32 << 10
"""What is read at once, instead of asyncio's 256 KB: buffers keep their largest size while the connection lasts."""
PIECE = 1024  # bytes: at most 170 of the smallest WebSocket frames
MOST_FRAGMENTS = 64  # of one message; browsers send a message whole


class Config(uvicorn.Config):
    """Uvicorn's settings, and the connections that its protocols share."""

    def __init__(self, app: Any, connections: Connections, **options: Any) -> None:
        super().__init__(app, http=Http, ws=Socket, **options)
        self.connections = connections


class Http(H11Protocol):
    """A connection on which requests arrive, one after another."""

    config: Config
    cycle: RequestResponseCycle | None  # type: ignore[assignment]  # None until there was a request
    _place: Place | None = None
    _farewell: bytes | None = None  # what it is turned away with; empty when that has been said

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.max_size = READ_BYTES  # type: ignore[attr-defined]
        connections = self.config.connections
        if connections.enter(transport, self.client[0] if self.client else None, self._turn_away):
            self._place = connections.find(transport)
            self.app_state = {**self.app_state, "place": self._place}  # the guard tells it whose request it is
        elif connections.linger(transport):
            self._farewell = _answer(503, BUSY)  # said when something has come: some systems lose it otherwise
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.connections.leave(self.transport)
        if self._place is not None:
            self._place.turn_away = _nobody  # it knows the connection, and the connection it
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._farewell is None:
            assert self._place is not None
            self._place.hold(received=self._place.received + len(data))
        if self._farewell is None:  # it may just have been turned away
            super().data_received(data)
        elif self._farewell:
            self._say_farewell()

    def handle_events(self) -> None:
        cycle = self.cycle
        super().handle_events()
        self._note_phase(is_new_request=self.cycle is not cycle)

    def on_response_complete(self) -> None:
        if self._place is not None:
            self._place.hold(received=len(self.conn.trailing_data[0]))
            self._place.go_home()
        super().on_response_complete()
        self._note_phase()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        assert self._place is not None
        place, self._place = self._place, None  # the socket takes it over
        place.hold(received=0)
        place.enter(Phase.HEAD, self.config.connections.settings.header_seconds)
        super().handle_websocket_upgrade(event)

    def _note_phase(self, *, is_new_request: bool = False) -> None:
        """Start the clock of a phase when it begins; further bytes of it give no further time."""
        if self._place is None:
            return
        settings, state = self.config.connections.settings, self.conn.their_state
        phase, seconds = Phase.WORK, None
        is_answered = self.conn.our_state is h11.DONE  # whatever still comes is dropped
        if state is h11.SEND_BODY:
            phase, seconds = Phase.BODY, LINGER_SECONDS if is_answered else settings.body_seconds
        elif state is h11.IDLE:
            has_begun = self.cycle is None or bool(self.conn.trailing_data[0])
            phase = Phase.HEAD if has_begun else Phase.IDLE
            seconds = settings.header_seconds if has_begun else settings.idle_seconds
        if (phase, seconds) != (self._place.phase, self._place.seconds) or is_new_request:
            self._place.enter(phase, seconds)
        if phase is Phase.IDLE or (phase is Phase.BODY and is_answered):
            self._place.hold(received=0)

    def _turn_away(self, status: int, sentence: str) -> None:
        is_silent = self._place is None or self._place.received == 0
        is_half_answered = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
        self._place, self._farewell = None, b""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True  # the app need not go on
            self.cycle.message_event.set()
        if is_half_answered or self.transport.get_write_buffer_size():
            self.transport.abort()
        elif is_silent:
            self.transport.close()
        elif self.config.connections.linger(self.transport):
            self._farewell = _answer(status, sentence)
            self._say_farewell()
        else:
            self.transport.abort()

    def _say_farewell(self) -> None:
        """Answer, but read on for a moment: to hang up on unread data would take the answer back."""
        self.transport.write(self._farewell or b"")
        self._farewell = b""
        if self.transport.can_write_eof() and not self.transport.is_closing():
            self.transport.write_eof()
            self.transport.resume_reading()


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket. What has come is parsed in small pieces, and only as fast as the app takes the messages."""

    config: Config

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._unread = bytearray()
        self._is_due = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._place = self.config.connections.find(transport)
        if self._place is not None:
            self._place.turn_away = lambda status, sentence: self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unread.clear()
        self.config.connections.leave(self.transport)
        if self._place is not None:
            self._place.turn_away = _nobody  # it knows the socket, and the socket it: each would keep the other
            self._place = None
        super().connection_lost(exc)

    def start_keepalive(self) -> None:
        if self._place is not None:
            self._place.enter(Phase.WORK)  # the handshake is complete
        super().start_keepalive()

    def data_received(self, data: bytes) -> None:
        self._unread += data
        self._parse()

    async def receive(self) -> Any:
        message = await super().receive()
        self._parse()
        return message

    def resume_writing(self) -> None:
        super().resume_writing()
        self._parse()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < MOST_FRAGMENTS:
            super().handle_cont(event)
        elif not self.close_sent:
            self.conn.fail(1009, "too many fragments")
            self.handle_parser_exception()

    def _parse(self) -> None:
        """Parse one piece, unless the app has messages to take or the client has pongs to read; the others have their
        turn before the next piece.
        """
        if self._unread and self._can_parse():
            piece = bytes(self._unread[:PIECE])
            del self._unread[:PIECE]
            self.read_paused = True  # so that uvicorn does not stop the reading for every single message
            super().data_received(piece)
        if self._place is not None and self._place.received != len(self._unread):
            self._place.hold(received=len(self._unread))
        if self.transport.is_closing():
            return
        # A message that waits for the app is no reason to stop reading: two calls of the system for each would be a
        # tenth of what a move costs. Whatever comes before it is taken stays unparsed, and then nothing more is read.
        self.read_paused = bool(self._unread) or not self.writable.is_set()
        if not self.read_paused:
            self.transport.resume_reading()
            return
        self.transport.pause_reading()
        if self._unread and self._can_parse() and not self._is_due:
            self._is_due = True
            self.loop.call_soon(self._parse_next)

    def _parse_next(self) -> None:
        self._is_due = False
        self._parse()

    def _can_parse(self) -> bool:
        is_free = self.queue.empty() or self.close_sent  # after our own close, messages are dropped
        return is_free and self.writable.is_set() and not self.transport.is_closing()


def _nobody(status: int, sentence: str) -> None:
    """Turn away a connection that is gone."""


def _answer(status: int, sentence: str) -> bytes:
    """A whole answer for those who are not let in."""
    body = json.dumps({"detail": sentence}).encode()
    headers = {
        **HEADERS,
        "content-type": "application/json",
        "content-length": str(len(body)),
        "cache-control": "no-store",
        "retry-after": "2",
        "connection": "close",
    }
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", *(f"{name}: {text}" for name, text in headers.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
