"""The nodes of a search tree: one NumPy array for each field, one index for each node.

A node is a number. It stores the move that leads to it and never a position: positions are rebuilt by playing the moves
on the way down (study E). The children of a node stand side by side, so a node needs to know only the first of them and
their number. All this is 37 bytes a node:

    field        type     what it holds
    move         int64    the move from the parent to this node, as kernels number it; 0 at the root
    value        float64  sum of the results of all simulations through this node, for the side that moved into it
    visits       int32    number of those simulations
    first        int32    index of the first child, or one of the three sentinels below
    children     int16    number of children, tried or not
    opened       int16    number of children that are part of the tree so far; they come first
    proof        int8     WON or LOST for the side that moved into this node if proved, else 0 (see `tree.prove`)
    amaf_value   float32  like `value` and `visits`, but for all moves as first (see `amaf`)
    amaf_visits  int32

Sentinels of `first`: LEAF (no children yet), NO_MOVE (the side to move has lost), DRAW_HERE (the game is drawn here),
TABLE_LOST and TABLE_WON (the endgame tables say so of the side to move).
Values of a side that moves into a node are what its parent compares, so no sign is ever turned when choosing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kingme.core.jit import kernel
from kingme.core.lines import own_lines
from kingme.core.policies import MOVE_KEYS, heuristic_score
from kingme.core.random import below
from kingme.endgame.tables import SCRATCH_MOVES

ROOT = 0
LEAF, NO_MOVE, DRAW_HERE, TABLE_LOST, TABLE_WON = -1, -2, -3, -4, -5
WON, LOST = 1, -1

NEW_TREE = 1 << 10  # nodes that a tree has room for at first
COPY_STEP = 1 << 18  # nodes copied between two looks at the stop flag


class Nodes(NamedTuple):
    """The arrays of a tree, indexed by node."""

    move: np.ndarray
    value: np.ndarray
    visits: np.ndarray
    first: np.ndarray
    children: np.ndarray
    opened: np.ndarray
    proof: np.ndarray
    amaf_value: np.ndarray
    amaf_visits: np.ndarray


TYPES = Nodes("i8", "f8", "i4", "i4", "i2", "i2", "i1", "f4", "i4")  # type: ignore[arg-type]
NODES = f"Tuple(({', '.join(f'{letter}[::1]' for letter in TYPES)}))"  # in a kernel's signature
NODE_BYTES = sum(np.dtype(letter).itemsize for letter in TYPES)

SIMULATIONS, OPENED, USED, DEPTH_SUM, DEPTH_MAX, STAMP = 0, 1, 2, 3, 4, 5  # of a tree's counters
COUNTERS = 6


@kernel
def write_child(nodes, child, move):
    """Make a new node."""
    nodes.move[child] = move
    nodes.value[child] = 0.0
    nodes.visits[child] = 0
    nodes.first[child] = LEAF
    nodes.children[child] = 0
    nodes.opened[child] = 0
    nodes.proof[child] = 0
    nodes.amaf_value[child] = 0.0
    nodes.amaf_visits[child] = 0


@kernel("void(i8, i8, i8, i8, i8[::1], i8, i8, i8[::1])")
def arrange(own, opp, kings, turn, moves, count, by_score, rng):
    """Put the `count` moves of a position in random order, or by heuristic score, best first and ties by lot."""
    for i in range(count - 1, 0, -1):
        j = below(rng, i + 1)
        moves[i], moves[j] = moves[j], moves[i]
    if by_score:
        for i in range(1, count):
            move = moves[i]
            score = heuristic_score(own, opp, kings, turn, move)
            j = i
            while j > 0 and heuristic_score(own, opp, kings, turn, moves[j - 1]) < score:
                moves[j] = moves[j - 1]
                j -= 1
            moves[j] = move


@kernel(f"void({NODES}, {NODES}, i8, i8[::1])")
def copy_subtree(source, target, node, counters):
    """Copy what lies below `node` of one tree into another, breadth first, so that `node` becomes its root.

    `target` has room for it. Sets the counters OPENED and USED. While a node of the copy waits for its children, its
    `first` is still an index into the source.
    """
    old, new = Nodes(*source), Nodes(*target)
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
    counters[OPENED] = opened
    counters[USED] = used


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
    return Nodes(*(np.zeros(capacity, letter) for letter in TYPES))


class Tree:
    """The nodes of one tree and its counters: simulations made, nodes opened and used, depths."""

    def __init__(self) -> None:
        self.nodes = new_nodes(NEW_TREE)
        self.counters = own_lines(COUNTERS)
        self.stamps = own_lines(MOVE_KEYS, np.int32)
        self.scratch = own_lines(SCRATCH_MOVES)

    def plant(self, state: tuple[int, int, int, int], codes: list[int], by_score: bool, rng: np.ndarray) -> None:
        """Start a new tree at a position, with these moves at its root."""
        write_root(self.nodes)
        self.counters[:] = 0
        self.counters[OPENED] = self.counters[USED] = 1
        self.add_root_moves(state, codes, by_score, rng)

    def add_root_moves(
        self, state: tuple[int, int, int, int], codes: list[int], by_score: bool, rng: np.ndarray
    ) -> None:
        """Give the root its children; none of them is opened yet."""
        if int(self.counters[USED]) + len(codes) > self.capacity:
            self.reserve(2 * self.capacity)
        self.scratch[: len(codes)] = codes
        arrange(*state, self.scratch, len(codes), int(by_score), rng)
        first = int(self.counters[USED])
        block = slice(first, first + len(codes))
        for name, array in self.nodes._asdict().items():
            array[block] = self.scratch[: len(codes)] if name == "move" else LEAF if name == "first" else 0
        self.nodes.children[ROOT], self.nodes.opened[ROOT], self.nodes.first[ROOT] = len(codes), 0, first
        self.counters[USED] += len(codes)

    def reserve(self, capacity: int, stop: np.ndarray | None = None) -> bool:
        """Move to larger arrays; false if `stop[0]` was set meanwhile, because copying takes its time.

        Field after field, so that only one of them is in memory twice. `move` is the last: its length is the capacity,
        and until it has grown the other fields merely have more room than they need.
        """
        used = int(self.counters[USED])
        for name in reversed(Nodes._fields):
            old = getattr(self.nodes, name)
            new = np.zeros(capacity, old.dtype)
            for start in range(0, used, COPY_STEP):
                if stop is not None and stop[0]:
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
        old, used = self.nodes, int(self.counters[USED])
        target = new_nodes(used)
        self.counters[:STAMP] = 0
        copy_subtree(tuple(old), tuple(target), node, self.counters)
        kept = int(self.counters[USED])
        room = max(NEW_TREE, kept)
        self.nodes = Nodes(*(np.concatenate((array[:kept], np.zeros(room - kept, array.dtype))) for array in target))
        self.nodes.move[ROOT] = 0

    @property
    def memory(self) -> int:
        """Bytes of the tree's own arrays."""
        return sum(array.nbytes for array in self.nodes) + self.stamps.nbytes + self.scratch.nbytes


def write_root(nodes: Nodes) -> None:
    for name, array in nodes._asdict().items():
        array[ROOT] = LEAF if name == "first" else 0
