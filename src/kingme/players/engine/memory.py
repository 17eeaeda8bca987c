"""The working memory of one search thread: a single flat array of 64-bit numbers, divided into named regions.

Numba passes an array as seven machine words, and a search passes its memory to every recursive call: one array with
offsets is much cheaper than ten arrays. Each thread has its own memory; only the transposition table is shared.
"""

from __future__ import annotations

import numpy as np

from kingme.core.lines import own_lines

MAX_PLY = 128  # the deepest line, extensions and quiescence included
MOVES_PER_PLY = 64  # on average over a line; the list of one ply starts where that of the ply before ends
FAVOURED = 10_000  # scores beyond this are results, to which earlier games add nothing
MAX_PAST = 512  # earlier positions of the game that may be repeated

# Scalars, by index.
NODES = 0  # positions visited
NODE_LIMIT = 1  # stop when NODES reaches it
STOPPED = 2  # 1 once the search must unwind
DEPTH = 3  # last completed depth
SCORE = 4  # its score
BEST = 5  # its best move
PV_LENGTH = 6
SELECTIVE_DEPTH = 7  # the deepest ply that was reached
ROOT_COUNT = 8  # root moves to search
PAST = 9  # positions before the root in KEYS
QUIET_TO_DRAW = 10  # plies without progress that make a draw
TRANSPOSITION_HITS = 11
AGE = 12  # of the search, for the replacement in the transposition table
OPTIONS = 13  # bit set of techniques that are switched off, for proofs and measurements
TABLE_PIECES = 14  # positions with so many pieces are in the endgame tables; 0 for none
ROOT_VALUE = 15  # 1 or -1 where the root is in the endgame tables and won or lost for the side to move, else 0
ROOT_QUIET = 16  # plies since the last capture or man's move at the root
PROBES = 17  # positions found in the endgame tables
TOGETHER = 18  # 1 if other threads search the same position
SCALARS = 32

# Regions, by offset.
KILLERS = SCALARS  # two quiet moves for each ply that caused a cutoff there
HISTORY = KILLERS + 2 * MAX_PLY  # success of quiet moves: turn << 12 | end << 6 | start
KEYS = HISTORY + (2 << 12)  # hashes of the game's past and of the line being searched
PV = KEYS + MAX_PAST + MAX_PLY + 8  # triangular table of principal variations
ROOT_MOVES = PV + MAX_PLY * MAX_PLY  # moves of the root, best first
ROOT_SCORES = ROOT_MOVES + 256  # their scores in the last completed iteration
ROOT_FAVOURS = ROOT_SCORES + 256  # what earlier games add to their scores
BEST_LINE = ROOT_FAVOURS + 256  # principal variation of the last completed depth
MOVES = BEST_LINE + MAX_PLY  # move lists of all plies
SIZE = MOVES + MOVES_PER_PLY * MAX_PLY + 512
LAST_LIST = SIZE - 256  # no list of moves begins beyond this place


def new_memory() -> np.ndarray:
    """Memory for one thread, empty."""
    return own_lines(SIZE)
