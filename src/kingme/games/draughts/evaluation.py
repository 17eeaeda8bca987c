"""What a position of draughts is worth: differences between the sides, each with a weight.

Every term is a count for the side to move less the same for its opponent. Men are seen from their own side: rows count
from the home row. The weights stand in one array, in the order of `TERMS`, in hundredths of a man.
"""

from __future__ import annotations

from kingme.core.bits import popcount
from kingme.core.jit import kernel
from kingme.games.draughts.generator import turned

TERMS = ("man", "king", "advancement", "home", "centre", "edge", "road", "free", "turn")
"""Pieces; rows that men have advanced; men on the home row, on the central squares and at the edge; kings on the long
diagonal; men whose square ahead is empty; and having the move."""

PLAIN = (100.0, 250.0, 3.0, 6.0, 4.0, -3.0, 20.0, 2.0, 5.0)
"""Weights by judgement, for games without learned ones."""


@kernel
def _of_side(game, men, kings, empty, weights):
    """The terms of a side that moves down the board."""
    score = weights[0] * popcount(men) + weights[1] * popcount(kings)
    rows = 0
    for row in range(1, game.ROWS - 1):
        first = (row >> 1) * (game.NEAR + game.FAR) + (row & 1) * game.NEAR
        rows += row * popcount(men & (game.TOP_ROW << first))
    score += weights[2] * rows
    score += weights[3] * popcount(men & game.TOP_ROW)
    score += weights[4] * popcount(men & game.CENTRE)
    score += weights[5] * popcount(men & game.EDGE)
    score += weights[6] * popcount(kings & game.ROAD)
    return score + weights[7] * popcount(men & ((empty >> game.NEAR) | (empty >> game.FAR)))


@kernel
def weigh(game, position, weights):
    """The score for the side to move by all `TERMS`."""
    own, opp, kings, turn = position
    if turn:
        own, opp, kings = turned(game, own), turned(game, opp), turned(game, kings)
    empty = game.BOARD & ~(own | opp)
    mine = _of_side(game, own & ~kings, own & kings, empty, weights)
    opp, kings, empty = turned(game, opp), turned(game, kings), turned(game, empty)
    return mine - _of_side(game, opp & ~kings, opp & kings, empty, weights) + weights[8]


@kernel
def material(position, weights):
    """The score for the side to move by men and kings alone."""
    own, opp, kings, _ = position
    men = popcount(own & ~kings) - popcount(opp & ~kings)
    return weights[0] * men + weights[1] * (popcount(own & kings) - popcount(opp & kings))
