"""What the server counts, in the text format that Prometheus reads.

Requests are counted by their route as it is declared (`/api/games/{game}`), never by the address that was asked for:
that could hold anything, and there would be no end of them. Everything else is looked up at the moment somebody asks.
"""

from __future__ import annotations

import math
import os
import sys
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Awaitable, Iterator, Mapping
from itertools import accumulate
from typing import Literal

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingme import __version__
from kingme.web.services import Services

KIND = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)  # seconds
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
Labels = Mapping[str, str]


class Durations:
    """How long things took: a histogram as Prometheus has it."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.sum = 0.0

    def note(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds


class Metrics:
    """What is counted while the server runs."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, str, str]] = Counter()  # by route, method and status
        self.seconds = {"api": Durations(), "page": Durations()}
        self.began = time.time()

    def note(self, scope: Scope, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        route = getattr(scope.get("route"), "path", "")
        method = scope["method"] if scope["method"] in METHODS else "other"
        self.requests[route or "none", method, str(status)] += 1
        self.seconds["api" if scope["path"].startswith("/api/") else "page"].note(seconds)

    def text(self, services: Services) -> str:
        """Everything as Prometheus reads it."""
        return "\n".join((*self._requests(), *_gauges(services), *_process(self.began))) + "\n"

    def _requests(self) -> Iterator[str]:
        yield from _head("kingme_requests_total", "counter", "Requests that were answered.")
        for (route, method, status), number in sorted(self.requests.items()):
            yield _line("kingme_requests_total", number, {"route": route, "method": method, "status": status})
        yield from _head("kingme_request_seconds", "histogram", "From a request to the beginning of its answer.")
        for kind, durations in self.seconds.items():
            yield from _histogram("kingme_request_seconds", durations, {"kind": kind})


class Meter:
    """Counts every request; it stands outside everything else, so that refused ones are counted too."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """A WebSocket is none of its business, and does not come back here with each of its messages."""
        serve = self._measured if scope["type"] == "http" else self._app
        return serve(scope, receive, send)

    async def _measured(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status, answered = time.perf_counter(), 500, 0.0

        async def answer(message: Message) -> None:
            nonlocal status, answered
            if message["type"] == "http.response.start":
                status, answered = message["status"], time.perf_counter()
            await send(message)

        try:
            await self._app(scope, receive, answer)
        finally:
            self._metrics.note(scope, status, (answered or time.perf_counter()) - began)


def _gauges(services: Services) -> Iterator[str]:
    """How much of everything there is at the moment."""
    searches, writer, processes = services.searches, services.writer, services.searches.processes
    gauges: tuple[tuple[str, float, str], ...] = (
        ("kingme_sockets", len(services.pages), "Pages that are connected."),
        ("kingme_games_in_memory", len(services.sessions), "Games in memory."),
        ("kingme_games_thinking", services.sessions.thinking, "Games in which a player thinks."),
        ("kingme_searches_running", searches.running, "Searches that run."),
        ("kingme_searches_waiting", searches.waiting, "Searches that wait for a worker."),
        ("kingme_search_processes", 0 if processes is None else len(processes.pids), "Processes that search."),
        ("kingme_reviews_running", len(services.reviews.running()), "Reviews that are worked on."),
        ("kingme_writes_waiting", writer.waiting, "Changes that wait to be stored."),
    )
    counters: tuple[tuple[str, float, str], ...] = (
        ("kingme_searches_total", searches.begun, "Searches that began."),
        ("kingme_search_process_deaths_total", 0 if processes is None else processes.deaths, "Of those, that died."),
        ("kingme_writes_total", writer.written, "Changes that were stored."),
        ("kingme_transactions_total", writer.transactions, "Transactions in which they were stored."),
        ("kingme_transaction_seconds_total", writer.seconds, "How long those took."),
        ("kingme_write_errors_total", writer.failures, "Changes that could not be stored."),
    )
    for name, value, what in gauges:
        yield from _single(name, "gauge", what, value)
    for name, value, what in counters:
        yield from _single(name, "counter", what, value)


def _process(began: float) -> Iterator[str]:
    yield from _head("kingme_info", "gauge", "The version that runs.")
    yield _line("kingme_info", 1, {"version": __version__})
    times = os.times()
    yield from _single("process_cpu_seconds_total", "counter", "Processor time.", times.user + times.system)
    yield from _single("process_start_time_seconds", "gauge", "When the server began.", began)
    if (memory := _memory()) is not None:
        yield from _single("process_resident_memory_bytes", "gauge", "Memory in use.", memory)


def _memory() -> int | None:
    if sys.platform != "linux":
        return None
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123  (no file of anybody's)
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# --- the format -------------------------------------------------------------------------------------------------------


def _head(name: str, kind: Literal["counter", "gauge", "histogram"], what: str) -> tuple[str, str]:
    return f"# HELP {name} {what}", f"# TYPE {name} {kind}"


def _single(name: str, kind: Literal["counter", "gauge"], what: str, value: float) -> Iterator[str]:
    yield from _head(name, kind, what)
    yield _line(name, value)


def _histogram(name: str, durations: Durations, labels: Labels) -> Iterator[str]:
    counts = list(accumulate(durations.counts))
    for bound, count in zip((*BOUNDS, math.inf), counts, strict=True):
        yield _line(f"{name}_bucket", count, {**labels, "le": "+Inf" if bound == math.inf else f"{bound:g}"})
    yield _line(f"{name}_sum", durations.sum, labels)
    yield _line(f"{name}_count", counts[-1], labels)


def _line(name: str, value: float, labels: Labels | None = None) -> str:
    """One sample.

    >>> _line("games", 3, {"route": 'a"b'})
    'games{route="a\\\\"b"} 3'
    """
    inside = ",".join(f'{key}="{_escaped(text)}"' for key, text in (labels or {}).items())
    number = f"{value:.17g}"
    return f"{name}{{{inside}}} {number}" if inside else f"{name} {number}"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
