"""Giving memory back to the system.

The C library keeps what programs have freed, in case they want it again. After a few large searches a server would
hold hundreds of megabytes that nobody uses. Where the library is glibc, it can be told otherwise; elsewhere large
blocks go back by themselves.
"""

from __future__ import annotations

import ctypes
import gc
import sys

LARGE = 1 << 20  # bytes
_M_MMAP_THRESHOLD = -3


def _library() -> ctypes.CDLL | None:
    """The C library, if it is glibc."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        library = ctypes.CDLL(None)
        _ = library.malloc_trim, library.mallopt
    except (OSError, AttributeError):
        return None
    return library


def return_large_blocks() -> None:
    """From now on, blocks of a megabyte go back when they are freed. By itself glibc raises that to 32 as it runs."""
    if (library := _library()) is not None:
        library.mallopt(_M_MMAP_THRESHOLD, LARGE)


def return_rest() -> None:
    """Give back all that is free at this moment, what waits for the garbage collector included."""
    gc.collect()
    if (library := _library()) is not None:
        library.malloc_trim(0)
