"""What a tree search works with besides its nodes: the choices made for it, and what each thread has to itself."""

from __future__ import annotations

from typing import NamedTuple

from kingme.core.jit import Float64s, Int32s, Int64s, group
from kingme.core.moves import MAX_MOVES

TOP = 1 + MAX_MOVES  # the root and its children, which are the first nodes of every tree
TELL = 16  # simulations after which a thread tells the others what it counted there
MAX_DEPTH = 256  # of a tree, in plies; simulations go on without limit

SIMULATIONS, OPENED, DEPTH_SUM, DEPTH_MAX, STAMP = 0, 1, 2, 3, 4  # what each thread counts
ROOM, ROOM_END = 5, 6  # nodes that a thread has set aside for itself
COUNTERS = 7


@group
class Options(NamedTuple):
    """The choices of a search, as numbers."""

    side: int  # who is to move at the root
    past: int  # earlier positions of the game that could be repeated, at the start of `Path.hash`
    repetition: int  # whether a repeated position is a draw
    quiet_limit: int  # quiet plies that make a draw in the tree
    playout_quiet: int  # and in a simulation, which counts on from the tree where the limit is the same
    plies_left: int  # depth at which the game's length makes a draw
    stuck_draws: int  # whether a side that has pieces but no move draws
    expand_all: int  # add all children of a leaf at once, or one in each simulation
    each: int  # two-phase simulation: simulations of each new child,
    batch: int  # and how many more per child go to the best of them
    depth_limit: int  # no node is added below this depth
    node_limit: int  # the search ends when it would open more nodes than this
    frozen: int  # whether memory is used up, so that no node is added at all
    policy: int  # of the playout, as `cutoff`, `cut` and `margin`: see `kingme.core.policies`
    cutoff: int
    cut: int
    margin: int
    amaf: int  # OFF, CONSTANT or DECAY
    solver: int  # whether proven wins and losses are backed up
    c: float
    beta: float
    k: float
    growth: float  # plies added to the cutoff whenever the number of simulations doubles
    widening: float  # a node with N visits has at most this times sqrt(N) children; 0: all of them
    table_pieces: int = 0  # positions with so many pieces are in the endgame tables; 0: there are none
    block: int = 0  # nodes that a thread sets aside at a time; 0: as many as it needs
    everywhere: int = 0  # whether AMAF counts for the whole tree (study B) or along the way


@group
class Path(NamedTuple):
    """The way down from the root by depth: nodes, positions, quiet plies, and hashes after those of the past.

    Of the four numbers of a position the last, the side to move, follows from the depth.
    """

    node: Int64s
    first: Int64s
    second: Int64s
    third: Int64s
    quiet: Int64s
    hash: Int64s


@group
class Top(NamedTuple):
    """What one of several threads has counted at the root and its children since it last told the others."""

    visits: Int64s
    value: Float64s


@group
class TreeWork(NamedTuple):
    """What one thread has to itself."""

    top: Top
    path: Path  # its entry 0 is the root
    counters: Int64s
    outcomes: Int64s  # a histogram of results from 0 to 1 for the side to move at the root
    rng: Int64s
    moves: Int64s  # scratch space
    stamps: Int32s  # see `amaf`
