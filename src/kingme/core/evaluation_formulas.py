"""Evaluations: what a position is worth to the side to move, judged without looking ahead.

`evaluate(code, weights, own, opp, kings, turn)` is shared by every player. The code chooses one of the formulas below,
the array holds its weights, so that no kernel is compiled twice for two evaluations.

All of them are differences: what a term counts for the side to move, less what it counts for the other side. Two laws
follow, and the tests hold them: swapping the sides negates a score exactly, and turning the board round with its
colours swapped leaves it as it is.

The terms:

    men, kings      pieces of the kind; "pieces" are both together
    mobility        steps to an empty neighbour and single jumps, each piece and direction counted alone, without the
                    rule that a jump must be made (which would let the count collapse whenever there is a jump)
    threatened      pieces that the other side could jump if it were to move
    centre          pieces on the eight dark squares of the middle 4x4: 10 11 14 15 18 19 22 23
    closeness       for each piece the number of rings it stands inside of: 0 on the edge, 3 on 15 and 18
    advancement     for each man the rows it has gone: 0 on its home row, 6 one step before the far edge
    back row        men on their home row, where they keep the other side from crowning
    diagonal        pieces on the long diagonal 4 8 11 15 18 22 25 29
"""

from __future__ import annotations

import numpy as np

from kingme.core.bits import lowest, popcount
from kingme.core.jit import kernel
from kingme.core.squares import BITS, BOARD, CROWN_SHIFT, TOP_ROW, mask_of

MATERIAL, PIECES_KINGS, CAPTURE_BONUS, WEIGHTED, POSITIONAL, DISTANCE = 0, 1, 2, 3, 4, 5

WIN = 1_000_000.0
"""The score of a won game. A win in n plies scores `WIN - n`, far above any evaluation with weights up to 1,000."""
DECIDED = WIN - 10_000.0
"""Scores beyond this, either way, are wins and losses with their distance and not evaluations."""

OPENING_FROM, ENDGAME_UPTO = 18, 8
"""Phases of `WEIGHTED` by the pieces on the board: opening with 18 or more, endgame with 8 or fewer."""

TERMS = 8  # weights of one phase of `WEIGHTED`
SIDE = 12  # pieces that each side starts with

DEFAULT_WEIGHTS: tuple[np.ndarray, ...] = tuple(
    np.array(weights, np.float64)
    for weights in (
        [1, 3],  # MATERIAL: man, king
        [1, 1],  # PIECES_KINGS: piece, bonus for a king
        [10, 12, 8],  # CAPTURE_BONUS: man, king, piece captured
        3 * [3, 5, 0.5, 1, -2, 0, 0, 0],  # WEIGHTED: piece king mobility centre threatened back diagonal advancement
        [10, 14, 0.25, 0.25, 1, 0.25],  # POSITIONAL: man, king, closeness, advancement, back row, mobility
        [100, 150, 1],  # DISTANCE: man, king, a step of distance
    )
)
"""The default weights of each code."""

_CENTRE = mask_of((10, 11, 14, 15, 18, 19, 22, 23))
_DIAGONAL = mask_of((4, 8, 11, 15, 18, 22, 25, 29))
_RING1 = mask_of((6, 7, 8, 9, 10, 11, 14, 15, 16, 17, 18, 19, 22, 23, 24, 25, 26, 27))  # inside of the edge
_RING3 = mask_of((15, 18))

# Rows counted from the top whose number has its bit 0, 1 or 2 set: three populations add up all row numbers.
_ROWS_BIT0 = mask_of([s for s in range(1, 33) if (s - 1) // 4 & 1])
_ROWS_BIT1 = mask_of([s for s in range(1, 33) if (s - 1) // 4 & 2])
_ROWS_BIT2 = mask_of([s for s in range(1, 33) if (s - 1) // 4 & 4])


def _row_and_column(bit: int) -> tuple[int, int]:
    row, place = divmod(bit - bit // 9, 4)
    return row, 2 * place + (row + 1) % 2


MANHATTAN = np.array(
    [
        sum(abs(x - y) for x, y in zip(_row_and_column(a), _row_and_column(b), strict=True))
        for a in range(BITS)
        for b in range(BITS)
    ],
    np.int64,
)
"""Rows plus columns between two squares of the 8x8 board, at `BITS * bit + bit`; diagonal neighbours are 2 apart."""


# --- terms, each for one side ---------------------------------------------------------------------------------------


@kernel
def _mobility(own, opp, kings, turn):
    down = own & (kings | (turn - 1))
    up = own & (kings | -turn)
    empty = BOARD & ~(own | opp)
    steps = (
        popcount(down & (empty >> 4))
        + popcount(down & (empty >> 5))
        + popcount(up & (empty << 4))
        + popcount(up & (empty << 5))
    )
    jumps = (
        popcount(down & (opp >> 4) & (empty >> 8))
        + popcount(down & (opp >> 5) & (empty >> 10))
        + popcount(up & (opp << 4) & (empty << 8))
        + popcount(up & (opp << 5) & (empty << 10))
    )
    return steps + jumps


@kernel
def _threatened(own, opp, kings, turn):
    """Pieces of `own`, the side `turn`, that the other side could jump."""
    down = opp & (kings | -turn)
    up = opp & (kings | (turn - 1))
    empty = BOARD & ~(own | opp)
    return popcount(
        own
        & (
            ((down << 4) & (empty >> 4))
            | ((down << 5) & (empty >> 5))
            | ((up >> 4) & (empty << 4))
            | ((up >> 5) & (empty << 5))
        )
    )


@kernel
def _closeness(pieces):
    return popcount(pieces & _RING1) + popcount(pieces & _CENTRE) + popcount(pieces & _RING3)


@kernel
def _advancement(men, turn):
    """Rows gone by all men together: the row from the top for Black, 7 less that for White (all three bits flipped)."""
    flip = BOARD & -turn
    return (
        popcount(men & (_ROWS_BIT0 ^ flip))
        + 2 * popcount(men & (_ROWS_BIT1 ^ flip))
        + 4 * popcount(men & (_ROWS_BIT2 ^ flip))
    )


@kernel
def _back_row(men, turn):
    return popcount(men & (TOP_ROW << (CROWN_SHIFT * turn)))


@kernel
def _smallest_distance(own, opp):
    """The smallest Manhattan distance between pieces of the two sides; 0 if a side has none."""
    smallest = 0
    while own:
        row = BITS * lowest(own)
        own &= own - 1
        foes = opp
        while foes:
            distance = MANHATTAN[row + lowest(foes)]
            foes &= foes - 1
            if smallest == 0 or distance < smallest:
                smallest = distance
    return smallest


# --- the evaluations ------------------------------------------------------------------------------------------------


@kernel
def _weighted(w, own, opp, kings, turn):
    """Study C: w_p pieces + w_k kings + w_m mobility + w_c centre + w_t threatened, and three terms that are off.

    A king counts as a piece and as a king. `w` holds the eight weights of the opening, the middle game and the endgame.
    """
    total = popcount(own | opp)
    first = TERMS * ((total < OPENING_FROM) * 1 + (total <= ENDGAME_UPTO) * 1)
    score = w[first] * (popcount(own) - popcount(opp)) + w[first + 1] * (popcount(own & kings) - popcount(opp & kings))
    if w[first + 2] != 0:
        score += w[first + 2] * (_mobility(own, opp, kings, turn) - _mobility(opp, own, kings, 1 - turn))
    score += w[first + 3] * (popcount(own & _CENTRE) - popcount(opp & _CENTRE))
    if w[first + 4] != 0:
        score += w[first + 4] * (_threatened(own, opp, kings, turn) - _threatened(opp, own, kings, 1 - turn))
    score += w[first + 5] * (_back_row(own & ~kings, turn) - _back_row(opp & ~kings, 1 - turn))
    score += w[first + 6] * (popcount(own & _DIAGONAL) - popcount(opp & _DIAGONAL))
    score += w[first + 7] * (_advancement(own & ~kings, turn) - _advancement(opp & ~kings, 1 - turn))
    return score


@kernel
def _positional(w, own, opp, kings, turn):
    """Study D's wish: material, closeness to the centre and to the far edge, the back row, and mobility."""
    score = w[0] * (popcount(own & ~kings) - popcount(opp & ~kings))
    score += w[1] * (popcount(own & kings) - popcount(opp & kings))
    score += w[2] * (_closeness(own) - _closeness(opp))
    score += w[3] * (_advancement(own & ~kings, turn) - _advancement(opp & ~kings, 1 - turn))
    score += w[4] * (_back_row(own & ~kings, turn) - _back_row(opp & ~kings, 1 - turn))
    score += w[5] * (_mobility(own, opp, kings, turn) - _mobility(opp, own, kings, 1 - turn))
    return score


@kernel
def _distance(w, own, opp, kings):
    """Study E: material less the smallest distance to an enemy piece, for the side that is ahead.

    The side that is behind wants the opposite, to stay away, so the sign of the material decides that of the distance;
    where material is equal nobody hunts. A man must outweigh every distance (14 at most).
    """
    material = w[0] * (popcount(own & ~kings) - popcount(opp & ~kings))
    material += w[1] * (popcount(own & kings) - popcount(opp & kings))
    if material > 0:
        return material - w[2] * _smallest_distance(own, opp)
    if material < 0:
        return material + w[2] * _smallest_distance(own, opp)
    return 0.0


@kernel("f8(i8, f8[::1], i8, i8, i8, i8)", quick=True)
def evaluate(code, weights, own, opp, kings, turn):
    """The score of a position for the side to move.

    MATERIAL       [man, king]             study A: men and kings at their values (1 and 3)
    PIECES_KINGS   [piece, bonus]          study B: difference in pieces, plus a bonus for each king
    CAPTURE_BONUS  [man, king, captured]   study D: men and kings (10 and 12), plus 8 for each enemy piece captured
                                           since the start with 12 a side, counted for both sides
    WEIGHTED       8 weights x 3 phases    study C, see `_weighted`
    POSITIONAL     6 weights               study D, see `_positional`
    DISTANCE       [man, king, step]       study E, see `_distance`
    """
    if code == WEIGHTED:
        return _weighted(weights, own, opp, kings, turn)
    if code == POSITIONAL:
        return _positional(weights, own, opp, kings, turn)
    if code == DISTANCE:
        return _distance(weights, own, opp, kings)
    men = popcount(own & ~kings) - popcount(opp & ~kings)
    crowned = popcount(own & kings) - popcount(opp & kings)
    if code == PIECES_KINGS:
        return weights[0] * (men + crowned) + weights[1] * crowned
    score = weights[0] * men + weights[1] * crowned
    if code == CAPTURE_BONUS:
        score += weights[2] * ((SIDE - popcount(opp)) - (SIDE - popcount(own)))
    return score
