"""Phase 2 of solving a block: values spread backwards along the moves of kings, layer by layer.

Positions of a block are numbered 0 ... size - 1 in the first half and size ... 2 size - 1 in the second. Their states
stand in `counts` (see `kingme.endgame.solve`), their values in the tables of the two slices, `mine` and `theirs`.

`queue` holds every decided position once, in the order of its value: the positions of a layer are a stretch of it.
Those that wait for a later layer hang in linked lists, one for each value: heads in `scratch`, then `links`.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np

from kingme.core.bits import lowest, popcount
from kingme.core.jit import Int32s, Int64s, UInt8s, group, kernel
from kingme.core.rotation import turned
from kingme.core.squares import BOARD
from kingme.endgame.block import count_halves
from kingme.endgame.index import SQUARES, binomial, kings_index, own_inside
from kingme.endgame.successors import SUCCESSOR_SCRATCH
from kingme.endgame.values import DRAWN, LONGEST, signed

CLOSED, DONE = 0, 255  # states: no open move, but its value is not due yet; decided
OVERFLOW, INTERRUPTED = -1, -2

NOBODY = -1  # the end of a list
HEADS = SUCCESSOR_SCRATCH  # in `scratch`: the first position of each list, one for each value
FREE_SQUARES = HEADS + 256  # and the free squares of both halves, as bit boards
SCRATCH = FREE_SQUARES + 2 * SQUARES

POLL = 4095  # look at the stop flag every so many positions (a power of two less one)

MOST_KINGS = 5  # of a side
COLEX_BASE = np.cumsum([0, *(comb(SQUARES, k) for k in range(MOST_KINGS + 1))])
"""Where the sets of k places begin in `colex_sets`."""


@group
class BlockWork(NamedTuple):
    """The arrays in which a block is solved; see the module."""

    counts: UInt8s  # states, of both halves
    links: Int32s
    queue: Int32s
    colex: Int64s  # `colex_sets`
    scratch: Int64s  # `SCRATCH` numbers


@cache
def colex_sets() -> np.ndarray:
    """All sets of up to five of 32 places as bit masks: by size, then in colexicographic order."""
    sets = [np.zeros(1, np.int64)]
    for k in range(1, MOST_KINGS + 1):  # a set whose highest place is p: p, and k - 1 places below it
        sets.append(np.concatenate([sets[-1][: comb(p, k - 1)] | 1 << p for p in range(SQUARES)]))
    return np.concatenate(sets)


def new_work(half: int) -> BlockWork:
    """What it takes to solve blocks with so many positions in each half."""
    links, queue = np.empty(2 * half, np.int32), np.empty(2 * half, np.int32)
    return BlockWork(np.empty(2 * half, np.uint8), links, queue, colex_sets(), np.empty(SCRATCH, np.int64))


@kernel
def _list_waiting(table, base, counts, at, size, scratch, links):
    """Put positions of one half whose value comes from outside into the list of that value; return the highest."""
    highest = 0
    for number in range(size):
        count = counts[at + number]
        value = signed(table[base + number])
        if count == CLOSED or (count != DONE and value & 1 and value != DRAWN):
            links[at + number] = scratch[HEADS + value]
            scratch[HEADS + value] = at + number
            if value > highest:
                highest = value
    return highest


@kernel
def _list_squares(free, scratch, at):
    """Write the free squares, lowest first, as bit boards."""
    while free:
        scratch[at] = free & -free
        free &= free - 1
        at += 1


@kernel
def _gather(places, scratch, at):
    """The bit board of squares given by their places among the free ones."""
    mask = 0
    while places:
        mask |= scratch[at + lowest(places)]
        places &= places - 1
    return mask


@kernel
def _make_room(places, taken):
    """Places that were counted among squares without those at `taken`, counted among all squares."""
    while taken:
        below = (taken & -taken) - 1
        places = (places & below) | ((places & ~below) << 1)
        taken &= taken - 1
    return places


@kernel
def propagate(block, mine, my_base, theirs, their_base, distances, work, stop):
    """Decide all positions of a block but the drawn; return the number of layers, `OVERFLOW` or `INTERRUPTED`.

    Its values stand in `mine[my_base:]`, those of its opposite in `theirs[their_base:]`. `INTERRUPTED` means that
    `stop[0]` was set, `OVERFLOW` that a distance does not fit into a byte. Without distances, layers beyond `LONGEST`
    are no matter, and values of the same parity stand for them.
    """
    own_men, opp_men, ok, pk = block
    counts, links, queue, colex, scratch = work
    halves = count_halves(block)
    free = BOARD & ~(own_men | opp_men)
    squares = popcount(free)
    inside = own_inside(popcount(own_men), ok, popcount(opp_men), pk)
    other_inside = own_inside(popcount(opp_men), pk, popcount(own_men), ok)
    outer, inner = (pk, ok) if inside else (ok, pk)  # in both halves
    columns = binomial(squares - outer, inner)
    size = binomial(squares, outer) * columns  # of a half
    _list_squares(free, scratch, FREE_SQUARES)
    _list_squares(turned(free), scratch, FREE_SQUARES + SQUARES)
    for value in range(256):
        scratch[HEADS + value] = NOBODY
    highest = _list_waiting(mine, my_base, counts, 0, size, scratch, links)
    if halves == 2:
        highest = max(highest, _list_waiting(theirs, their_base, counts, size, size, scratch, links))

    head = tail = layer = 0
    while layer <= highest or head < tail:
        if layer <= highest:
            number = scratch[HEADS + layer]
            while number != NOBODY:
                if counts[number] != DONE:
                    counts[number] = DONE
                    queue[tail] = number
                    tail += 1
                number = links[number]
        if layer > LONGEST and distances and head < tail:
            return OVERFLOW
        following = layer + 1 if layer < LONGEST else LONGEST - (layer & 1)
        end = tail
        while head < end:
            if head & POLL == 0 and stop[0] != 0:
                return INTERRUPTED
            number = queue[head]
            head += 1
            half = 1 if number >= size else 0
            number -= half * size
            outer_places = colex[COLEX_BASE[outer] + number // columns]
            inner_places = _make_room(colex[COLEX_BASE[inner] + number % columns], outer_places)
            at = FREE_SQUARES + half * SQUARES
            outer_kings = turned(_gather(outer_places, scratch, at))
            inner_kings = turned(_gather(inner_places, scratch, at))
            # The position as the enemy sees it, who has just moved one of its kings: take that move back.
            other = halves - 1 - half
            room = turned(free) if other else free
            enemy_outside = other_inside if half else inside
            movers, others = (outer_kings, inner_kings) if enemy_outside else (inner_kings, outer_kings)
            enemy_inside = other_inside if other else inside
            empty = room & ~(movers | others)
            left = movers
            while left:
                king = left & -left
                left ^= king
                origins = ((king << 4) | (king << 5) | (king >> 4) | (king >> 5)) & empty
                while origins:
                    origin = origins & -origins
                    origins ^= origin
                    place = kings_index(movers ^ king ^ origin, others, room, columns, enemy_inside)
                    state = other * size + place
                    count = counts[state]
                    if not CLOSED < count < DONE:
                        continue
                    if layer & 1:
                        count -= 1
                        counts[state] = count
                        if count != CLOSED:
                            continue
                        bound = signed(theirs[their_base + place] if other else mine[my_base + place])
                        if bound == DRAWN:
                            counts[state] = DONE
                            continue
                        if bound & 1:
                            continue  # won by a move that leads out: it waits already
                        if bound > following:
                            links[state] = scratch[HEADS + bound]
                            scratch[HEADS + bound] = state
                            highest = max(highest, bound)
                            continue
                    if other:
                        theirs[their_base + place] = following
                    else:
                        mine[my_base + place] = following
                    counts[state] = DONE
                    queue[tail] = state
                    tail += 1
        layer += 1
    return layer
