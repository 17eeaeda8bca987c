"""`Control`: tells a running search when to stop, and lets it tell the world how far it is.

Kernels run without the interpreter lock, so a search runs in threads of its own while the thread that asked for it
watches the clock, the cancel event and Ctrl-C. The kernels read one shared number, `stop[0]`, every few thousand nodes:
writing 1 there ends them. That is how every search can be cancelled within 50 ms without paying for it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from kingme.core.lines import own_lines
from kingme.players.info import Info
from kingme.players.limit import Cap, Limit

TICK = 0.005  # seconds between two looks at the clock and the cancel event
INFO_INTERVAL = 0.1  # at most ten reports a second
NO_CAP = Cap()


class Control:
    """The bounds of one search, its stop flag, and the channel for its progress."""

    def __init__(
        self,
        limit: Limit,
        *,
        cancel: threading.Event | None = None,
        on_info: Callable[[Info], None] | None = None,
        ponder: threading.Event | None = None,
        spent: float = 0.0,
        cap: Cap = NO_CAP,
    ) -> None:
        """`spent` are seconds of the search's time that have passed already."""
        self.limit = limit
        self._cap = cap
        self.stop = own_lines(1)
        self.started = time.perf_counter() - spent
        self._cancel = cancel
        self._on_info = on_info
        self._last_info = time.perf_counter()
        self._ponder = ponder
        self._deadline: float | None = None
        if ponder is None:
            self._start_clock(self.started)

    @property
    def elapsed(self) -> float:
        return time.perf_counter() - self.started

    @property
    def ponders(self) -> bool:
        """Whether the position is only expected, so that the clock does not run yet."""
        return self._ponder is not None

    @property
    def cancelled(self) -> bool:
        return self._cancel is not None and self._cancel.is_set()

    def _start_clock(self, since: float) -> None:
        """The time of the limit runs from that moment on."""
        bounds = [seconds for seconds in (self.limit.seconds(), self._cap.time) if seconds is not None]
        self._deadline = since + min(bounds) if bounds else None

    def at_most(self, nodes: int) -> int:
        """So many positions or simulations, or as many as the cap allows."""
        return nodes if self._cap.nodes is None else min(nodes, self._cap.nodes)

    def room(self, megabytes: int) -> int:
        """Bytes for a tree that should have so many megabytes: fewer if the cap says so."""
        return 1_000_000 * (megabytes if self._cap.megabytes is None else min(megabytes, self._cap.megabytes))

    def must_stop(self) -> bool:
        """Whether time is up or the search was cancelled; sets the kernels' flag too."""
        if self._ponder is not None and self._ponder.is_set():
            self._ponder = None
            self._start_clock(time.perf_counter())
        if self.cancelled or (self._deadline is not None and time.perf_counter() >= self._deadline):
            self.stop[0] = 1
        return bool(self.stop[0])

    @property
    def streams(self) -> bool:
        """Whether anybody listens to progress."""
        return self._on_info is not None

    def report(self, snapshot: Callable[[], Info], *, force: bool = False) -> None:
        """Send the state of the search to the listener, at most ten times a second unless forced."""
        now = time.perf_counter()
        if self._on_info is not None and (force or now - self._last_info >= INFO_INTERVAL):
            self._last_info = now
            info = snapshot()
            info.time = self.elapsed
            self._on_info(info)

    def run(
        self, *jobs: Callable[[], Any], snapshot: Callable[[], Info] | None = None, short: bool = False
    ) -> list[Any]:
        """Run kernels side by side, one thread each, until all return; watch the limits meanwhile.

        A single job that is said to be `short`, some milliseconds, is run at once: a thread to watch it would cost more
        than it is good for. The first exception of a job, or one raised by the listener or by Ctrl-C, stops the others
        and is raised here.
        """
        if short and len(jobs) == 1:
            self.must_stop()
            return [jobs[0]()]
        results: list[Any] = [None] * len(jobs)
        errors: list[BaseException] = []
        finished = threading.Semaphore(0)

        def work(index: int, job: Callable[[], Any]) -> None:
            try:
                results[index] = job()
            except BaseException as error:
                errors.append(error)
                self.stop[0] = 1
            finally:
                finished.release()

        self.must_stop()  # a search that is cancelled before it starts ends at its first look
        threads = [threading.Thread(target=work, args=pair, daemon=True) for pair in enumerate(jobs)]
        for thread in threads:
            thread.start()
        try:
            for _ in threads:
                while not finished.acquire(timeout=TICK):
                    self.must_stop()
                    if snapshot is not None:
                        self.report(snapshot)
        except BaseException:
            self.stop[0] = 1
            for thread in threads:
                thread.join()
            raise
        for thread in threads:
            thread.join()
        if errors:
            raise errors[0]
        return results
