"""`BUDGET`: how much memory the trees and tables of all searches in this process may take together.

Memory belongs to a process, and so does its budget. It has no limit unless somebody sets one, as the web server does
for the searches of all its visitors. Then a tree that finds no room stops growing, and a table is made smaller. What a
search had comes back by itself when the last array of it is forgotten.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import Any

ALWAYS = 1 << 20  # bytes that are never refused: every search gets on with that


class Budget:
    """Bytes that are lent to searches."""

    def __init__(self) -> None:
        self.limit: int | None = None  # bytes; none: nothing is counted
        self.spare: Callable[[], bool] | None = (
            None  # lets something go that is only kept in case; False: there is nothing
        )
        self._used = 0
        self._lock = (
            threading.RLock()
        )  # what is collected as garbage comes back at any moment, also in the middle of this

    @property
    def used(self) -> int:
        """Bytes that are lent at this moment."""
        return self._used

    def claim(self, size: int) -> bool:
        """Set so many bytes aside, if need be in place of what is kept in case; False if there is no room for them."""
        while not self._take(size):
            if self.spare is None or not self.spare():
                return False
        return True

    def _take(self, size: int) -> bool:
        with self._lock:
            fits = self.limit is None or size <= ALWAYS or self._used + size <= self.limit
            if fits and self.limit is not None:
                self._used += size
            return fits

    def give_back(self, size: int) -> None:
        """What was set aside is not needed after all."""
        if self.limit is not None:
            self._return(size)

    def _return(self, size: int) -> None:
        with self._lock:
            self._used -= size

    def settle(self, owner: Any, size: int) -> None:
        """What was set aside comes back when `owner` is forgotten, an array that no other one is a part of."""
        if self.limit is not None:
            weakref.finalize(owner, self._return, size).atexit = False

    def charge(self, array: Any) -> None:
        """Count an array that is there already, whether there is room for it or not."""
        if self.limit is not None:
            with self._lock:
                self._used += array.nbytes
            self.settle(array, array.nbytes)


BUDGET = Budget()
