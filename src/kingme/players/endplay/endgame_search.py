"""Alpha-beta for endgames: deep, with a memory for positions, and never in circles.

Few pieces move about on many squares, so an endgame is a maze of paths that lead to the same positions. A transposition
table remembers what was found out about each of them: `minimax` with such a table (Greenblatt, Eastlake and Crocker
1967; Breuker 1998 tells its theory) looks at every position about once for each depth, however many paths lead there.

    look up      what is known from a search at least as deep: a value, or a bound that may be enough for a cutoff
    search       the move first that was best before, in the table, then the others
    store        the value, whether it is exact or a bound, its depth, and the best move

Positions are found by their Zobrist hash, whose low bits are the place in the table. Values of won games are stored as
distances from the position itself, so that they hold wherever it turns up.

The evaluation is study E's: material, less the smallest distance to an enemy piece for the side that is ahead, more for
the one that is behind. It drives the pieces of a won endgame towards their prey until the search sees the end. A
position that stood on the board before, in the game or on the path, is worth a draw; so the side that is ahead never
returns to one while it has anything better, and does not wander. (A value in the table does not know by which path it
was reached. Draws of a side that is ahead, which can only come from the path, are therefore not stored.)

With `tables=on` the search ends where the endgame tables know the result (`kingme.players.endplay`).

A position in which a capture must be made is not evaluated but searched on: the material is about to change.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np

from kingme.core.jit import Float64s, Int64s, group, kernel
from kingme.core.plans import GOES_ON
from kingme.core.situation import Situation, follow, stood_before
from kingme.endgame.lookup import TableArrays
from kingme.move import Move
from kingme.players.base import Analysis, Root
from kingme.players.control import Control
from kingme.players.deepening import FAR, MAX_DEPTH, STRIDE, RootSearch, extend_pv
from kingme.players.endplay.at_hand import OFF, AtHand
from kingme.players.endplay.verdict import (
    SCRATCH_MOVES,
    TABLE_WIN,
    UNKNOWN,
    UNSOLVED,
    RootVerdict,
    end_score,
    look_up,
    table_score,
    unsolved_score,
)
from kingme.players.evaluations import evaluation_of

HASH_BITS = 18
HASH_MASK = (1 << HASH_BITS) - 1
DEEPEST = MAX_DEPTH - 24  # captures at the horizon go on for at most one ply for each piece

UPPER, EXACT, LOWER = 0, 1, 2  # what a stored value is
MOVE_SHIFT = 10  # an entry is `move << 10 | depth << 2 | kind`

# Places in the array `rule`, and in the array `count`.
NODE_LIMIT, MOST_QUIET, PLIES_LEFT, STUCK_DRAWS, START, TABLE_PIECES, ROOT_VALUE, ROOT_QUIET, CODE = range(9)
NODES, HITS, ABORTED = range(3)
POLL = 255  # the stop flag is read every 256 positions

FAR_WON = (TABLE_WIN + UNSOLVED) / 2  # scores beyond this, either way, are less by the plies to the win


@kernel
def _from_here(value, ply):
    """A value that counts a win from the root, as one that counts it from the position itself."""
    if value > FAR_WON:
        return value + ply
    if value < -FAR_WON:
        return value - ply
    return value


@group
class EndgameWork(NamedTuple):
    """The arrays that a search works in."""

    rule: Int64s
    weights: Float64s  # of the evaluation
    moves: Int64s  # lists of moves, one after another
    line: Int64s  # hashes of the game so far, and of the way to the position being searched
    pv: Int64s  # see `extend_pv`
    counts: Int64s
    keys: Int64s  # the transposition table: hashes,
    entries: Int64s  # what is known of them,
    scores: Float64s  # and their values
    tables: TableArrays
    stop: Int64s


@kernel("f8(game, Situation, i8, i8, f8, f8, i8, EndgameWork)")
def _search(game, situation, depth, ply, alpha, beta, base, work):
    """The value of a position for the side to move: exact within (alpha, beta), else a bound.

    Arguments as in `kingme.players.minimax`. Sets `count[ABORTED]` when the search must stop; the value then means
    nothing.
    """
    position, key, quiet = situation
    rule, count, moves, line = work.rule, work.counts, work.moves, work.line
    if count[NODES] >= rule[NODE_LIMIT] or (count[NODES] & POLL == 0 and work.stop[0] != 0):
        count[ABORTED] = 1
        return 0.0
    count[NODES] += 1
    work.pv[ply * STRIDE] = 0
    at = rule[START] + ply
    line[at] = key
    ending = game.ending(position)
    if ending != GOES_ON:
        return end_score(game, position, ending, ply, rule[STUCK_DRAWS] != 0)
    if quiet >= rule[MOST_QUIET] or ply >= rule[PLIES_LEFT] or stood_before(line, 0, at, quiet, key, 1):
        return 0.0
    found = UNKNOWN
    if rule[TABLE_PIECES] != 0:
        root = RootVerdict(rule[ROOT_VALUE], rule[ROOT_QUIET])
        found = look_up(game, position, ply, quiet, root, rule[TABLE_PIECES], work.tables, moves, base)
        if abs(found) <= 1:
            return table_score(found, ply)
    if depth <= 0 and not game.is_forced(position):
        return unsolved_score(found, game.assess(position, rule[CODE], work.weights))

    # Look up.
    slot = key & HASH_MASK
    first_move = -1
    if work.keys[slot] == key:
        entry = work.entries[slot]
        first_move = entry >> MOVE_SHIFT
        if (entry >> 2) & 255 >= depth:
            known = _from_here(work.scores[slot], -ply)
            kind = entry & 3
            if kind == EXACT or (kind == LOWER and known >= beta) or (kind == UPPER and known <= alpha):
                count[HITS] += 1
                return known

    # Search.
    end = base + game.generate(position, moves, base)
    for index in range(base + 1, end):
        if moves[index] == first_move:
            moves[index] = moves[base]
            moves[base] = first_move
    best = -inf
    best_move = moves[base]
    kind = UPPER
    for index in range(base, end):
        move = moves[index]
        value = -_search(game, follow(game, situation, move), depth - 1, ply + 1, -beta, -alpha, end, work)
        if count[ABORTED] != 0:
            return 0.0
        if value > best:
            best = value
            best_move = move
            extend_pv(work.pv, ply, move)
        if best > alpha:
            alpha = best
            kind = EXACT
        if alpha >= beta:
            kind = LOWER
            break

    # Store.
    if best != 0.0 or (found == UNKNOWN and game.assess(position, rule[CODE], work.weights) == 0.0):
        work.keys[slot] = key
        work.entries[slot] = (best_move << MOVE_SHIFT) | (max(depth, 0) << 2) | kind
        work.scores[slot] = _from_here(best, ply)
    return best


class EndgameSearch(RootSearch):
    """Iterative deepening over `_search`, with a new table for each decision."""

    def __init__(self, root: Root, control: Control, order: list[int], node_limit: int, known: AtHand = OFF) -> None:
        deepest = min(control.limit.depth or DEEPEST, DEEPEST)
        super().__init__(root, control, order, range(1, deepest + 1), exact=False, known=known)
        game = root.game
        self.game = root.board.game
        past = game.positions[-1 - game.quiet_plies : -1] if game else []  # whatever the rules say of repetition
        self.rule = np.zeros(9, np.int64)
        self.rule[[NODE_LIMIT, MOST_QUIET, PLIES_LEFT, START]] = node_limit, root.quiet_limit, FAR, len(past)
        self.rule[[TABLE_PIECES, ROOT_QUIET]] = self.known.pieces, root.quiet_plies
        self.rule[ROOT_VALUE] = self.endgame.best if self.endgame is not None else 0
        if game is not None:
            self.rule[STUCK_DRAWS] = game.rules.stuck == "draw"
            self.rule[PLIES_LEFT] = FAR if game.rules.move_cap is None else game.rules.move_cap - len(game.plies)
        evaluation = evaluation_of(self.game, self.game.HUNT)
        self.rule[CODE] = evaluation.code
        self.weights = evaluation.weights
        self.count = np.zeros(3, np.int64)
        self.moves = np.empty((MAX_DEPTH + 1) * self.game.MAX_MOVES + SCRATCH_MOVES, np.int64)
        self.line = np.zeros(len(past) + MAX_DEPTH + 2, np.int64)
        self.line[: len(past) + 1] = [*(board.hash for board in past), root.board.hash]
        self.pv = np.zeros((MAX_DEPTH + 2) * STRIDE, np.int64)
        self.keys = np.zeros(1 << HASH_BITS, np.int64)
        self.entries = np.zeros(1 << HASH_BITS, np.int64)
        self.scores = np.zeros(1 << HASH_BITS, np.float64)

    @property
    def nodes(self) -> int:
        return int(self.count[NODES])

    def search_depth(self, depth: int) -> bool:
        self.count[ABORTED] = 0
        return super().search_depth(depth)

    def visit(self, move: Move, depth: int, alpha: float) -> float | None:
        board = self.root.board
        after = follow(self.game, Situation(board.state, board.hash, self.root.quiet_plies), move.code)
        work = EndgameWork(
            self.rule, self.weights, self.moves, self.line, self.pv, self.count, self.keys, self.entries, self.scores,
            self.known.arrays, self.stop,
        )  # fmt: skip
        value = _search(self.game, after, depth - 1, 1, -inf, -alpha, 0, work)
        return None if self.count[ABORTED] else 0.0 - float(value)

    def analysis(self) -> Analysis:
        """The result of the search, in words too."""
        analysis = self.info()
        analysis.memory = sum(a.nbytes for a in (self.keys, self.entries, self.scores, self.moves, self.pv))
        analysis.details = {"phase": "endgame", "table_hits": int(self.count[HITS])}
        rows = [
            f"Endgame: alpha-beta to depth {self.depth}, {self.nodes:,} positions, {self.count[HITS]:,} from the table"
        ]
        for line in analysis.best_lines():
            score = "not searched" if line.score is None else str(line.score)
            bound = "at most " if "bound" in line.details else ""
            mark = "*" if line.move == analysis.move else " "
            rows.append(f"{mark} {line.move!s:<10} {bound + score:<24} {' '.join(map(str, line.pv[:12]))}")
        analysis.words = "\n".join(rows)
        return analysis
