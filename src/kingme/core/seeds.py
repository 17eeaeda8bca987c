"""Seeds: every random choice of a piece of work from the one number that it is given.

A seed is derived from that number and from names and numbers that say what it is for, and from nothing else: not
from the order in which workers ask, nor from the process that they run in.
"""

from __future__ import annotations

import hashlib

BITS = 53  # a whole number of this size survives JSON and JavaScript


def derive_seed(*parts: int | str) -> int:
    """A seed of 53 bits for what `parts` name; the same on every machine and in every version.

    >>> derive_seed(1, "game", 0), derive_seed(1, "game", 1)
    (5076894411354062, 4084105522636994)
    """
    digest = hashlib.sha256(":".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - BITS)
