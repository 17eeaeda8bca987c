"""Probing from compiled code: the value of a position in some tens of nanoseconds.

Two arrays of bytes hold compressed tables as their files do (see `kingme.endgame.codec`): `small` those of up to five
pieces, a copy in memory; `large` those of six, the file itself, mapped. `directory` leads to them: the entry of a
material code is the place of a record further on in the same array, or `MISSING`.

    record   constant outcome or VARIED | which array | begin of the block index | begin of the tokens | 256 token words

Probes take the three as one group, `TableArrays`: `kingme.endgame.tables.load().arrays`.
"""

from __future__ import annotations

from typing import NamedTuple

from kingme.core.bits import popcount
from kingme.core.jit import Int64s, UInt8s, group, kernel
from kingme.core.moves import MAX_MOVES, _jumps, apply
from kingme.core.rotation import turned
from kingme.endgame.codec import BLOCK, BLOCK_BITS, open_token
from kingme.endgame.index import MOST_PIECES, index_of
from kingme.endgame.successors import material_at, must_jump
from kingme.endgame.values import signed

SCRATCH_MOVES = 4 * MAX_MOVES  # room for the captures that a probe follows

MISSING = -1
VARIED = 2

CONSTANT, LARGE, INDEX, DATA, WORDS = range(5)

UNKNOWN = 2
"""What probes return beside 1 (won), 0 (drawn) and -1 (lost): no table at hand has this position."""


@group
class TableArrays(NamedTuple):
    """The tables at hand as kernels read them; see the module."""

    directory: Int64s
    small: UInt8s
    large: UInt8s


@kernel
def _read_word(data, at):
    """Four bytes as a number, the lowest first."""
    low = signed(data[at]) | (signed(data[at + 1]) << 8)
    return low | (signed(data[at + 2]) << 16) | (signed(data[at + 3]) << 24)


@kernel
def _find(data, record, number, directory):
    """The value (0, 1 or 2) of a position in a table that is not constant."""
    at = directory[record + DATA] + _read_word(data, directory[record + INDEX] + 4 * (number >> BLOCK_BITS))
    place = number & (BLOCK - 1)
    words = record + WORDS
    while True:
        token = signed(data[at])
        length = directory[words + token] >> 16
        if place < length:
            return open_token(token, place, directory, words)
        place -= length
        at += 1


@kernel
def _read(own, opp, kings, tables):
    """Outcome of a position without captures for the side to move, who moves down."""
    directory = tables.directory
    record = directory[material_at(own, opp, kings)]
    if record < 0:
        return UNKNOWN
    if directory[record + CONSTANT] != VARIED:
        return directory[record + CONSTANT]
    number = index_of(own, opp, kings)
    if directory[record + LARGE]:
        value = _find(tables.large, record, number, directory)
    else:
        value = _find(tables.small, record, number, directory)
    return 0 if value == 2 else 2 * value - 1


@kernel
def _probe(own, opp, kings, tables, moves, base):
    """Outcome for the side to move, who moves down; captures are followed to the end."""
    if not must_jump(own, opp, kings):
        return _read(own, opp, kings, tables)
    count = _jumps(own, opp, kings, 0, moves, base)
    best = -1
    for number in range(base, base + count):
        next_own, next_opp, next_kings = apply(own, opp, kings, 0, moves[number])
        if next_own == 0:
            return 1
        value = _probe(turned(next_own), turned(next_opp), turned(next_kings), tables, moves, base + count)
        if value == UNKNOWN:
            return UNKNOWN
        if value == -1:
            return 1
        best = max(best, -value)
    return best


@kernel("i8(i8, i8, i8, i8, TableArrays, i8[::1], i8)")
def probe_wdl(own, opp, kings, turn, tables, moves, base):
    """1 if the side to move wins, 0 if it draws, -1 if it loses, `UNKNOWN` if no table at hand can tell.

    Any position may be asked for; both sides must have a piece. `moves[base:]` is scratch space for at most a few lists
    of captures.
    """
    if popcount(own | opp) > MOST_PIECES:
        return UNKNOWN
    if turn:
        own, opp, kings = turned(own), turned(opp), turned(kings)
    return _probe(own, opp, kings, tables, moves, base)


@kernel("i8(i8, i8, i8, i8, TableArrays)")
def probe_quiet(own, opp, kings, turn, tables):
    """As `probe_wdl`, for a position in which the side to move has no capture; this is not checked."""
    if popcount(own | opp) > MOST_PIECES:
        return UNKNOWN
    if turn:
        own, opp, kings = turned(own), turned(opp), turned(kings)
    return _read(own, opp, kings, tables)
