"""How a position can stand, and what a playout is told: the words that searches and games share."""

from __future__ import annotations

from typing import NamedTuple

from kingme.core.jit import Int32s, Int64s, group, kernel

LOST, DRAWN, GOES_ON, WON = 0, 1, 2, 3
"""How a game stands for the side to move."""

UNIFORM, WEIGHTED, HEURISTIC = 0, 1, 2  # policies
HALF, PIECES, EVALUATION, LEAD = 0, 1, 2, 3  # what a cut playout is worth
WIN_ONLY, BY_PIECES, BY_VALUES, PLUS_PIECES = 0, 1, 2, 3  # whether the margin counts in the result

NEVER = 1 << 30  # a number of plies, nodes or simulations out of reach

SHORT_MASK = (1 << 12) - 1
"""The low bits of a move, by which searches know it again in other positions."""
MOVE_KEYS = 1 << 13  # `move_key` is below this


@kernel
def move_key(turn, move):
    """A small number for a move by a side: its low bits, which moves from the same start to the same end share."""
    return (turn << 12) | (move & SHORT_MASK)


@group
class PlayoutPlan(NamedTuple):
    """How the moves of a playout are chosen, and when it ends."""

    policy: int
    weights: Int64s  # of the `WEIGHTED` policy
    quiet_limit: int  # quiet plies that make a draw
    cutoff: int  # plies after which it is cut
    fewest: int = 0  # it is cut, too, when a capture leaves so many pieces


@group
class PlayoutWork(NamedTuple):
    """The arrays that a playout works in."""

    rng: Int64s  # stepped once for each ply
    moves: Int64s  # scratch space of `MAX_MOVES`
    stamps: Int32s  # by `move_key`: the stamp of the last playout that had the move
