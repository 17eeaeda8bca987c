"""Endgame tables in compiled searches: what they say of a position on the way down, and what that scores.

Kernels take the arrays of the tables as one group, `TableArrays`, which `kingme.players.endplay.at_hand` has.
"""

from __future__ import annotations

from typing import NamedTuple

from kingme.core.bits import popcount
from kingme.core.evaluation_formulas import DECIDED, WIN
from kingme.core.jit import group, kernel
from kingme.core.plans import DRAWN, WON
from kingme.endgame.lookup import SCRATCH_MOVES as SCRATCH_MOVES
from kingme.endgame.lookup import UNKNOWN as UNKNOWN
from kingme.endgame.lookup import TableArrays as TableArrays
from kingme.endgame.lookup import probe_quiet, probe_wdl

# What the tables say of a position in a search, beside UNKNOWN and the values 1, 0 and -1 that end it there: won or
# lost as the root is, with nothing but king's moves in between, so that the search has to find a step forward.
STILL_WON, STILL_LOST = 3, -3


@group
class RootVerdict(NamedTuple):
    """What the tables say of the root: it is what a win or loss further on is compared with."""

    value: int  # 1 or -1 where the root is in the tables and won or lost for the side to move, else 0
    quiet: int  # plies since the last capture or man's move there


@kernel
def known_value(game, position, pieces, tables, moves, base):
    """1, 0 or -1 for the side to move by the tables, which reach to so many pieces, or UNKNOWN.

    Both sides have pieces. `moves[base:]` is scratch space for captures. Only English draughts has tables.
    """
    own, opp, kings, turn = position
    if not game.TABLES or popcount(own | opp) > pieces:
        return UNKNOWN
    return probe_wdl(own, opp, kings, turn, tables, moves, base)


@kernel
def known_quiet_value(game, position, pieces, tables):
    """The same for a position in which the side to move has no capture."""
    own, opp, kings, turn = position
    if not game.TABLES or popcount(own | opp) > pieces:
        return UNKNOWN
    return probe_quiet(own, opp, kings, turn, tables)


@kernel
def only_kings_moved(ply, quiet, root_quiet):
    """Whether there was neither a capture nor a man's move in the `ply` moves since the root."""
    return quiet == root_quiet + ply


@kernel
def still_stands(value, ply, quiet, root):
    """Whether a value is the root's own win or loss, with nothing but kings' moves in between.

    The search must go on there: every move that keeps the win would look the same.
    """
    expected = -root.value if ply & 1 else root.value
    return value != 0 and value == expected and only_kings_moved(ply, quiet, root.quiet)


@kernel
def look_up(game, position, ply, quiet, root, pieces, tables, moves, base):
    """What the tables say of a position `ply` moves from the root, for the side to move; both sides have pieces.

    `quiet` are the plies without progress. `moves[base:]` is scratch space for captures.
    """
    value = known_value(game, position, pieces, tables, moves, base)
    if still_stands(value, ply, quiet, root):
        return STILL_WON if value == 1 else STILL_LOST
    return value


# Scores of the players whose evaluations count in men (`core.evaluation_formulas`), below wins seen to the end.
TABLE_WIN = DECIDED - 100_000.0
"""A win by the tables, less the plies to the position that has it."""
UNSOLVED = TABLE_WIN - 200_000.0
"""One in which the search sees no step forward; the evaluation is added."""
IN_TABLES = UNSOLVED - 200_000.0
"""Scores beyond this, either way, are wins and losses."""


@kernel
def end_score(game, position, ending, ply, stuck_draws):
    """The score of a position `ply` moves from the root in which the game is over (`ending` is not GOES_ON)."""
    if ending == WON:
        return WIN - ply
    if ending == DRAWN or (stuck_draws and game.is_stuck(position)):
        return 0.0
    return ply - WIN


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
