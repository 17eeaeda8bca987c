"""Random games: the playouts that Monte Carlo players learn from.

`random_move` is the step that every playout repeats, and its speed is theirs. It draws uniformly from the legal moves,
where captures by different paths count as different moves, exactly as if `generate` had listed them and one entry had
been picked; but it does not make the list where it can help it. Quiet moves stand side by side in four bit boards, one
for each direction: their populations say how many there are, and the chosen one is the k-th bit. A single jump that
cannot go on is read off the same way. Only a choice of captures is written out. Measured on one core of an EPYC (Zen 4)
against listing all moves: 1.6 times the games per second.

A chosen move is three bit boards `(origin, target, captured)`, because the next position follows from them by a few
logical operations; `move_number` turns them into the number that everything else uses, where it is wanted.
"""

from __future__ import annotations

from kingme.core.bits import lowest, popcount
from kingme.core.jit import kernel
from kingme.core.moves import CAPTURED_SHIFT, SQUARE_MASK, _jumps, can_move
from kingme.core.random import advance, output, scale
from kingme.core.squares import BOARD, BOTTOM_ROW, CROWN_SHIFT

WINS, DRAWS, LOSSES, PLIES = 0, 1, 2, 3  # columns of the tally of `random_games`


@kernel
def _pick_bit(bits, k):
    """The k-th set bit, counted from 0, as a bit board.

    `k` is seldom above 3, and up to there no branch depends on it: a wrong guess of the processor costs more than all
    the arithmetic of this function.
    """
    for i in range(3):
        if k > i:
            bits &= bits - 1
    while k > 3:
        bits &= bits - 1
        k -= 1
    return bits & -bits


@kernel
def random_move(own, opp, kings, turn, bits, moves, base):
    """A uniformly random legal move as `(origin, target, captured)`, or three zeros if there is none.

    `bits` are 32 random bits that decide; `moves[base:]` is scratch space of `MAX_MOVES` entries for captures.
    """
    down = own & (kings | (turn - 1))
    up = own & (kings | -turn)
    empty = BOARD & ~(own | opp)

    jump1 = down & (opp >> 4) & (empty >> 8)
    jump2 = down & (opp >> 5) & (empty >> 10)
    jump3 = up & (opp << 5) & (empty << 10)
    jump4 = up & (opp << 4) & (empty << 8)
    origin = jump1 | jump2 | jump3 | jump4
    if origin:
        captured = (jump1 << 4) | (jump2 << 5) | (jump3 >> 5) | (jump4 >> 4)
        target = (jump1 << 8) | (jump2 << 10) | (jump3 >> 10) | (jump4 >> 8)
        if (origin & (origin - 1)) | (target & (target - 1)) == 0:  # one jump only: can it go on?
            foes = opp & ~captured
            onward = 0
            if down & origin:
                onward = (((target << 4) & foes) << 4) | (((target << 5) & foes) << 5)
            if up & origin:
                onward |= (((target >> 4) & foes) >> 4) | (((target >> 5) & foes) >> 5)
            if onward & (empty | origin) == 0:
                return origin, target, captured
        move = moves[base + scale(bits, _jumps(own, opp, kings, turn, moves, base))]
        return 1 << (move & SQUARE_MASK), 1 << ((move >> 6) & SQUARE_MASK), move >> CAPTURED_SHIFT

    movers = down & (empty >> 4)
    movers2 = down & (empty >> 5)
    movers3 = up & (empty << 5)
    movers4 = up & (empty << 4)
    before2 = popcount(movers)
    before3 = before2 + popcount(movers2)
    before4 = before3 + popcount(movers3)
    count = before4 + popcount(movers4)
    if count == 0:
        return 0, 0, 0
    k = scale(bits, count)
    before, left, right = 0, 4, 0
    # Three tests, each without `else`, become conditional moves rather than branches.
    if k >= before2:
        movers, before, left = movers2, before2, 5
    if k >= before3:
        movers, before, left, right = movers3, before3, 0, 5
    if k >= before4:
        movers, before, right = movers4, before4, 4
    origin = _pick_bit(movers, k - before)
    return origin, (origin << left) >> right, 0


@kernel
def make_move(own, opp, kings, turn, origin, target, captured):
    """The position after a move given as bit boards, as `(own, opp, kings)` of the side that is to move *next*."""
    still_king = target & -(((kings & origin) != 0) * 1)
    crowned = target & (BOTTOM_ROW >> (CROWN_SHIFT * turn))
    return (
        opp & ~captured,
        (own & ~origin) | target,
        (kings & ~(origin | captured)) | still_king | crowned,
    )


@kernel
def move_number(origin, target, captured):
    """The number of a move given as bit boards."""
    return (captured << CAPTURED_SHIFT) | (lowest(target) << 6) | lowest(origin)


@kernel
def random_game(own, opp, kings, turn, quiet_limit, rng, moves):
    """Play random moves to the end; returns `(score, plies)`, the score 1, 0 or -1 for the side that is to move first.

    A side without a move has lost; `quiet_limit` plies in a row without a capture or a man's move are a draw. Steps
    `rng` once for each ply; `moves` is scratch space of `MAX_MOVES` entries.
    """
    state = rng[0]
    increment = rng[1]
    score = -1  # of the side to move, should it have no move
    plies = 0
    quiet = 0
    while quiet < quiet_limit:
        origin, target, captured = random_move(own, opp, kings, turn, output(state), moves, 0)
        if origin == 0:
            break
        state = advance(state, increment)
        quiet = (quiet + 1) * ((kings & origin) != 0) * (captured == 0)
        own, opp, kings = make_move(own, opp, kings, turn, origin, target, captured)
        turn = 1 - turn
        score = -score
        plies += 1
    rng[0] = state
    if quiet >= quiet_limit and can_move(own, opp, kings, turn):
        score = 0
    return score, plies


@kernel("void(position, i8, i8, i8[::1], i8[::1], i8[::1])")
def random_games(position, quiet_limit, count, rng, moves, tally):
    """Play `count` random games from one position and add them to `tally`.

    `tally` holds `[wins, draws, losses, plies]`, wins and losses of the side that is to move in the position.
    """
    own, opp, kings, turn = position
    for _ in range(count):
        score, plies = random_game(own, opp, kings, turn, quiet_limit, rng, moves)
        tally[DRAWS - score] += 1
        tally[PLIES] += plies
