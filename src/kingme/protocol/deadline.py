"""`Deadline`: the moment by which an engine must have answered, kept by a thread of its own.

The thread matters. Whoever waits for an engine may be busy with what the engine prints, or stuck in sending to it; the
deadline comes all the same, and `on_over` ends the engine.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Deadline:
    """At most one moment at a time. Once it has passed, `is_over` stays true."""

    def __init__(self, on_over: Callable[[], None]) -> None:
        self._on_over = on_over
        self._moment = math.inf
        self._over = self._closed = False
        self._changed = threading.Condition()
        threading.Thread(target=self._watch, daemon=True, name="kingme-deadline").start()

    @property
    def is_over(self) -> bool:
        with self._changed:
            return self._look()

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Set the deadline for what happens inside; one that is set already may only come sooner."""
        with self._changed:
            before = self._moment
            self._move(min(before, time.monotonic() + seconds))
        try:
            yield
        finally:
            with self._changed:
                self._look()  # what ended too late must not be forgotten with the deadline
                self._move(before)

    def close(self) -> None:
        """There is nothing left to watch."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _look(self) -> bool:
        self._over = self._over or time.monotonic() >= self._moment
        return self._over

    def _move(self, moment: float) -> None:
        self._moment = moment
        self._changed.notify()

    def _watch(self) -> None:
        with self._changed:
            while not self._closed and not self._look():
                left = self._moment - time.monotonic()
                self._changed.wait(min(left, threading.TIMEOUT_MAX))
            if self._closed:
                return
        self._on_over()
