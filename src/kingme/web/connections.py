"""All open connections: how many there are, for whom, how long each may take, and how much they keep in memory.

Counting begins before anything is parsed. Where there is no place left, the connection that has waited longest without
a whole request makes room: a flood of silent connections drives out itself, and whoever asks something is answered.
Those whose body is still arriving go last. If all are at work, the new one gets a 503. Bodies and unread answers share
a budget of memory in the same way.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from kingme.web.addresses import UNKNOWN, Proxies, bucket
from kingme.web.settings import Settings

log = logging.getLogger("kingme.web.connections")

SWEEP_SECONDS = 1.0
LINGER_SECONDS = 2.0  # for reading the sentence with which one was turned away
LINGERING_SHARE = 8  # one for so many connections may do that

BUSY = "the server has too many connections: try again in a moment"
CROWDED = "too many connections are open from your address: close some, or try again in a moment"
FULL = "the server is receiving too much at once: try again in a moment"
SLOW = "the request took too long to arrive"


class Phase(Enum):
    """What a connection is doing."""

    IDLE = "between two requests"
    HEAD = "headers are expected"
    BODY = "a body is arriving"
    WORK = "a whole request is being answered, or a WebSocket is open"


TOO_SLOW = {
    Phase.HEAD: "the headers of a request took more than %g s: the connection is closed",
    Phase.BODY: "the body of a request took more than %g s: the connection is closed",
}


Line = tuple[bool, str | None]
"""Which line a connection stands in while it has no whole request: whether nothing is arriving, and its address."""


@dataclass(eq=False)
class Place:
    """One connection among all."""

    connections: Connections
    transport: asyncio.Transport
    home: str | None
    """The address it counts for; None for a proxy, whose requests count for its clients one by one."""
    turn_away: Callable[[int, str], None]
    """Answer with a status and a sentence, and hang up."""
    counted: str | None = None
    phase: Phase = Phase.HEAD
    since: float = 0.0
    seconds: float | None = None
    """How long the phase may last."""
    received: int = 0
    """Bytes of the present request, wherever they are now."""
    unsent: int = 0
    moved: float = 0.0
    """When the other side last took something of what is to be sent to it."""

    def enter(self, phase: Phase, seconds: float | None = None) -> None:
        self.phase, self.since, self.seconds = phase, time.monotonic(), seconds
        self.connections.line_up(self)

    def claim(self, address: str) -> bool:
        """Count it for the client whose request this is; False if that one has too many already."""
        return self.connections.count_for(self, bucket(address))

    def go_home(self) -> None:
        self.connections.count_for(self, self.home)

    def hold(self, *, received: int | None = None, unsent: int | None = None) -> None:
        """Note how much of it is in memory."""
        before = self.held
        self.received = self.received if received is None else received
        self.unsent = self.unsent if unsent is None else unsent
        self.connections.note_change(self, self.held - before)

    @property
    def held(self) -> int:
        return self.received + self.unsent

    @property
    def line(self) -> Line:
        return self.phase in (Phase.IDLE, Phase.HEAD), self.counted


class Connections:
    """The places of a server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.most = settings.connections  # fewer where the system grants fewer open files
        self._proxies = Proxies(settings.trusted_proxies)
        self._places: dict[asyncio.BaseTransport, Place] = {}
        self._counts: Counter[str | None] = Counter()
        self._lines: dict[Line, dict[Place, None]] = {}
        """Connections without a whole request, the longest first: a flood must not make us search for it."""
        self._lingering: dict[asyncio.BaseTransport, float] = {}
        self._swept = time.monotonic()
        self.held = 0
        """Bytes that are in memory for all connections."""

    def __len__(self) -> int:
        return len(self._places)

    # --- coming and going ---

    def enter(self, transport: asyncio.Transport, peer: str | None, turn_away: Callable[[int, str], None]) -> bool:
        """Give a connection a place, if there is one or somebody makes room; `find` has it then."""
        peer = peer or UNKNOWN
        home = None if self._proxies.trusts(peer) else bucket(peer)
        if home is not None and self._counts[home] >= self.settings.connections_per_address:
            is_free = self._evict(self._first(home), CROWDED)
            log.warning("%s has %d connections: %s", home, self.settings.connections_per_address, _what(is_free))
            if not is_free:
                return False
        if len(self._places) >= self.most:
            crowd = max(self._counts, key=self._counts.__getitem__)
            is_free = self._evict(self._first(crowd) or self._first(*self._counts), BUSY)
            log.warning("all %d connections are in use: %s", self.most, _what(is_free))
            if not is_free:
                return False
        now = time.monotonic()
        place = Place(self, transport, home, turn_away, counted=home, moved=now)
        self._places[transport] = place
        self._counts[home] += 1
        place.enter(Phase.HEAD, self.settings.header_seconds)
        return True

    def find(self, transport: asyncio.BaseTransport) -> Place | None:
        return self._places.get(transport)

    def leave(self, transport: asyncio.BaseTransport) -> None:
        self._lingering.pop(transport, None)
        place = self._places.pop(transport, None)
        if place is not None:
            self._step_out(place)
            self.held -= place.held

    def linger(self, transport: asyncio.Transport) -> bool:
        """Give up a place, but stay a moment to read an answer; False if too many do."""
        self.leave(transport)
        if len(self._lingering) > self.most // LINGERING_SHARE:
            return False
        self._lingering[transport] = time.monotonic()
        return True

    def count_for(self, place: Place, key: str | None) -> bool:
        """Count a connection for another address; False, and nothing has changed, if that has too many."""
        if place.counted == key or place.transport not in self._places:
            return True
        if key is not None and self._counts[key] >= self.settings.connections_per_address:
            log.warning("%s has %d connections: a request is refused", key, self._counts[key])
            return False
        self._step_out(place)
        place.counted = key
        self._counts[key] += 1
        self.line_up(place)
        return True

    def line_up(self, place: Place) -> None:
        """Put a connection that waits at the end of the line of its address, and any other out of it."""
        self._leave_line(place)
        if place.phase is not Phase.WORK and place.transport in self._places:
            self._lines.setdefault(place.line, {})[place] = None

    def _leave_line(self, place: Place) -> None:
        for name in ((True, place.counted), (False, place.counted)):
            line = self._lines.get(name, {})
            line.pop(place, None)
            if not line:
                self._lines.pop(name, None)

    def _step_out(self, place: Place) -> None:
        """Do not count a connection any more."""
        key = place.counted
        self._counts[key] -= 1
        if self._counts[key] <= 0:
            del self._counts[key]
        self._leave_line(place)

    # --- making room ---

    def _first(self, *keys: str | None) -> Place | None:
        """Of the connections of some addresses, the one that has waited longest without a whole request."""
        for is_silent in (True, False):
            lines = (self._lines.get((is_silent, key)) for key in keys)
            firsts = [next(iter(line)) for line in lines if line]
            if firsts:
                return min(firsts, key=_since)
        return None

    def _evict(self, place: Place | None, sentence: str) -> bool:
        """Close a connection, if there is one."""
        if place is None:
            return False
        self.leave(place.transport)
        place.turn_away(503, sentence)
        return True

    def note_change(self, place: Place, by: int) -> None:
        """A connection holds more or less in memory than before."""
        if place.transport in self._places:
            self.held += by
            self._keep_memory()

    def _keep_memory(self) -> None:
        """While too much is held, the address that holds most loses its oldest unfinished request or unread answer."""
        most = self.settings.traffic_megabytes << 20
        while self.held > most:
            now = time.monotonic()
            loose = [place for place in self._places.values() if place.held and _is_unfinished(place, now)]
            held: Counter[str | None] = Counter()
            for place in loose:
                held[place.counted] += place.held
            greedy = max(held, key=lambda key: held[key], default=None)
            oldest = min((place for place in loose if place.counted == greedy), key=_since, default=None)
            if not self._evict(oldest, FULL):
                return  # these are whole requests, which end by themselves
            log.warning("requests and answers hold more than %d MB: the oldest unfinished is closed", most >> 20)

    # --- time ---

    def sweep(self) -> None:
        """Close what has taken too long; call it every second. While we were busy ourselves, nobody's time runs."""
        now = time.monotonic()
        late, self._swept = max(0.0, now - self._swept - SWEEP_SECONDS), now
        for transport, since in list(self._lingering.items()):
            if now - since > LINGER_SECONDS:
                transport.abort()  # type: ignore[attr-defined]
        for place in list(self._places.values()):
            place.since, place.moved = min(now, place.since + late), min(now, place.moved + late)
            self._look_at(place, now)

    def _look_at(self, place: Place, now: float) -> None:
        unsent = place.transport.get_write_buffer_size()
        if not unsent or unsent < place.unsent:
            place.moved = now
        place.hold(unsent=unsent)
        if now - place.moved > self.settings.stall_seconds:
            log.warning("an answer was not read for %g s: the connection is closed", self.settings.stall_seconds)
            place.transport.abort()
        elif place.transport.is_closing() or place.seconds is None or now - place.since <= place.seconds:
            return
        else:
            if place.phase in TOO_SLOW:
                log.warning(TOO_SLOW[place.phase], place.seconds)
            self.leave(place.transport)
            place.turn_away(408, SLOW)


def _since(place: Place) -> float:
    return place.since


def _what(is_free: bool) -> str:
    return "the one that has waited longest is closed" if is_free else "new ones are refused"


def _is_unfinished(place: Place, now: float) -> bool:
    return place.phase is not Phase.WORK or (place.unsent > 0 and now - place.moved > LINGER_SECONDS)
