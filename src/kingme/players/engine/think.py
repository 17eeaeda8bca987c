"""Iterative deepening at the root: the loop that turns `search` into a decision."""

from __future__ import annotations

from kingme.core.jit import kernel
from kingme.core.situation import follow
from kingme.players.engine.memory import (
    BEST,
    BEST_LINE,
    DEPTH,
    FAVOURED,
    HISTORY,
    KEYS,
    KILLERS,
    MAX_PLY,
    MOVES,
    OPTIONS,
    PAST,
    PV,
    PV_LENGTH,
    ROOT_COUNT,
    ROOT_FAVOURS,
    ROOT_MOVES,
    ROOT_SCORES,
    SCORE,
    SELECTIVE_DEPTH,
    STOPPED,
)
from kingme.players.engine.search import INFINITY, NO_PRUNING, TABLE_BAND, WIN_BAND, _extend_line, search

ASPIRATION = 25  # half the first window around the last score


@kernel
def _search_root(game, situation, depth, alpha, beta, work):
    """Search every root move; a move that raises alpha goes to the front of the list. Returns the best score."""
    memory = work.memory
    memory[KEYS + memory[PAST]] = situation.key
    memory[PV] = 0
    best = -INFINITY
    plain = memory[OPTIONS] & NO_PRUNING
    for index in range(memory[ROOT_COUNT]):
        move = memory[ROOT_MOVES + index]
        favour = memory[ROOT_FAVOURS + index]
        after = follow(game, situation, move)
        low = favour - beta
        if index > 0 and not plain:
            low = favour - alpha - 1
        score = -search(game, after, depth - 1, low, favour - alpha, 1, MOVES, work)
        if index > 0 and not plain and alpha < score + favour < beta and memory[STOPPED] == 0:
            score = -search(game, after, depth - 1, favour - beta, favour - alpha, 1, MOVES, work)
        if memory[STOPPED]:
            return best
        if abs(score) < FAVOURED:
            score += favour
        memory[ROOT_SCORES + index] = score
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                _extend_line(memory, 0, move)
                for back in range(index, 0, -1):
                    memory[ROOT_MOVES + back] = memory[ROOT_MOVES + back - 1]
                    memory[ROOT_SCORES + back] = memory[ROOT_SCORES + back - 1]
                    memory[ROOT_FAVOURS + back] = memory[ROOT_FAVOURS + back - 1]
                memory[ROOT_MOVES] = move
                memory[ROOT_FAVOURS] = favour
                memory[ROOT_SCORES] = score
                if score >= beta:
                    break
    return best


@kernel
def _publish(memory, depth, score):
    """Make the result of a finished (or improved) iteration visible to whoever watches."""
    length = 0
    while length < MAX_PLY - 1 and memory[PV + length] != 0:
        memory[BEST_LINE + length] = memory[PV + length]
        length += 1
    memory[PV_LENGTH] = length
    memory[BEST] = memory[PV]
    memory[SCORE] = score
    memory[DEPTH] = depth


@kernel("void(game, Situation, i8, i8, EngineWork)")
def think(game, situation, first_depth, last_depth, work):
    """Deepen from `first_depth` to `last_depth` or until stopped; the result stands in `work.memory`.

    Root moves are expected in `memory[ROOT_MOVES:]`, the game's past in `memory[KEYS:]`. The first iteration is not
    abandoned without a move: `BEST` holds the first root move from the start.
    """
    memory = work.memory
    for index in range(HISTORY, HISTORY + (2 << 12)):
        memory[index] >>= 3
    for index in range(KILLERS, KILLERS + 2 * MAX_PLY):
        memory[index] = 0
    memory[BEST] = memory[ROOT_MOVES]
    memory[BEST_LINE] = memory[ROOT_MOVES]
    memory[PV_LENGTH] = 1
    memory[SELECTIVE_DEPTH] = 0
    score = 0
    for depth in range(first_depth, last_depth + 1):
        margin = ASPIRATION
        alpha, beta = -INFINITY, INFINITY
        if depth > first_depth + 2 and not memory[OPTIONS] & NO_PRUNING:
            alpha, beta = score - margin, score + margin
        while True:
            found = _search_root(game, situation, depth, alpha, beta, work)
            if memory[STOPPED]:
                if memory[PV] != 0 and found > alpha and found > -INFINITY:
                    _publish(memory, depth - 1, found)  # a better move of the unfinished iteration counts
                return
            margin *= 4
            if TABLE_BAND <= abs(found) < WIN_BAND:
                margin = INFINITY  # a result from the endgame tables, far from all that was expected
            if found <= alpha:
                alpha = max(-INFINITY, found - margin)
            elif found >= beta:
                beta = min(INFINITY, found + margin)
                _publish(memory, depth - 1, found)  # better than expected: the choice, even if time ends here
            else:
                score = found
                break
        _publish(memory, depth, score)
        if abs(score) >= WIN_BAND and depth >= 2 * (30000 - abs(score)) + 8:
            return  # a forced win or loss, and deep enough to be the shortest
