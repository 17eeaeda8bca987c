"""Win, draw and loss in few bytes, readable at any place: runs of equal values, and pairs of runs (byte pair encoding).

A table is cut into blocks of 4096 positions. Each block is a string of one-byte tokens:

    token < 60      a run: `token // 20` is the value (0 lost, 1 won, 2 drawn), `RUNS[token % 20]` its length
    token >= 60     two tokens that often follow one another, named by the table's list of pairs (Gage 1994)

Positions with a capture are not stored: whoever asks follows the captures instead. They take whatever value makes the
run around them longer. To read a position, the tokens of its block are skipped by their lengths until the one that
covers it, which is then opened pair by pair: no block is ever unpacked, nothing is cached, and threads and processes
share the file as it lies.
"""

from __future__ import annotations

import numpy as np

from kingme.core.jit import kernel
from kingme.endgame.values import signed

BLOCK_BITS = 12
BLOCK = 1 << BLOCK_BITS

ANY = 3  # a code beside the values lost, won and drawn: it does not matter
RUNS = np.array([1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 48, 64, 128, 256, 512, 1024, 2048, 4096], np.int64)
RUN_COUNT = 20
SIMPLE = 3 * RUN_COUNT  # tokens that are runs
TOKENS = 256
MOST_PAIRS = TOKENS - SIMPLE

_SELDOM = 4  # a pair that comes up less often is not worth a token


@kernel
def _write_run(value, length, tokens, end):
    """Write a run as few simple tokens; return the new end."""
    while length > 0:
        size = RUN_COUNT - 1
        while RUNS[size] > length:
            size -= 1
        tokens[end] = value * RUN_COUNT + size
        length -= RUNS[size]
        end += 1
    return end


@kernel
def _tokenize(codes, first, last, tokens, starts):
    """Write the runs of `codes[first:last]`, block by block; return the number of blocks.

    `starts` receives where each block begins, and the end.
    """
    end = 0
    block = 0
    for begin in range(first, last, BLOCK):
        starts[block] = end
        block += 1
        value = ANY
        length = 0
        for number in range(begin, min(begin + BLOCK, last)):
            code = signed(codes[number])
            if code != ANY and code != value:
                if value != ANY:
                    end = _write_run(value, length, tokens, end)
                    length = 0
                value = code
            length += 1
        end = _write_run(value % ANY, length, tokens, end)
    starts[block] = end
    return block


@kernel
def _join(tokens, starts, blocks, left, right, joined):
    """Replace every pair of two tokens by a new one, inside blocks."""
    end = 0
    at = 0
    for block in range(blocks):
        stop = starts[block + 1]
        starts[block] = end
        while at < stop:
            token = tokens[at]
            at += 1
            if token == left and at < stop and tokens[at] == right:
                token = joined
                at += 1
            tokens[end] = token
            end += 1
    starts[blocks] = end


@kernel("i8(u1[::1], i8, i8, u1[::1], i8[::1], i8[::1], u1[::1])")
def choose_pairs(codes, first, last, tokens, starts, tally, pairs):
    """Find the pairs that shorten `codes[first:last]` most, greedily; write them to `pairs`, return their number.

    Needs room in `tokens` for a token per position, in `starts` for a number per block and one more (where each block
    begins, and the end), and in `tally` for 65,536 numbers.
    """
    blocks = _tokenize(codes, first, last, tokens, starts)
    for found in range(MOST_PAIRS):
        used = SIMPLE + found
        for pair in range(used * used):
            tally[pair] = 0
        for block in range(blocks):
            for at in range(starts[block] + 1, starts[block + 1]):
                tally[signed(tokens[at - 1]) * used + tokens[at]] += 1
        best = 0
        for pair in range(used * used):
            if tally[pair] > tally[best]:
                best = pair
        if tally[best] < _SELDOM:
            return found
        pairs[2 * found] = best // used
        pairs[2 * found + 1] = best % used
        _join(tokens, starts, blocks, best // used, best % used, used)
    return MOST_PAIRS


@kernel("i8(u1[::1], i8, i8, u1[::1], i8, u1[::1], i8[::1])")
def encode(codes, first, last, pairs, count, tokens, starts):
    """Write `codes[first:last]` as tokens with these pairs; return the number of blocks.

    `starts` and `tokens` as in `choose_pairs`.
    """
    blocks = _tokenize(codes, first, last, tokens, starts)
    for pair in range(count):
        _join(tokens, starts, blocks, pairs[2 * pair], pairs[2 * pair + 1], SIMPLE + pair)
    return blocks


def token_words(pairs: np.ndarray) -> np.ndarray:
    """For each token its length, and for a pair its two parts: `length << 16 | right << 8 | left`.

    A simple token has its value in place of the left part; tokens that do not occur have length 0.
    """
    words = np.zeros(TOKENS, np.int64)
    for token in range(SIMPLE):
        words[token] = int(RUNS[token % RUN_COUNT]) << 16 | token // RUN_COUNT
    for number, (left, right) in enumerate(pairs.reshape(-1, 2).tolist()):
        words[SIMPLE + number] = ((words[left] >> 16) + (words[right] >> 16)) << 16 | right << 8 | left
    return words


@kernel
def open_token(token, place, words, at):
    """The value (0, 1 or 2) at a place inside a token; `words[at:]` are its table's `token_words`."""
    while token >= SIMPLE:
        word = words[at + token]
        token = word & 255
        length = words[at + token] >> 16
        if place >= length:
            place -= length
            token = (word >> 8) & 255
    return words[at + token] & 255


@kernel("void(u1[::1], i8, i8, i8[::1], i8, u1[::1], i8)")
def decode(data, begin, end, words, at, values, size):
    """Unpack the tokens `data[begin:end]` to `values[:size]`; used where a whole table is wanted."""
    number = 0
    for place in range(begin, end):
        token = signed(data[place])
        length = words[at + token] >> 16
        if token < SIMPLE:
            value = words[at + token] & 255
            for _ in range(length):
                values[number] = value
                number += 1
        else:
            for inside in range(length):
                values[number] = open_token(token, inside, words, at)
                number += 1
