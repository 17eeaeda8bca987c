"""A search as the plain data that goes to the page: the shape is told in `docs/web.md`, "Analysis".

The figures are those of `Info` and `Analysis`, neither rounded nor computed anew, so that the page shows what a program
would read. Made up to ten times a second while the search runs, so whatever can be remembered between two snapshots is:
the text of each move in each position, and the nodes of the tree.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from kingme.board import Board
from kingme.move import Move
from kingme.players.base import Info, Line
from kingme.web.analysis.trees import TreeReader
from kingme.web.views import finite, move_info, score_info

MOST_LINES = 40
LONGEST_PV = 24
SHORT_PV = 6  # of moves beyond the best lines
MOST_KNOWN = 20_000  # moves whose text is remembered
FEW_NODES, MANY_NODES = 300, 2000  # of a tree, while it grows and when it is finished


class _Step(NamedTuple):
    """A move: its text, and the position after it."""

    text: str
    after: Board
    fen: str


class Snapshots:
    """The snapshots of one search."""

    def __init__(self, board: Board, player: str, *, lines: int = 1, tree: bool = False) -> None:
        self._board, self._player, self._lines = board, player, lines
        self._tree = TreeReader() if tree else None
        self._known: dict[tuple[Board, Move], _Step | None] = {}
        self._fen = board.named_fen()
        self.table: dict[str, Any] | None = None  # what the endgame tables say of the position

    def take(
        self, info: Info, *, final: bool = False, with_tree: bool = True, most_nodes: int = FEW_NODES
    ) -> dict[str, Any]:
        """The state of a search, or its result."""
        ranked = info.best_lines()[:MOST_LINES]
        total = sum(line.visits for line in info.lines)
        lines = [self._line(line, total, rank) for rank, line in enumerate(ranked)]
        best = ranked[0].details if ranked else {}
        tree = None
        if self._tree is not None and with_tree and getattr(info, "tree", None) is not None:
            tree = {"nodes": self._tree.read(info.tree, MANY_NODES if final else most_nodes)}
        return {
            "player": self._player,
            "final": final,
            "move": None if info.move is None else self._text(self._board, info.move),
            "value": finite(info.value),
            "score": score_info(info.score),
            "depth": finite(info.depth) or 0.0,
            "max_depth": info.max_depth,
            "nodes": info.nodes,
            "iterations": info.iterations,
            "rate": finite(info.rate) or 0.0,
            "time": info.time,
            "memory": info.memory,
            "outcomes": list(info.outcomes),
            "expected": {name: best[name] for name in ("win", "draw", "loss")} if "draw" in best else None,
            "pv": self._variation(info.pv, LONGEST_PV)[0],
            "fen": self._fen,
            "lines": lines,
            "tree": tree,
            "table": self.table,
            "stopped": bool(getattr(info, "stopped", False)),
            "errs": bool(info.details.get("errs", False)),
        }

    def _line(self, line: Line, total: int, rank: int) -> dict[str, Any]:
        is_best = rank < max(self._lines, 1)
        texts, paths, fens = self._variation(line.pv, LONGEST_PV if is_best else SHORT_PV, with_fens=is_best)
        return {
            "move": move_info(self._board, line.move) | {"text": self._text(self._board, line.move)},
            "value": finite(line.value),
            "score": score_info(line.score),
            "interval": None if line.interval is None else [float(bound) for bound in line.interval],
            "visits": line.visits,
            "share": line.visits / total if total else None,
            "pv": texts,
            "pv_paths": paths,
            "pv_fens": fens,
            "details": {key: _plain(value) for key, value in line.details.items()},
        }

    def _variation(
        self, moves: tuple[Move, ...], longest: int, *, with_fens: bool = False
    ) -> tuple[list[str], list[list[int]], list[str]]:
        """A line of play as texts, paths and positions, as far as it is legal: a tree in the making may be stale."""
        board = self._board
        texts: list[str] = []
        paths: list[list[int]] = []
        fens: list[str] = []
        for move in moves[:longest]:
            step = self._step(board, move)
            if step is None:
                break
            texts.append(step.text)
            paths.append(list(move.path))
            board = step.after
            if with_fens:
                fens.append(step.fen)
        return texts, paths, fens

    def _text(self, board: Board, move: Move) -> str:
        step = self._step(board, move)
        return str(move) if step is None else step.text

    def _step(self, board: Board, move: Move) -> _Step | None:
        key = board, move
        if key not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            legal = move in board.legal_moves()
            after = board.play_code(move.code) if legal else None
            self._known[key] = None if after is None else _Step(board.notation(move), after, after.named_fen())
        return self._known[key]


def _plain(value: Any) -> Any:
    """A figure of an algorithm in a form that JSON holds."""
    if isinstance(value, bool | str | int) or value is None:
        return value
    if isinstance(value, float):
        return finite(value)
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return str(value)
