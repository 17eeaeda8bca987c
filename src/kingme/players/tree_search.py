"""`TreeSearch`: a tree, the threads that grow it, and what it says.

All threads search the same tree (`kingme.players.tree` tells how they keep out of each other's way), so that each goes
on from what the others have found. What a thread writes all the time is its own, in cache lines of its own: a `Worker`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from kingme.core.lines import own_lines
from kingme.core.plans import MOVE_KEYS
from kingme.core.random import new_rng
from kingme.move import Move
from kingme.players.base import Info, Root
from kingme.players.budget import BUDGET
from kingme.players.control import Control
from kingme.players.endplay.at_hand import OFF as TABLES_OFF
from kingme.players.endplay.at_hand import AtHand
from kingme.players.endplay.verdict import SCRATCH_MOVES
from kingme.players.nodes import NODE_BYTES, PAUSE, ROOT, WON, Tree
from kingme.players.tree import NO_ROOM, grow_tree
from kingme.players.tree_work import (
    COUNTERS,
    DEPTH_MAX,
    DEPTH_SUM,
    MAX_DEPTH,
    OPENED,
    SIMULATIONS,
    TOP,
    Options,
    Path,
    Top,
    TreeWork,
)

PER_SIMULATION = 4  # nodes that a simulation is likely to need
FIRST_ROOM = 1 << 22  # nodes that there is room for at first, unless fewer will do: room costs nothing until it is used
SHARED_ROOM = 1 << 18  # the same where many searches share a budget: 10 megabytes, and more as the tree grows
SHORT_SEARCH = 500  # simulations that take some milliseconds

BLOCK = 512  # nodes that one of several threads sets aside at a time


@dataclass
class MoveStatistics:
    """A root move's statistics; `value` and `amaf_value` are sums of results for the mover."""

    move: Move
    visits: int = 0
    value: float = 0.0
    amaf_visits: int = 0
    amaf_value: float = 0.0
    proof: int = 0
    node: int = ROOT  # where it leads to

    @property
    def mean(self) -> float | None:
        """The expected score: exact where it is proved, None without a visit."""
        if self.proof:
            return 1.0 if self.proof == WON else 0.0
        return min(self.value / self.visits, 1.0) if self.visits else None  # a visit may be lost, and its result not


class Worker:
    """What one thread has to itself: random numbers, counters, a histogram of results, the way down, scratch space."""

    def __init__(self, root: Root, options: Options, bins: int, seed: int, stream: int) -> None:
        self.rng = new_rng(seed, stream)
        self.counters = own_lines(COUNTERS)
        self.outcomes = own_lines(bins)
        self.top = Top(own_lines(TOP), own_lines(TOP, np.float64))
        self.stamps = own_lines(MOVE_KEYS, np.int32)
        self.scratch = own_lines(SCRATCH_MOVES)
        self.path = Path(*(own_lines(options.past + MAX_DEPTH) for _ in Path._fields))
        self.path.first[0], self.path.second[0], self.path.third[0], _ = root.board.state
        self.game = root.board.game
        self.path.quiet[0] = root.quiet_plies
        self.path.hash[: options.past + 1] = [*root.history(), root.board.hash]
        self.work = TreeWork(self.top, self.path, self.counters, self.outcomes, self.rng, self.scratch, self.stamps)

    def grow(
        self,
        tree: Tree,
        options: Options,
        budget: int,
        policy_weights: np.ndarray,
        stop: np.ndarray,
        tables: AtHand = TABLES_OFF,
    ) -> int:
        """Search until this worker has made so many simulations in all; returns what `grow_tree` does."""
        status: int = grow_tree(
            self.game, tree.nodes, self.work, options, budget, tree.shared, policy_weights, tables.arrays, stop
        )
        return status


class TreeSearch:
    """The search of one position."""

    def __init__(self) -> None:
        self.tree = Tree()
        self.workers: list[Worker] = []

    def prepare(
        self, root: Root, options: Options, bins: int, seed: int, *, threads: int = 1, keep: list[int] | None = None
    ) -> None:
        """Plant the tree at a position; if it knows the moves `keep` that led there, it goes on from what it has."""
        self.root, self.options = root, options
        self.workers = [Worker(root, options, bins, seed, stream) for stream in range(threads)]
        codes = list(dict.fromkeys(move.code for move in root.moves))
        by_score, rng, tree = options.widening > 0, self.workers[0].rng, self.tree
        node = None if keep is None else _follow(tree, keep)
        if node is None:
            tree.plant(root.board, codes, by_score, rng)
            return
        tree.reroot(node)
        if tree.nodes.first[ROOT] < 0:  # a leaf, or a repetition that the search took for a draw: the game goes on
            tree.add_root_moves(root.board, codes, by_score, rng)

    def run(
        self,
        control: Control,
        policy_weights: np.ndarray,
        iterations: int,
        nodes: int,
        memory: int,
        tables: AtHand = TABLES_OFF,
        *,
        snapshot: Callable[[], Info] | None = None,
    ) -> None:
        """Search with all workers, iterations and nodes shared out among them, in so many bytes.

        When one of them finds no room left, all come back, the tree is given more, and all go on. Whatever stops the
        search, and however early, one simulation is made.
        """
        tree, capacity = self.tree, max(memory // NODE_BYTES, 1)
        first = FIRST_ROOM if BUDGET.limit is None else SHARED_ROOM
        room = min(tree.used + PER_SIMULATION * iterations, first, capacity)
        if tree.capacity < room:
            tree.reserve(room)
        options = self.options._replace(block=BLOCK if len(self.workers) > 1 else 0)
        while not control.must_stop():
            tree.shared[PAUSE] = 0
            jobs = [
                partial(
                    worker.grow,
                    tree,
                    options._replace(node_limit=self._share(nodes - tree.planted, index)),
                    self._share(iterations, index),
                    policy_weights,
                    control.stop,
                    tables,
                )
                for index, worker in enumerate(self.workers)
            ]
            short = iterations <= SHORT_SEARCH and control.limit.seconds() is None
            if NO_ROOM not in control.run(*jobs, snapshot=snapshot, short=short):
                break
            if tree.capacity >= capacity or not tree.reserve(min(2 * tree.capacity, capacity), control.must_stop):
                options = options._replace(frozen=1)
        if control.stop[0] and not self.simulations:  # there was no time for anything: one simulation takes none
            tree.shared[PAUSE] = 0
            only = options._replace(node_limit=nodes - tree.planted, frozen=1)
            self.workers[0].grow(tree, only, 1, policy_weights, np.zeros(1, np.int64), tables)

    def _share(self, amount: int, index: int) -> int:
        """A worker's share of something."""
        return amount // len(self.workers) + (index < amount % len(self.workers))

    # --- what was found, which may be asked for while the search runs ----------------------------------------------

    def statistics(self) -> list[MoveStatistics]:
        """The root moves in the order of `root.moves`."""
        nodes = self.tree.nodes
        first = int(nodes.first[ROOT])
        found = {int(nodes.move[child]): child for child in range(first, first + int(nodes.children[ROOT]))}
        return [
            MoveStatistics(
                move,
                int(nodes.visits[child]),
                float(nodes.value[child]),
                int(nodes.amaf_visits[child]),
                float(nodes.amaf_value[child]),
                int(nodes.proof[child]),
                child,
            )
            for move, child in ((move, found[move.code]) for move in self.root.moves)
        ]

    def totals(self) -> np.ndarray:
        """The counters of all workers together."""
        counters = np.array([worker.counters for worker in self.workers])
        total: np.ndarray = counters.sum(axis=0)
        total[DEPTH_MAX] = counters[:, DEPTH_MAX].max()
        return total

    @property
    def simulations(self) -> int:
        return int(self.totals()[SIMULATIONS])

    @property
    def size(self) -> int:
        """Nodes that are part of the tree."""
        return self.tree.planted + int(self.totals()[OPENED])

    @property
    def depths(self) -> tuple[float, int]:
        """Mean and greatest depth of the simulations' starting points."""
        total = self.totals()
        return float(total[DEPTH_SUM] / max(total[SIMULATIONS], 1)), int(total[DEPTH_MAX])

    @property
    def histogram(self) -> tuple[int, ...]:
        """Results of the simulations for the side to move, from loss to win."""
        return tuple(int(number) for number in np.sum([worker.outcomes for worker in self.workers], axis=0))

    @property
    def memory(self) -> int:
        """Bytes of the tree and of the workers' larger arrays."""
        return self.tree.memory + sum(worker.stamps.nbytes + worker.scratch.nbytes for worker in self.workers)

    @property
    def visits(self) -> int:
        """Visits of the root, those of earlier searches in a tree that was kept among them."""
        return int(self.tree.nodes.visits[ROOT])

    @property
    def proof(self) -> int:
        """WON or LOST for the side that is *not* to move, if that is proved."""
        return int(self.tree.nodes.proof[ROOT])


def _follow(tree: Tree, codes: list[int]) -> int | None:
    """The node that a sequence of moves leads to."""
    node: int | None = ROOT
    for code in codes:
        node = tree.child_by_move(node, code) if node is not None else None
    return node
