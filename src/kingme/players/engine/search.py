"""Principal variation search in compiled Python: the engine's tree search.

    search(position, depth, alpha, beta):
        a position with a capture to make is never judged statically: captures are followed to their end
        look into the table; a deep enough result that settles the window is returned at once
        try the moves, most promising first; the first with the full window, the others with a null window at a
        depth reduced for late moves, searched again wherever they turn out better than expected

Scores are in hundredths of a man from the side to move. Three bands never collide: evaluations (below `TABLE_BAND`),
endgame table results (up to `WIN_BAND`), and wins found by search, `WIN` less the distance in plies.

Endgame tables (`kingme.endgame`) end the search of a position that they have, unless the root is one of them and only
kings have moved since: then every winning move would look the same. There the search goes on while the result stays
the same, and looks for the shortest way to a capture or a man's move that keeps the win. Such steps cannot be taken
back, so that a win that takes them one by one is made.
"""

from __future__ import annotations

from typing import NamedTuple

from kingme.core.bits import popcount
from kingme.core.jit import Float32s, Int64s, group, kernel
from kingme.core.plans import DRAWN, GOES_ON, SHORT_MASK, WON
from kingme.core.situation import follow, stood_before
from kingme.players.endplay.verdict import UNKNOWN, RootVerdict, TableArrays, known_quiet_value, still_stands
from kingme.players.engine.memory import (
    AGE,
    HISTORY,
    KEYS,
    KILLERS,
    LAST_LIST,
    MAX_PLY,
    NODE_LIMIT,
    NODES,
    OPTIONS,
    PAST,
    PROBES,
    PV,
    QUIET_TO_DRAW,
    ROOT_QUIET,
    ROOT_VALUE,
    SELECTIVE_DEPTH,
    STOPPED,
    TABLE_PIECES,
    TOGETHER,
    TRANSPOSITION_HITS,
)
from kingme.players.engine.transpositions import (
    EXACT,
    LOWER,
    MISS,
    UPPER,
    entry_bound,
    entry_depth,
    entry_move,
    entry_score,
    expect,
    is_marked,
    is_recalled,
    probe,
    remove_mark,
    set_mark,
    store,
)

INFINITY = 32000
WIN = 30000  # a win on the board, less the plies to it
WIN_BAND = WIN - 1000
TABLE_BAND = 20000
TABLE_WIN = 28000  # a win by the endgame tables, less the plies to the position that has it
TABLE_WIN_BAND = TABLE_WIN - 1000
TABLE_LEAD = 8  # plies that a piece more is worth there: better take one than give one
UNSOLVED = 23000  # a win by the tables in which the search sees no step forward; the evaluation is added
UNSOLVED_RANGE = 2000

# Techniques that can be switched off (bits of OPTIONS), to prove and to measure what each is worth.
NO_TRANSPOSITIONS = 1
NO_REDUCTIONS = 2
NO_FUTILITY = 4
NO_PRUNING = 8  # plain minimax: no window at all

FUTILITY_DEPTH = 6  # plies before the horizon
FUTILITY_MARGIN = 40  # hundredths of a man for each of them

UNKNOWN_DEPTH = 5  # from here on a position without a move in the table, unimportant so far, is searched a ply less

SHARED_DEPTH = 4  # from here on threads keep out of each other's way
PUT_OFF = -1 << 63  # the sign of a move whose turn comes after all others

POLL = 1023  # look at the stop flag every so many nodes (a power of two less one)


@group
class EngineWork(NamedTuple):
    """The arrays that a thread of the engine works with."""

    memory: Int64s  # its own: see `memory`
    transpositions: Int64s  # the table that all threads share
    weights: Float32s  # of the evaluation
    tables: TableArrays
    stop: Int64s


@kernel
def _score_moves(game, position, memory, ply, first, end, hash_move):
    """Put each move's promise into its bits from 48 up, so that picking the largest number picks the best move."""
    killer_one = memory[KILLERS + 2 * ply]
    killer_two = memory[KILLERS + 2 * ply + 1]
    for index in range(first, end):
        move = memory[index]
        short = move & SHORT_MASK
        gain = game.gain(position, move)
        if short == hash_move:
            promise = 32767
        elif gain > 0:
            promise = 16384 + gain
        elif short == killer_one:
            promise = 16383
        elif short == killer_two:
            promise = 16382
        else:
            promise = memory[HISTORY + (position[3] << 12) + short]
        memory[index] = move | (promise << 48)


@kernel
def _pick(memory, index, end):
    """Swap the most promising of the remaining moves to `index` and return it without its promise."""
    best = index
    for other in range(index + 1, end):
        if memory[other] > memory[best]:
            best = other
    move = memory[best]
    memory[best] = memory[index]
    memory[index] = move
    return move & ((1 << 48) - 1)


@kernel
def _give_way(memory, transpositions, index, end, key, move):
    """A move for `index` that no other thread is searching; if there is none, the best of those that were put off."""
    while memory[index] >= 0 and is_marked(transpositions, key, move):
        memory[index] |= PUT_OFF
        move = _pick(memory, index, end)
    return move


@kernel
def _reward(memory, turn, ply, move, depth):
    """Remember a quiet move that refuted its parent."""
    short = move & SHORT_MASK
    if memory[KILLERS + 2 * ply] != short:
        memory[KILLERS + 2 * ply + 1] = memory[KILLERS + 2 * ply]
        memory[KILLERS + 2 * ply] = short
    slot = HISTORY + (turn << 12) + short
    memory[slot] += depth * depth
    if memory[slot] >= 16000:
        for index in range(HISTORY, HISTORY + (2 << 12)):
            memory[index] >>= 1


@kernel
def _static(game, position, weights, known):
    """The evaluation; `known` is the value of a position whose result the endgame tables know, 0 for any other."""
    score = game.evaluate(position, weights)
    if known == 0:
        return score
    return known * UNSOLVED + max(-UNSOLVED_RANGE, min(UNSOLVED_RANGE, score))


@kernel
def search(game, situation, depth, alpha, beta, ply, first, work):
    """The score of a position for the side to move within the window, searched to `depth`.

    `first` is the free end of the move lists in `work.memory`. Modifies the memory (counters, killers, history,
    variations) and the transposition table.
    """
    position, key, quiet = situation
    memory, transpositions, weights = work.memory, work.transpositions, work.weights
    memory[PV + ply * MAX_PLY + ply] = 0
    ending = game.ending(position)
    if quiet >= memory[QUIET_TO_DRAW] and ending == GOES_ON:
        return 0  # who has no move has lost before the rule is asked
    if stood_before(memory, KEYS, KEYS + memory[PAST] + ply, quiet, key, 1):
        return 0

    memory[NODES] += 1
    if memory[NODES] >= memory[NODE_LIMIT] or (memory[NODES] & POLL == 0 and work.stop[0] != 0):
        memory[STOPPED] = 1
        return 0
    if ply > memory[SELECTIVE_DEPTH]:
        memory[SELECTIVE_DEPTH] = ply

    if ending != GOES_ON:
        return 0 if ending == DRAWN else WIN - ply if ending == WON else ply - WIN
    options = memory[OPTIONS]
    jumping = game.is_forced(position)
    known = 0
    if game.TABLES and not jumping:
        known = known_quiet_value(game, position, memory[TABLE_PIECES], work.tables)
        if known == UNKNOWN:
            known = 0
        else:
            memory[PROBES] += 1
            if not still_stands(known, ply, quiet, RootVerdict(memory[ROOT_VALUE], memory[ROOT_QUIET])):
                lead = TABLE_LEAD * (popcount(position[0]) - popcount(position[1]))
                return known * (TABLE_WIN - ply) + (lead if known != 0 else 0)
    if (depth <= 0 and not jumping) or ply >= MAX_PLY - 2 or first > LAST_LIST:
        return _static(game, position, weights, known)

    is_pv = beta - alpha > 1
    hash_move = 0
    if not options & NO_TRANSPOSITIONS:
        data = probe(transpositions, key)
        if data != MISS:
            hash_move = entry_move(data)
            score = entry_score(data)
            in_time = abs(score) < WIN_BAND or quiet + WIN - abs(score) <= memory[QUIET_TO_DRAW]
            if (not is_pv or is_recalled(data)) and entry_depth(data) >= depth and in_time:
                if score >= TABLE_WIN_BAND:
                    score -= ply
                elif score <= -TABLE_WIN_BAND:
                    score += ply
                bound = entry_bound(data)
                if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
                    memory[TRANSPOSITION_HITS] += 1
                    return score

    # A quiet position near the horizon that is far above the window will not fall back into it (reverse futility).
    if (
        not options & NO_FUTILITY
        and not is_pv
        and not jumping
        and depth <= FUTILITY_DEPTH
        and abs(beta) < TABLE_BAND
        and known == 0
    ):
        if not game.is_threatened(position):
            static = game.evaluate(position, weights)
            if static - FUTILITY_MARGIN * depth >= beta:
                return static

    count = game.generate(position, memory, first)
    end = first + count
    memory[KEYS + memory[PAST] + ply] = key

    if not options & NO_REDUCTIONS and not jumping and depth >= UNKNOWN_DEPTH and hash_move == 0:
        depth -= 1
    new_depth = depth - 1
    # Promises stand above a move's 48 bits. Where forced captures take more room they are searched as they come.
    is_ordered = count > 1 and (game.MOVE_BITS <= 48 or not jumping)
    if is_ordered:
        _score_moves(game, position, memory, ply, first, end, hash_move)

    is_shared = memory[TOGETHER] and is_ordered and depth >= SHARED_DEPTH
    best = -INFINITY
    best_move = 0
    bound = UPPER
    for index in range(first, end):
        move = _pick(memory, index, end) if is_ordered else memory[index]
        if is_shared and index > first:
            move = _give_way(memory, transpositions, index, end, key, move)
        after = follow(game, situation, move)
        if new_depth > 0:
            expect(transpositions, after.key)

        if options & NO_PRUNING:
            score = -search(game, after, new_depth, -INFINITY, INFINITY, ply + 1, end, work)
        elif index == first:
            score = -search(game, after, new_depth, -beta, -alpha, ply + 1, end, work)
        else:
            if is_shared:
                set_mark(transpositions, key, move)
            reduction = 0
            if not options & NO_REDUCTIONS and not jumping and new_depth >= 2 and index - first >= 2:
                reduction = 1 + (index - first >= 4) + (new_depth >= 6 and index - first >= 3)
                if is_pv:
                    reduction -= 1
            score = -search(game, after, new_depth - reduction, -alpha - 1, -alpha, ply + 1, end, work)
            if score > alpha and reduction > 0 and memory[STOPPED] == 0:
                score = -search(game, after, new_depth, -alpha - 1, -alpha, ply + 1, end, work)
            if alpha < score < beta and is_pv and memory[STOPPED] == 0:
                score = -search(game, after, new_depth, -beta, -alpha, ply + 1, end, work)
            if is_shared:
                remove_mark(transpositions, key, move)
        if memory[STOPPED]:
            return 0
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                alpha = score
                bound = EXACT
                _extend_line(memory, ply, move)
                if score >= beta and not options & NO_PRUNING:
                    bound = LOWER
                    if game.gain(position, move) == 0:
                        _reward(memory, position[3], ply, move, depth)
                    break

    if not options & NO_TRANSPOSITIONS:
        kept = best
        if kept >= TABLE_WIN_BAND:
            kept += ply
        elif kept <= -TABLE_WIN_BAND:
            kept -= ply
        store(transpositions, key, best_move, kept, depth, bound, memory[AGE])
    return best


@kernel
def _extend_line(memory, ply, move):
    """The principal variation at this ply is `move` and then the variation found one ply deeper."""
    here = PV + ply * MAX_PLY
    below = here + MAX_PLY
    memory[here + ply] = move
    index = ply + 1
    while index < MAX_PLY - 1 and memory[below + index] != 0:
        memory[here + index] = memory[below + index]
        index += 1
    memory[here + index] = 0
