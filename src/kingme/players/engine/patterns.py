"""Patterns: what the engine has learned about groups of eight neighbouring squares.

A pattern is a group of eight squares, two rows or two files wide, each of which holds an own man, an enemy man or
neither: 3^8 = 6,561 cases, and for each case a number learned from games. The evaluation adds up one number for each
pattern. Rows overlap (1-2, 2-3, …) and so do files, so that every shape of neighbours is seen by some pattern.

The idea is Buro's (GLEM, 1998), proved in draughts by Fabien Letouzey's Scan. Looking a number up costs little more
than counting pieces, and no hand-made list of features knows as many shapes.

Each case has a number for the opening and one for the endgame, packed into one word, low and high half: packed numbers
can be added as they are.
"""

from __future__ import annotations

import numpy as np

from kingme.core.jit import kernel

CASES = 3**8
ROW_PATTERNS = 7
FILE_PATTERNS = 7
PATTERN_COUNT = ROW_PATTERNS + FILE_PATTERNS

TERNARY = np.array([sum(3**bit for bit in range(8) if byte >> bit & 1) for byte in range(256)], np.int64)
"""A set of eight squares as a number in base three with digits 0 and 1."""

# The four squares of a file are nine bits apart; multiplying by _GATHER brings them together at bits 27-30.
_FILE = 1 | 1 << 9 | 1 << 18 | 1 << 27
_GATHER = 1 << 27 | 1 << 19 | 1 << 11 | 1 << 3
_FILE_BITS = (4, 0, 5, 1, 6, 2, 7, 3)  # topmost bit of the files a-h


@kernel
def _file(board, first):
    """The four squares of the file whose topmost bit is `first`, as four bits."""
    return ((((board >> first) & _FILE) * _GATHER) >> 27) & 15


@kernel
def _row_byte(board, pattern):
    """Rows 1-2, 3-4, 5-6, 7-8 are eight bits in a row; 2-3, 4-5, 6-7 are two groups of four with a gap between."""
    if pattern < 4:
        return (board >> (9 * pattern)) & 255
    first = 9 * (pattern - 4) + 4
    return ((board >> first) & 15) | (((board >> (first + 5)) & 15) << 4)


@kernel
def _case(own, opp):
    """The number of a case from the bytes of both sides' men."""
    return TERNARY[own] + 2 * TERNARY[opp]


@kernel
def pattern_sum(own_men, opp_men, weights, offset):
    """The packed sum of all patterns for the side that moves down; their numbers start at `weights[offset]`."""
    total = 0
    for pattern in range(ROW_PATTERNS):
        case = _case(_row_byte(own_men, pattern), _row_byte(opp_men, pattern))
        total += weights[offset + pattern * CASES + case]
    own_left, opp_left = _file(own_men, _FILE_BITS[0]), _file(opp_men, _FILE_BITS[0])
    for file in range(1, 8):
        own_right, opp_right = _file(own_men, _FILE_BITS[file]), _file(opp_men, _FILE_BITS[file])
        case = _case(own_left | (own_right << 4), opp_left | (opp_right << 4))
        total += weights[offset + (ROW_PATTERNS + file - 1) * CASES + case]
        own_left, opp_left = own_right, opp_right
    return total


@kernel
def pattern_cases(own_men, opp_men, cases, base):
    """Write the case of each pattern to `cases[base:]`, for the regression."""
    for pattern in range(ROW_PATTERNS):
        cases[base + pattern] = _case(_row_byte(own_men, pattern), _row_byte(opp_men, pattern))
    own_left, opp_left = _file(own_men, _FILE_BITS[0]), _file(opp_men, _FILE_BITS[0])
    for file in range(1, 8):
        own_right, opp_right = _file(own_men, _FILE_BITS[file]), _file(opp_men, _FILE_BITS[file])
        cases[base + ROW_PATTERNS + file - 1] = _case(own_left | (own_right << 4), opp_left | (opp_right << 4))
        own_left, opp_left = own_right, opp_right
