"""What a position's moves are worth, read from finished tables: captures, and steps of men.

Values are bytes as in `kingme.endgame.values`. All positions are seen by the side to move, who moves down.
"""

from __future__ import annotations

from typing import NamedTuple

from kingme.core.bits import popcount
from kingme.core.jit import Int64s, UInt8s, group, kernel
from kingme.core.moves import MAX_MOVES, _jumpers, _jumps, apply
from kingme.core.rotation import turned
from kingme.core.squares import BOARD, BOTTOM_ROW
from kingme.endgame.index import binomial, index_of, kings_index, material_of, men_index, own_inside
from kingme.endgame.values import LOST, WON, before, better, signed

# A step of a man in `scratch`: where it goes, the table it leads to, and what finds the position in that table.
TARGET, CROWNED, BASE, FREE, COLUMNS, INSIDE = range(6)
STEP = 6
MOST_STEPS = 12

STEPS = 0  # in `scratch`: steps of men, then a list of moves
MOVES = STEPS + MOST_STEPS * STEP
SUCCESSOR_SCRATCH = MOVES + MAX_MOVES


@group
class Low(NamedTuple):
    """Finished tables of fewer pieces in one array, and where each begins, by material code."""

    values: UInt8s
    offsets: Int64s


@group
class Successors(NamedTuple):
    """The tables that the moves of a slice lead to."""

    theirs: UInt8s  # of the opposite slice: quiet moves
    promoted: UInt8s  # steps to the far row
    low: Low  # captures
    distances: int  # whether they hold distances, or only won and lost


@kernel
def must_jump(own, opp, kings):
    """Whether the side to move has a capture."""
    return _jumpers(own, own & kings, opp, BOARD & ~(own | opp)) != 0


@kernel
def threatened(own, opp, kings):
    """Whether the other side could capture if it were to move."""
    return _jumpers(opp & kings, opp, own, BOARD & ~(own | opp)) != 0


@kernel
def material_at(own, opp, kings):
    """The material code of a position."""
    return material_of(popcount(own & ~kings), popcount(own & kings), popcount(opp & ~kings), popcount(opp & kings))


@kernel
def capture_value(own, opp, kings, successors, scratch):
    """The value of a position in which the side to move must capture; uses `scratch[MOVES:]`."""
    low = successors.low
    best = LOST
    for number in range(_jumps(own, opp, kings, 0, scratch, MOVES)):
        next_own, next_opp, next_kings = apply(own, opp, kings, 0, scratch[MOVES + number])
        if next_own == 0:
            return WON
        next_own, next_opp, next_kings = turned(next_own), turned(next_opp), turned(next_kings)
        base = low.offsets[material_at(next_own, next_opp, next_kings)]
        value = before(signed(low.values[base + index_of(next_own, next_opp, next_kings)]), successors.distances)
        best = value if number == 0 else better(best, value)
    return best


@kernel
def list_steps(block, scratch):
    """Write the steps of own men, kings left aside, to `scratch[STEPS:]` and return the end of the list.

    The position after a step is wanted for many placements of kings: what does not depend on them is computed once.
    """
    own_men, opp_men, ok, pk = block
    end = STEPS
    pm = popcount(opp_men)
    men = own_men
    while men:
        man = men & -men
        men ^= man
        for shift in (4, 5):
            target = (man << shift) & BOARD & ~(own_men | opp_men)
            if target == 0:
                continue
            crowned = 1 if target & BOTTOM_ROW else 0
            after = own_men & ~man if crowned else (own_men & ~man) | target
            next_own, next_opp = turned(opp_men), turned(after)
            free = BOARD & ~(next_own | next_opp)
            inside = own_inside(pm, pk, popcount(after), ok + crowned)
            outer, inner = (ok + crowned, pk) if inside else (pk, ok + crowned)
            columns = binomial(popcount(free) - outer, inner)
            scratch[end + TARGET] = target
            scratch[end + CROWNED] = turned(target) if crowned else 0
            scratch[end + BASE] = men_index(next_own, next_opp) * (binomial(popcount(free), outer) * columns)
            scratch[end + FREE] = free
            scratch[end + COLUMNS] = columns
            scratch[end + INSIDE] = inside
            end += STEP
    return end


@kernel
def steps_value(own_kings, opp_kings, end, successors, scratch):
    """The best value that the listed steps of men reach; `LOST`, which any other beats, where none is possible."""
    best = LOST
    turned_own, turned_opp = turned(own_kings), turned(opp_kings)
    for step in range(STEPS, end, STEP):
        if scratch[step + TARGET] & (own_kings | opp_kings):
            continue
        crowned = scratch[step + CROWNED]
        place = scratch[step + BASE] + kings_index(
            turned_opp, turned_own | crowned, scratch[step + FREE], scratch[step + COLUMNS], scratch[step + INSIDE]
        )
        value = signed(successors.promoted[place] if crowned else successors.theirs[place])
        best = better(best, before(value, successors.distances))
    return best


@kernel
def count_king_moves(kings, empty):
    """Number of quiet moves of these kings."""
    return (
        popcount((kings << 4) & empty)
        + popcount((kings << 5) & empty)
        + popcount((kings >> 4) & empty)
        + popcount((kings >> 5) & empty)
    )
