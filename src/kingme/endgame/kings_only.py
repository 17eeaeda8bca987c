"""Distances of positions in which every piece is a king, solved in memory within seconds.

The package has the outcomes of five pieces but not their distances. Kings never become anything else, and a capture
leads to fewer kings: so these tables need no others, and three kings against two are solved from nothing when somebody
first asks.
"""

from __future__ import annotations

from functools import cache
from threading import Lock

import numpy as np

from kingme.board import Board
from kingme.core.rotation import turned
from kingme.endgame.index import MATERIALS, index_of
from kingme.endgame.pairwork import solve_pair
from kingme.endgame.slices import DISTANCE_PIECES, FEWEST_PIECES, Pair, Slice
from kingme.endgame.successors import Low
from kingme.endgame.team import Team
from kingme.endgame.values import DRAWN

_lock = Lock()


def kings_plies(board: Board) -> int | None:
    """Plies to the end of the game with best play; None for a draw, with men on the board, and with too many kings.

    >>> kings_plies(Board.from_fen("B:WK14:BK1,K2"))
    33
    """
    own, opp, kings, turn = board.state
    if (own | opp) & ~kings or not own or not opp or (own | opp).bit_count() > DISTANCE_PIECES:
        return None
    if turn:
        own, opp, kings = (int(turned(mask)) for mask in (own, opp, kings))
    with _lock:  # one solves it, others wait for it
        low = _solve()
    each = Slice(0, own.bit_count(), 0, opp.bit_count())
    value = int(low.values[low.offsets[each.code] + index_of(own, opp, kings)])
    return None if value == DRAWN else value


@cache
def _solve() -> Low:
    """The tables of up to five kings, a byte for each position."""
    made = [
        Pair(Slice(0, own, 0, pieces - own), Slice(0, pieces - own, 0, own))
        for pieces in range(FEWEST_PIECES, DISTANCE_PIECES + 1)
        for own in range((pieces + 1) // 2, pieces)
    ]
    offsets, length = np.full(MATERIALS, -1, np.int64), 0
    for each in (each for pair in made for each in pair.slices):
        offsets[each.code] = length
        length += each.size
    low = Low(np.empty(length, np.uint8), offsets)
    team = Team(1)
    for pair in made:
        tables = {each: low.values[int(offsets[each.code]) :][: each.size] for each in pair.slices}
        solve_pair(team, pair, tables, low, distances=True)
    return low
