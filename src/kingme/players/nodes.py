"""The nodes of a search tree: one NumPy array for each field, one index for each node.

A node is a number. It stores the move that leads to it and never a position: positions are rebuilt by playing the moves
on the way down (study E). The children of a node stand side by side, so a node needs to know only the first of them and
their number. All this is 37 bytes a node:

    field        type     what it holds
    move         int64    the move from the parent to this node, as kernels number it; 0 at the root
    value        float64  sum of the results of all simulations through this node, for the side that moved into it
    visits       int32    number of those simulations
    first        int32    index of the first child, or one of the sentinels below
    children     int16    number of children, tried or not
    opened       int16    number of children that are part of the tree so far; they come first
    proof        int8     WON or LOST for the side that moved into this node if proved, else 0 (see `tree.prove`)
    amaf_value   float32  like `value` and `visits`, but for all moves as first (see `amaf`)
    amaf_visits  int32

Sentinels of `first`: UNSEEN (nobody has been there), LEAF (no children yet), BUSY (a thread is listing them), and where
the game is over LOST_HERE, DRAW_HERE and WON_HERE (for the side to move), TABLE_LOST and TABLE_WON (the endgame tables
say so of the side to move). Values of a side that moves into a node are what its parent compares, so no sign is
ever turned when choosing.

Threads share the arrays without locks. `first` goes from UNSEEN to LEAF or the end of the game, from LEAF by way of
BUSY to an index, and then stays; `opened` only grows. Whoever takes one of these steps does so by a compare-and-swap,
so that nobody else takes it too. `value`, `visits` and their AMAF pair are plain sums but for the top of the tree (see
`tree_work.Top`): now and then two threads add at once and one addition is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from kingme.board import Board
from kingme.core.jit import Float32s, Float64s, Int8s, Int16s, Int32s, Int64s, group, kernel
from kingme.core.lines import PAIR_OF_LINES, own_lines
from kingme.core.pages import fresh_zeros, never
from kingme.core.random import below
from kingme.errors import KingMeError
from kingme.memories.remembered import Experience
from kingme.move import Move
from kingme.players.budget import BUDGET
from kingme.score import Score

ROOT = 0
UNSEEN, BUSY, LEAF = -1, -2, -3
LOST_HERE, DRAW_HERE, TABLE_LOST, TABLE_WON, WON_HERE = -4, -5, -6, -7, -8  # all below LEAF: the game is over
WON, LOST = 1, -1

MOST_REMEMBERED = 10_000  # visits of a move that a search takes over from earlier games
NEW_TREE = 1 << 10  # nodes that a tree has room for at first
COPY_STEP = 1 << 18  # nodes copied between two looks at the clock


@group
class Nodes(NamedTuple):
    """The arrays of a tree, indexed by node."""

    move: Int64s
    value: Float64s
    visits: Int32s
    first: Int32s
    children: Int16s
    opened: Int16s
    proof: Int8s
    amaf_value: Float32s
    amaf_visits: Int32s


TYPES = Nodes("i8", "f8", "i4", "i4", "i2", "i2", "i1", "f4", "i4")  # type: ignore[arg-type]
NODE_BYTES = sum(np.dtype(letter).itemsize for letter in TYPES)

# What threads share: the number of nodes in use, and whether all are to come back because there is no room for more.
USED, PAUSE = 0, PAIR_OF_LINES // 8
SHARED = 2 * PAUSE


@kernel
def write_child(nodes, child, move):
    """Make a new node."""
    nodes.move[child] = move
    nodes.value[child] = 0.0
    nodes.visits[child] = 0
    nodes.first[child] = UNSEEN
    nodes.children[child] = 0
    nodes.opened[child] = 0
    nodes.proof[child] = 0
    nodes.amaf_value[child] = 0.0
    nodes.amaf_visits[child] = 0


@kernel("void(game, position, i8[::1], i8, i8, i8[::1])", quick=True)
def arrange(game, position, moves, count, by_score, rng):
    """Put the `count` moves of a position in random order, or by their promise, best first and ties at random."""
    for i in range(count - 1, 0, -1):
        j = below(rng, i + 1)
        moves[i], moves[j] = moves[j], moves[i]
    if by_score:
        for i in range(1, count):
            move = moves[i]
            score = game.promise(position, move)
            j = i
            while j > 0 and game.promise(position, moves[j - 1]) < score:
                moves[j] = moves[j - 1]
                j -= 1
            moves[j] = move


@kernel("UniTuple(i8, 2)(Nodes, Nodes, i8)")
def copy_subtree(old, new, node):
    """Copy what lies below `node` of one tree into another, breadth first, so that `node` becomes its root.

    `new` has room for it. Returns how many nodes it uses, and how many of them are opened. While a node of the copy
    waits for its children, its `first` is still an index into the old tree.
    """
    _copy_node(old, new, node, ROOT)
    used = 1
    opened = 1
    at = 0
    while at < used:
        block = new.first[at]
        if block >= 0:
            new.first[at] = used
            opened += new.opened[at]
            for i in range(new.children[at]):
                _copy_node(old, new, block + i, used)
                used += 1
        at += 1
    return used, opened


@kernel
def _copy_node(old, new, node, at):
    new.move[at] = old.move[node]
    new.value[at] = old.value[node]
    new.visits[at] = old.visits[node]
    new.first[at] = old.first[node]
    new.children[at] = old.children[node]
    new.opened[at] = old.opened[node]
    new.proof[at] = old.proof[node]
    new.amaf_value[at] = old.amaf_value[node]
    new.amaf_visits[at] = old.amaf_visits[node]


def new_nodes(capacity: int) -> Nodes:
    """Room for so many nodes; the system hands out the memory when it is first written to."""
    return Nodes(*(fresh_zeros(capacity, letter) for letter in TYPES))


class Tree:
    """The nodes of a tree, and what the threads that grow it share."""

    def __init__(self) -> None:
        self.nodes = new_nodes(NEW_TREE)
        self.shared = own_lines(SHARED)
        self.planted = 0  # nodes that were part of it before the search

    @property
    def used(self) -> int:
        """Nodes that exist, opened or not."""
        return int(self.shared[USED])

    def plant(self, board: Board, codes: list[int], by_score: bool, rng: np.ndarray) -> None:
        """Start a new tree at a position, with these moves at its root."""
        for name, array in self.nodes._asdict().items():
            array[ROOT] = LEAF if name == "first" else 0
        self.shared[USED] = self.planted = 1
        self.add_root_moves(board, codes, by_score, rng)

    def add_root_moves(self, board: Board, codes: list[int], by_score: bool, rng: np.ndarray) -> None:
        """Give the root its children; none of them is opened yet."""
        first, moves = self.used, np.array(codes, np.int64)
        if first + len(codes) > self.capacity:
            self.reserve(2 * self.capacity)
        arrange(board.game, board.state, moves, len(codes), int(by_score), rng)
        block = slice(first, first + len(codes))
        for name, array in self.nodes._asdict().items():
            array[block] = moves if name == "move" else UNSEEN if name == "first" else 0
        self.nodes.children[ROOT], self.nodes.opened[ROOT], self.nodes.first[ROOT] = len(codes), 0, first
        self.shared[USED] += len(codes)

    def remember(self, moves: Sequence[Move], experience: Sequence[Experience]) -> None:
        """Begin with what is known of the root's moves from earlier games, as if they had been visited already.

        Visits of earlier searches count up to `MOST_REMEMBERED`, so that new ones can correct them. Games move the mean
        by what they say for a move or against it.
        """
        nodes, first = self.nodes, int(self.nodes.first[ROOT])
        known = {move.code: one for move, one in zip(moves, experience, strict=False) if one.visits}
        block = nodes.move[first : first + int(nodes.children[ROOT])]
        block[:] = sorted(block.tolist(), key=lambda code: code not in known)  # opened children come first
        for index, one in enumerate(known[code] for code in block[: len(known)].tolist()):
            visits = min(one.visits, MOST_REMEMBERED)
            mean = min(max(one.value + Score(one.favour).expected - 0.5, 0.0), 1.0)
            nodes.visits[first + index], nodes.value[first + index] = visits, visits * mean
            nodes.visits[ROOT] += visits
        nodes.opened[ROOT] = len(known)
        self.planted += len(known)

    def reserve(self, capacity: int, must_stop: Callable[[], bool] = never) -> bool:
        """Move to larger arrays; false if there is no memory for them, or `must_stop` said so while they were copied.

        Field after field, so that only one of them is in memory twice. `move` is the last: its length is the capacity,
        and until it has grown the other fields merely have more room than they need.
        """
        used, claimed = self.used, capacity * NODE_BYTES
        if not BUDGET.claim(claimed):
            return False
        for name in reversed(Nodes._fields):
            old = getattr(self.nodes, name)
            try:
                new = fresh_zeros(capacity, old.dtype)
            except KingMeError:  # the system has less than the budget
                BUDGET.give_back(claimed)
                return False
            BUDGET.settle(new, new.nbytes)
            claimed -= new.nbytes
            for start in range(0, used, COPY_STEP):
                if must_stop():
                    BUDGET.give_back(claimed)
                    return False
                part = slice(start, min(start + COPY_STEP, used))
                new[part] = old[part]
            self.nodes = self.nodes._replace(**{name: new})
        return True

    @property
    def capacity(self) -> int:
        """Nodes that there is room for."""
        return len(self.nodes.move)

    def child_by_move(self, node: int, code: int) -> int | None:
        """The child that a move leads to, if it is in the tree."""
        first = int(self.nodes.first[node])
        if first < 0:
            return None
        found = np.flatnonzero(self.nodes.move[first : first + int(self.nodes.opened[node])] == code)
        return first + int(found[0]) if found.size else None

    def reroot(self, node: int) -> None:
        """Keep only what lies below a node, in new arrays; whoever reads the old ones keeps them."""
        target = new_nodes(self.used)
        kept, self.planted = copy_subtree(self.nodes, target, node)
        self.shared[USED] = kept
        room = max(NEW_TREE, kept)
        self.nodes = Nodes(*(np.concatenate((array[:kept], np.zeros(room - kept, array.dtype))) for array in target))
        for array in self.nodes:
            BUDGET.charge(array)
        self.nodes.move[ROOT] = 0

    @property
    def memory(self) -> int:
        """Bytes of the nodes that exist: the system hands out memory as it is written to."""
        return self.used * NODE_BYTES
