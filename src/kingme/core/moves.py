"""Move generation: which moves a position allows, and what a move does to it.

A position is four numbers: `own` and `opp` (all pieces of the side to move and of its opponent), `kings` (of both
sides) and `turn` (0 Black, 1 White). A move is one number:

    bits 0-5 start | bits 6-11 end | bits 12-46 captured pieces

so a quiet move is below `FIRST_CAPTURE` and `move >> CAPTURED_SHIFT` is the bit board of what it takes. Captures of the
same pieces by different paths are separate entries with equal numbers: they are different moves that lead to the same
position, and `trace_path` tells their paths apart.
"""

from __future__ import annotations

from kingme.core.bits import lowest, popcount
from kingme.core.jit import kernel
from kingme.core.squares import BOARD, BOTTOM_ROW, CROWN_SHIFT

CAPTURED_SHIFT = 12
FIRST_CAPTURE = 1 << CAPTURED_SHIFT  # numbers from here on are captures
SQUARE_MASK = 63

MAX_MOVES = 256  # room for the moves of one position, with a wide margin
MAX_JUMPS = 9  # only nine squares of one king's lattice can be jumped
MAX_PATH = MAX_JUMPS + 1


@kernel
def _jumpers(down, up, opp, empty):
    """Pieces that can jump, given those that may move down and those that may move up."""
    return (
        (down & (opp >> 4) & (empty >> 8))
        | (down & (opp >> 5) & (empty >> 10))
        | (up & (opp << 4) & (empty << 8))
        | (up & (opp << 5) & (empty << 10))
    )


@kernel
def _jumps(own, opp, kings, turn, moves, base):
    """Write all complete captures to `moves[base:]` and return their number.

    The list grows while it is read: it starts with every single jump, and an entry whose piece can jump on is replaced
    by its first continuation while the others are appended, until nothing can be continued. No recursion is needed.
    """
    down = own & (kings | (turn - 1))
    up = own & (kings | -turn)
    empty = BOARD & ~(own | opp)
    end = base

    jumpers = down & (opp >> 4) & (empty >> 8)
    while jumpers:
        start = lowest(jumpers)
        jumpers &= jumpers - 1
        moves[end] = (1 << (start + 4 + CAPTURED_SHIFT)) | ((start + 8) << 6) | start
        end += 1
    jumpers = down & (opp >> 5) & (empty >> 10)
    while jumpers:
        start = lowest(jumpers)
        jumpers &= jumpers - 1
        moves[end] = (1 << (start + 5 + CAPTURED_SHIFT)) | ((start + 10) << 6) | start
        end += 1
    jumpers = up & (opp << 5) & (empty << 10)
    while jumpers:
        start = lowest(jumpers)
        jumpers &= jumpers - 1
        moves[end] = (1 << (start - 5 + CAPTURED_SHIFT)) | ((start - 10) << 6) | start
        end += 1
    jumpers = up & (opp << 4) & (empty << 8)
    while jumpers:
        start = lowest(jumpers)
        jumpers &= jumpers - 1
        moves[end] = (1 << (start - 4 + CAPTURED_SHIFT)) | ((start - 8) << 6) | start
        end += 1

    index = base
    while index < end:
        move = moves[index]
        start = move & SQUARE_MASK
        origin = 1 << start
        piece = 1 << ((move >> 6) & SQUARE_MASK)
        foes = opp & ~(move >> CAPTURED_SHIFT)
        free = empty | origin  # the start square is empty while its piece is on the way
        # A man that reaches the far row stops there by itself: it has no step forward, and is crowned only afterwards.
        goes_down = -(((down & origin) != 0) * 1)
        goes_up = -(((up & origin) != 0) * 1)
        left = ((((piece << 4) & foes) << 4) & free) & goes_down
        right = ((((piece << 5) & foes) << 5) & free) & goes_down
        back_left = ((((piece >> 5) & foes) >> 5) & free) & goes_up
        back_right = ((((piece >> 4) & foes) >> 4) & free) & goes_up
        if left | right | back_left | back_right:
            trunk = move & ~(SQUARE_MASK << 6)
            slot = index
            if left:
                moves[slot] = trunk | ((left >> 4) << CAPTURED_SHIFT) | (lowest(left) << 6)
                slot = end
            if right:
                moves[slot] = trunk | ((right >> 5) << CAPTURED_SHIFT) | (lowest(right) << 6)
                end += slot == end
                slot = end
            if back_left:
                moves[slot] = trunk | ((back_left << 5) << CAPTURED_SHIFT) | (lowest(back_left) << 6)
                end += slot == end
                slot = end
            if back_right:
                moves[slot] = trunk | ((back_right << 4) << CAPTURED_SHIFT) | (lowest(back_right) << 6)
                end += slot == end
        else:
            index += 1
    return end - base


@kernel("i8(i8, i8, i8, i8, i8[::1], i8)", quick=True)
def generate(own, opp, kings, turn, moves, base):
    """Write all legal moves to `moves[base:]` and return their number.

    A capture is compulsory (R3): quiet moves are written only where no piece can jump.
    """
    down = own & (kings | (turn - 1))  # Black's men and all kings
    up = own & (kings | -turn)  # White's men and all kings
    empty = BOARD & ~(own | opp)
    if _jumpers(down, up, opp, empty):
        return _jumps(own, opp, kings, turn, moves, base)

    end = base
    movers = down & (empty >> 4)
    while movers:
        start = lowest(movers)
        movers &= movers - 1
        moves[end] = ((start + 4) << 6) | start
        end += 1
    movers = down & (empty >> 5)
    while movers:
        start = lowest(movers)
        movers &= movers - 1
        moves[end] = ((start + 5) << 6) | start
        end += 1
    movers = up & (empty << 5)
    while movers:
        start = lowest(movers)
        movers &= movers - 1
        moves[end] = ((start - 5) << 6) | start
        end += 1
    movers = up & (empty << 4)
    while movers:
        start = lowest(movers)
        movers &= movers - 1
        moves[end] = ((start - 4) << 6) | start
        end += 1
    return end - base


@kernel("i8(i8, i8, i8, i8, i8[::1], i8)", quick=True)
def count_moves(own, opp, kings, turn, moves, base):
    """Number of legal moves; `moves[base:]` serves as scratch space where captures must be followed."""
    down = own & (kings | (turn - 1))
    up = own & (kings | -turn)
    empty = BOARD & ~(own | opp)
    if _jumpers(down, up, opp, empty):
        return _jumps(own, opp, kings, turn, moves, base)
    return (
        popcount(down & (empty >> 4))
        + popcount(down & (empty >> 5))
        + popcount(up & (empty << 5))
        + popcount(up & (empty << 4))
    )


@kernel("b1(i8, i8, i8, i8)", quick=True)
def can_jump(own, opp, kings, turn):
    """Whether the side to move has a capture, and so must make one."""
    down = own & (kings | (turn - 1))
    up = own & (kings | -turn)
    return _jumpers(down, up, opp, BOARD & ~(own | opp)) != 0


@kernel("b1(i8, i8, i8, i8)", quick=True)
def can_move(own, opp, kings, turn):
    """Whether the side to move has any legal move; if not, it has lost."""
    down = own & (kings | (turn - 1))
    up = own & (kings | -turn)
    empty = BOARD & ~(own | opp)
    quiet = (down & ((empty >> 4) | (empty >> 5))) | (up & ((empty << 4) | (empty << 5)))
    return (quiet | _jumpers(down, up, opp, empty)) != 0


@kernel("UniTuple(i8, 3)(i8, i8, i8, i8, i8)", quick=True)
def apply(own, opp, kings, turn, move):
    """The position after a move, as `(own, opp, kings)` of the side that is to move *next*."""
    start = move & SQUARE_MASK
    end = (move >> 6) & SQUARE_MASK
    captured = move >> CAPTURED_SHIFT
    origin = 1 << start
    target = 1 << end
    crowned = target & (BOTTOM_ROW >> (CROWN_SHIFT * turn))
    still_king = ((kings >> start) & 1) << end
    return (
        opp & ~captured,
        (own & ~origin) | target,
        (kings & ~(origin | captured)) | still_king | crowned,
    )


@kernel("b1(i8, i8, i8)", quick=True)
def is_quiet(kings, turn, move):
    """Whether a move neither captures nor moves a man: such moves count towards the draw by 80 plies."""
    return move < FIRST_CAPTURE and (kings >> (move & SQUARE_MASK)) & 1 != 0


@kernel("i8(i8, i8, i8[::1], i8)", quick=True)
def trace_path(free, move, path, number):
    """Write the squares (bits) that a capture visits to `path` and return how many.

    `free` is the bit board of squares a piece may land on: the empty ones and the start. Where several paths take the
    same pieces to the same end, `number` chooses among them, counted from zero; a number that does not exist returns
    0. The forward or backward direction of a man needs no check: its captured pieces can only be reached in one order.
    """
    directions = (4, 5, -5, -4)
    start = move & SQUARE_MASK
    end = (move >> 6) & SQUARE_MASK
    captured = move >> CAPTURED_SHIFT
    if captured == 0:
        path[0] = start
        path[1] = end
        return 2
    jumps = popcount(captured)
    path[0] = start
    depth = 0
    choice = 0  # the next direction to try at this depth
    tried = 0  # the directions of the jumps made so far, two bits each
    left = captured
    while True:
        at = path[depth]
        if depth == jumps:
            if at == end:
                if number == 0:
                    return depth + 1
                number -= 1
            choice = 4
        advanced = False
        while choice < 4 and not advanced:
            step = directions[choice]
            over = at + step
            land = at + 2 * step
            if 0 <= land < 35 and (left >> over) & 1 and (free >> land) & 1:
                left &= ~(1 << over)
                tried = (tried << 2) | choice
                depth += 1
                path[depth] = land
                choice = 0
                advanced = True
            else:
                choice += 1
        if not advanced:
            if depth == 0:
                return 0
            step = directions[tried & 3]
            choice = (tried & 3) + 1
            tried >>= 2
            depth -= 1
            left |= 1 << (path[depth] + step)
