"""`TreeReader`: the most visited nodes of a search tree as plain data, many times a second.

`kingme.players.view` shows every node with its board, which is made for looking around in Python. A stream needs the
same few hundred nodes again and again: their numbers are read straight from the tree's arrays, and what never changes
(a node's parent, its move's text, its position) is remembered by the node's number.
"""

from __future__ import annotations

import heapq
import math
from typing import Any, NamedTuple

from kingme.board import Board
from kingme.players.nodes import LOST, ROOT, WON
from kingme.players.view import TreeView

_DIGITS = 6


class _Known(NamedTuple):
    parent: int | None
    depth: int
    text: str | None
    board: Board


class TreeReader:
    """The tree of one search; node numbers keep their meaning until it ends."""

    def __init__(self) -> None:
        self._known: dict[int, _Known] = {}

    def read(self, view: TreeView, limit: int) -> list[dict[str, Any]]:
        """The nodes with the most visits, most visits first, parents before their children."""
        nodes = view.nodes
        found: list[dict[str, Any]] = []
        self._known.setdefault(ROOT, _Known(None, 0, None, view.root.board))
        root_visits = int(nodes.visits[ROOT])
        queue: list[tuple[int, int, int, int]] = [(-root_visits, ROOT, ROOT, root_visits)]
        while queue and len(found) < limit:
            negative, node, parent, parent_visits = heapq.heappop(queue)
            known = self._known.get(node) or self._meet(view, node, parent)
            if known is None:
                continue
            visits = -negative
            found.append(_entry(view, node, known, visits, parent_visits))
            first = int(nodes.first[node])
            if first < 0:
                continue
            block = nodes.visits[first : first + int(nodes.opened[node])].tolist()
            for child, count in enumerate(block, start=first):
                if count:
                    heapq.heappush(queue, (-count, child, node, visits))
        return found

    def _meet(self, view: TreeView, node: int, parent: int) -> _Known | None:
        """Remember a node that is seen for the first time; None if its move is not written yet."""
        before = self._known[parent]
        code = int(view.nodes.move[node])
        move = next((move for move in before.board.legal_moves() if move.code == code), None)
        if move is None:
            return None
        made = _Known(parent, before.depth + 1, before.board.notation(move), before.board.play_code(code))
        self._known[node] = made
        return made


def _entry(view: TreeView, node: int, known: _Known, visits: int, parent_visits: int) -> dict[str, Any]:
    """A node: `value` is for the side that made its move; the parts of UCT as the next selection would see them."""
    proof = int(view.nodes.proof[node])
    exploit = float(view.nodes.value[node]) / visits if visits else None
    explore = None
    if known.parent is not None and visits:
        explore = view.c * math.sqrt(math.log(max(parent_visits, 1)) / visits)
    value = 1.0 if proof == WON else 0.0 if proof == LOST else exploit
    return {
        "id": node,
        "parent": known.parent,
        "move": known.text,
        "depth": known.depth,
        "visits": visits,
        "value": _rounded(value),
        "exploit": _rounded(exploit),
        "explore": _rounded(explore),
        "uct": None if exploit is None or explore is None else _rounded(exploit + explore),
        "proof": "win" if proof == WON else "loss" if proof == LOST else "",
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)
