"""Connect Four in compiled code, 7 columns of 6 squares: moves, lines of four, a plain evaluation.

A position is `(own, opp, 0, turn)`, the discs of the side to move and of the other as bit boards of 49 bits: seven bits
a column from bottom to top, the highest of which is always empty and keeps lines from running over into the next
column (J. Tromp's layout). A step up is a shift by 1, to the right by 7, along the diagonals by 6 and 8.

     6  13  20  27  34  41  48     always empty
     5  12  19  26  33  40  47
     4  11  18  25  32  39  46
     3  10  17  24  31  38  45
     2   9  16  23  30  37  44
     1   8  15  22  29  36  43
     0   7  14  21  28  35  42
    ---------------------------
     1   2   3   4   5   6   7     columns

A move is the bit of the square that a disc falls to, plus one, so that no move is 0.
"""

from __future__ import annotations

from kingme.core.bits import lowest, popcount
from kingme.core.jit import kernel
from kingme.core.plans import DRAWN, GOES_ON, LOST, move_key
from kingme.core.random import advance, output, scale

COLUMNS, ROWS = 7, 6
STRIDE = ROWS + 1  # bits of a column
MAX_MOVES = COLUMNS
FLOOR = sum(1 << STRIDE * column for column in range(COLUMNS))  # the lowest square of each column
_COLUMN = (1 << ROWS) - 1
BOARD = FLOOR * _COLUMN

# Rows that threats want to be on: whoever moves first gets the odd squares of a column that nobody wants to open.
ODD_ROWS = FLOOR * 0b010101
EVEN_ROWS = FLOOR * 0b101010
CENTRE = _COLUMN << (3 * STRIDE)


@kernel
def has_four(discs):
    """Whether four discs stand in a line."""
    pairs = discs & (discs >> 1)
    found = pairs & (pairs >> 2)
    pairs = discs & (discs >> STRIDE)
    found |= pairs & (pairs >> (2 * STRIDE))
    pairs = discs & (discs >> (STRIDE - 1))
    found |= pairs & (pairs >> (2 * (STRIDE - 1)))
    pairs = discs & (discs >> (STRIDE + 1))
    found |= pairs & (pairs >> (2 * (STRIDE + 1)))
    return found != 0


@kernel
def open_squares(own, opp):
    """The squares that a disc can fall to, one a column at most: the sum carries through the filled part of each."""
    return ((own | opp) + FLOOR) & BOARD


@kernel
def winning_squares(discs, opp):
    """The empty squares where one more disc would make four, whether it can be reached now or not."""
    found = (discs << 1) & (discs << 2) & (discs << 3)  # upright: only on top
    step = STRIDE - 1
    while step <= STRIDE + 1:
        right = (discs << step) & (discs << (2 * step))
        left = (discs >> step) & (discs >> (2 * step))
        found |= right & (discs << (3 * step))
        found |= right & (discs >> step)
        found |= left & (discs >> (3 * step))
        found |= left & (discs << step)
        step += 1
    return found & BOARD & ~(discs | opp)


@kernel
def generate(position, moves, base):
    """Write the legal moves to `moves[base:]`, the columns from left to right; returns how many they are."""
    own, opp, _, _ = position
    if has_four(opp):
        return 0
    squares = open_squares(own, opp)
    count = 0
    while squares:
        moves[base + count] = lowest(squares) + 1
        squares &= squares - 1
        count += 1
    return count


@kernel
def apply(position, move):
    """The position after a move."""
    own, opp, _, turn = position
    return opp, own | (1 << (move - 1)), 0, 1 - turn


@kernel
def ending(position):
    """Whether the game goes on; the side that has moved last has won if it has four in a line."""
    own, opp, _, _ = position
    if has_four(opp):
        return LOST
    return DRAWN if (own | opp) == BOARD else GOES_ON


@kernel
def mirror(position):
    """The position with left and right exchanged, as in a mirror beside the board."""
    own, opp, _, turn = position
    own_mirrored = 0
    opp_mirrored = 0
    for column in range(COLUMNS):
        shift = STRIDE * column
        back = STRIDE * (COLUMNS - 1 - column)
        own_mirrored |= ((own >> shift) & _COLUMN) << back
        opp_mirrored |= ((opp >> shift) & _COLUMN) << back
    return own_mirrored, opp_mirrored, 0, turn


@kernel
def mirror_move(move):
    """The move in the mirror."""
    column = (move - 1) // STRIDE
    return move + STRIDE * (COLUMNS - 1 - 2 * column)


@kernel
def pick(squares, skip, count):
    """One of `count` open squares: the lowest but `skip`.

    Random games ask for nothing more often, and every branch that depends on `skip` is guessed wrong. So while all
    columns are open it is the one in column `skip`, and afterwards squares are struck out without branches.
    """
    if count == COLUMNS:
        return squares & (_COLUMN << (STRIDE * skip))
    squares &= squares - (skip > 0)
    squares &= squares - (skip > 1)
    squares &= squares - (skip > 2)
    squares &= squares - (skip > 3)
    squares &= squares - (skip > 4)
    return squares & -squares


@kernel
def play_out(position, plan, work, stamp):
    """Random moves to the end, or as many as the plan has; returns `(position, ending, plies)`."""
    own, opp, _, turn = position
    state = work.rng[0]
    increment = work.rng[1]
    plies = 0
    ending = LOST if has_four(opp) else GOES_ON
    while ending == GOES_ON and plies < plan.cutoff:
        squares = open_squares(own, opp)
        if squares == 0:
            ending = DRAWN
            break
        count = popcount(squares)
        disc = pick(squares, scale(output(state), count), count)
        state = advance(state, increment)
        if stamp:
            work.stamps[move_key(turn, lowest(disc) + 1)] = stamp
        own, opp = opp, own | disc
        turn = 1 - turn
        plies += 1
        if has_four(opp):
            ending = LOST
    if ending == GOES_ON and (own | opp) == BOARD:
        ending = DRAWN
    work.rng[0] = state
    return (own, opp, 0, turn), ending, plies


@kernel
def judge(position):
    """A score for the side to move: squares that would make four, on which rows they are, and discs in the middle.

    Where columns fill up, the first mover comes to the odd rows and the second to the even ones: a threat there decides
    the game in the end unless it is taken away.
    """
    own, opp, _, turn = position
    mine, theirs = winning_squares(own, opp), winning_squares(opp, own)
    good = ODD_ROWS if turn == 0 else EVEN_ROWS
    score = 40 * (popcount(mine) - popcount(theirs))
    score += 60 * (popcount(mine & good) - popcount(theirs & (BOARD ^ good)))
    return score + 15 * (popcount(own & CENTRE) - popcount(opp & CENTRE))


@kernel
def can_win(own, opp):
    """Whether the side that owns the first discs has a move that makes four."""
    return (winning_squares(own, opp) & open_squares(own, opp)) != 0


@kernel
def first_sight(position, move):
    """How good a move looks: it makes four, it stops four, it makes threats, it is in the middle."""
    own, opp, _, _ = position
    disc = 1 << (move - 1)
    column = (move - 1) // STRIDE
    score = 3 - abs(column - 3) + 4 * popcount(winning_squares(own | disc, opp))
    if has_four(own | disc):
        score += 100
    if has_four(opp | disc):
        score += 50
    return score
