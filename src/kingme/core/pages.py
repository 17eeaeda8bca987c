"""Large arrays of zeros, and when their memory is really there.

The system promises memory when it is asked for and hands it out page by page when a page is first written to. For a
table of gigabytes that is a second or more, paid by whoever writes first; in pages of 2 MB, which make random access a
third faster, a search that looks at a thousand places pays for all of it at once. `Pages` lets its owner choose the
moment: `touch` before a clock runs. What was not touched comes in small pages, microseconds each.

`calloc`, and so `np.zeros`, is no help: what it takes from memory that was used before it has to clear first.
"""

from __future__ import annotations

import mmap
from collections.abc import Callable
from contextlib import suppress

import numpy as np
from numpy.typing import DTypeLike

from kingme.errors import KingMeError

SMALL_PAGE = 4096
LARGE_PAGE = 1 << 21
STEP = 2 * LARGE_PAGE  # bytes between two looks at whether to stop: some milliseconds at most
CLEAR_STEP = 1 << 26

_FLAGS = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
_IN_LARGE = getattr(mmap, "MADV_HUGEPAGE", None)  # where the system lets us choose
_IN_SMALL = getattr(mmap, "MADV_NOHUGEPAGE", None)


def never() -> bool:
    """For loops that nobody stops."""
    return False


def fresh_zeros(count: int, kind: DTypeLike = np.int64) -> np.ndarray:
    """An array of zeros that costs nothing until it is written to, whatever was freed before."""
    size = count * np.dtype(kind).itemsize
    if size < LARGE_PAGE:
        return np.zeros(count, kind)
    memory = _reserve(size)
    _advise(memory, _IN_LARGE, 0, size)
    return np.frombuffer(memory, kind, count)


class Pages:
    """An array of zeros that begins where a page begins, and is ready to be written to after `touch`."""

    def __init__(self, count: int, kind: DTypeLike = np.int64) -> None:
        size = count * np.dtype(kind).itemsize
        self._memory = _reserve(size)
        _advise(self._memory, _IN_SMALL, 0, size)
        self._bytes = np.frombuffer(self._memory, np.uint8, size)
        self._touched = 0
        self.array: np.ndarray = np.frombuffer(self._memory, kind, count)

    @property
    def is_ready(self) -> bool:
        """Whether all of it has been touched."""
        return self._touched == self._bytes.size

    def touch(self, must_stop: Callable[[], bool] = never) -> None:
        """Have the memory handed out, in large pages; if `must_stop` says so, the rest is left for another time.

        Nobody else may write meanwhile. What stands in the array stays there.
        """
        address: int = self._bytes.__array_interface__["data"][0]
        while not self.is_ready and not must_stop():
            begin = self._touched
            end = min(begin + STEP - (address + begin) % STEP, self._bytes.size)  # no large page lies across two steps
            _advise(self._memory, _IN_LARGE, begin, end - begin)
            self._bytes[begin:end:SMALL_PAGE] |= 0
            self._touched = end

    def clear(self) -> None:
        """Make it all zeros again; memory that is there is cleared ten times as fast as new memory is handed out."""
        for begin in range(0, self._bytes.size, CLEAR_STEP):  # Ctrl-C comes through between two steps
            self._bytes[begin : begin + CLEAR_STEP] = 0


def _reserve(size: int) -> mmap.mmap:
    try:
        return mmap.mmap(-1, size, **_FLAGS)
    except (OSError, OverflowError):
        raise KingMeError(f"the system has no {size >> 20:,} MB of memory to give: ask for less") from None


def _advise(memory: mmap.mmap, advice: int | None, begin: int, length: int) -> None:
    if advice is not None:
        with suppress(OSError):  # a system without large pages
            memory.madvise(advice, begin, length)
