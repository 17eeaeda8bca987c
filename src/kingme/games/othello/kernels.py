"""Othello in compiled code: moves, discs that turn over, the end of the game, a plain evaluation.

A position is `(own, opp, 0, turn)`, the discs of the side to move and of the other as bit boards of 64 squares. Bit 0
is a1, at the top left of the printed board; a row is eight bits, so that h8 is bit 63 and the sign of the number. A
step to the right is a shift by 1, down by 8, and along the diagonals by 7 and 9; `INNER` keeps steps from wrapping
round the left and right edges.
         a    b    c    d    e    f    g    h
    1    0    1    2    3    4    5    6    7
    2    8    9   10   11   12   13   14   15
              ...
    8   56   57   58   59   60   61   62   63

A move is the square's bit plus one, so that no move is 0; `PASS` is the only move of a side that can turn nothing over
while the other side still can. A pass is a ply.

Which squares turn something over is found for all squares at once: discs of the opponent that continue a line from an
own disc are filled in along each of the eight directions, and the empty square behind such a line is a move (the
"dumb7fill" of bit-board chess programs).
"""

from __future__ import annotations

from kingme.core.bits import lowest, multiply_add, popcount, reverse, shift_left, shift_right
from kingme.core.jit import kernel
from kingme.core.plans import DRAWN, GOES_ON, LOST, WON, move_key
from kingme.core.random import advance, output, scale
from kingme.games.contract import mix

PASS = 65
MAX_MOVES = 34  # no position with more is known; 33 occur

INNER = 0x7E7E7E7E7E7E7E7E  # the columns b-g
START_BLACK = 1 << 28 | 1 << 35  # e4, d5
START_WHITE = 1 << 27 | 1 << 36  # d4, e5

CORNERS = -0x7EFFFFFFFFFFFF7F  # a1, h1, a8, h8
COLUMN_A = 0x0101010101010101
COLUMN_H = COLUMN_A << 7 & 0x7FFFFFFFFFFFFFFF | -1 << 63
TOP_BOTTOM = 0xFF | -1 << 56
SIDES = COLUMN_A | COLUMN_H
X_SQUARES = 1 << 9 | 1 << 14 | 1 << 49 | 1 << 54  # b2, g2, b7, g7, diagonally beside them

# Random odd numbers, for hashing by multiplication.
_OWN = -0x61C8864680B583EB
_OPP = 0x2545F4914F6CDD1D
_TURN = 0x2127599BF4325C37


@kernel
def _forward(own, foes, step):
    """Lines of `foes` that begin beside an own disc and go on in a direction with growing bit numbers."""
    line = foes & shift_left(own, step)
    line |= foes & shift_left(line, step)
    foes &= shift_left(foes, step)
    line |= foes & shift_left(line, 2 * step)
    line |= foes & shift_left(line, 2 * step)
    return line


@kernel
def _backward(own, foes, step):
    """The same with falling bit numbers."""
    line = foes & shift_right(own, step)
    line |= foes & shift_right(line, step)
    foes &= shift_right(foes, step)
    line |= foes & shift_right(line, 2 * step)
    line |= foes & shift_right(line, 2 * step)
    return line


@kernel
def legal_squares(own, opp):
    """The squares on which a disc of `own` would turn something over, as a bit board."""
    inner = opp & INNER
    found = shift_left(_forward(own, inner, 1), 1) | shift_right(_backward(own, inner, 1), 1)
    found |= shift_left(_forward(own, opp, 8), 8) | shift_right(_backward(own, opp, 8), 8)
    found |= shift_left(_forward(own, inner, 7), 7) | shift_right(_backward(own, inner, 7), 7)
    found |= shift_left(_forward(own, inner, 9), 9) | shift_right(_backward(own, inner, 9), 9)
    return found & ~(own | opp)


@kernel
def turned_over(own, opp, disc):
    """The discs of `opp` that turn over when `own` puts `disc`, a bit board of one square."""
    inner = opp & INNER
    flips = 0
    line = _forward(disc, inner, 1)
    flips |= line * ((shift_left(line, 1) & own) != 0)
    line = _backward(disc, inner, 1)
    flips |= line * ((shift_right(line, 1) & own) != 0)
    line = _forward(disc, opp, 8)
    flips |= line * ((shift_left(line, 8) & own) != 0)
    line = _backward(disc, opp, 8)
    flips |= line * ((shift_right(line, 8) & own) != 0)
    line = _forward(disc, inner, 7)
    flips |= line * ((shift_left(line, 7) & own) != 0)
    line = _backward(disc, inner, 7)
    flips |= line * ((shift_right(line, 7) & own) != 0)
    line = _forward(disc, inner, 9)
    flips |= line * ((shift_left(line, 9) & own) != 0)
    line = _backward(disc, inner, 9)
    flips |= line * ((shift_right(line, 9) & own) != 0)
    return flips


@kernel
def generate(position, moves, base):
    """Write the legal moves to `moves[base:]`; returns how many they are."""
    own, opp, _, _ = position
    squares = legal_squares(own, opp)
    if squares == 0:
        if legal_squares(opp, own) == 0:
            return 0
        moves[base] = PASS
        return 1
    count = 0
    while squares:
        bit = lowest(squares)
        squares &= ~shift_left(1, bit)
        moves[base + count] = bit + 1
        count += 1
    return count


@kernel
def apply(position, move):
    """The position after a move."""
    own, opp, _, turn = position
    if move == PASS:
        return opp, own, 0, 1 - turn
    disc = shift_left(1, move - 1)
    flips = turned_over(own, opp, disc)
    return opp & ~flips, own | flips | disc, 0, 1 - turn


@kernel
def hash_discs(own, opp, turn):
    """The hash of a position: most discs may turn over in a move, so it is made from nothing every time."""
    return mix(multiply_add(own, _OWN, multiply_add(turn, _TURN, mix(multiply_add(opp, _OPP, 1)))))


@kernel
def ending(position):
    """Whether the game goes on; where neither side can move, the side with more discs has won."""
    own, opp, _, _ = position
    if legal_squares(own, opp) != 0 or legal_squares(opp, own) != 0:
        return GOES_ON
    return final(own, opp)


@kernel
def final(own, opp):
    """The result of a game that is over: the side with more discs has won."""
    margin = popcount(own) - popcount(opp)
    if margin == 0:
        return DRAWN
    return WON if margin > 0 else LOST


@kernel
def _reflect(mask):
    """A bit board with left and right exchanged: all 64 bits the other way round, and then the rows back again."""
    mask = reverse(mask)
    mask = shift_left(mask & 0x00000000FFFFFFFF, 32) | shift_right(mask, 32)
    mask = shift_left(mask & 0x0000FFFF0000FFFF, 16) | (shift_right(mask, 16) & 0x0000FFFF0000FFFF)
    return shift_left(mask & 0x00FF00FF00FF00FF, 8) | (shift_right(mask, 8) & 0x00FF00FF00FF00FF)


@kernel
def mirror(position):
    """The position with left and right exchanged, and the colours too."""
    own, opp, _, turn = position
    return _reflect(own), _reflect(opp), 0, 1 - turn


@kernel
def mirror_move(move):
    """The move in the mirror."""
    return move if move == PASS else ((move - 1) ^ 7) + 1


@kernel
def play_out(position, plan, work, stamp):
    """Random moves to the end, or as many as the plan has; returns `(position, ending, plies)`."""
    own, opp, _, turn = position
    state = work.rng[0]
    increment = work.rng[1]
    plies = 0
    ending = GOES_ON
    while plies < plan.cutoff:
        squares = legal_squares(own, opp)
        if squares == 0:
            if legal_squares(opp, own) == 0:
                ending = final(own, opp)
                break
            state = advance(state, increment)
            if stamp:
                work.stamps[move_key(turn, PASS)] = stamp
            own, opp = opp, own
        else:
            skip = scale(output(state), popcount(squares))
            state = advance(state, increment)
            while skip > 0:
                squares &= squares - 1  # never the last one, which may be the sign
                skip -= 1
            bit = lowest(squares)
            disc = shift_left(1, bit)
            if stamp:
                work.stamps[move_key(turn, bit + 1)] = stamp
            flips = turned_over(own, opp, disc)
            own, opp = opp & ~flips, own | flips | disc
        turn = 1 - turn
        plies += 1
    if ending == GOES_ON and legal_squares(own, opp) == 0 and legal_squares(opp, own) == 0:
        ending = final(own, opp)
    work.rng[0] = state
    return (own, opp, 0, turn), ending, plies


@kernel
def _around(discs):
    """The squares beside any of these discs, in the eight directions."""
    sides = discs & ~COLUMN_H
    others = discs & ~COLUMN_A
    row = shift_left(sides, 1) | shift_right(others, 1) | discs
    return shift_left(row, 8) | shift_right(row, 8) | row


@kernel
def _edge_chains(own):
    """Discs on the edges in an unbroken row from an own corner: nobody can ever turn them over."""
    chains = own & CORNERS
    for _ in range(6):
        grown = shift_left(chains & TOP_BOTTOM & ~COLUMN_H, 1) | shift_right(chains & TOP_BOTTOM & ~COLUMN_A, 1)
        grown |= shift_left(chains & SIDES, 8) | shift_right(chains & SIDES, 8)
        chains |= grown & own
    return chains


@kernel
def judge(position):
    """A score for the side to move in hundredths of a disc, made by hand.

    Until the last moves discs count little: what counts is to have moves and to leave the opponent few, now
    (mobility) and later (empty squares beside the opponent's discs), corners and what is safe because of them, and not
    to stand diagonally beside an empty corner. Near the end discs count, and who makes the last move.
    """
    own, opp, _, _ = position
    empty = ~(own | opp)
    left = popcount(empty)
    mobility = popcount(legal_squares(own, opp)) - popcount(legal_squares(opp, own))
    later = popcount(_around(opp) & empty) - popcount(_around(own) & empty)
    corners = popcount(own & CORNERS) - popcount(opp & CORNERS)
    safe = popcount(_edge_chains(own)) - popcount(_edge_chains(opp))
    risky = X_SQUARES & _around(empty & CORNERS)
    exposed = popcount(own & risky) - popcount(opp & risky)
    score = 90 * mobility + 35 * later + 700 * corners + 180 * safe - 350 * exposed
    if left <= 14:
        score += (15 - left) * 7 * (popcount(own) - popcount(opp)) + 80 * (2 * (left & 1) - 1)
    return score


@kernel
def first_sight(position, move):
    """How good a move looks: corners, no squares beside empty corners, few replies for the opponent."""
    if move == PASS:
        return 0
    own, opp, _, _ = position
    disc = shift_left(1, move - 1)
    flips = turned_over(own, opp, disc)
    score = 20 - popcount(legal_squares(opp & ~flips, own | flips | disc))
    if disc & CORNERS:
        score += 20
    elif disc & X_SQUARES and disc & _around(~(own | opp) & CORNERS):
        score -= 10
    return score
