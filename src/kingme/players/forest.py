"""`Forest`: the trees of one search, one for each thread, and what they say together.

Threads search in parallel at the root: each grows a tree of its own with random numbers of its own, and at the end the
visits and results of equal root moves are added up. Chaslot, Winands and van den Herik ("Parallel Monte-Carlo tree
search", 2008) found this simplest of schemes to be as strong as any with few threads, often stronger per simulation,
since several trees do not share one early mistake. It needs no locks, it scales with the cores because threads never
touch each other's memory, and with a limit on simulations it gives the same answer on every run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kingme.core.lines import own_lines
from kingme.core.random import new_rng
from kingme.move import Move
from kingme.players.base import Root
from kingme.players.control import Control
from kingme.players.nodes import (
    COUNTERS,
    DEPTH_MAX,
    DEPTH_SUM,
    NODE_BYTES,
    OPENED,
    ROOT,
    SIMULATIONS,
    WON,
    Nodes,
    Tree,
)
from kingme.players.tables import OFF as TABLES_OFF
from kingme.players.tables import AtHand
from kingme.players.tree import MAX_DEPTH, NO_ROOM, Options, Path, grow_tree


@dataclass
class MoveStatistics:
    """A root move's statistics, summed over all trees; `value` and `amaf_value` are sums of results for the mover."""

    move: Move
    visits: int = 0
    value: float = 0.0
    amaf_visits: int = 0
    amaf_value: float = 0.0
    proof: int = 0

    @property
    def mean(self) -> float | None:
        """The expected result: exact where it is proved, None without a visit."""
        if self.proof:
            return 1.0 if self.proof == WON else 0.0
        return self.value / self.visits if self.visits else None


class Forest:
    """The trees that search one position."""

    def __init__(self, trees: int) -> None:
        self.trees = [Tree() for _ in range(trees)]
        self.outcomes = [own_lines(3) for _ in self.trees]

    def prepare(self, root: Root, options: Options, bins: int, seed: int, *, keep: list[int] | None = None) -> None:
        """Plant the trees at a position; those that know the moves `keep` that led there go on from what they have."""
        self.root, self.options = root, options
        self.outcomes = [own_lines(bins) for _ in self.trees]
        self.rngs = [new_rng(seed, stream) for stream in range(len(self.trees))]
        codes = list(dict.fromkeys(move.code for move in root.moves))
        by_score = options.widening > 0
        for tree, rng in zip(self.trees, self.rngs, strict=True):
            node = None if keep is None else _follow(tree, keep)
            if node is None:
                tree.plant(root.board.state, codes, by_score, rng)
                continue
            tree.reroot(node)
            if tree.nodes.first[ROOT] < 0:  # a leaf, or a repetition that the search took for a draw: the game goes on
                tree.add_root_moves(root.board.state, codes, by_score, rng)

    def jobs(
        self,
        control: Control,
        table: np.ndarray,
        iterations: int,
        nodes: int,
        memory: int,
        tables: AtHand = TABLES_OFF,
    ) -> list[Callable[[], None]]:
        """The searches to run side by side, with iterations, nodes and bytes shared out among the trees."""
        count = len(self.trees)
        capacity = max(memory // (count * NODE_BYTES), 1)

        def job(index: int) -> Callable[[], None]:
            options = self.options._replace(node_limit=nodes // count + (index < nodes % count))
            budget = iterations // count + (index < iterations % count)
            return lambda: self._grow(index, options, budget, capacity, control.stop, table, tables)

        return [job(index) for index in range(count)]

    def _grow(
        self,
        index: int,
        options: Options,
        budget: int,
        capacity: int,
        stop: np.ndarray,
        table: np.ndarray,
        tables: AtHand,
    ) -> None:
        """Run one tree's search, giving it more room whenever it asks for it and memory allows."""
        tree, rng, outcomes = self.trees[index], self.rngs[index], self.outcomes[index]
        path = tuple(_path(self.root, options))
        while True:
            status = grow_tree(
                tuple(tree.nodes),
                path,
                tuple(options),
                budget,
                tree.counters,
                table,
                rng,
                tree.scratch,
                tree.stamps,
                outcomes,
                stop,
                tables.arrays,
            )
            if status != NO_ROOM:
                return
            if tree.capacity >= capacity:
                options = options._replace(frozen=1)
            elif not tree.reserve(min(2 * tree.capacity, max(capacity, tree.capacity + 1)), stop):
                return

    # --- what was found, which may be asked for while the search runs ----------------------------------------------

    def statistics(self) -> list[MoveStatistics]:
        """The root moves in the order of `root.moves`."""
        found = {move.code: MoveStatistics(move) for move in self.root.moves}
        for tree in self.trees:
            nodes = tree.nodes
            first = int(nodes.first[ROOT])
            for child in range(first, first + int(nodes.children[ROOT])):
                entry = found[int(nodes.move[child])]
                entry.visits += int(nodes.visits[child])
                entry.value += float(nodes.value[child])
                entry.amaf_visits += int(nodes.amaf_visits[child])
                entry.amaf_value += float(nodes.amaf_value[child])
                entry.proof = entry.proof or int(nodes.proof[child])
        return [MoveStatistics(**{**vars(found[move.code]), "move": move}) for move in self.root.moves]

    def totals(self) -> np.ndarray:
        """The counters of all trees together."""
        counters = np.array([tree.counters for tree in self.trees]).reshape(-1, COUNTERS)
        total: np.ndarray = counters.sum(axis=0)
        total[DEPTH_MAX] = counters[:, DEPTH_MAX].max()
        return total

    @property
    def simulations(self) -> int:
        return int(self.totals()[SIMULATIONS])

    @property
    def size(self) -> int:
        """Nodes that are part of a tree."""
        return int(self.totals()[OPENED])

    @property
    def depths(self) -> tuple[float, int]:
        """Mean and greatest depth of the simulations' starting points."""
        total = self.totals()
        return float(total[DEPTH_SUM] / max(total[SIMULATIONS], 1)), int(total[DEPTH_MAX])

    @property
    def histogram(self) -> tuple[int, ...]:
        """Results of the simulations for the side to move, from loss to win."""
        return tuple(int(number) for number in np.sum(self.outcomes, axis=0))

    @property
    def memory(self) -> int:
        return sum(tree.memory for tree in self.trees)

    @property
    def visits(self) -> int:
        """Visits of the root, those of earlier searches in a tree that was kept among them."""
        return sum(int(tree.nodes.visits[ROOT]) for tree in self.trees)

    @property
    def proof(self) -> int:
        """WON or LOST for the side that is *not* to move, if a tree has proved it."""
        return next((int(tree.nodes.proof[ROOT]) for tree in self.trees if tree.nodes.proof[ROOT]), 0)

    def most_visited(self, code: int | None = None) -> tuple[Nodes, int]:
        """Of all trees the node of a root move, or the root, that has the most visits."""
        found = [(tree.nodes, ROOT if code is None else tree.child_by_move(ROOT, code)) for tree in self.trees]
        return max(
            ((nodes, node) for nodes, node in found if node is not None), key=lambda pair: int(pair[0].visits[pair[1]])
        )


def _follow(tree: Tree, codes: list[int]) -> int | None:
    """The node that a sequence of moves leads to."""
    node: int | None = ROOT
    for code in codes:
        node = tree.child_by_move(node, code) if node is not None else None
    return node


def _path(root: Root, options: Options) -> Path:
    """Arrays for the way down, with the root and the game's history written at their start."""
    path = Path(*(own_lines(options.past + MAX_DEPTH) for _ in Path._fields))
    path.own[0], path.opp[0], path.kings[0], _ = root.board.state
    path.quiet[0] = root.quiet_plies
    path.hash[: options.past + 1] = [*root.history(), root.board.hash]
    return path
