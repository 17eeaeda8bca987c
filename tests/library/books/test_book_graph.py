"""The graph of a growing book: what is backed up equals a naive recursion, and equal positions are one."""

from __future__ import annotations

import random
from functools import cache
from math import inf
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingme import Board
from kingme.book.book_file import BookFile, write_book
from kingme.book.book_scores import PREFERRED, WIN, is_decided, one_ply_before
from kingme.library.books.book_graph import BookGraph, BookNode, LeafScore

STARTS = ("B:W21-32:B1-12", "W:W32,K30,K22,19:B1,2,K5,12", "B:W30,K25:BK1,K6", "W:WK18:B1,3")


def invented(board: Board, seed: int) -> LeafScore:
    """A score that depends on the position alone; now and then a certain one."""
    rng = random.Random(f"{board.hash}:{seed}")
    if not board.codes:
        return LeafScore(-WIN, 0, True)
    if rng.random() < 0.03:
        plies = 2 * rng.randrange(1, 20) + 1
        return LeafScore(WIN - plies, 9, True)
    return LeafScore(rng.randrange(-60, 60), rng.randrange(5, 20), rng.random() < 0.05)


def grow(fen: str, seed: int, count: int, weight: float = 10.0, at_once: int = 1) -> BookGraph:
    """A book of so many positions with invented scores, by several workers who end in any order."""
    rng = random.Random(seed)
    graph = BookGraph("english", 1000, weight)
    graph.add_root(Board.from_fen(fen))
    busy: list[BookNode] = []
    while graph.expanded < count:
        while len(busy) < at_once and (node := graph.next_leaf()) is not None:
            busy.append(node)
        if not busy:
            break
        node = busy.pop(rng.randrange(len(busy)))
        for child in graph.missing(node):
            graph.score(child, invented(child.board, seed))
        graph.expand(node)
    for node in busy:
        graph.set_busy(node, False)
    return graph


def check(graph: BookGraph) -> None:
    """Compute everything again, naively, from the scores of the searches."""

    @cache
    def naive(node: BookNode) -> tuple[int, int]:
        if node.edges is None:
            assert node.own is not None
            return node.own.number, node.own.depth
        below = []
        for edge in node.edges:
            assert edge.follows or edge.child.own is not None
            number, depth = naive(edge.child) if edge.follows else (edge.child.own.number, edge.child.own.depth)
            below.append((one_ply_before(number), 1 + depth))
        return max(below, key=lambda pair: pair[0])

    @cache
    def distance(node: BookNode) -> float:
        if node.known or is_decided(node.value) or not node.board.codes:
            return inf
        if node.edges is None:
            return 0.0
        losses = [node.value - edge.number for edge in node.edges]
        costs = [
            distance(edge.child) + (0 if edge.marks & PREFERRED else graph.weight * loss / 100)
            for edge, loss in zip(node.edges, losses, strict=True)
            if edge.follows
        ]
        return 1 + min(costs, default=inf)

    for node in graph.nodes.values():
        if node.edges is None and node.own is None:
            continue  # a root that nobody has expanded
        assert node.value == naive(node)[0]
        assert node.priority == distance(node)
        if node.edges:
            depths = {1 + edge.source.depth for edge in node.edges if edge.number == node.value}
            assert node.depth in depths
            assert {edge.code for edge in node.edges} == set(node.board.codes)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(STARTS), st.integers(0, 1 << 30), st.integers(1, 40), st.integers(1, 4))
def test_what_is_backed_up_equals_a_naive_recursion(fen: str, seed: int, count: int, at_once: int) -> None:
    graph = grow(fen, seed, count, at_once=at_once)
    check(graph)


def test_a_position_that_comes_about_in_several_ways_is_one() -> None:
    graph = grow(STARTS[0], 3, 150, weight=1.0)
    first = Board().play("11-15").play("22-18").play("15x22")
    assert graph.node(first) is graph.node(first.flip())
    shared = [node for node in graph.nodes.values() if len(node.parents) > 1]
    assert shared
    states = {node.board.state for node in graph.nodes.values()}
    assert len(states) == len(graph.nodes)
    assert all(state[3] == 0 for state in states)


def test_a_larger_weight_follows_the_best_moves_deeper() -> None:
    def deepest(graph: BookGraph) -> int:
        start = graph.roots[0]
        depths = {start.key: 0}
        waiting = [start]
        while waiting:
            node = waiting.pop()
            for edge in node.edges or ():
                if depths.get(edge.child.key, -1) < depths[node.key] + 1:
                    depths[edge.child.key] = depths[node.key] + 1
                    waiting.append(edge.child)
        return max(depths.values())

    assert deepest(grow(STARTS[0], 5, 60, weight=0.0)) < deepest(grow(STARTS[0], 5, 60, weight=100.0))


def test_moves_of_kings_are_ends() -> None:
    graph = grow("B:W30,K25:BK1,K6", 1, 60)
    assert any(not edge.follows for node in graph.nodes.values() for edge in node.edges or ())
    check(graph)  # the recursion would not end in a cycle


@pytest.mark.parametrize("fen", STARTS)
def test_a_book_is_the_same_after_a_file(fen: str, tmp_path: Path) -> None:
    graph = grow(fen, 11, 50)
    write_book(tmp_path / "a.book", graph.contents())
    again = BookGraph.of(BookFile(tmp_path / "a.book").read())
    check(again)
    assert again.contents().entries == graph.contents().entries
    assert again.expanded == graph.expanded
    before, after = graph.next_leaf(), again.next_leaf()
    assert (before and before.key) == (after and after.key)
