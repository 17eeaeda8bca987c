"""Move generation for every game of draughts: one generator, whose rules are the traits of the game it is compiled for.

A position is `(own, opp, kings, turn)`: all pieces of the side to move and of its opponent, the kings of both, and 0
for Black, who moves down the board, or 1 for White. A move is one number:

    bits 0-5 start | bits 6-11 end | from bit 12 the captured pieces

Pieces on the outermost rows cannot be captured, so that the captured pieces of a board of 54 bits take the 44 bits from
12 to 55; `game.SHIFT` moves them there. While captures are compared, bits 57-60 hold how early a king is captured.

Captures of the same pieces between the same squares are one move, whatever their paths (`paths.py` finds those). A
direction is a number from 0 to 3 such that `d ^ 2` is the opposite of `d`, and `(d + 1) & 3` and its opposite lie
across it:

    0 down, `<< NEAR`    1 down, `<< FAR`    2 up, `>> NEAR`    3 up, `>> FAR`
"""

from __future__ import annotations

from kingme.core.bits import lowest, popcount, reverse, shift_right
from kingme.core.jit import kernel

SQUARE_MASK = 63
FIRST_CAPTURE = 1 << 12  # numbers from here on are captures
SOONER = 57  # the lowest of the four bits that hold how early a king is captured
FINISHED = (1 << SOONER) - 1


@kernel
def captured_by(game, move):
    """The bit board of the pieces that a move takes."""
    return (move >> game.SHIFT) & game.INNER


@kernel
def _step(game, pieces, direction):
    """Bit boards one step on in a direction; what leaves the board lands on unused bits."""
    amount = game.FAR if direction & 1 else game.NEAR
    return pieces >> amount if direction & 2 else pieces << amount


@kernel
def _rank(game, move, kings):
    """What the rule of choice weighs, the most important in the highest digits."""
    captured = captured_by(game, move)
    rank = 0
    if game.MOST_PIECES:
        rank = popcount(captured)
    if game.BY_KING:
        rank = 2 * rank + ((kings >> (move & SQUARE_MASK)) & 1)
    if game.MOST_KINGS:
        rank = 64 * rank + popcount(captured & kings)
    if game.KING_FIRST:
        rank = 16 * rank + (move >> SOONER)
    return rank


@kernel
def _store(game, move, kings, moves, base, end):
    """Add a complete capture to `moves[base:end]`, unless it is there or the rule of choice forbids it."""
    if game.MOST_PIECES or game.BY_KING:
        if end > base:
            rank = _rank(game, move, kings)
            best = _rank(game, moves[base], kings)
            if rank < best:
                return end
            if rank > best:
                end = base
    for index in range(base, end):
        if moves[index] == move:
            return end
    if end - base >= game.MAX_CAPTURES:  # only in positions that no game can reach
        return end
    moves[end] = move
    return end + 1


@kernel
def _taking(game, partial, victim, kings):
    """A capture in progress with one more captured piece."""
    if game.KING_FIRST:
        if victim & kings and partial >> SOONER == 0:
            partial |= (15 - popcount(captured_by(game, partial))) << SOONER
    return partial | (victim << game.SHIFT)


@kernel
def _victim(game, at, direction, foes, free):
    """The piece that a flying king on `at` can jump in a direction, or 0."""
    at = _step(game, at, direction)
    while at & free:
        at = _step(game, at, direction)
    if at & foes and _step(game, at, direction) & free:
        return at
    return 0


@kernel
def _fly(game, victim, direction, partial, around, moves, base, end):
    """Let a flying king jump over `victim` and go on; returns the end of the list.

    `around` is (pieces that may be captured, squares that may be landed on, kings, row that crowns). From a square on
    which the king lands it can go on across its line, from all of them alike along it, and never back.
    """
    foes, free, kings, _ = around
    partial = _taking(game, partial, victim, kings)
    left = foes & ~captured_by(game, partial)
    across = (direction + 1) & 3
    first = _step(game, victim, direction)
    onward = 0
    land = first
    while land & free:
        onward |= _victim(game, land, across, left, free) | _victim(game, land, across ^ 2, left, free)
        land = _step(game, land, direction)
    ahead = land if land & left and _step(game, land, direction) & free else 0
    land = first
    if game.SINGLE_JUMPS or (onward | ahead) == 0:
        while land & free:
            end = _store(game, partial | (lowest(land) << 6), kings, moves, base, end)
            land = _step(game, land, direction)
        return end
    while land & free:
        other = _victim(game, land, across, left, free)
        if other:
            end = _fly(game, other, across, partial, around, moves, base, end)
        other = _victim(game, land, across ^ 2, left, free)
        if other:
            end = _fly(game, other, across ^ 2, partial, around, moves, base, end)
        land = _step(game, land, direction)
    if ahead:
        end = _fly(game, ahead, direction, partial, around, moves, base, end)
    return end


@kernel
def _fly_from(game, at, partial, around, moves, base, end):
    """All captures of a flying king on `at`, which may have begun as a man."""
    foes = around[0] & ~captured_by(game, partial)
    for direction in range(4):
        victim = _victim(game, at, direction, foes, around[1])
        if victim:
            end = _fly(game, victim, direction, partial, around, moves, base, end)
    return end


@kernel
def _can_fly(game, king, opp, empty):
    """Whether a flying king has a capture."""
    found = 0
    for direction in range(4):
        found |= _victim(game, king, direction, opp, empty)
    return found != 0


@kernel
def _hop(game, at, directions, partial, around, moves, base, end):
    """All captures of a man or a short king on `at`: `directions` has a bit for each in which it may jump."""
    foes, free, kings, far_row = around
    foes &= ~captured_by(game, partial)
    found = False
    if not game.SINGLE_JUMPS or partial < FIRST_CAPTURE:
        for direction in range(4):
            victim = _step(game, at, direction) & foes
            land = _step(game, victim, direction) & free
            if land and (directions >> direction) & 1:
                found = True
                onward = _taking(game, partial, victim, kings)
                if game.CROWNED_ON_THE_WAY and land & far_row:
                    if _can_fly(game, land, foes & ~victim, free):
                        end = _fly_from(game, land, onward, around, moves, base, end)
                    else:
                        end = _store(game, onward | (lowest(land) << 6), kings, moves, base, end)
                else:
                    end = _hop(game, land, directions, onward, around, moves, base, end)
    if not found and partial >= FIRST_CAPTURE:
        end = _store(game, partial | (lowest(at) << 6), kings, moves, base, end)
    return end


@kernel
def _jumpers(game, down, up, foes, empty):
    """Pieces that can jump a neighbour, given those that may jump down and those that may jump up."""
    return (
        (down & (foes >> game.NEAR) & (empty >> (2 * game.NEAR)))
        | (down & (foes >> game.FAR) & (empty >> (2 * game.FAR)))
        | (up & (foes << game.NEAR) & (empty << (2 * game.NEAR)))
        | (up & (foes << game.FAR) & (empty << (2 * game.FAR)))
    )


@kernel
def _flyers(game, position):
    """The flying kings that can capture."""
    own, opp, kings, _ = position
    flyers = 0
    if game.FLYING_KINGS:
        empty = game.BOARD & ~(own | opp)
        rest = own & kings
        while rest:
            king = rest & -rest
            rest ^= king
            if _can_fly(game, king, opp, empty):
                flyers |= king
    return flyers


@kernel
def _hoppers(game, position):
    """The men and short kings that can capture."""
    own, opp, kings, turn = position
    empty = game.BOARD & ~(own | opp)
    men = own & ~kings
    if game.MEN_CAPTURE_BACKWARD:
        return _jumpers(game, men, men, opp, empty)
    down = men & (turn - 1)
    up = men & -turn
    if game.FLYING_KINGS:
        return _jumpers(game, down, up, opp, empty)
    short = own & kings
    if not game.MEN_SPARE_KINGS:
        return _jumpers(game, down | short, up | short, opp, empty)
    return _jumpers(game, down, up, opp & ~kings, empty) | _jumpers(game, short, short, opp, empty)


@kernel
def _captures(game, position, hoppers, flyers, moves, base):
    """Write the captures of these pieces that the rule of choice allows to `moves[base:]`; returns the end."""
    own, opp, kings, turn = position
    empty = game.BOARD & ~(own | opp)
    far_row = game.BOTTOM_ROW >> (game.CROWN_SHIFT * turn)
    end = base
    while flyers:
        origin = flyers & -flyers
        flyers ^= origin
        around = (opp, empty | origin, kings, 0)
        end = _fly_from(game, origin, lowest(origin), around, moves, base, end)
    while hoppers:
        origin = hoppers & -hoppers
        hoppers ^= origin
        king = (origin & kings) != 0
        foes = opp if king or not game.MEN_SPARE_KINGS else opp & ~kings
        directions = 15 if king or game.MEN_CAPTURE_BACKWARD else 3 << (2 * turn)
        around = (foes, empty | origin, kings, 0 if king else far_row)
        end = _hop(game, origin, directions, lowest(origin), around, moves, base, end)
    if game.KING_FIRST:
        for index in range(base, end):
            moves[index] &= FINISHED
    return end


@kernel
def _write(start_from_end, ends, moves, end):
    """Write a quiet move to each of `ends`, which all come from as many bits away; returns the end of the list."""
    while ends:
        target = lowest(ends)
        ends &= ends - 1
        moves[end] = (target << 6) | (target - start_from_end)
        end += 1
    return end


@kernel
def _quiet_moves(game, position, moves, base):
    """Write the moves that capture nothing to `moves[base:]`; returns the end."""
    own, opp, kings, turn = position
    empty = game.BOARD & ~(own | opp)
    walkers = own & ~kings if game.FLYING_KINGS else own
    down = walkers & (kings | (turn - 1))
    up = walkers & (kings | -turn)
    end = _write(game.NEAR, (down << game.NEAR) & empty, moves, base)
    end = _write(game.FAR, (down << game.FAR) & empty, moves, end)
    end = _write(-game.NEAR, (up >> game.NEAR) & empty, moves, end)
    end = _write(-game.FAR, (up >> game.FAR) & empty, moves, end)
    if game.FLYING_KINGS:
        flyers = own & kings
        while flyers:
            origin = flyers & -flyers
            flyers ^= origin
            start = lowest(origin)
            for direction in range(4):
                land = _step(game, origin, direction)
                while land & empty:
                    moves[end] = (lowest(land) << 6) | start
                    end += 1
                    land = _step(game, land, direction)
    return end


@kernel
def _count_quiet(game, position):
    """The number of moves that capture nothing."""
    own, opp, kings, turn = position
    empty = game.BOARD & ~(own | opp)
    walkers = own & ~kings if game.FLYING_KINGS else own
    down = walkers & (kings | (turn - 1))
    up = walkers & (kings | -turn)
    count = (
        popcount((down << game.NEAR) & empty)
        + popcount((down << game.FAR) & empty)
        + popcount((up >> game.NEAR) & empty)
        + popcount((up >> game.FAR) & empty)
    )
    if game.FLYING_KINGS:
        flyers = own & kings
        while flyers:
            origin = flyers & -flyers
            flyers ^= origin
            for direction in range(4):
                land = _step(game, origin, direction)
                while land & empty:
                    count += 1
                    land = _step(game, land, direction)
    return count


@kernel
def generate(game, position, moves, base):
    """Write all legal moves to `moves[base:]` and return their number."""
    hoppers = _hoppers(game, position)
    flyers = _flyers(game, position)
    end = base
    if hoppers | flyers:
        end = _captures(game, position, hoppers, flyers, moves, base)
        if not game.OPTIONAL_CAPTURE:
            return end - base
    return _quiet_moves(game, position, moves, end) - base


@kernel
def count_moves(game, position, moves, base):
    """Number of legal moves; `moves[base:]` serves as scratch space where captures must be followed."""
    hoppers = _hoppers(game, position)
    flyers = _flyers(game, position)
    count = 0
    if hoppers | flyers:
        count = _captures(game, position, hoppers, flyers, moves, base) - base
        if not game.OPTIONAL_CAPTURE:
            return count
    return count + _count_quiet(game, position)


@kernel
def can_capture(game, position):
    """Whether the side to move has a capture."""
    return (_hoppers(game, position) | _flyers(game, position)) != 0


@kernel
def can_move(game, position):
    """Whether the side to move has any legal move."""
    own, opp, kings, turn = position
    empty = game.BOARD & ~(own | opp)
    down = own & (kings | (turn - 1))
    up = own & (kings | -turn)
    steps = (down & ((empty >> game.NEAR) | (empty >> game.FAR))) | (up & ((empty << game.NEAR) | (empty << game.FAR)))
    return (steps | _hoppers(game, position) | _flyers(game, position)) != 0


@kernel
def crowned_by(game, position, move):
    """The end of a move, as a bit board, if the piece is a king there; else 0.

    Who is crowned on the way need not be marked. A man's jumps lead from square to square in one way only, so that a
    piece taken from the row before the far row tells that the man jumped over it onto the far row.
    """
    _, _, kings, turn = position
    end = (move >> 6) & SQUARE_MASK
    crowned = ((kings >> (move & SQUARE_MASK)) & 1) | (((game.BOTTOM_ROW >> (game.CROWN_SHIFT * turn)) >> end) & 1)
    if game.CROWNED_ON_THE_WAY:
        crowned |= (captured_by(game, move) & (game.LAST_BUT_ONE >> (game.LAST_SHIFT * turn)) != 0) * 1
    return crowned << end


@kernel
def apply(game, position, move):
    """The position after a move."""
    own, opp, kings, turn = position
    captured = captured_by(game, move)
    origin = 1 << (move & SQUARE_MASK)
    target = 1 << ((move >> 6) & SQUARE_MASK)
    return (
        opp & ~captured,
        (own & ~origin) | target,
        (kings & ~(origin | captured)) | crowned_by(game, position, move),
        1 - turn,
    )


@kernel
def is_quiet(position, move):
    """Whether a move neither captures nor moves a man."""
    return move < FIRST_CAPTURE and (position[2] >> (move & SQUARE_MASK)) & 1 != 0


@kernel
def turned(game, mask):
    """A bit board turned by 180 degrees."""
    return shift_right(reverse(mask), 64 - game.BITS)


@kernel
def turned_move(game, move):
    """The number of a move on the board turned round."""
    start = game.BITS - 1 - (move & SQUARE_MASK)
    end = game.BITS - 1 - ((move >> 6) & SQUARE_MASK)
    return (turned(game, captured_by(game, move)) << game.SHIFT) | (end << 6) | start
