"""Endgame tables in compiled searches: what they say of a position on the way down, and what that scores.

Kernels take the arrays of the tables as one argument, `TABLES` in their signature, which `kingme.players.tables` makes.
"""

from __future__ import annotations

from kingme.core.bits import popcount
from kingme.core.evaluation_formulas import DECIDED
from kingme.core.jit import kernel
from kingme.endgame.lookup import UNKNOWN, probe_wdl

TABLES = "Tuple((i8[::1], u1[::1], u1[::1]))"
"""The arrays of the tables, in a kernel's signature: directory, small and large tables."""

# What the tables say of a position in a search, beside UNKNOWN and the values 1, 0 and -1 that end it there: won or
# lost as the root is, with nothing but king's moves in between, so that the search has to find a step forward.
STILL_WON, STILL_LOST = 3, -3


@kernel
def look_up(own, opp, kings, turn, ply, quiet, root_value, root_quiet, pieces, tables, moves, base):
    """What the tables say of a position `ply` moves from the root, with pieces on both sides, for the side to move.

    `root_value` is 1 or -1 where the root itself is in the tables and not drawn, else 0; `root_quiet` are the plies
    without progress there, `quiet` those here. `moves[base:]` is scratch space for captures.
    """
    if popcount(own | opp) > pieces:
        return UNKNOWN
    value = probe_wdl(own, opp, kings, turn, tables[0], tables[1], tables[2], moves, base)
    if value == UNKNOWN or value == 0:
        return value
    expected = -root_value if ply & 1 else root_value
    if value == expected and quiet == root_quiet + ply:
        return STILL_WON if value == 1 else STILL_LOST
    return value


# Scores of the players whose evaluations count in men (`core.evaluation_formulas`), below wins seen to their end.
TABLE_WIN = DECIDED - 100_000.0
"""A win by the tables, less the plies to the position that has it."""
UNSOLVED = TABLE_WIN - 200_000.0
"""One in which the search sees no step forward; the evaluation is added."""
IN_TABLES = UNSOLVED - 200_000.0
"""Scores beyond this, either way, are wins and losses."""


@kernel
def table_score(value, ply):
    """The score of a position whose search the tables end: 1 won, 0 drawn, -1 lost."""
    return value * (TABLE_WIN - ply)


@kernel
def unsolved_score(value, score):
    """The score of a position by its evaluation, where the tables say no more than STILL_WON or STILL_LOST."""
    if value == STILL_WON:
        return UNSOLVED + score
    if value == STILL_LOST:
        return score - UNSOLVED
    return score
