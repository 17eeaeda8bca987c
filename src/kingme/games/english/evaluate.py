"""The engine's evaluation: a weighted sum of what players look at, and a small network for what they see, added up.

Each side is judged from its own view, as if it moved down the board: White's pieces are turned round first, so that one
function serves both and the evaluation is symmetric by construction. Every term has two weights, for the opening and
for the endgame, and slides from one to the other as pieces leave the board. What no term says about the shapes on the
board, the network (`kingme.games.network`) has learned. `kingme tune` finds the weights of both together, by
regression over games.

Scores are in hundredths of a man.
"""

from __future__ import annotations

from kingme.core.bits import popcount
from kingme.core.jit import kernel
from kingme.core.rotation import turned
from kingme.core.squares import BOARD
from kingme.games.network import LAYERS_8, forward8
from kingme.games.weights import Shape

PHASE = 24  # pieces at the start of a game

TERMS = (
    "man", "king",
    "row 1", "row 2", "row 3", "row 4", "row 5", "row 6", "row 7",
    "back rank 0", "back rank 1", "back rank 2", "back rank 3", "back rank 4", "back rank 5", "back rank 6",
    "back rank 7", "back rank 8", "back rank 9", "back rank 10", "back rank 11", "back rank 12", "back rank 13",
    "back rank 14", "back rank 15",
    "centre man", "centre king", "edge man", "edge king", "double corner king",
    "man mobility", "king mobility", "trapped king", "supported man", "runaway man", "dog hole", "bridge",
    "lead simplified", "the move", "turn",
)  # fmt: skip

MAN, KING = 0, 1
ROW = 2  # rows 1-7 of a man, counted from its own back row
BACK_RANK = 9  # which of the four back-row squares hold men, as a number of four bits
CENTRE_MAN, CENTRE_KING, EDGE_MAN, EDGE_KING, CORNER_KING = 25, 26, 27, 28, 29
MAN_MOBILITY, KING_MOBILITY, TRAPPED, SUPPORTED, RUNAWAY, DOG_HOLE, BRIDGE = 30, 31, 32, 33, 34, 35, 36
SIMPLIFIED, THE_MOVE, TURN = 37, 38, 39
TERM_COUNT = 40

_BEGINNER = {MAN: 100.0, KING: 130.0}  # material alone
SHAPE = Shape("english", tuple(_BEGINNER.get(term, 0.0) for term in range(TERM_COUNT)), PHASE, LAYERS_8)
PACKED_NETWORK = SHAPE.packed_network

# Squares as the side sees them when it moves down (see `core.squares` for the bits).
_ROWS = (0xF, 0xF << 4, 0xF << 9, 0xF << 13, 0xF << 18, 0xF << 22, 0xF << 27, 0xF << 31)
_CENTRE = 1 << 10 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 19 | 1 << 20 | 1 << 23 | 1 << 24
_EDGE = 1 << 4 | 1 << 13 | 1 << 22 | 1 << 31 | 1 << 3 | 1 << 12 | 1 << 21 | 1 << 30
_DOUBLE_CORNERS = 1 << 0 | 1 << 4 | 1 << 30 | 1 << 34
_BRIDGE = 1 << 0 | 1 << 2  # squares 1 and 3
_DOG_HOLE, _DOG = 1 << 30, 1 << 34  # a man on 28 held by an enemy man on 32
_SYSTEM = 0xF << 4 | 0xF << 13 | 0xF << 22 | 0xF << 31  # rows 2, 4, 6 and 8


@kernel
def _runaways(men, foes):
    """Men past the middle that no enemy stands in front of, anywhere in the cone down to the far row."""
    watched = foes  # squares in whose cone there is an enemy
    for _ in range(3):
        watched |= ((watched >> 4) | (watched >> 5)) & BOARD
    return popcount(men & (_ROWS[4] | _ROWS[5] | _ROWS[6]) & ~watched)


@kernel
def _side(men, kings, foe_men, foe_kings, weights, first):
    """The sum of one side's terms, seen by that side as moving down; their weights start at `first`."""
    foes = foe_men | foe_kings
    empty = BOARD & ~(men | kings | foes)
    own = men | kings
    total = popcount(men) * weights[first + MAN] + popcount(kings) * weights[first + KING]
    for row in range(1, 7):
        total += popcount(men & _ROWS[row]) * weights[first + ROW + row - 1]
    total += weights[first + BACK_RANK + (men & 15)] * (foe_men != 0)
    total += popcount(men & _CENTRE) * weights[first + CENTRE_MAN]
    total += popcount(men & _EDGE) * weights[first + EDGE_MAN]
    steps = popcount(men & (empty >> 4)) + popcount(men & (empty >> 5))
    total += steps * weights[first + MAN_MOBILITY]
    total += popcount(men & (own << 4) & (own << 5)) * weights[first + SUPPORTED]
    if foe_kings == 0:
        total += _runaways(men, foes) * weights[first + RUNAWAY]
    if men & _DOG_HOLE and foe_men & _DOG:
        total += weights[first + DOG_HOLE]
    if men & _BRIDGE == _BRIDGE and foe_men:
        total += weights[first + BRIDGE]
    if kings:
        total += popcount(kings & _CENTRE) * weights[first + CENTRE_KING]
        total += popcount(kings & _EDGE) * weights[first + EDGE_KING]
        total += popcount(kings & _DOUBLE_CORNERS) * weights[first + CORNER_KING]
        reach = (empty >> 4) | (empty >> 5) | (empty << 4) | (empty << 5)
        around = (kings << 4) | (kings << 5) | (kings >> 4) | (kings >> 5)
        total += popcount(around & empty) * weights[first + KING_MOBILITY]
        total += popcount(kings & ~reach) * weights[first + TRAPPED]
    return total


@kernel
def _terms(own_men, own_kings, opp_men, opp_kings, weights):
    """The sum of the terms for the side that moves down, in units of 1 / PHASE and exactly linear in the weights."""
    pieces, opponents = popcount(own_men | own_kings), popcount(opp_men | opp_kings)
    phase = min(PHASE, pieces + opponents)
    first = phase * TERM_COUNT
    total = _side(own_men, own_kings, opp_men, opp_kings, weights, first)
    total -= _side(turned(opp_men), turned(opp_kings), turned(own_men), turned(own_kings), weights, first)
    # The side that is ahead gains by every exchange.
    total += (pieces - opponents) * (PHASE - phase) * weights[first + SIMPLIFIED]
    # "The move": with equal numbers, who has the opposition. Counted over the rows of the mover's own system.
    if pieces == opponents:
        odd = popcount((own_men | own_kings | opp_men | opp_kings) & _SYSTEM) & 1
        total += (2 * odd - 1) * weights[first + THE_MOVE]
    return total + weights[first + TURN]


@kernel("f8(i8, i8, i8, i8, f4[::1])", quick=True)
def sum_of_terms(own, opp, kings, turn, weights):
    """The terms' part of the evaluation in units of 1 / PHASE."""
    if turn == 1:
        own, opp, kings = turned(own), turned(opp), turned(kings)
    return _terms(own & ~kings, own & kings, opp & ~kings, opp & kings, weights)


@kernel("i8(i8, i8, i8, i8, f4[::1])", quick=True)
def evaluate(own, opp, kings, turn, weights):
    """The value of a position for the side to move, in hundredths of a man."""
    if turn == 1:
        own, opp, kings = turned(own), turned(opp), turned(kings)
    # Now the side to move moves down. The opponent is judged on the board turned round.
    own_men, own_kings, opp_men, opp_kings = own & ~kings, own & kings, opp & ~kings, opp & kings
    terms = _terms(own_men, own_kings, opp_men, opp_kings, weights) / PHASE
    return int(terms + forward8(weights, PACKED_NETWORK, own_men, own_kings, opp_men, opp_kings))
