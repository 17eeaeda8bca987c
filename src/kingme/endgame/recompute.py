"""Values of positions from the values of their successors: to complete a table that was read from a file, or check one.

Files leave out what follows from the rest: positions with a capture, and the distance of won positions (one more than
the smallest of the lost positions that a move leads to). `recompute` puts them back; the same loop over all positions
also proves that a table agrees with itself. A position that its file wrongly calls won keeps the shortest distance, so
that the check finds it: to put in what follows from its moves would hide the fault.
"""

from __future__ import annotations

from typing import NamedTuple

from kingme.core.bits import popcount
from kingme.core.jit import group, kernel
from kingme.core.rotation import turned
from kingme.core.squares import BOARD
from kingme.endgame.block import Block
from kingme.endgame.index import binomial, kings_at, kings_index, men_at, men_index, next_kings, own_inside
from kingme.endgame.successors import capture_value, list_steps, must_jump, steps_value
from kingme.endgame.values import DRAWN, before, better, signed

FOR_MAKERS = True  # compiled when it is first used, or by `kingme warmup --all`

CAPTURES, WINS, CHECK = 1, 2, 3  # what to do: fill in captures, fill in the distance of wins, compare everything
NOTHING_WRONG = -1


@group
class KingsPlaces(NamedTuple):
    """What numbers the placements of kings among the men of a block, as `kings_index` takes it."""

    base: int  # the number of the first placement in the table
    free: int  # squares free of men
    columns: int
    inside: int


@kernel
def _king_moves_value(own_kings, opp_kings, empty, places, successors, best):
    """The best value among king moves, or `best`; `places` are those of the block that they lead to."""
    turned_own, turned_opp = turned(own_kings), turned(opp_kings)
    turned_empty = turned(empty)
    left = turned_own
    while left:
        king = left & -left
        left ^= king
        targets = ((king << 4) | (king << 5) | (king >> 4) | (king >> 5)) & turned_empty
        while targets:
            target = targets & -targets
            targets ^= target
            place = places.base + kings_index(
                turned_opp, turned_own ^ king ^ target, places.free, places.columns, places.inside
            )
            best = better(best, before(signed(successors.theirs[place]), successors.distances))
    return best


@kernel("i8(i8, i8, i8, Slice, u1[::1], Successors, i8[::1])")
def recompute(task, first, last, material, mine, successors, scratch):
    """Do a task for the blocks `first` to `last` of the table `mine`; return the first wrong position when checking.

    `CAPTURES` needs `successors.low` alone; `WINS` needs the lost positions of all tables, captures included, and
    changes those of `mine` that say won; `CHECK` compares every value and changes nothing.
    """
    om, ok, pm, pk = material
    inside, other_inside = own_inside(om, ok, pm, pk), own_inside(pm, pk, om, ok)
    outer, inner = (pk, ok) if inside else (ok, pk)
    for block in range(first, last):
        own_men, opp_men = men_at(block, om, pm)
        free = BOARD & ~(own_men | opp_men)
        columns = binomial(popcount(free) - outer, inner)
        size = binomial(popcount(free), outer) * columns
        opposite = men_index(turned(opp_men), turned(own_men)) * size
        places = KingsPlaces(opposite, turned(free), columns, other_inside * 1)
        steps = list_steps(Block(own_men, opp_men, ok, pk), scratch)
        outer_kings, inner_kings = kings_at(0, columns, outer, inner, free)
        for number in range(block * size, (block + 1) * size):
            own_kings, opp_kings = (inner_kings, outer_kings) if inside else (outer_kings, inner_kings)
            own, opp, kings = own_men | own_kings, opp_men | opp_kings, own_kings | opp_kings
            known = signed(mine[number])
            value = known
            if must_jump(own, opp, kings):
                if task != WINS:
                    value = capture_value(own, opp, kings, successors, scratch)
            elif task == CHECK or (task == WINS and known != DRAWN and known & 1):
                value = steps_value(own_kings, opp_kings, steps, successors, scratch)
                value = _king_moves_value(own_kings, opp_kings, BOARD & ~(own | opp), places, successors, value)
                if task == WINS and (value == DRAWN or not value & 1):
                    value = known
            if task != CHECK:
                mine[number] = value
            elif value != known:
                return number
            outer_kings, inner_kings = next_kings(outer_kings, inner_kings, free)
    return NOTHING_WRONG
