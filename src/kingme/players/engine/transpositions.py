"""The transposition table: what the search has learned about positions, shared by all threads without locks.

Four entries of two words make a bucket of one cache line. The first word is the position's hash exclusive-or the
second: a torn write by two threads gives a hash that fits no position, so it is simply not found (Hyatt and Mann 2002).

    data:  bits 0-11 best move (start, end) | 12-27 score + 32768 | 28-35 depth | 36-37 bound | 38-45 age | 46 recalled

A score that was remembered from earlier games counts on the principal variation too, where a search wants to see for
itself otherwise: it came from a search of its own, as deep as the entry says.

After the buckets come the marks by which threads tell each other what they are searching. A thread that comes to a move
that another is at work on takes the others first: when it returns to that move, the table often has the answer (Weill,
"The ABDADA distributed minimax search algorithm", 1996; with a table of marks, Kerrigan's simplified ABDADA).
"""

from __future__ import annotations

import numpy as np

from kingme.core.bits import multiply_add
from kingme.core.jit import kernel
from kingme.core.pages import Pages
from kingme.core.prefetch import prefetch

ENTRIES = 4  # in a bucket
BUCKET_WORDS = 2 * ENTRIES
BUCKET_BYTES = 8 * BUCKET_WORDS

EXACT, LOWER, UPPER = 1, 2, 3  # how the stored score bounds the true one
MISS = 0  # no data word is zero, because its bound is not

MAX_DEPTH = 255

AHEAD = 12  # entries that are fetched while others are written
MARKS = 512  # words, a power of two
_SPREAD = 0x2545F4914F6CDD1D  # makes a number of a position and a move that few others share


def table_pages(megabytes: float) -> Pages:
    """The memory of an empty table; its buckets have at most this size, and their number is a power of two.

    All tables come from here. Nothing of it is handed out yet: see `Pages.touch`.
    """
    buckets = 1 << max(4, int(megabytes * (1 << 20) / BUCKET_BYTES).bit_length() - 1)
    return Pages(buckets * BUCKET_WORDS + MARKS)


def new_table(megabytes: float) -> np.ndarray:
    """An empty table, as kernels take it."""
    return table_pages(megabytes).array


@kernel
def _bucket(table, key):
    """Index of the first word of a position's bucket."""
    return (key & ((table.size - MARKS) // BUCKET_WORDS - 1)) * BUCKET_WORDS


@kernel
def expect(table, key):
    """Begin to fetch a position's bucket, which is seldom in a cache when it is asked for."""
    prefetch(table, _bucket(table, key))


@kernel
def probe(table, key):
    """The data word of a position, or `MISS`."""
    first = _bucket(table, key)
    for slot in range(first, first + BUCKET_WORDS, 2):
        data = table[slot + 1]
        if table[slot] ^ data == key and data != 0:
            return data
    return MISS


@kernel
def store(table, key, move, score, depth, bound, age):
    """Keep a result: in the position's own entry, else in place of the shallowest and oldest of the bucket."""
    first = _bucket(table, key)
    chosen = first
    worst = 1 << 20
    for slot in range(first, first + BUCKET_WORDS, 2):
        data = table[slot + 1]
        if table[slot] ^ data == key:
            if move == 0:
                move = data & 4095  # keep the move we knew
            chosen = slot
            break
        worth = ((data >> 28) & 255) - 8 * ((age - (data >> 38)) & 255)
        if data == 0:
            worth = -(1 << 20)
        if worth < worst:
            worst = worth
            chosen = slot
    data = (
        (move & 4095)
        | ((score + 32768) << 12)
        | (min(max(depth, 0), MAX_DEPTH) << 28)
        | (bound << 36)
        | ((age & 255) << 38)
    )
    table[chosen] = key ^ data
    table[chosen + 1] = data


def remembered_words(moves: np.ndarray, scores: np.ndarray, depths: np.ndarray) -> np.ndarray:
    """The data words of positions that are remembered from earlier games."""
    words: np.ndarray = moves & 4095 | (scores + 32768) << 12 | depths << 28 | EXACT << 36 | 1 << 46
    return words


@kernel("void(i8[::1], i8[::1], i8[::1])")
def store_remembered(table, keys, words):
    """Keep what was remembered, a position's key and its data word each, where nothing deeper stands."""
    for row in range(len(keys)):
        expect(table, keys[min(row + AHEAD, len(keys) - 1)])
        key = keys[row]
        first = _bucket(table, key)
        chosen = first
        worst = 1 << 20
        for slot in range(first, first + BUCKET_WORDS, 2):
            data = table[slot + 1]
            if table[slot] ^ data == key:
                chosen = slot
                break
            worth = 0 if data == 0 else 1 + entry_depth(data)
            if worth < worst:
                worst = worth
                chosen = slot
        table[chosen] = key ^ words[row]
        table[chosen + 1] = words[row]


@kernel
def _mark(key, move):
    return key ^ multiply_add(move, _SPREAD, 0)


@kernel
def _place(table, mark):
    return table.size - MARKS + ((mark >> 20) & (MARKS - 1))


@kernel
def is_marked(table, key, move):
    """Whether another thread is searching this move."""
    mark = _mark(key, move)
    return table[_place(table, mark)] == mark


@kernel
def set_mark(table, key, move):
    """Tell the other threads that this one is searching this move."""
    mark = _mark(key, move)
    table[_place(table, mark)] = mark


@kernel
def remove_mark(table, key, move):
    """Tell them that it is done."""
    table[_place(table, _mark(key, move))] = 0


@kernel
def entry_move(data):
    return data & 4095


@kernel
def entry_score(data):
    return ((data >> 12) & 65535) - 32768


@kernel
def entry_depth(data):
    return (data >> 28) & 255


@kernel
def is_recalled(data):
    return (data >> 46) & 1


@kernel
def entry_bound(data):
    return (data >> 36) & 3
