"""`TreeView`: a search tree seen from Python, for reports, drawings and tests.

It reads the arrays of `kingme.players.nodes` and plays the moves to show positions. Reading while the search writes is
fine: figures may be a simulation old, and a move that is not legal, because it was half written, ends what is shown.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kingme.board import Board
from kingme.move import Move
from kingme.players.nodes import LOST, ROOT, WON, Nodes


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node of a tree: `value` is the mean result for the side that made `move`; `parent` is None at the root."""

    index: int
    parent: int | None
    depth: int
    move: Move | None
    board: Board  # the position after the move
    visits: int
    value: float | None
    exploit: float | None  # the two parts of UCT's score and their sum, None where there was no visit
    explore: float | None
    uct: float | None
    proof: str  # "win" or "loss" for the side that made the move where that is proved, else ""


class TreeView:
    """A tree: `view.root`, `view.children(node)`, and `view.walk(100)` for the most visited nodes of all."""

    def __init__(self, board: Board, nodes: Nodes, c: float) -> None:
        self.nodes, self.c = nodes, c
        visits = int(nodes.visits[ROOT])
        value = float(nodes.value[ROOT]) / visits if visits else None
        self.root = TreeNode(
            ROOT, None, 0, None, board, visits, value, value, None, None, proof_name(int(nodes.proof[ROOT]))
        )

    def children(self, node: TreeNode) -> list[TreeNode]:
        """The children of a node that are part of the tree, most visits first."""
        first = int(self.nodes.first[node.index])
        if first < 0:
            return []
        moves = {move.code: move for move in reversed(node.board.legal_moves())}
        found = [
            self._child(node, child, moves[int(self.nodes.move[child])])
            for child in range(first, first + int(self.nodes.opened[node.index]))
            if int(self.nodes.move[child]) in moves
        ]
        return sorted(found, key=lambda child: -child.visits)

    def _child(self, parent: TreeNode, index: int, move: Move) -> TreeNode:
        nodes, visits = self.nodes, int(self.nodes.visits[index])
        exploit = explore = None
        if visits:
            exploit = float(nodes.value[index]) / visits
            explore = self.c * math.sqrt(math.log(max(parent.visits, 1)) / visits)
        proof = proof_name(int(nodes.proof[index]))
        return TreeNode(
            index,
            parent.index,
            parent.depth + 1,
            move,
            parent.board.play_code(move.code),
            visits,
            1.0 if proof == "win" else 0.0 if proof == "loss" else exploit,
            exploit,
            explore,
            exploit + explore if exploit is not None and explore is not None else None,
            proof,
        )

    def walk(self, limit: int = 100) -> Iterator[TreeNode]:
        """The most visited nodes, most visits first, parents before their children; the root is the first of them."""
        queue = [(-self.root.visits, 0, self.root)]
        seen = 0
        for _ in range(limit):
            if not queue:
                return
            node = heapq.heappop(queue)[2]
            yield node
            for child in self.children(node):
                seen += 1
                if child.visits:
                    heapq.heappush(queue, (-child.visits, seen, child))

    def _repr_svg_(self) -> str:
        from kingme.players.analysis_html import tree_svg

        return tree_svg(self)

    def as_dicts(self, limit: int = 100) -> list[dict[str, Any]]:
        """The nodes of `walk` in plain values, e.g. for JSON."""
        return [
            {
                "node": node.index,
                "parent": node.parent,
                "depth": node.depth,
                "move": None if node.move is None else str(node.move),
                "visits": node.visits,
                "value": node.value,
                "exploit": node.exploit,
                "explore": node.explore,
                "uct": node.uct,
                "proof": node.proof,
            }
            for node in self.walk(limit)
        ]


def principal_variation(board: Board, nodes: Nodes, node: int, length: int = 24) -> tuple[Move, ...]:
    """The most visited moves from a node on, where `board` is reached; a proven win goes first, a proven loss last."""
    moves: list[Move] = []
    while len(moves) < length and (first := int(nodes.first[node])) >= 0:
        block = slice(first, first + int(nodes.opened[node]))
        ranks = [
            (proof == WON, proof != LOST, visits, child)
            for child, (visits, proof) in enumerate(
                zip(nodes.visits[block].tolist(), nodes.proof[block].tolist(), strict=True), first
            )
        ]
        if not any(visits for _, _, visits, _ in ranks):
            break
        node = max(ranks)[3]
        code = int(nodes.move[node])
        if code not in board.codes:
            break
        moves.append(board.decode(code))
        board = board.play_code(code)
    return tuple(moves)


def proof_name(proof: int) -> str:
    """The proof of a node in words: of a win or of a loss for the side that moved there, or of nothing."""
    return {WON: "win", LOST: "loss"}.get(proof, "")
