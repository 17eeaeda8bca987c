"""Asking a book from compiled code: a search among sorted keys, some tenths of a microsecond."""

from __future__ import annotations

import numpy as np

from kingme.book.book_file import BookArrays  # noqa: F401  (in a signature)
from kingme.book.book_scores import FORBIDDEN, NO_SCORE, PREFERRED
from kingme.core.jit import kernel

ABSENT = -1


@kernel("i8(i8, BookArrays)")
def find_entry(key, book):
    """The number of the entry with this key, or `ABSENT`."""
    low = 0
    high = len(book.keys)
    while low < high:
        middle = (low + high) >> 1
        if book.keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    if low < len(book.keys) and book.keys[low] == key:
        return low
    return ABSENT


@kernel("UniTuple(i8, 2)(game, position, BookArrays)")
def probe_book(game, position, book):
    """The book's first choice in a position, and its score for the side to move; move 0 where it has none.

    Preferred moves come before all others, forbidden ones never. Among equal scores the first is taken.
    """
    if position[3]:
        entry = find_entry(game.key(game.mirror(position)), book)
    else:
        entry = find_entry(game.key(position), book)
    if entry == ABSENT:
        return 0, NO_SCORE
    best = ABSENT
    best_rank = np.int64(0)
    for number in range(book.firsts[entry], book.firsts[entry + 1]):
        marks = np.int64(book.marks[number])
        if marks & FORBIDDEN:
            continue
        rank = np.int64(book.scores[number]) + ((marks & PREFERRED) << 20)
        if best == ABSENT or rank > best_rank:
            best = number
            best_rank = rank
    if best == ABSENT:
        return 0, NO_SCORE
    if position[3]:
        return game.mirror_move(book.codes[best]), np.int64(book.scores[best])
    return book.codes[best], np.int64(book.scores[best])
