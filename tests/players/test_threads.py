"""Several threads on one tree: whatever they do at the same time, the tree stays a tree and every simulation counts."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from players.samples import played, strewn
from players.test_tree import SHORT_WINS, check_blocks, grow

from kingme import Board, Game
from kingme.players import Info, Limit, player
from kingme.players.amaf import CONSTANT
from kingme.players.nodes import LOST, NEW_TREE, NODE_BYTES, ROOT, WON, Tree
from kingme.players.tree_search import TreeSearch
from kingme.players.tree_work import OPENED, SIMULATIONS
from kingme.players.view import TreeView

THREADS = 4
SLACK = 0.02  # of the visits may be lost when threads add at once; seen were three in ten thousand

VARIANTS: list[dict[str, Any]] = [
    {},
    {"expand_all": 1},
    {"solver": 1},
    {"widening": 1.0, "expand_all": 1},
    {"widening": 0.5, "solver": 1},
    {"expand_all": 1, "each": 2, "batch": 3},
    {"expand_all": 1, "each": 1, "batch": 0, "widening": 1.0},
    {"amaf": CONSTANT},
    {"amaf": CONSTANT, "expand_all": 1, "solver": 1},
    {"cutoff": 0, "depth_limit": 3},
]
each_variant = pytest.mark.parametrize("changes", VARIANTS, ids=lambda changes: "-".join(changes) or "plain")


def check_sums(search: TreeSearch) -> None:
    """Visits add up, as do results, but for the few that were lost."""
    nodes, used = search.tree.nodes, search.tree.used
    visits = int(nodes.visits[ROOT])
    slack = SLACK * visits + 2
    assert search.simulations - slack <= visits <= search.simulations == sum(search.histogram)
    for node in np.flatnonzero(nodes.first[:used] >= 0):
        block = slice(int(nodes.first[node]), int(nodes.first[node]) + int(nodes.children[node]))
        assert int(nodes.visits[block].sum()) <= int(nodes.visits[node]) + slack
    assert (nodes.value[:used] <= nodes.visits[:used] + slack).all()
    losses, draws, _ = search.histogram
    assert abs(float(nodes.value[ROOT]) - (losses + draws / 2)) <= slack  # the root's value is the other side's


def check_moves(search: TreeSearch) -> None:
    """Every node of the tree is a legal move where it is."""
    view = TreeView(search.root.board, search.tree.nodes, 1.4)
    stack, opened = [view.root], 1
    while stack:
        node = stack.pop()
        children = view.children(node)
        assert len(children) == search.tree.nodes.opened[node.index]
        opened += len(children)
        stack += children
    assert opened == search.size


@each_variant
def test_many_small_searches(changes: dict[str, Any]) -> None:
    for seed, board in enumerate([Board(), *played(6, seed=11), *strewn(10, seed=12)]):
        if not board.legal_moves():
            continue
        search = grow(board, 400, seed=seed, threads=THREADS, **changes)
        if not search.proof:
            assert [int(worker.counters[SIMULATIONS]) for worker in search.workers] == [100] * THREADS
        check_blocks(search)
        check_sums(search)
        check_moves(search)


@each_variant
def test_arrays_grow_under_the_threads(changes: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    capacities = []
    reserve = Tree.reserve

    def count(tree: Tree, capacity: int, *rest: Any) -> bool:
        capacities.append(capacity)
        return reserve(tree, capacity, *rest)

    monkeypatch.setattr("kingme.players.tree_search.FIRST_ROOM", NEW_TREE)
    monkeypatch.setattr(Tree, "reserve", count)
    search = grow(Board(), 12_000, threads=THREADS, **changes)
    assert search.simulations == 12_000
    if "depth_limit" not in changes:
        assert capacities[:2] == [2 * NEW_TREE, 4 * NEW_TREE]
    assert search.tree.used <= search.tree.capacity
    check_blocks(search)
    check_sums(search)


def test_memory_is_bounded_and_the_search_goes_on() -> None:
    search = grow(Board(), 30_000, memory=400_000, threads=THREADS)
    assert search.simulations == 30_000
    assert search.tree.used <= search.tree.capacity == 400_000 // NODE_BYTES
    check_blocks(search)
    check_sums(search)


@pytest.mark.parametrize("nodes", [1, 3, 4, 9, 500])
@pytest.mark.parametrize("expand_all", [0, 1])
def test_the_node_limit_is_shared_out(nodes: int, expand_all: int) -> None:
    search = grow(Board(), 5_000, nodes=nodes, expand_all=expand_all, threads=THREADS)
    assert search.size == nodes or (expand_all and search.size < nodes)
    assert max(int(worker.counters[OPENED]) for worker in search.workers) <= -(-(nodes - 1) // THREADS)
    check_blocks(search)


@pytest.mark.parametrize("fen", SHORT_WINS)
def test_the_solver_proves_the_same(fen: str) -> None:
    board = Board.from_fen(fen)
    for seed in range(5):
        search = grow(board, 200_000, solver=1, seed=seed, threads=THREADS)
        assert search.proof == LOST  # for the side that is not to move
        assert {str(entry.move) for entry in search.statistics() if entry.proof == WON} == SHORT_WINS[fen]
        after = grow(board.play(next(iter(SHORT_WINS[fen]))), 200_000, solver=1, seed=seed, threads=THREADS)
        assert after.proof == WON
        assert all(entry.proof == LOST for entry in after.statistics())
        check_blocks(search)
        check_moves(search)


def test_threads_draw_different_random_numbers() -> None:
    search = grow(Board(), 4_000, threads=THREADS)
    assert len({int(worker.rng[1]) for worker in search.workers}) == THREADS
    assert len({worker.outcomes.tobytes() for worker in search.workers}) > 1


def test_threads_grow_one_tree() -> None:
    """A tree of 20,000 simulations is deeper than one of 5,000, whoever grows it."""
    together, alone, small = grow(Board(), 20_000, threads=THREADS), grow(Board(), 20_000), grow(Board(), 5_000)
    assert together.depths[0] > (alone.depths[0] + small.depths[0]) / 2
    assert together.size > 0.9 * alone.size  # now and then two threads simulate from the same leaf


def test_a_tree_is_kept_between_moves() -> None:
    game, bot = Game(), player("mcts:iterations=2000,reuse=on,threads=4,seed=1")
    first = bot.analyse(game)
    assert first.details["threads"] == 4
    for move in first.pv[:2]:  # the line most visited
        game.play(move)
    later = bot.analyse(game)
    assert later.iterations == 2_000
    assert later.tree.root.visits > 2_010
    assert later.nodes > 2_010


@pytest.mark.parametrize("spec", ["mcts:threads=4", "rave:threads=4", "hybrid:threads=4,endgame=0,simulations=2+3"])
def test_looking_on_and_cancelling(spec: str) -> None:
    """Who looks on while threads write sees legal moves and growing numbers."""
    cancel, seen = threading.Event(), []

    def listen(info: Info) -> None:
        seen.append(info.iterations)
        board = Board()
        for move in info.pv:
            board = board.play(move)
        for node in info.tree.walk(200):
            assert node.visits > 0
        if len(seen) == 3:
            cancel.set()

    analysis = player(spec).analyse(Board(), Limit(time=30), on_info=listen, cancel=cancel)
    assert analysis.stopped
    assert analysis.move in Board().legal_moves()
    assert seen == sorted(seen)


def test_more_threads_than_simulations() -> None:
    assert player("mcts:threads=64,iterations=10").analyse(Board()).details["threads"] == 10
    search = grow(Board(), 1_000, threads=40)
    assert search.simulations == 1_000
    check_blocks(search)
