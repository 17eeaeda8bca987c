"""What a position of draughts is worth: differences between the sides, each with a weight, and a network's opinion.

Every term is a count for the side to move less the same for its opponent. Men are seen from their own side: rows count
from the home row. Each term has a weight for every number of pieces on the board, which slides from that of the opening
to that of the endgame (`kingme.games.weights`). Weights by judgement are the same all the way, and have no network;
`kingme tune` learns better ones. Scores are in hundredths of a man.
"""

from __future__ import annotations

from kingme.core.bits import popcount
from kingme.core.jit import kernel
from kingme.games.draughts.generator import turned

TERMS = ("man", "king", "advancement", "home", "centre", "edge", "road", "free", "turn")
"""Pieces; rows that men have advanced; men on the home row, on the central squares and at the edge; kings on the long
diagonal; men whose square ahead is empty; and having the move."""

PLAIN = (100.0, 250.0, 3.0, 6.0, 4.0, -3.0, 20.0, 2.0, 5.0)
"""Weights by judgement for all games of draughts alike: those that `minimax` begins with."""

TERM_COUNT = len(TERMS)


@kernel
def _of_side(game, men, kings, empty, weights, first):
    """The terms of a side that moves down the board; their weights start at `first`."""
    score = weights[first] * popcount(men) + weights[first + 1] * popcount(kings)
    rows = 0
    for row in range(1, game.ROWS - 1):
        start = (row >> 1) * (game.NEAR + game.FAR) + (row & 1) * game.NEAR
        rows += row * popcount(men & (game.TOP_ROW << start))
    score += weights[first + 2] * rows
    score += weights[first + 3] * popcount(men & game.TOP_ROW)
    score += weights[first + 4] * popcount(men & game.CENTRE)
    score += weights[first + 5] * popcount(men & game.EDGE)
    score += weights[first + 6] * popcount(kings & game.ROAD)
    return score + weights[first + 7] * popcount(men & ((empty >> game.NEAR) | (empty >> game.FAR)))


@kernel
def weigh(game, position, weights, first):
    """The score for the side to move by all `TERMS`; their weights start at `first`."""
    own, opp, kings, turn = position
    if turn:
        own, opp, kings = turned(game, own), turned(game, opp), turned(game, kings)
    empty = game.BOARD & ~(own | opp)
    mine = _of_side(game, own & ~kings, own & kings, empty, weights, first)
    opp, kings, empty = turned(game, opp), turned(game, kings), turned(game, empty)
    return mine - _of_side(game, opp & ~kings, opp & kings, empty, weights, first) + weights[first + 8]


@kernel
def weigh_by_phase(game, position, weights):
    """The score by the weights for as many pieces as there are, in units of 1 / the pieces at the start."""
    pieces = min(2 * game.MEN, popcount(position[0] | position[1]))
    return weigh(game, position, weights, pieces * TERM_COUNT)


@kernel
def evaluate(game, position, weights):
    """What the terms say, and the network where one was learned."""
    score = weigh_by_phase(game, position, weights) / (2 * game.MEN)
    if weights.size > game.NETWORK:
        own, opp, kings, turn = position
        if turn:
            own, opp, kings = turned(game, own), turned(game, opp), turned(game, kings)
        score += game.network(weights, game.NETWORK, own & ~kings, own & kings, opp & ~kings, opp & kings)
    return int(score)


@kernel
def material(position, weights):
    """The score for the side to move by men and kings alone."""
    own, opp, kings, _ = position
    men = popcount(own & ~kings) - popcount(opp & ~kings)
    return weights[0] * men + weights[1] * (popcount(own & kings) - popcount(opp & kings))
