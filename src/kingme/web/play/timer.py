"""`TurnTimer`: how long the side to move has been thinking, and a call when its time is up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class TurnTimer:
    """A stop watch for one turn that can be halted."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._spent = 0.0
        self._since: float | None = None
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def is_running(self) -> bool:
        return self._since is not None

    @property
    def elapsed(self) -> float:
        """Seconds of this turn so far."""
        return max(0.0, self._spent + (self._loop.time() - self._since if self._since is not None else 0.0))

    def set(self, spent: float) -> None:
        """The turn began before this: so many seconds are over; fewer than none are a gift."""
        self._spent = spent

    def start(self, left: float | None, on_flag: Callable[[], None]) -> None:
        """Run on; with `left` seconds for the whole turn, `on_flag` is called when they are used up."""
        if self._since is None:
            self._since = self._loop.time()
            if left is not None:
                self._alarm = self._loop.call_later(max(0.0, left - self._spent), on_flag)

    def halt(self) -> None:
        """Stop for a while; what was spent is kept."""
        if self._since is not None:
            self._spent += self._loop.time() - self._since
        self._since = None
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def reset(self) -> None:
        """A new turn."""
        self.halt()
        self._spent = 0.0
