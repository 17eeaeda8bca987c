"""RAVE: study B's formula, Gelly and Silver's schedule, and AMAF statistics against a naive recount."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kingme import Board
from kingme.core.moves import MAX_MOVES, apply, generate, is_quiet
from kingme.core.plans import MOVE_KEYS, NEVER, WIN_ONLY
from kingme.core.random import next32
from kingme.players import player
from kingme.players.amaf import CONSTANT, DECAY, FULL, blend, credit, rave, weight
from kingme.players.base import Root
from kingme.players.nodes import DRAW_HERE, LEAF, ROOT, Nodes, new_nodes
from kingme.players.playouts import policy_and_table
from kingme.players.rave import HeuristicRavePlayer, RavePlayer
from kingme.players.tree import FINISHED
from kingme.players.tree_search import TreeSearch
from kingme.players.tree_work import DEPTH_SUM, MAX_DEPTH, SIMULATIONS, Options, Path


def options(board: Board, **changes: Any) -> Options:
    numbers = dict.fromkeys(Options._fields, 0) | {"c": 1.4, "beta": 0.5, "k": 1000.0, "growth": 0.0, "widening": 0.0}
    numbers |= {"side": int(board.turn), "repetition": 1, "quiet_limit": 80, "playout_quiet": 80, "plies_left": NEVER}
    numbers |= {
        "depth_limit": MAX_DEPTH - 2,
        "node_limit": NEVER,
        "cutoff": NEVER,
        "amaf": CONSTANT,
        "margin": WIN_ONLY,
    }
    return Options(**(numbers | changes))  # type: ignore[arg-type]


# --- the formula ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "c", "beta", "score"),
    [
        ((0.6, 0.4, 0.3, 0.2), 1.0, 0.0, 1.0),  # plain UCT: 0.6 + 0.4
        ((0.6, 0.4, 0.3, 0.2), 1.0, 1.0, 0.5),  # AMAF only: 0.3 + 0.2
        ((0.6, 0.4, 0.3, 0.2), 1.0, 0.5, 0.75),
        ((0.6, 0.4, 0.3, 0.2), 2.0, 0.25, 1.225),  # 0.45 + 0.6 + 0.075 + 0.1
        ((0.5, 0.3, 0.8, 0.1), 1.4, 0.4, 0.928),  # 0.3 + 0.252 + 0.32 + 0.056
    ],
)
def test_study_b_score(parts: tuple[float, ...], c: float, beta: float, score: float) -> None:
    assert blend(*parts, c, beta) == pytest.approx(score)


def test_the_score_of_a_child() -> None:
    nodes = new_nodes(2)
    nodes.amaf_value[1], nodes.amaf_visits[1] = 9, 30
    formula = getattr(rave, "py_func", rave)
    by_hand = (
        0.7 * 0.6 + 1.4 * 0.7 * math.sqrt(math.log(50) / 10) + 0.3 * 0.3 + 1.4 * 0.3 * math.sqrt(math.log(50) / 30)
    )
    assert formula(nodes, 1, 6.0, 10, 50, 1.4, 0.3) == pytest.approx(by_hand)
    nodes.amaf_visits[1] = 0  # reached by games that were over at once: nothing to mix
    assert formula(nodes, 1, 6.0, 10, 50, 1.4, 0.3) == pytest.approx(0.6 + 1.4 * math.sqrt(math.log(50) / 10))


def test_beta_is_constant_or_decays() -> None:
    assert weight(CONSTANT, 0.3, 1000.0, 5) == weight(CONSTANT, 0.3, 1000.0, 50_000) == 0.3
    assert weight(DECAY, 0.3, 1000.0, 0) == 1.0
    assert weight(DECAY, 0.3, 1000.0, 1000) == pytest.approx(0.5)
    assert weight(DECAY, 0.3, 100.0, 400) == pytest.approx(math.sqrt(100 / 1300))


# --- statistics against a naive recount -------------------------------------------------------------------------------


def replay(state: tuple[int, ...], quiet: int, rng: np.ndarray) -> tuple[list[tuple[int, int]], float]:
    """A uniform playout, told naively: (side, start and end) of its moves, and its result for Black."""
    own, opp, kings, turn = state
    moves, played = np.zeros(MAX_MOVES, np.int64), []
    while quiet < 80:
        count = generate(own, opp, kings, turn, moves, 0)
        if count == 0:
            return played, float(turn)
        move = int(moves[(next32(rng) * count) >> 32])
        played.append((turn, move & 0xFFF))
        quiet = (quiet + 1) * is_quiet(kings, turn, move)
        own, opp, kings = apply(own, opp, kings, turn, move)
        turn = 1 - turn
    return played, 0.5 if generate(own, opp, kings, turn, moves, 0) else float(turn)


FENS = [
    "B:W21-32:B1-12",
    "W:W18,22,K7,30:B9,K13,19,5",
    "B:W21,K32:B13,14,K15,K16",  # games end inside this tree
    "B:WK10:BK11,K27,K31",
]


@pytest.mark.parametrize("expand_all", [0, 1])
@pytest.mark.parametrize("fen", FENS)
def test_stamps_count_what_a_naive_recount_counts(fen: str, expand_all: int) -> None:
    board = Board.from_fen(fen)
    root = Root(board, None, board.legal_moves())
    choices = options(board, expand_all=expand_all)
    search = TreeSearch()
    search.prepare(root, choices, 3, 7)
    tree, worker = search.tree, search.workers[0]
    tree.reserve(1 << 15)
    rng, path = worker.rng, worker.path
    table, stop = policy_and_table("uniform")[1], np.zeros(1, np.int64)
    visits: dict[int, int] = defaultdict(int)
    values: dict[int, float] = defaultdict(float)
    over = 0
    for number in range(400):
        before, used, depth_sum = rng.copy(), tree.used, int(worker.counters[DEPTH_SUM])
        status = worker.grow(tree, choices, number + 1, table, stop)
        assert (status, worker.counters[SIMULATIONS]) == (FINISHED, number + 1)
        nodes, depth = tree.nodes, int(worker.counters[DEPTH_SUM]) - depth_sum
        line = path.node[: depth + 1].tolist()
        if nodes.first[line[-1]] < LEAF:
            over += 1
            continue  # the game is over in the tree: nothing is counted
        for _ in range(tree.used - used - 1):
            next32(before)  # the new children were put in random order
        turn = (int(board.turn) + depth) & 1
        state = (int(path.first[depth]), int(path.second[depth]), int(path.third[depth]), turn)
        later, result = replay(state, int(path.quiet[depth]), before)
        assert (before == rng).all()
        result = (
            result if board.turn == 0 else 1.0 - result
        )  # for the side to move at the root; `turn` 1 lost: Black won
        tree_moves = [
            ((int(board.turn) + level) & 1, int(nodes.move[line[level + 1]]) & 0xFFF) for level in range(depth)
        ]
        for level in range(depth):
            side = (int(board.turn) + level) & 1
            seen = {move for who, move in [*tree_moves[level:], *later] if who == side}
            first = int(nodes.first[line[level]])
            for child in range(first, first + int(nodes.opened[line[level]])):
                if int(nodes.move[child]) & 0xFFF in seen:
                    visits[child] += 1
                    values[child] += result if level % 2 == 0 else 1.0 - result
    used = tree.used
    assert tree.nodes.amaf_visits[:used].tolist() == [visits[node] for node in range(used)]
    assert tree.nodes.amaf_value[:used].tolist() == pytest.approx([values[node] for node in range(used)])
    if fen.endswith("K16") or "K27" in fen:
        assert over > 0
    opened = [node for node in range(1, used) if tree.nodes.visits[node]]
    if not over:
        assert all(tree.nodes.amaf_visits[node] >= tree.nodes.visits[node] for node in opened)


def explored(nodes: Nodes, node: int, turn: int) -> list[tuple[int, tuple[int, int]]]:
    """Every node below one, with who moved into it and how."""
    first = int(nodes.first[node])
    found = []
    for child in range(first, first + int(nodes.opened[node])) if first >= 0 else ():
        found.append((child, (turn, int(nodes.move[child]) & 0xFFF)))
        found += explored(nodes, child, 1 - turn)
    return found


@pytest.mark.parametrize("expand_all", [0, 1])
@pytest.mark.parametrize("fen", FENS)
def test_study_b_counts_a_move_for_every_explored_node(fen: str, expand_all: int) -> None:
    """A move seen anywhere in a simulation counts for all nodes with that move by that player, passed or not."""
    board = Board.from_fen(fen)
    choices = options(board, expand_all=expand_all, everywhere=1)
    search = TreeSearch()
    search.prepare(Root(board, None, board.legal_moves()), choices, 3, 7)
    tree, worker = search.tree, search.workers[0]
    tree.reserve(1 << 15)
    rng, path, start = worker.rng, worker.path, int(board.turn)
    table, stop = policy_and_table("uniform")[1], np.zeros(1, np.int64)
    visits: dict[int, int] = defaultdict(int)
    values: dict[int, float] = defaultdict(float)
    elsewhere = 0  # counted for a node that is no child of a node on the way
    for number in range(300):
        before, used, depth_sum = rng.copy(), tree.used, int(worker.counters[DEPTH_SUM])
        worker.grow(tree, choices, number + 1, table, stop)
        nodes, depth = tree.nodes, int(worker.counters[DEPTH_SUM]) - depth_sum
        line = path.node[: depth + 1].tolist()
        seen = {((start + level) & 1, int(nodes.move[line[level + 1]]) & 0xFFF) for level in range(depth)}
        turn = (start + depth) & 1
        if nodes.first[line[-1]] < LEAF:
            for_black = 0.5 if nodes.first[line[-1]] == DRAW_HERE else float(turn)
        else:
            for _ in range(tree.used - used - 1):
                next32(before)  # the new children were put in random order
            state = (int(path.first[depth]), int(path.second[depth]), int(path.third[depth]), turn)
            later, for_black = replay(state, int(path.quiet[depth]), before)
            seen |= set(later)
        passed = {int(nodes.first[node]) for node in line}
        for child, (side, move) in explored(nodes, 0, start):
            if (side, move) in seen:
                visits[child] += 1
                values[child] += for_black if side == 0 else 1.0 - for_black
                elsewhere += not any(0 <= first <= child < first + 12 for first in passed)
    used = tree.used
    assert tree.nodes.amaf_visits[:used].tolist() == [visits[node] for node in range(used)]
    assert tree.nodes.amaf_value[:used].tolist() == pytest.approx([values[node] for node in range(used)])
    assert elsewhere > 0


def test_statistics_do_not_stand_still_after_millions_of_results() -> None:
    """A sum of four bytes would not grow beyond 2 ** 24; the mean has to follow what comes."""
    nodes, stamps = new_nodes(2), np.zeros(MOVE_KEYS, np.int64)
    nodes.first[ROOT], nodes.opened[ROOT] = 1, 1
    nodes.amaf_visits[1], nodes.amaf_value[1] = FULL, FULL / 2
    path = Path(*(np.array([ROOT, 1]) for _ in Path._fields))
    for number in range(100):
        credit(nodes, path, 1, 0, 1.0, stamps, number + 1)
    assert nodes.amaf_visits[1] == FULL // 2 + 100
    assert nodes.amaf_value[1] == FULL / 4 + 100


def test_a_tree_full_of_ends_is_searched() -> None:
    # Every move ends the game: there is no playout, and so nothing to credit.
    board = Board.from_fen("B:W18:B14")
    for spec in ("rave:iterations=50", "heuristic-rave:iterations=50", "rave:iterations=50,simulations=2+2"):
        analysis = player(spec).analyse(board)
        assert analysis.value == 1.0
        assert analysis.lines[0].visits == 50
        assert "rave" not in analysis.lines[0].details


@pytest.mark.parametrize("position", [("english", "B:W18:B14"), ("banqi", "8/8/8/6Kc r")])
@pytest.mark.parametrize("credit", ["path", "tree"])
def test_a_node_where_the_game_is_over_has_no_moves_to_credit(position: tuple[str, str], credit: str) -> None:
    """Study E's agent crashed here: a terminal node, in a batch of simulations, without a move of a simulation."""
    board = Board.from_fen(position[1], position[0])
    spec = f"hybrid:iterations=200,endgame=0,amaf=on,result=graded,simulations=5+25,credit={credit}"
    analysis = player(spec).analyse(board)
    assert analysis.iterations == 200
    assert sum(line.visits for line in analysis.lines) == 200
    assert analysis.move in board.legal_moves()


# --- the players ------------------------------------------------------------------------------------------------------


def test_details_show_both_halves_of_the_score() -> None:
    analysis = player("rave:iterations=800,beta=0.3,seed=1").analyse(Board())
    for line in analysis.lines:
        details = line.details
        assert details["beta"] == 0.3
        assert details["rave_visits"] >= line.visits
        assert details["rave"] == pytest.approx(
            0.7 * (details["exploit"] + details["explore"]) + 0.3 * (details["rave_exploit"] + details["rave_explore"])
        )
    assert "rave" not in player("mcts:iterations=50").analyse(Board()).lines[0].details


def test_both_readings_of_study_b_are_presets() -> None:
    for name in ("b-rave", "b-heuristic-rave"):
        study, path = player(name).parameters, player(f"{name}-path").parameters
        assert (study.credit, path.credit) == ("tree", "path")
        assert replace(study, credit="path") == path
    wide, along = (player(f"{name}:seed=1,iterations=300").analyse(Board()) for name in ("b-rave", "b-rave-path"))
    assert sum(line.details["rave_visits"] for line in wide.lines) > sum(
        line.details["rave_visits"] for line in along.lines
    )


def test_beta_zero_is_uct() -> None:
    plain = player("mcts:iterations=1500,seed=4").analyse(Board())
    zero = player("rave:iterations=1500,seed=4,beta=0").analyse(Board())
    assert [line.visits for line in plain.lines] == [line.visits for line in zero.lines]
    mixed = player("rave:iterations=1500,seed=4,beta=0.5").analyse(Board())
    assert [line.visits for line in plain.lines] != [line.visits for line in mixed.lines]


def test_the_heuristic_player_is_rave_with_another_policy() -> None:
    heuristic, other = player("heuristic-rave:seed=2"), player("rave:policy=heuristic,seed=2")
    assert isinstance(heuristic, HeuristicRavePlayer)
    assert isinstance(other, RavePlayer)
    assert heuristic.spec == "heuristic-rave:seed=2"
    assert player("heuristic-rave:policy=uniform").spec == "heuristic-rave:policy=uniform"
    boards = Board(), Board.from_fen("W:W18,22,K7,30:B9,K13,19,5")
    for board in boards:
        assert [line.visits for line in heuristic.analyse(board).lines] == [
            line.visits for line in other.analyse(board).lines
        ]


def test_the_schedule_matters() -> None:
    constant = player("rave:iterations=1000,seed=4").analyse(Board())
    decay = player("rave:iterations=1000,seed=4,schedule=decay,k=30").analyse(Board())
    assert [line.visits for line in constant.lines] != [line.visits for line in decay.lines]
    assert decay.lines[0].details["beta"] == pytest.approx(math.sqrt(30 / 3030))
    assert decay.tree.root.index == ROOT
