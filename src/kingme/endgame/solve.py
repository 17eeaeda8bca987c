"""Retrograde analysis in compiled kernels: a block of positions solved backwards from the end.

All positions with the same men on the same squares form a block: kings' moves lead from one to another inside it, every
other move leads out, to a block that is finished already (the men have advanced, been crowned, or been captured). So
blocks are solved one at a time, small enough to stay in the processor's cache, in two phases:

    begin      For each position: the value of its moves that lead out, and the number of its moves that stay inside. A
               position with a capture has no other moves; its value is final.
    propagate  Layer by layer, n = 0, 1, 2 ...: each position lost in n plies makes every position from which a king's
               move leads to it won in n + 1; each position won in n plies takes one hope from its predecessors, and one
               that has no hope left is lost. Moves that lead out join at the layer of their own value.

What is never reached is drawn. Each position is decided once and its predecessors are visited once.

A block has two halves: the side to move, and the other side to move (seen by it: board turned, colours swapped). Where
both sides have the same men on opposite squares and as many kings, the halves are one.

State of a position in `counts`: 1 ... 254 so many open moves inside; `CLOSED` none, but its value is not due yet;
`DONE` decided. Its byte in the table holds the best value among the moves that lead out, until it is decided.
"""

from __future__ import annotations

from typing import NamedTuple

from kingme.core.bits import popcount
from kingme.core.jit import UInt8s, group, kernel
from kingme.core.rotation import turned
from kingme.core.squares import BOARD
from kingme.endgame.block import Block, count_halves, opposite_block
from kingme.endgame.index import SQUARES, binomial, kings_at, men_at, men_index, next_kings, own_inside
from kingme.endgame.retrograde import CLOSED, DONE, INTERRUPTED, OVERFLOW, propagate
from kingme.endgame.successors import (
    Low,
    Successors,
    capture_value,
    count_king_moves,
    list_steps,
    must_jump,
    steps_value,
)
from kingme.endgame.values import DRAWN

FOR_MAKERS = True  # compiled when it is first used, or by `kingme warmup --all`

BEGIN, PROPAGATE = 1, 2  # phases


@group
class BlockTask(NamedTuple):
    """What to do: `phases` for the blocks `first` to `last` of a list.

    Phase 1 may be restricted to a part of a block, its positions `part_first` to `part_last` counted over both halves.
    """

    first: int
    last: int
    phases: int
    part_first: int
    part_last: int


@group
class PairTables(NamedTuple):
    """The tables of a slice and its opposite, which are solved, and those that their moves lead to."""

    mine: UInt8s
    theirs: UInt8s
    my_promoted: UInt8s  # where the last steps of men lead
    their_promoted: UInt8s
    low: Low
    distances: int


@kernel
def _begin(block, first, last, mine, base, successors, work, at):
    """Phase 1 for the placements of kings `first` to `last` of one half.

    Writes `mine[base + number]` and `work.counts[at + number]`.
    """
    own_men, opp_men, ok, pk = block
    scratch = work.scratch
    free = BOARD & ~(own_men | opp_men)
    inside = own_inside(popcount(own_men), ok, popcount(opp_men), pk)
    outer, inner = (pk, ok) if inside else (ok, pk)
    columns = binomial(popcount(free) - outer, inner)
    steps = list_steps(block, scratch)
    outer_kings, inner_kings = kings_at(first, columns, outer, inner, free)
    for number in range(first, last):
        own_kings, opp_kings = (inner_kings, outer_kings) if inside else (outer_kings, inner_kings)
        own, opp, kings = own_men | own_kings, opp_men | opp_kings, own_kings | opp_kings
        if must_jump(own, opp, kings):
            value = capture_value(own, opp, kings, successors, scratch)
            count = CLOSED
        else:
            value = steps_value(own_kings, opp_kings, steps, successors, scratch)
            count = count_king_moves(own_kings, BOARD & ~(own | opp))
        if count == CLOSED and value == DRAWN:
            count = DONE
        mine[base + number] = value
        work.counts[at + number] = count
        outer_kings, inner_kings = next_kings(outer_kings, inner_kings, free)


@kernel
def _settle(table, base, counts, at, size):
    """What has not been decided is drawn."""
    for number in range(size):
        if counts[at + number] != DONE:
            table[base + number] = DRAWN


@kernel("i8(i8[::1], BlockTask, Slice, PairTables, BlockWork, i8[::1])")
def solve_blocks(blocks, task, material, tables, work, stop):
    """Solve `blocks[task.first:task.last]`: numbers of men's placements in the slice `material`.

    Modifies `tables.mine` and `tables.theirs`. The arrays of `work` have room for both halves of a block. `stop[0]`
    ends the work at once, whose results are then worth nothing. Returns the largest number of layers, or `OVERFLOW`.
    """
    om, ok, pm, pk = material
    mine, theirs = tables.mine, tables.theirs
    squares = SQUARES - om - pm
    size = binomial(squares, ok) * binomial(squares - ok, pk)
    most = 0
    for number in range(task.first, task.last):
        if stop[0]:
            break
        own_men, opp_men = men_at(blocks[number], om, pm)
        block = Block(own_men, opp_men, ok, pk)
        opposite = opposite_block(block)
        halves = count_halves(block)
        my_base, their_base = blocks[number] * size, men_index(opposite.own_men, opposite.opp_men) * size
        if task.phases & BEGIN:
            for half in range(halves):
                begin, end = max(task.part_first - half * size, 0), min(task.part_last - half * size, size)
                if begin < end:
                    if half == 0:
                        successors = Successors(theirs, tables.my_promoted, tables.low, tables.distances)
                        _begin(block, begin, end, mine, my_base, successors, work, 0)
                    else:
                        successors = Successors(mine, tables.their_promoted, tables.low, tables.distances)
                        _begin(opposite, begin, end, theirs, their_base, successors, work, size)
        if task.phases & PROPAGATE:
            layers = propagate(block, mine, my_base, theirs, their_base, tables.distances, work, stop)
            if layers == INTERRUPTED:
                break
            if layers == OVERFLOW:
                return OVERFLOW
            most = max(most, layers)
            _settle(mine, my_base, work.counts, 0, size)
            if halves == 2:
                _settle(theirs, their_base, work.counts, size, size)
    return most


@kernel("void(i8, i8, i8, i8[::1])")
def order_of_men(om, pm, same, levels):
    """Write how far the men of each placement have advanced, in rows: a man's step leads to the next level.

    Where a slice is its own opposite (`same`), the higher of two opposite placements gets -1: it is solved along.
    """
    for number in range(levels.size):
        own_men, opp_men = men_at(number, om, pm)
        level = -1
        if not same or men_index(turned(opp_men), turned(own_men)) >= number:
            level = 0
            for row in (4, 9, 13, 18, 22, 27, 31):  # the first bit of each row but the first
                level += popcount(own_men >> row) + popcount(turned(opp_men) >> row)
        levels[number] = level
