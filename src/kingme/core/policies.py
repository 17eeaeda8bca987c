"""Playout policies: how the moves of a simulation are chosen, and what a simulation is worth when it ends.

A playout is a quick game that a Monte Carlo player plays against itself. Its moves come from a *policy*:

- `UNIFORM`: every legal move is as likely as any other (`kingme.core.playout.random_move`).
- `WEIGHTED`: a table gives each type of move a weight, and a move is drawn with a chance in proportion to its weight
  (study E). The types: a man's step, a king's step, a step that crowns, a capture. A capture's weight is multiplied by
  a factor for every piece after the first, and that of whatever ends on the rim of the board by another; crowning does
  not count as going to the rim. Study C's two policies are tables too: `CAPTURES` doubles the weight for every piece
  taken (a capture is compulsory, so all that a policy can prefer is one capture over another), `EDGES` halves that of
  the rim.
- `HEURISTIC`: the best score is played, ties at random (study B): +1 for each piece taken, +1 for a crown, -1 if the
  opponent can capture next, -1 if a man leaves its home row.

A playout ends when a side cannot move, at the quiet-move limit, or when it is *cut* after a number of plies; `worth`
says what each of these counts for. All draws are from PCG32, one number a ply.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kingme.core.bits import popcount
from kingme.core.evaluation_formulas import DEFAULT_WEIGHTS, MATERIAL, PIECES_KINGS
from kingme.core.jit import kernel
from kingme.core.moves import CAPTURED_SHIFT, MAX_JUMPS, SQUARE_MASK, _jumps, can_jump, can_move, generate
from kingme.core.plans import (
    BY_PIECES,
    BY_VALUES,
    DRAWN,
    EVALUATION,
    GOES_ON,
    HALF,
    LOST,
    PIECES,
    PLUS_PIECES,
    UNIFORM,
    WEIGHTED,
    WON,
    move_key,
)
from kingme.core.playout import _pick_bit, make_move, move_number, random_move
from kingme.core.random import advance, output, scale
from kingme.core.squares import BOARD, BOTTOM_ROW, CROWN_SHIFT, TOP_ROW, mask_of

# What a table of weights is made of, in this order: a man's step, a king's step, a crowning step, the factor of the
# rim, a capture, the factor of every further piece that it takes.
EVEN = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
CAPTURES = (1.0, 1.0, 1.0, 1.0, 2.0, 2.0)
EDGES = (1.0, 1.0, 1.0, 0.5, 1.0, 1.0)

MAN_INNER, MAN_RIM, CROWNING, KING_INNER, KING_RIM = 0, 1, 2, 3, 4  # rows of a table as kernels read it
CAPTURE_INNER, CAPTURE_RIM = 4, 4 + MAX_JUMPS  # plus the number of pieces taken
_UNIT = 1 << 10  # of a row for a weight of 1
_LARGEST = 1 << 24  # of a row: a position's total stays within 31 bits; captures of many pieces may come up to it

RIM = mask_of((1, 2, 3, 4, 5, 12, 13, 20, 21, 28, 29, 30, 31, 32))
INNER = BOARD & ~RIM
SIDES = RIM & ~(TOP_ROW | BOTTOM_ROW)

_MAN, _KING = (float(weight) for weight in DEFAULT_WEIGHTS[MATERIAL])
_PIECE, _BONUS = (float(weight) for weight in DEFAULT_WEIGHTS[PIECES_KINGS])
_SET = 12.0  # pieces of one side at the start


def weight_table(weights: Sequence[float]) -> np.ndarray:
    """The table of the `WEIGHTED` policy, whole numbers in proportion to the weights, from the six that describe it."""
    man, king, crown, edge, capture, further = weights
    captures = [capture * further**i for i in range(MAX_JUMPS)]
    rows = [man, man * edge, crown, king, king * edge, *captures, *(weight * edge for weight in captures)]
    return np.minimum(np.rint(np.array(rows, np.float64) * _UNIT), _LARGEST).astype(np.int64)


# --- choosing a move --------------------------------------------------------------------------------------------------


@kernel
def _sole_jump(own, opp, kings, turn):
    """Whether the side to move can jump, and the move itself where it is a single jump and the only one.

    Returns `(origin, target, captured, several)`: zeros where no piece can jump; `several` is true where there is a
    choice, or the jump goes on, so that the captures must be listed. (`random_move` has the same lines in its own body:
    calling this from there costs it a sixth of its speed.)
    """
    down = own & (kings | (turn - 1))
    up = own & (kings | -turn)
    empty = BOARD & ~(own | opp)
    jump1 = down & (opp >> 4) & (empty >> 8)
    jump2 = down & (opp >> 5) & (empty >> 10)
    jump3 = up & (opp << 5) & (empty << 10)
    jump4 = up & (opp << 4) & (empty << 8)
    origin = jump1 | jump2 | jump3 | jump4
    if origin == 0:
        return 0, 0, 0, False
    captured = (jump1 << 4) | (jump2 << 5) | (jump3 >> 5) | (jump4 >> 4)
    target = (jump1 << 8) | (jump2 << 10) | (jump3 >> 10) | (jump4 >> 8)
    if (origin & (origin - 1)) | (target & (target - 1)):
        return origin, target, captured, True
    foes = opp & ~captured
    onward = 0
    if down & origin:
        onward = (((target << 4) & foes) << 4) | (((target << 5) & foes) << 5)
    if up & origin:
        onward |= (((target >> 4) & foes) >> 4) | (((target >> 5) & foes) >> 5)
    return origin, target, captured, onward & (empty | origin) != 0


@kernel
def weighted_move(own, opp, kings, turn, table, bits, moves, base):
    """A random legal move by weight, as `(origin, target, captured)`, or three zeros if there is none.

    `table` is made by `weight_table`, `bits` are 32 random bits that decide, `moves[base:]` is scratch space. Where all
    weights are zero the choice is uniform.
    """
    origin, target, captured, several = _sole_jump(own, opp, kings, turn)
    if origin:
        if several:
            return _weighted_capture(own, opp, kings, turn, table, bits, moves, base)
        return origin, target, captured

    # Count the steps of each type. Targets, not origins: the masks of the types are then the same in every direction.
    # Black's men step << 4 and << 5, White's >> 5 and >> 4.
    empty = BOARD & ~(own | opp)
    crown = BOTTOM_ROW >> (CROWN_SHIFT * turn)
    men = own & ~kings
    ahead1 = ((men << (4 - 4 * turn)) >> (5 * turn)) & empty
    ahead2 = ((men << (5 - 5 * turn)) >> (4 * turn)) & empty
    before_sides = table[MAN_INNER] * (popcount(ahead1 & INNER) + popcount(ahead2 & INNER))
    before_crowns = before_sides + table[MAN_RIM] * (popcount(ahead1 & SIDES) + popcount(ahead2 & SIDES))
    total = before_crowns + table[CROWNING] * (popcount(ahead1 & crown) + popcount(ahead2 & crown))
    rulers = own & kings
    if rulers:
        before_kings = total
        king1 = (rulers << 4) & empty
        king2 = (rulers << 5) & empty
        king3 = (rulers >> 5) & empty
        king4 = (rulers >> 4) & empty
        inner = popcount(king1 & INNER) + popcount(king2 & INNER) + popcount(king3 & INNER) + popcount(king4 & INNER)
        rim = popcount(king1 & RIM) + popcount(king2 & RIM) + popcount(king3 & RIM) + popcount(king4 & RIM)
        before_rim = before_kings + table[KING_INNER] * inner
        total = before_rim + table[KING_RIM] * rim
        point = scale(bits, total)
        if point >= before_kings and total:
            mask, weight, before = INNER, table[KING_INNER], before_kings
            if point >= before_rim:
                mask, weight, before = RIM, table[KING_RIM], before_rim
            return _pick_king(king1 & mask, king2 & mask, king3 & mask, king4 & mask, (point - before) // weight)
    if total == 0:
        return random_move(own, opp, kings, turn, bits, moves, base)
    point = scale(bits, total)
    mask, weight, before = INNER, table[MAN_INNER], 0
    if point >= before_sides:
        mask, weight, before = SIDES, table[MAN_RIM], before_sides
    if point >= before_crowns:
        mask, weight, before = crown, table[CROWNING], before_crowns
    return _pick_man(ahead1 & mask, ahead2 & mask, turn, (point - before) // weight)


@kernel
def _pick_man(ahead1, ahead2, turn, k):
    """The k-th of a man's targets in its two directions, as a move; tests without `else` need no branch."""
    before2 = popcount(ahead1)
    targets, before, left, right = ahead1, 0, 5 * turn, 4 - 4 * turn
    if k >= before2:
        targets, before, left, right = ahead2, before2, 4 * turn, 5 - 5 * turn
    target = _pick_bit(targets, k - before)
    return (target << left) >> right, target, 0


@kernel
def _pick_king(king1, king2, king3, king4, k):
    """The k-th of a king's targets in four directions, as a move."""
    before2 = popcount(king1)
    before3 = before2 + popcount(king2)
    before4 = before3 + popcount(king3)
    targets, before, left, right = king1, 0, 0, 4
    if k >= before2:
        targets, before, right = king2, before2, 5
    if k >= before3:
        targets, before, left, right = king3, before3, 5, 0
    if k >= before4:
        targets, before, left = king4, before4, 4
    target = _pick_bit(targets, k - before)
    return (target << left) >> right, target, 0


@kernel
def _weighted_capture(own, opp, kings, turn, table, bits, moves, base):
    """A random capture by weight, from the list that it writes to `moves[base:]`."""
    count = _jumps(own, opp, kings, turn, moves, base)
    total = 0
    for i in range(base, base + count):
        total += _capture_weight(kings, turn, table, moves[i])
    index = base
    if total == 0:
        index += scale(bits, count)
    elif count > 1:
        point = scale(bits, total)
        weight = _capture_weight(kings, turn, table, moves[index])
        while point >= weight:
            point -= weight
            index += 1
            weight = _capture_weight(kings, turn, table, moves[index])
    move = moves[index]
    return 1 << (move & SQUARE_MASK), 1 << ((move >> 6) & SQUARE_MASK), move >> CAPTURED_SHIFT


@kernel
def _capture_weight(kings, turn, table, move):
    target = 1 << ((move >> 6) & SQUARE_MASK)
    taken = popcount(move >> CAPTURED_SHIFT)
    crowning = (target & (BOTTOM_ROW >> (CROWN_SHIFT * turn))) != 0 and (kings >> (move & SQUARE_MASK)) & 1 == 0
    if target & RIM and not crowning:
        return table[CAPTURE_RIM + taken]
    return table[CAPTURE_INNER + taken]


@kernel
def heuristic_move(own, opp, kings, turn, bits, moves, base):
    """The move with the best `heuristic_score`, ties at random, as `(origin, target, captured)`, or three zeros."""
    count = generate(own, opp, kings, turn, moves, base)
    if count == 0:
        return 0, 0, 0
    best = -4
    ties = 0
    for i in range(base, base + count):
        move = moves[i]
        score = heuristic_score(own, opp, kings, turn, move)
        if score > best:
            best = score
            ties = 0
        if score == best:  # the best so far move to the front of the list, which has been read already
            moves[base + ties] = move
            ties += 1
    move = moves[base + scale(bits, ties)]
    return 1 << (move & SQUARE_MASK), 1 << ((move >> 6) & SQUARE_MASK), move >> CAPTURED_SHIFT


@kernel("i8(i8, i8, i8, i8, i8)", quick=True)
def heuristic_score(own, opp, kings, turn, move):
    """Study B's score of a move: pieces taken + crowned - can be captured - man leaves home."""
    origin = 1 << (move & SQUARE_MASK)
    target = 1 << ((move >> 6) & SQUARE_MASK)
    captured = move >> CAPTURED_SHIFT
    score = popcount(captured)
    if origin & kings == 0:
        score += (target & (BOTTOM_ROW >> (CROWN_SHIFT * turn))) != 0
        score -= (origin & (BOTTOM_ROW >> (CROWN_SHIFT * (1 - turn)))) != 0
    next_own, next_opp, next_kings = make_move(own, opp, kings, turn, origin, target, captured)
    return score - can_jump(next_own, next_opp, next_kings, 1 - turn)


# --- the playout ------------------------------------------------------------------------------------------------------


@kernel
def playout(position, quiet, plan, work, stamp):
    """Play on from a position, after so many quiet plies, as the plan says.

    Returns `(own, opp, kings, turn, ending, plies)` of the last position, `ending` one of LOST, DRAWN and GOES_ON.
    Unless `stamp` is 0, it is written into `work.stamps[move_key]` of every move played.
    """
    own, opp, kings, turn = position
    rng, moves = work.rng, work.moves
    policy, quiet_limit = plan.policy, plan.quiet_limit
    state = rng[0]
    increment = rng[1]
    plies = 0
    ending = GOES_ON
    while plies < plan.cutoff:
        if quiet >= quiet_limit:
            ending = DRAWN
            break
        if policy == UNIFORM:
            origin, target, captured = random_move(own, opp, kings, turn, output(state), moves, 0)
        elif policy == WEIGHTED:
            origin, target, captured = weighted_move(own, opp, kings, turn, plan.weights, output(state), moves, 0)
        else:
            origin, target, captured = heuristic_move(own, opp, kings, turn, output(state), moves, 0)
        if origin == 0:
            ending = LOST
            break
        if stamp:
            work.stamps[move_key(turn, move_number(origin, target, captured))] = stamp
        state = advance(state, increment)
        quiet = (quiet + 1) * ((kings & origin) != 0) * (captured == 0)
        own, opp, kings = make_move(own, opp, kings, turn, origin, target, captured)
        turn = 1 - turn
        plies += 1
        if captured != 0 and popcount(own | opp) <= plan.fewest:
            break
    rng[0] = state
    if ending == GOES_ON and quiet >= quiet_limit:
        ending = DRAWN
    if ending != LOST and not can_move(own, opp, kings, turn):
        ending = LOST
    return own, opp, kings, turn, ending, plies


# --- what it is worth -------------------------------------------------------------------------------------------------


@kernel("f8(i8, i8, i8, i8, i8, i8, i8, i8)", quick=True)
def worth(own, opp, kings, turn, ending, side, cut, margin):
    """The result of a playout for `side`, from 0 to 1, given its last position and how it ended.

    A win is 1, a draw 0.5, a loss 0; `cut` says how a cut playout is scored. With a `margin` (study E) the result is
    the mean of that and of the difference in material, scaled so that 0.5 is level and 1 a lead by a full set of
    pieces. `PLUS_PIECES` is their plain sum, a piece counting as much as a win, scaled to the range from 0 to 1.
    """
    mine, theirs = (own, opp) if turn == side else (opp, own)
    if ending in (LOST, WON):
        result = 1.0 if (ending == WON) == (turn == side) else 0.0
    elif ending == DRAWN or cut == HALF:
        result = 0.5
    elif cut == PIECES:
        result = _compare(popcount(mine), popcount(theirs))
    elif cut == EVALUATION:
        result = _compare(_value(mine, kings, _PIECE, _PIECE + _BONUS), _value(theirs, kings, _PIECE, _PIECE + _BONUS))
    else:
        result = 0.5 * (_value(mine, kings, _MAN, _KING) > _value(theirs, kings, _MAN, _KING))
    if margin == BY_PIECES:
        result = 0.5 * result + 0.25 + 0.25 * (popcount(mine) - popcount(theirs)) / _SET
    elif margin == BY_VALUES:
        lead = _value(mine, kings, _MAN, _KING) - _value(theirs, kings, _MAN, _KING)
        result = 0.5 * result + 0.25 + 0.25 * lead / (_KING * _SET)
    elif margin == PLUS_PIECES:
        result = (result + popcount(mine) - popcount(theirs) + _SET) / (2.0 * _SET + 1.0)
    return result


@kernel
def _value(pieces, kings, man, king):
    return man * popcount(pieces & ~kings) + king * popcount(pieces & kings)


@kernel
def _compare(mine, theirs):
    """1 for more, 0 for less, 0.5 for the same."""
    return 0.5 + 0.5 * ((mine > theirs) * 1 - (mine < theirs) * 1)
