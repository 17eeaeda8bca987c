"""The tree itself: UCT's arithmetic, backing up, proofs, widening, phases, limits, growth, and moving the root."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from kingme import Board, Game, Rules
from kingme.core.plans import NEVER, WIN_ONLY
from kingme.core.random import new_rng
from kingme.players import Limit, player
from kingme.players.amaf import OFF
from kingme.players.base import Root
from kingme.players.control import Control
from kingme.players.nodes import (
    BUSY,
    DRAW_HERE,
    LEAF,
    LOST,
    LOST_HERE,
    NEW_TREE,
    NODE_BYTES,
    ROOT,
    UNSEEN,
    WON,
    Nodes,
    Tree,
    new_nodes,
)
from kingme.players.playouts import policy_and_table
from kingme.players.tree import _cutoff, back_up, best_child, count_visit, prove, tell, uct
from kingme.players.tree_search import TreeSearch
from kingme.players.tree_work import MAX_DEPTH, TOP, Options, Path, Top

OPTIONS = Options(
    side=0,
    past=0,
    repetition=1,
    quiet_limit=80,
    playout_quiet=80,
    plies_left=NEVER,
    stuck_draws=0,
    expand_all=0,
    each=0,
    batch=0,
    depth_limit=MAX_DEPTH - 2,
    node_limit=NEVER,
    frozen=0,
    policy=0,
    cutoff=NEVER,
    cut=0,
    margin=WIN_ONLY,
    amaf=OFF,
    solver=0,
    c=1.4,
    beta=0.5,
    k=1000.0,
    growth=0.0,
    widening=0.0,
)


def plain(kernel: Any) -> Any:
    """A kernel as the Python function it is written as: quick to call once, and nothing to compile."""
    return getattr(kernel, "py_func", kernel)


def family(*children: tuple[float, int], visits: int) -> Nodes:
    """A root with opened children, each given as value and visits."""
    nodes = new_nodes(1 + len(children))
    nodes.first[:] = LEAF
    nodes.first[ROOT], nodes.children[ROOT], nodes.opened[ROOT], nodes.visits[ROOT] = (
        1,
        len(children),
        len(children),
        visits,
    )
    for index, (value, count) in enumerate(children, start=1):
        nodes.value[index], nodes.visits[index] = value, count
    return nodes


def grow(
    position: Board | Game, iterations: int, *, limit: Limit | None = None, seed: int = 1, **changes: Any
) -> TreeSearch:
    """Search with options changed as told."""
    game = position if isinstance(position, Game) else None
    board = position.board if isinstance(position, Game) else position
    root = Root(board, game, board.legal_moves())
    nodes, memory, threads = changes.pop("nodes", NEVER), changes.pop("memory", 10**9), changes.pop("threads", 1)
    options = OPTIONS._replace(side=int(board.turn), past=len(root.history()), **changes)
    search = TreeSearch()
    search.prepare(root, options, 3, seed, threads=threads)
    search.run(Control(limit or Limit()), policy_and_table("uniform")[1], iterations, nodes, memory)
    return search


def check(search: TreeSearch) -> None:
    """What is true of every tree that opens children: sums, blocks side by side, nothing lost."""
    check_blocks(search)
    nodes, used = search.tree.nodes, search.tree.used
    for node in np.flatnonzero(nodes.first[:used] >= 0):
        block = slice(int(nodes.first[node]), int(nodes.first[node]) + int(nodes.children[node]))
        assert int(nodes.visits[block].sum()) <= int(nodes.visits[node])
    assert (nodes.value[:used] <= nodes.visits[:used]).all()


def check_blocks(search: TreeSearch) -> None:
    """What is true however many threads there were: every node in one block, unopened ones untouched."""
    nodes, used = search.tree.nodes, search.tree.used
    opened = 1
    seen = np.zeros(used, bool)
    seen[ROOT] = True
    for node in range(used):
        first, count = int(nodes.first[node]), int(nodes.children[node])
        if first < 0:
            assert first != BUSY
            assert count == 0
            continue
        block, closed = slice(first, first + count), slice(first + int(nodes.opened[node]), first + count)
        assert not seen[block].any()
        seen[block] = True
        opened += int(nodes.opened[node])
        assert 0 <= nodes.opened[node] <= count
        assert not nodes.visits[closed].any()
        assert (nodes.first[closed] == UNSEEN).all()
        assert len(set(nodes.move[block].tolist())) == count
    if len(search.workers) == 1:
        assert seen.all()
    else:  # threads set nodes aside, and what they do not use stays as it was
        assert not nodes.visits[:used][~seen].any()
        assert not nodes.move[:used][~seen].any()
    assert opened == search.size
    assert (nodes.value[:used] >= 0).all()


# --- selection --------------------------------------------------------------------------------------------------------


def nothing() -> Top:
    """The top of a tree where a thread has counted nothing for itself."""
    return Top(np.zeros(TOP, np.int64), np.zeros(TOP))


def test_the_worked_table_of_study_c() -> None:
    table = [(15.0, 12), (8.0, 10), (2.0, 3)]  # Q and N; told so there, although Q cannot exceed N
    scores = [uct(q, n, 25, math.sqrt(5)) for q, n in table]
    expected = [q / n + math.sqrt(5) * math.sqrt(math.log(25) / n) for q, n in table]
    assert scores == pytest.approx(expected)
    assert [round(score, 2) for score in scores] == [2.41, 2.07, 2.98]
    nodes = family(*table, visits=25)
    assert plain(best_child)(nodes, nothing(), ROOT, OPTIONS._replace(c=math.sqrt(5))) == 3


def test_selection_prefers_what_was_never_visited_and_skips_what_is_lost() -> None:
    assert plain(best_child)(family((9, 10), (0, 0), (10, 10), visits=20), nothing(), ROOT, OPTIONS) == 2
    nodes = family((9, 10), (1, 10), visits=20)
    assert plain(best_child)(nodes, nothing(), ROOT, OPTIONS) == 1
    nodes.proof[1] = LOST
    assert plain(best_child)(nodes, nothing(), ROOT, OPTIONS) == 1
    assert plain(best_child)(nodes, nothing(), ROOT, OPTIONS._replace(solver=1)) == 2


def test_a_thread_knows_what_it_counted_for_itself_until_all_know_it() -> None:
    nodes, top = family((9, 10), (8, 10), visits=20), nothing()
    assert plain(best_child)(nodes, top, ROOT, OPTIONS) == 1
    top.visits[ROOT], top.visits[1] = 30, 30  # all of them lost
    assert plain(best_child)(nodes, top, ROOT, OPTIONS) == 2
    nodes.children[ROOT] = 2
    tell(nodes, top)
    assert nodes.visits[:3].tolist() == [50, 40, 10]
    assert not top.visits.any()
    assert plain(best_child)(nodes, top, ROOT, OPTIONS) == 2


# --- backing up -------------------------------------------------------------------------------------------------------


def line_of(length: int) -> tuple[Nodes, Path]:
    """A tree of one line, and the path along it."""
    nodes = new_nodes(length)
    nodes.first[:] = [*range(1, length), LEAF]
    nodes.children[:-1] = nodes.opened[:-1] = 1
    path = Path(*(np.zeros(MAX_DEPTH, np.int64) for _ in Path._fields))
    path.node[:length] = range(length)
    return nodes, path


def test_a_result_is_turned_round_for_the_other_side() -> None:
    nodes, path = line_of(5)
    for result in (1.0, 1.0, 0.0, 0.25):
        plain(count_visit)(nodes.visits, path, 3, 0)
        plain(back_up)(nodes.value, path, 3, 0, result)
    assert nodes.visits.tolist() == [4, 4, 4, 4, 0]
    # The side to move at the root moved into nodes 1 and 3, the other side into node 2 and into the root.
    assert nodes.value.tolist() == [1.75, 2.25, 1.75, 2.25, 0]


def test_proofs_go_up_while_they_hold() -> None:
    nodes, path = line_of(5)
    nodes.first[4] = LOST_HERE
    prove(nodes, path, 4)
    assert nodes.proof.tolist() == [WON, LOST, WON, LOST, WON]  # every reply was the only one

    nodes, path = line_of(5)
    nodes.first[4] = LOST_HERE
    nodes.children[2] = 2  # at node 2 there is another move, of which nothing is known
    prove(nodes, path, 4)
    assert nodes.proof.tolist() == [0, 0, 0, LOST, WON]


def test_nothing_is_proved_by_a_draw() -> None:
    nodes, path = line_of(3)
    nodes.first[2] = DRAW_HERE
    prove(nodes, path, 2)
    assert not nodes.proof.any()


# Won in five plies, by these moves only (found by trying everything).
SHORT_WINS = {
    "B:WK16:BK2,K27,K30": {"2-7"},
    "B:WK10:BK11,K27,K31": {"11-15"},
    "B:WK27:BK15,K19,K21": {"19-24"},
}


@pytest.mark.parametrize("fen", SHORT_WINS)
def test_the_solver_proves_a_short_win(fen: str) -> None:
    search = grow(Board.from_fen(fen), 200_000, solver=1)
    assert search.proof == LOST  # for the side that is not to move
    assert search.simulations < 200_000
    won = {str(entry.move) for entry in search.statistics() if entry.proof == WON}
    assert won == SHORT_WINS[fen]
    check(search)


@pytest.mark.parametrize("fen", SHORT_WINS)
def test_the_solver_proves_the_loss_of_the_other_side(fen: str) -> None:
    board = Board.from_fen(fen).play(next(iter(SHORT_WINS[fen])))
    search = grow(board, 200_000, solver=1)
    assert search.proof == WON
    assert all(entry.proof == LOST and entry.mean == 0.0 for entry in search.statistics())


# --- expansion --------------------------------------------------------------------------------------------------------


def test_one_child_is_opened_in_each_simulation() -> None:
    search = grow(Board(), 2_000)
    assert search.simulations == 2_000
    assert search.size == 2_001
    check(search)


def test_all_children_of_a_leaf_are_added_and_one_is_simulated() -> None:
    search = grow(Board(), 500, expand_all=1)
    nodes = search.tree.nodes
    assert search.size == search.tree.used
    assert int(nodes.visits[ROOT]) == 500
    first = int(nodes.first[ROOT])
    direct = 0
    for child in range(first, first + int(nodes.children[ROOT])):
        below = int(nodes.first[child])
        direct += int(nodes.visits[child]) - int(nodes.visits[below : below + int(nodes.children[child])].sum())
    assert direct == 1  # the first simulation expanded the root; all others went to a child of the leaf they reached
    check(search)


def test_captures_that_lead_to_the_same_position_are_one_child() -> None:
    board = Board.from_fen("B:WK14,15,20,K22,K23,K25:B3,K8,K10,18")  # 10x10 by two paths
    codes = [move.code for move in board.legal_moves()]
    assert len(set(codes)) < len(codes)
    search = grow(board, 300)
    check(search)
    statistics = search.statistics()
    assert [entry.move for entry in statistics] == list(board.legal_moves())
    assert len({(entry.move.code, entry.visits) for entry in statistics}) == len(set(codes))

    before = Board.from_fen("W:WK5,7,17,K18,K25,26:B2,K3,K12,20,K24,K30,K31")
    codes = [move.code for move in before.play("5-1").legal_moves()]
    assert len(set(codes)) < len(codes)
    deeper = grow(before, 2_000)
    tree = deeper.tree
    node = tree.child_by_move(ROOT, before.parse_move("5-1").code)
    assert node is not None
    assert int(tree.nodes.children[node]) == len(set(codes))
    check(deeper)


@pytest.mark.parametrize("expand_all", [0, 1])
@pytest.mark.parametrize("widening", [0.5, 1.0, 2.0])
def test_widening_bounds_the_children(widening: float, expand_all: int) -> None:
    search = grow(Board(), 3_000, widening=widening, expand_all=expand_all)
    nodes, used = search.tree.nodes, search.tree.used
    inner = np.flatnonzero(nodes.first[:used] >= 0)
    bound = np.maximum(1, np.ceil(widening * np.sqrt(nodes.visits[inner])))
    assert (nodes.opened[inner] <= bound).all()
    assert (nodes.opened[inner] < nodes.children[inner]).any()
    check(search)


@pytest.mark.parametrize(("each", "batch"), [(1, 0), (5, 25), (3, 0), (2, 7)])
def test_two_phases_count_exactly(each: int, batch: int) -> None:
    moves = len(Board().legal_moves())
    whole = moves * (each + batch)
    search = grow(Board(), whole, expand_all=1, each=each, batch=batch)
    assert search.simulations == whole
    visits = [entry.visits for entry in search.statistics()]
    assert sum(visits) == whole
    assert min(visits) >= each
    if batch == 0:
        assert set(visits) == {each}
    assert search.size == 1 + moves  # nothing below: the batch is one expansion
    cut = grow(Board(), whole - 3, expand_all=1, each=each, batch=batch)
    assert cut.simulations == whole - 3
    more = grow(Board(), whole + 1, expand_all=1, each=each, batch=batch)
    assert more.size > 1 + moves
    check(more)


def test_the_second_phase_goes_to_the_best_score() -> None:
    search = grow(Board.from_fen("B:W22,32:B13,14,1"), 3 * 300, expand_all=1, each=2, batch=298, c=0.2)
    visits = {str(entry.move): entry.visits for entry in search.statistics()}
    values = {str(entry.move): entry.mean for entry in search.statistics()}
    best = max(values, key=lambda move: values[move] or 0.0)
    assert visits[best] == max(visits.values())
    assert visits[best] > 400


# --- limits and memory ------------------------------------------------------------------------------------------------


def test_a_node_is_at_most_forty_bytes() -> None:
    tree = Tree()
    assert sum(array.itemsize for array in tree.nodes) == NODE_BYTES <= 40
    assert all(len(array) == NEW_TREE for array in tree.nodes)


@pytest.mark.parametrize("nodes", [1, 2, 8, 9, 500])
def test_the_node_limit_is_exact(nodes: int) -> None:
    assert grow(Board(), NEVER, nodes=nodes).size == nodes
    assert grow(Board(), NEVER, nodes=nodes, expand_all=1).size <= nodes


def test_arrays_grow_without_a_trace() -> None:
    small, large = grow(Board(), 6_000), grow(Board(), 6_000)
    big = TreeSearch()
    big.tree.reserve(1 << 18)
    big.prepare(small.root, small.options, 3, 1)
    big.run(Control(Limit()), policy_and_table("uniform")[1], 6_000, NEVER, 10**9)
    assert NEW_TREE < small.tree.capacity < big.tree.capacity
    used = small.tree.used
    for name, array in small.tree.nodes._asdict().items():
        assert (array[:used] == getattr(large.tree.nodes, name)[:used]).all()
        assert (array[:used] == getattr(big.tree.nodes, name)[:used]).all()


def test_memory_is_bounded_and_the_search_goes_on() -> None:
    search = grow(Board(), 60_000, memory=400_000)
    assert search.simulations == 60_000
    assert search.tree.capacity <= 400_000 // NODE_BYTES
    assert sum(array.nbytes for array in search.tree.nodes) <= 400_000
    assert search.size < 20_000
    check(search)


def test_the_depth_limit_keeps_the_tree_flat() -> None:
    assert grow(Board(), 3_000, depth_limit=2).depths[1] == 2


def test_the_same_seed_gives_the_same_tree() -> None:
    one, same, other = grow(Board(), 3_000), grow(Board(), 3_000), grow(Board(), 3_000, seed=2)
    for name, array in one.tree.nodes._asdict().items():
        assert array.tobytes() == getattr(same.tree.nodes, name).tobytes()
    assert one.totals().tolist() == same.totals().tolist()
    assert one.tree.nodes.value.tobytes() != other.tree.nodes.value.tobytes()


# --- draws in the tree ------------------------------------------------------------------------------------------------


def node_state(search: TreeSearch, move: str) -> int:
    tree = search.tree
    child = tree.child_by_move(ROOT, search.root.board.parse_move(move).code)
    assert child is not None
    return int(tree.nodes.first[child])


def shuffled(rules: Rules) -> Game:
    """Two kings have gone to and fro: the first position is there again."""
    game = Game(Board.from_fen("B:WK32:BK1"), rules=rules)
    for move in ("1-6", "32-28", "6-1", "28-32"):
        game.play(move)
    return game


def test_a_position_of_the_game_that_returns_is_a_draw() -> None:
    search = grow(shuffled(Rules()), 200)
    assert node_state(search, "1-6") == DRAW_HERE
    assert node_state(search, "1-5") >= LEAF
    assert grow(shuffled(Rules()), 200, repetition=0).tree.nodes.first.min() > DRAW_HERE


def test_a_position_of_the_path_that_returns_is_a_draw() -> None:
    search = grow(Board.from_fen("B:WK32:BK1"), 3_000)
    nodes, used = search.tree.nodes, search.tree.used
    assert (nodes.first[:used] == DRAW_HERE).any()
    assert search.depths[1] >= 4


def test_the_quiet_limit_and_the_move_cap_are_draws() -> None:
    game = shuffled(Rules(repetition=None, quiet_limit=5))
    for move in ("1-5", "1-6"):
        assert node_state(grow(game, 100, repetition=0, quiet_limit=5, playout_quiet=5), move) == DRAW_HERE
        assert node_state(grow(game, 100, repetition=0), move) >= LEAF
        assert node_state(grow(game, 100, repetition=0, plies_left=1), move) == DRAW_HERE


def test_a_side_that_is_stuck_loses_or_draws() -> None:
    board = Board.from_fen("B:W21:B13,14")  # 13-17 takes White's last move
    assert node_state(grow(board, 50), "13-17") == LOST_HERE
    assert node_state(grow(board, 50, stuck_draws=1), "13-17") == DRAW_HERE
    no_pieces = Board.from_fen("B:W18:B14")
    assert node_state(grow(no_pieces, 50, stuck_draws=1), "14x23") == LOST_HERE


# --- moving the root --------------------------------------------------------------------------------------------------


def test_a_subtree_becomes_a_tree_with_everything_in_it() -> None:
    search = grow(Board(), 5_000)
    tree = search.tree
    old = tree.nodes
    child = int(tree.nodes.first[ROOT]) + 2
    node = int(tree.nodes.first[child])
    old_copy = Nodes(*(array.copy() for array in old))

    def signature(nodes: Nodes, at: int) -> list[Any]:
        first = int(nodes.first[at])
        own = [float(nodes.value[at]), int(nodes.visits[at]), int(nodes.opened[at]), min(first, LEAF + 1)]
        below = range(first, first + int(nodes.children[at])) if first >= 0 else ()
        return [*own, [[int(nodes.move[child]), signature(nodes, child)] for child in below]]

    wanted = signature(old, node)
    tree.reroot(node)
    assert signature(tree.nodes, ROOT) == wanted
    assert tree.nodes is not old
    assert all((a == b).all() for a, b in zip(old, old_copy, strict=True))  # whoever reads the old tree keeps it
    assert tree.planted == 1 + sum(int(tree.nodes.opened[node]) for node in range(tree.used))


def test_a_root_that_was_taken_for_a_draw_starts_anew() -> None:
    search = grow(shuffled(Rules()), 200)
    game = shuffled(Rules())
    code = game.play("1-6").code
    root = Root(game.board, game, game.board.legal_moves())
    search.prepare(root, OPTIONS._replace(side=1, past=len(root.history())), 3, 1, keep=[code])
    tree = search.tree
    assert int(tree.nodes.children[ROOT]) == len(root.moves)
    assert int(tree.nodes.visits[ROOT]) > 0


def test_the_cutoff_grows_with_every_doubling() -> None:
    growing = OPTIONS._replace(cutoff=10, growth=3.0)
    assert [plain(_cutoff)(growing, simulations) for simulations in (0, 1, 3, 7, 1023)] == [10, 13, 16, 19, 40]
    assert plain(_cutoff)(OPTIONS._replace(cutoff=10), 1023) == 10
    short, long = grow(Board(), 2_000, cutoff=4, growth=0.0, cut=0), grow(Board(), 2_000, cutoff=4, growth=12.0, cut=0)
    assert short.histogram[1] > 1_900  # cut and worth one half
    assert long.histogram[1] < 300  # most run to their end


def test_a_new_tree_starts_with_a_random_order() -> None:
    orders = set()
    for seed in range(20):
        tree = Tree()
        codes = [move.code for move in Board().legal_moves()]
        tree.plant(Board(), codes, False, new_rng(seed))
        order = tuple(tree.nodes.move[1 : 1 + len(codes)].tolist())
        assert sorted(order) == sorted(codes)
        orders.add(order)
    assert len(orders) > 10


def test_the_view_shows_the_tree_best_first() -> None:
    analysis = player("mcts:iterations=3000,seed=1").analyse(Board())
    nodes = list(analysis.tree.walk(50))
    assert nodes[0].index == ROOT
    assert nodes[0].visits == 3_000
    assert [node.visits for node in nodes] == sorted((node.visits for node in nodes), reverse=True)
    by_index = {node.index: node for node in nodes}
    for node in nodes[1:]:
        parent = by_index[node.parent]
        assert parent.board.play(node.move) == node.board
        assert node.uct == pytest.approx(node.exploit + 1.4 * math.sqrt(math.log(parent.visits) / node.visits))
    assert {str(node.move): node.visits for node in analysis.tree.children(analysis.tree.root)} == {
        str(line.move): line.visits for line in analysis.lines
    }
    assert len(analysis.tree.as_dicts(10)) == 10
