"""`BookGraph`: the positions of a growing book, their values backed up, and which of them to expand next.

A position is expanded when each of its moves has a score. Its children are expanded ones or leaves; a leaf has the
score of a search. Values go up as in any game tree,

    value(leaf)     = what the search said
    value(position) = the best of -value(child)

and with them a priority, the lowest of which is expanded next (Lincke, "Strategies for the Automatic Construction of
Opening Books", 2000: drop-out expansion):

    priority(leaf)     = 0, or infinite where there is nothing to gain
    priority(position) = 1 + the smallest of priority(child) + weight * men lost by the move to it

So a line is followed one ply deeper as long as the best moves are played; a move that gives up a tenth of a man is
looked at as if it stood `weight` / 10 plies deeper. A leaf with one move is expanded as soon as it has been searched,
without another search: what the engine said of it is what it says of the position after that move. Best-first
expansion, of which this is the general form, is a very large weight: only best moves are followed, and an opponent who
plays another one is out of the book at once. Lincke has a book for one side and expands only its best moves; this one
serves both sides, and so both may deviate.

Positions that come about in several ways are one node, and swapped sides are the same. For a graph with cycles, values
would depend on the way: a position that comes again is a draw to the rules. There are none here. A move after which
an earlier position could come again (a king's, in draughts) is an end: its score is that of the search, and what is
known of the position beyond it is not backed up through it. Every other move makes progress that cannot be undone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf

from kingme.board import Board
from kingme.book.book_file import BookContents, EntryMove, seen_by_first
from kingme.book.book_scores import HUNDREDTHS, KNOWN, NO_SCORE, PREFERRED, is_decided, number_before, one_ply_before
from kingme.games.registry import find_game

WEIGHT = 10.0  # plies that a move is put back by for each man that it loses


@dataclass(frozen=True, slots=True)
class LeafScore:
    """What a search says of a position, for the side to move, as a book counts (`kingme.book.book_scores`)."""

    number: int
    depth: int = 0
    known: bool = False


@dataclass(slots=True, eq=False)
class BookEdge:
    """A move of an expanded position."""

    code: int
    child: BookNode
    follows: bool  # whether values come up through it: not where an earlier position could come again
    marks: int = 0

    @property
    def source(self) -> LeafScore:
        """What it leads to, for the side to move there."""
        if self.follows:
            return LeafScore(self.child.value, self.child.depth, self.child.known)
        assert self.child.own is not None
        return self.child.own

    @property
    def number(self) -> int:
        """Its score for the side that makes it."""
        return one_ply_before(self.source.number)


@dataclass(slots=True, eq=False)
class BookNode:
    """A position of the book, with side 0 to move."""

    board: Board
    own: LeafScore | None = None  # what a search said
    edges: list[BookEdge] | None = None  # none for a leaf
    parents: list[BookNode] = field(default_factory=list)  # those whose values and priorities follow from it
    value: int = 0
    depth: int = 0
    known: bool = False
    priority: float = 0.0
    is_busy: bool = False  # whether somebody searches its children

    @property
    def key(self) -> int:
        return self.board.hash


class BookGraph:
    """All positions of a book; see the head of this file."""

    def __init__(self, game: str, nodes: int = 0, weight: float = WEIGHT) -> None:
        self.game = find_game(game)
        self.leaf_nodes = nodes
        self.weight = weight
        self.nodes: dict[int, BookNode] = {}
        self.roots: list[BookNode] = []
        self.first: list[BookNode] = []  # to be expanded before all others
        self.expanded = 0
        self._marks: dict[int, dict[int, int]] = {}  # by hand, of positions that are not expanded yet

    # --- growing ----------------------------------------------------------------------------------------------------

    def node(self, board: Board) -> BookNode:
        """The node of a position, a new leaf if there is none."""
        board = seen_by_first(board)
        if board.hash not in self.nodes:
            self.nodes[board.hash] = BookNode(board)
        return self.nodes[board.hash]

    def add_root(self, board: Board) -> None:
        """Let the book grow from a position too."""
        node = self.node(board)
        if node not in self.roots:
            self.roots.append(node)

    def put_first(self, board: Board) -> None:
        """Have a position expanded before all that have a priority only."""
        node = self.node(board)
        if node.edges is None and node not in self.first:
            self.first.append(node)

    def missing(self, node: BookNode) -> list[BookNode]:
        """The children of a leaf that have to be searched before it can be expanded."""
        wanted = []
        for code in dict.fromkeys(node.board.codes):
            child = self.node(node.board.play_code(code))
            needs_own = child.edges is None or not self._follows(node, code)
            if needs_own and child.own is None and child not in wanted:
                wanted.append(child)
        return wanted

    def _follows(self, node: BookNode, code: int) -> bool:
        return bool(self.game.is_irreversible(node.board.state, code))

    def score(self, node: BookNode, score: LeafScore) -> None:
        """Say what a search found; the first word counts."""
        if node.own is None:
            node.own = score
            if node.edges is None:
                self._update(node)
                self._expand_forced(node)

    def expand_all_forced(self) -> None:
        """Expand the leaves of a book that need no search; see `_expand_forced`."""
        for node in list(self.nodes.values()):
            self._expand_forced(node)

    def _expand_forced(self, node: BookNode) -> None:
        """Expand a leaf that has one move only: its search was one of the position after that move, a ply less deep."""
        while node.edges is None and node.own is not None and not node.own.known:
            codes = list(dict.fromkeys(node.board.codes))
            if len(codes) != 1 or is_decided(node.own.number) or not self._follows(node, codes[0]):
                return
            child = self.node(node.board.play_code(codes[0]))
            if child.edges is None and child.own is None:
                child.own = LeafScore(number_before(node.own.number), max(0, node.own.depth - 1))
                self._update(child)
            self.expand(node)
            node = child

    def expand(self, node: BookNode) -> None:
        """Make a leaf, whose children have all been searched, a position of the book."""
        if node.edges is None:
            self._open(node)
            self._update(node)

    def _open(self, node: BookNode) -> None:
        """Give a leaf its edges; what follows from them is for the caller to compute."""
        marks = self._marks.pop(node.key, {})
        node.edges = []
        for code in dict.fromkeys(node.board.codes):
            child = self.node(node.board.play_code(code))
            follows = self._follows(node, code)
            node.edges.append(BookEdge(code, child, follows, marks.get(code, 0)))
            if follows:
                child.parents.append(node)
        node.is_busy = False
        self.expanded += 1

    def _compute_all(self) -> None:
        """Compute every node once, those below before those above."""
        done: set[int] = set()
        waiting = [(node, False) for node in self.nodes.values()]
        while waiting:
            node, is_ready = waiting.pop()
            if is_ready:
                self._compute(node)
            elif node.key not in done:
                done.add(node.key)
                waiting.append((node, True))
                below = (edge.child for edge in node.edges or () if edge.follows)
                waiting += [(child, False) for child in below if child.key not in done]

    def _update(self, node: BookNode) -> None:
        """Compute a node and whatever follows from it."""
        waiting = [node]
        while waiting:
            node = waiting.pop()
            before = node.value, node.depth, node.known, node.priority
            self._compute(node)
            if (node.value, node.depth, node.known, node.priority) != before:
                waiting.extend(node.parents)

    def _compute(self, node: BookNode) -> None:
        if node.edges is None:
            if node.own is not None:
                node.value, node.depth, node.known = node.own.number, node.own.depth, node.own.known
            ends = node.is_busy or node.known or is_decided(node.value) or not node.board.codes
            node.priority = inf if ends else 0.0
            return
        if not node.edges:
            node.priority = inf
            return
        best = max(node.edges, key=lambda edge: (edge.number, edge.source.known))
        node.value, node.depth = best.number, 1 + best.source.depth
        node.known = best.source.known and (node.value > 0 or all(edge.source.known for edge in node.edges))
        costs = [edge.child.priority + self._loss(node, edge) for edge in node.edges if edge.follows]
        node.priority = inf if node.known or is_decided(node.value) else 1.0 + min(costs, default=inf)

    def _loss(self, node: BookNode, edge: BookEdge) -> float:
        """By how many plies a move is put back; not at all if somebody prefers it."""
        if edge.marks & PREFERRED:
            return 0.0
        return self.weight * (node.value - edge.number) / HUNDREDTHS

    # --- what comes next --------------------------------------------------------------------------------------------

    def next_leaf(self) -> BookNode | None:
        """The leaf to expand next, which is then busy; None while there is none."""
        while self.first and self.first[0].edges is not None:
            self.first.pop(0)
        node = next((node for node in self.first if node.edges is None and not node.is_busy), None)
        if node is None:
            node = min(self.roots, key=lambda root: root.priority, default=None)
            if node is None or node.priority == inf:
                return None
            while node.edges is not None:
                node = self._next_child(node)
        self.set_busy(node, True)
        return node

    def _next_child(self, node: BookNode) -> BookNode:
        edges = [edge for edge in node.edges or () if edge.follows]
        return min(edges, key=lambda edge: edge.child.priority + self._loss(node, edge)).child

    def set_busy(self, node: BookNode, is_busy: bool) -> None:
        """Take a leaf out of the queue while it is searched, or put it back."""
        node.is_busy = is_busy
        self._update(node)

    # --- from and to files ------------------------------------------------------------------------------------------

    @classmethod
    def of(cls, contents: BookContents, weight: float = WEIGHT) -> BookGraph:
        """The graph that a book was written from: walked through from its roots.

        Positions with moves that were never searched, because somebody added one by hand, are expanded first.
        """
        graph = cls(contents.game, contents.nodes, weight)
        for fen in contents.roots:
            graph.add_root(Board.from_fen(fen, contents.game))
        found = _walk(graph, contents)
        full = [node for node in found if _is_full(node, contents.entries[node.key])]
        whole = {node.key for node in full}
        for node in found:
            for move in contents.entries[node.key]:
                child = graph.node(node.board.play_code(move.code))
                is_own = child.key not in whole or not graph._follows(node, move.code)
                if is_own and child.own is None and move.score != NO_SCORE:
                    depth, known = max(0, move.depth - 1), bool(move.marks & KNOWN)
                    child.own = LeafScore(number_before(move.score), depth, known)
            graph._marks[node.key] = {move.code: move.marks & ~KNOWN for move in contents.entries[node.key]}
            if node.key not in whole:
                graph.put_first(node.board)
        for node in full:
            graph._open(node)
        graph._compute_all()
        return graph

    def contents(self) -> BookContents:
        """The book as it is to be written."""
        made = BookContents(self.game.name, [node.board.fen() for node in self.roots], self.leaf_nodes)
        for node in self.nodes.values():
            if node.edges:
                made.entries[node.key] = [_entry_move(edge) for edge in node.edges]
        for key, marks in self._marks.items():
            made.entries[key] = [self._unfinished(self.nodes[key], code, mark) for code, mark in marks.items()]
        return made

    def _unfinished(self, node: BookNode, code: int, marks: int) -> EntryMove:
        """A move of a position that is not expanded yet, as somebody has added it."""
        child = self.node(node.board.play_code(code))
        if child.own is None:
            return EntryMove(code, NO_SCORE, 0, marks)
        return _entry_move(BookEdge(code, child, False, marks))


def _entry_move(edge: BookEdge) -> EntryMove:
    source = edge.source
    return EntryMove(edge.code, edge.number, 1 + source.depth, edge.marks | (KNOWN if source.known else 0))


def _walk(graph: BookGraph, contents: BookContents) -> list[BookNode]:
    """The positions of a book that its roots lead to."""
    waiting, found = list(graph.roots), dict[int, BookNode]()
    while waiting:
        node = waiting.pop()
        if node.key in found or node.key not in contents.entries:
            continue
        found[node.key] = node
        legal = set(node.board.codes)
        waiting += [
            graph.node(node.board.play_code(move.code)) for move in contents.entries[node.key] if move.code in legal
        ]
    return list(found.values())


def _is_full(node: BookNode, moves: Iterable[EntryMove]) -> bool:
    """Whether every move of a position has a score."""
    return {move.code for move in moves if move.score != NO_SCORE} >= set(node.board.codes)
