"""How much a client may ask for in a while: token buckets, and a count of open connections."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

from kingme.web.settings import Settings

MOST_BUCKETS = 10_000
RENEWALS = 60  # a minute, of somebody who goes on looking for an opponent; pages ask 15 times


class Rate:
    """At most `per_minute` a minute for each key, a minute's worth at once."""

    def __init__(self, per_minute: float) -> None:
        self._per_second = per_minute / 60
        self._capacity = per_minute
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what is left, and when that was

    def allows(self, key: str) -> bool:
        """Take one, if there is one left."""
        now = time.monotonic()
        left, then = self._buckets.pop(key, (self._capacity, now))
        left = min(self._capacity, left + (now - then) * self._per_second)
        allowed = left >= 1
        self._buckets[key] = (left - 1 if allowed else left, now)
        self._forget(now)
        return allowed

    def _forget(self, now: float) -> None:
        """Drop the buckets that nobody used for a minute: they are full again, so they tell nothing."""
        for key, (_, then) in list(islice(self._buckets.items(), 2)):  # more go than come
            if then < now - 60 or len(self._buckets) > MOST_BUCKETS:
                del self._buckets[key]

    def __len__(self) -> int:
        return len(self._buckets)


class Pace:
    """The pace of one connection: how long to wait before its next message is read."""

    def __init__(self, per_second: float) -> None:
        self._step = 1 / per_second
        self._burst = 2.0  # seconds' worth that may come at once
        self._due = 0.0

    def wait(self, now: float) -> float:
        self._due = max(self._due, now - self._burst) + self._step
        return max(0.0, self._due - now)


class Limits:
    """All limits of a server by client."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.games = Rate(settings.games_per_minute)
        self.uploads = Rate(settings.uploads_per_minute)
        self.reviews = Rate(settings.reviews_per_minute)
        self.steps = Rate(settings.steps_per_minute)
        self.challenges = Rate(settings.challenges_per_minute)
        self.renewals = Rate(RENEWALS)
        self.chat = Rate(settings.chat_per_minute)
        self._sockets: Counter[str] = Counter()
        self._looking: Counter[str] = Counter()

    @contextmanager
    def looking(self, address: str) -> Iterator[bool]:
        """Whether an address may look into another search meanwhile."""
        self._looking[address] += 1
        try:
            yield self._looking[address] <= self._settings.looks_per_address
        finally:
            self._looking[address] -= 1
            if not self._looking[address]:
                del self._looking[address]

    def open_socket(self, owner: str, address: str) -> bool:
        """Count a connection; False if the client has too many already."""
        if self._sockets[f"owner {owner}"] >= self._settings.sockets_per_owner:
            return False
        if self._sockets[f"address {address}"] >= self._settings.sockets_per_address:
            return False
        self._sockets.update((f"owner {owner}", f"address {address}"))
        return True

    def close_socket(self, owner: str, address: str) -> None:
        for key in (f"owner {owner}", f"address {address}"):
            self._sockets[key] -= 1
            if self._sockets[key] <= 0:
                del self._sockets[key]
