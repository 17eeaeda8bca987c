"""How far the next step is that cannot be taken back: what the rule of eighty quiet plies makes of a win.

Outcomes alone do not win a game: among moves that keep a win some lead in circles. A game that makes progress ends, and
progress is a capture, a man's move or the end itself. All positions between two such steps have the same men on the
same squares: they are one block (see `kingme.endgame.solve`), small enough to be solved when it is needed. What leads
out of it is looked up; inside, values spread backwards as they do when tables are built. The distance of a won position
is the number of plies, at most, before it makes progress or the loser has to, if the winner hurries and the loser does
not.

    men on the board          2 or more     1             none
    positions of six pieces   up to 0.3 M   up to 3.5 M   up to 36 M
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from kingme.board import Board
from kingme.core.bits import popcount
from kingme.core.jit import kernel
from kingme.core.moves import MAX_MOVES
from kingme.core.rotation import turned
from kingme.core.squares import BOARD, BOTTOM_ROW
from kingme.endgame.block import Block, count_halves, opposite_block
from kingme.endgame.index import binomial, kings_at, kings_index, next_kings, own_inside
from kingme.endgame.lookup import _probe
from kingme.endgame.retrograde import CLOSED, DONE, INTERRUPTED, POLL, new_work, propagate
from kingme.endgame.successors import count_king_moves, must_jump
from kingme.endgame.tables import SCRATCH_MOVES, Tables
from kingme.endgame.values import DRAWN, LOST, WON, better

LARGEST = 5_000_000  # positions of a block that is solved unless the caller says otherwise: about a second
_KEPT_BLOCKS = 4


@kernel
def _value(wdl):
    """A value of the tables (1, 0, -1) as a byte."""
    return DRAWN if wdl == 0 else WON if wdl == 1 else LOST


@kernel
def _steps_value(own, opp, kings, tables, moves):
    """The best that steps of men lead to; `LOST`, which any other beats, where there is none."""
    best = LOST
    empty = BOARD & ~(own | opp)
    men = own & ~kings
    while men:
        man = men & -men
        men ^= man
        for shift in (4, 5):
            target = (man << shift) & empty
            if target == 0:
                continue
            crowned = target & BOTTOM_ROW
            next_opp, next_kings = (own ^ man) | target, kings | crowned
            wdl = _probe(turned(opp), turned(next_opp), turned(next_kings), tables, moves, 0)
            best = better(best, _value(-wdl))
    return best


@kernel
def _begin(block, values, counts, at, tables, moves, stop):
    """For each position of one half: the value of what leads out of the block, and the number of moves inside."""
    own_men, opp_men, ok, pk = block
    free = BOARD & ~(own_men | opp_men)
    inside = own_inside(popcount(own_men), ok, popcount(opp_men), pk)
    outer, inner = (pk, ok) if inside else (ok, pk)
    columns = binomial(popcount(free) - outer, inner)
    outer_kings, inner_kings = kings_at(0, columns, outer, inner, free)
    for number in range(values.size):
        if number & POLL == 0 and stop[0] != 0:
            return
        own_kings, opp_kings = (inner_kings, outer_kings) if inside else (outer_kings, inner_kings)
        own, opp, kings = own_men | own_kings, opp_men | opp_kings, own_kings | opp_kings
        if must_jump(own, opp, kings):
            value = _value(_probe(own, opp, kings, tables, moves, 0))
            count = CLOSED
        else:
            value = _steps_value(own, opp, kings, tables, moves)
            count = count_king_moves(own_kings, BOARD & ~(own | opp))
        if count == CLOSED and value == DRAWN:
            count = DONE
        values[number] = value
        counts[at + number] = count
        outer_kings, inner_kings = next_kings(outer_kings, inner_kings, free)


@kernel("i8(Block, u1[::1], u1[::1], BlockWork, TableArrays, i8[::1], i8[::1])")
def solve_progress(block, mine, theirs, work, tables, moves, stop):
    """Fill `mine` and `theirs`, the two halves of a block; a block that is its own opposite has one half only.

    The arrays of `work` have room for both halves. Returns the number of layers, or `INTERRUPTED` where `stop[0]` was
    set meanwhile.
    """
    size = mine.size
    counts = work.counts
    halves = count_halves(block)
    _begin(block, mine, counts, 0, tables, moves, stop)
    if halves == 2:
        _begin(opposite_block(block), theirs, counts, size, tables, moves, stop)
    if stop[0] != 0:
        return INTERRUPTED
    layers = propagate(block, mine, 0, theirs, 0, 0, work, stop)
    if layers == INTERRUPTED:
        return INTERRUPTED
    for number in range(size):
        if counts[number] != DONE:
            mine[number] = DRAWN
        if halves == 2 and counts[size + number] != DONE:
            theirs[number] = DRAWN
    return layers


@kernel("i8(i8, i8, i8)")
def _place(own, opp, kings):
    """The number of a position inside its half of its block."""
    own_men, opp_men = own & ~kings, opp & ~kings
    own_kings, opp_kings = own & kings, opp & kings
    owned, opposed = popcount(own_kings), popcount(opp_kings)
    free = BOARD & ~(own_men | opp_men)
    inside = own_inside(popcount(own_men), owned, popcount(opp_men), opposed)
    outer, inner = (opposed, owned) if inside else (owned, opposed)
    return kings_index(own_kings, opp_kings, free, binomial(popcount(free) - outer, inner), inside)


class SolvedBlock:
    """A block and, once it is solved, how soon its positions make progress."""

    def __init__(self, block: Block, tables: Tables) -> None:
        self._block, self._tables = block, tables
        self._halves: tuple[np.ndarray, np.ndarray] | None = None

    @property
    def is_solved(self) -> bool:
        return self._halves is not None

    def solve(self, stop: np.ndarray) -> None:
        """Solve the block, unless `stop[0]` is set before it is done: then nothing has changed."""
        block = self._block
        size = block.half
        mine, theirs = np.empty(size, np.uint8), np.empty(1 if block == block.opposite else size, np.uint8)
        moves = np.empty(SCRATCH_MOVES + MAX_MOVES, np.int64)
        if solve_progress(block, mine, theirs, new_work(size), self._tables.arrays, moves, stop) != INTERRUPTED:
            self._halves = mine, theirs

    def plies(self, board: Board) -> int | None:
        """Plies at most to the next progress towards the end, odd for a win and even for a loss; None for a draw."""
        assert self._halves is not None
        position = _seen_by_mover(board)
        table = self._halves[0 if _block(*position) == self._block else 1]
        value = int(table[_place(*position)])
        return None if value == DRAWN else value


def block_of(board: Board, tables: Tables, largest: int = LARGEST) -> SolvedBlock | None:
    """The block of a position in the tables; None where it has more positions than wanted. The last few are kept."""
    block = _block(*_seen_by_mover(board))
    if (board.black | board.white).bit_count() > tables.pieces or 2 * block.half > largest:
        return None
    return _kept(min(block, block.opposite), tables)


@lru_cache(_KEPT_BLOCKS)
def _kept(block: Block, tables: Tables) -> SolvedBlock:
    return SolvedBlock(block, tables)


def _seen_by_mover(board: Board) -> tuple[int, int, int]:
    """The position with the side to move moving down."""
    own, opp, kings, turn = board.state
    if turn:
        own, opp, kings = (int(turned(mask)) for mask in (own, opp, kings))
    return own, opp, kings


def _block(own: int, opp: int, kings: int) -> Block:
    return Block(own & ~kings, opp & ~kings, (own & kings).bit_count(), (opp & kings).bit_count())
