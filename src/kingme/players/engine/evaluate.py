"""The engine's evaluation: a weighted sum of what players look at, and a small network for what they see, added up.

Each side is judged from its own view, as if it moved down the board: White's pieces are turned round first, so that one
function serves both and the evaluation is symmetric by construction. Every term has two weights, for the opening and
for the endgame, and slides from one to the other as pieces leave the board. What no term says about the shapes on the
board, the network (`network`) has learned. `kingme tune` finds the weights of both together, by regression over games.

Scores are in hundredths of a man.
"""

from __future__ import annotations

from kingme.core.bits import popcount, reverse, shift_right
from kingme.core.jit import kernel
from kingme.core.squares import BITS, BOARD
from kingme.players.engine.network import NETWORK_SIZE, forward

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
NETWORK = 2 * TERM_COUNT  # where the network's numbers start among the weights
WEIGHT_COUNT = NETWORK + NETWORK_SIZE

# Squares as the side sees them when it moves down (see `core.squares` for the bits).
_ROWS = (0xF, 0xF << 4, 0xF << 9, 0xF << 13, 0xF << 18, 0xF << 22, 0xF << 27, 0xF << 31)
_CENTRE = 1 << 10 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 19 | 1 << 20 | 1 << 23 | 1 << 24
_EDGE = 1 << 4 | 1 << 13 | 1 << 22 | 1 << 31 | 1 << 3 | 1 << 12 | 1 << 21 | 1 << 30
_DOUBLE_CORNERS = 1 << 0 | 1 << 4 | 1 << 30 | 1 << 34
_BRIDGE = 1 << 0 | 1 << 2  # squares 1 and 3
_DOG_HOLE, _DOG = 1 << 30, 1 << 34  # a man on 28 held by an enemy man on 32
_SYSTEM = 0xF << 4 | 0xF << 13 | 0xF << 22 | 0xF << 31  # rows 2, 4, 6 and 8


@kernel
def turn_round(board):
    """A bit board turned by 180 degrees: bit 0 becomes bit 34."""
    return shift_right(reverse(board), 64 - BITS)


@kernel
def _weight(weights, term, phase):
    """A term's weight at this phase, in units of 1 / PHASE."""
    return weights[2 * term] * phase + weights[2 * term + 1] * (PHASE - phase)


@kernel
def _runaways(men, foes):
    """Men that no enemy stands in front of, anywhere in the cone down to the far row."""
    count = 0
    rest = men & (_ROWS[4] | _ROWS[5] | _ROWS[6])
    while rest:
        man = rest & -rest
        rest &= rest - 1
        cone = man
        for _ in range(3):
            cone |= ((cone << 4) | (cone << 5)) & BOARD
        if cone & foes == 0:
            count += 1
    return count


@kernel
def _side(men, kings, foe_men, foe_kings, weights, phase):
    """The sum of one side's terms, seen by that side as moving down."""
    foes = foe_men | foe_kings
    empty = BOARD & ~(men | kings | foes)
    own = men | kings
    total = popcount(men) * _weight(weights, MAN, phase) + popcount(kings) * _weight(weights, KING, phase)
    for row in range(1, 7):
        total += popcount(men & _ROWS[row]) * _weight(weights, ROW + row - 1, phase)
    total += _weight(weights, BACK_RANK + (men & 15), phase) * (foe_men != 0)
    total += popcount(men & _CENTRE) * _weight(weights, CENTRE_MAN, phase)
    total += popcount(men & _EDGE) * _weight(weights, EDGE_MAN, phase)
    steps = popcount(men & (empty >> 4)) + popcount(men & (empty >> 5))
    total += steps * _weight(weights, MAN_MOBILITY, phase)
    total += popcount(men & (own << 4) & (own << 5)) * _weight(weights, SUPPORTED, phase)
    if foe_kings == 0:
        total += _runaways(men, foes) * _weight(weights, RUNAWAY, phase)
    if men & _DOG_HOLE and foe_men & _DOG:
        total += _weight(weights, DOG_HOLE, phase)
    if men & _BRIDGE == _BRIDGE and foe_men:
        total += _weight(weights, BRIDGE, phase)
    if kings:
        total += popcount(kings & _CENTRE) * _weight(weights, CENTRE_KING, phase)
        total += popcount(kings & _EDGE) * _weight(weights, EDGE_KING, phase)
        total += popcount(kings & _DOUBLE_CORNERS) * _weight(weights, CORNER_KING, phase)
        reach = (empty >> 4) | (empty >> 5) | (empty << 4) | (empty << 5)
        around = (kings << 4) | (kings << 5) | (kings >> 4) | (kings >> 5)
        total += popcount(around & empty) * _weight(weights, KING_MOBILITY, phase)
        total += popcount(kings & ~reach) * _weight(weights, TRAPPED, phase)
    return total


@kernel
def _terms(own_men, own_kings, opp_men, opp_kings, weights):
    """The sum of the terms for the side that moves down, in units of 1 / PHASE and exactly linear in the weights."""
    pieces, opponents = popcount(own_men | own_kings), popcount(opp_men | opp_kings)
    phase = min(PHASE, pieces + opponents)
    total = _side(own_men, own_kings, opp_men, opp_kings, weights, phase)
    total -= _side(
        turn_round(opp_men), turn_round(opp_kings), turn_round(own_men), turn_round(own_kings), weights, phase
    )
    # The side that is ahead gains by every exchange.
    total += (pieces - opponents) * (PHASE - phase) * _weight(weights, SIMPLIFIED, phase)
    # "The move": with equal numbers, who has the opposition. Counted over the rows of the mover's own system.
    if pieces == opponents:
        odd = popcount((own_men | own_kings | opp_men | opp_kings) & _SYSTEM) & 1
        total += (2 * odd - 1) * _weight(weights, THE_MOVE, phase)
    return total + _weight(weights, TURN, phase)


@kernel("f8(i8, i8, i8, i8, f4[::1])", quick=True)
def sum_of_terms(own, opp, kings, turn, weights):
    """The terms' part of the evaluation in units of 1 / PHASE."""
    if turn == 1:
        own, opp, kings = turn_round(own), turn_round(opp), turn_round(kings)
    return _terms(own & ~kings, own & kings, opp & ~kings, opp & kings, weights)


@kernel("i8(i8, i8, i8, i8, f4[::1])", quick=True)
def evaluate(own, opp, kings, turn, weights):
    """The value of a position for the side to move, in hundredths of a man."""
    if turn == 1:
        own, opp, kings = turn_round(own), turn_round(opp), turn_round(kings)
    # Now the side to move moves down. The opponent is judged on the board turned round.
    own_men, own_kings, opp_men, opp_kings = own & ~kings, own & kings, opp & ~kings, opp & kings
    terms = _terms(own_men, own_kings, opp_men, opp_kings, weights) / PHASE
    return int(terms + forward(weights, NETWORK, own_men, own_kings, opp_men, opp_kings))
