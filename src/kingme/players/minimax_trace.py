"""What a minimax search leaves behind: the trace of every position, the counts, and the report that shows them.

The kernel writes an event as it enters a position and completes it as it leaves, into arrays of a fixed size; so events
stand in the order of the search, parents before their children, and print as an indented tree. Inside, all values are
those of the side to move; a trace shows them as study A does, for the side that searches, which is MAX.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, overload

import numpy as np

from kingme.board import Board
from kingme.core.jit import kernel
from kingme.move import Move
from kingme.players.base import Analysis, Line
from kingme.players.evaluations import read_score
from kingme.score import Score

INNER, CUTOFF, LEAF, OVER, DRAW, STOPPED, TABLE = range(7)
KINDS = ("inner", "cutoff", "leaf", "game over", "draw", "stopped", "endgame table")

FIELDS, VALUES = 5, 3  # an event is `ply, depth, move, kind, skipped` and `alpha, beta, value`
TREE_LINES = 400  # of a trace in a report


@kernel
def open_event(events, values, event, ply, depth, move, alpha, beta):
    """Write what is known of a position when the search enters it."""
    at = FIELDS * event
    events[at] = ply
    events[at + 1] = depth
    events[at + 2] = move
    events[at + 3] = STOPPED  # unless it is completed
    events[at + 4] = 0
    at = VALUES * event
    values[at] = alpha
    values[at + 1] = beta
    values[at + 2] = 0.0


@kernel
def close_event(events, values, event, kind, skipped, value):
    """Write what has become known of a position when the search leaves it."""
    events[FIELDS * event + 3] = kind
    events[FIELDS * event + 4] = skipped
    values[VALUES * event + 2] = value


@dataclass(frozen=True, slots=True)
class TraceEvent:
    """One position of a search, in the terms of the side that searches.

    `alpha` and `beta` are as the search entered the position, None where they were unbounded. A `cutoff` left `skipped`
    moves unsearched, and `value` is then a bound.
    """

    node: str  # "MAX" or "MIN"
    ply: int  # distance from the root
    depth: int  # plies still to search
    move: Move | None  # that led here; None at the root
    value: Score
    alpha: Score | None
    beta: Score | None
    kind: str  # one of KINDS
    skipped: int

    @property
    def cutoff(self) -> bool:
        return self.kind == "cutoff"

    def __str__(self) -> str:
        name = f"{self.node} {self.move or 'root'}"
        window = f"alpha {_bound(self.alpha, '-∞')}, beta {_bound(self.beta, '+∞')}"
        text = f"{'  ' * self.ply}{name}: {self.value}  ({window})"
        if self.cutoff:
            return f"{text}  cutoff, {self.skipped or 'none'} of its moves skipped"
        return text if self.kind == "inner" else f"{text}  {self.kind}"


def _bound(value: Score | None, unbounded: str) -> str:
    return unbounded if value is None else str(value)


class Trace(Sequence[TraceEvent]):
    """The events that were recorded from a root position, in the order of the search.

    A million of them take seconds to be written out, and so it is done as they are asked for, and not on the clock.
    """

    def __init__(self, board: Board, events: np.ndarray, values: np.ndarray, man: float) -> None:
        self._recorded = board, events, values, man
        self._size = len(events) // FIELDS
        self._known: list[TraceEvent] = []
        self._rest = _decode(board, events.reshape(-1, FIELDS), values.reshape(-1, VALUES), man)

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> TraceEvent: ...

    @overload
    def __getitem__(self, index: slice) -> list[TraceEvent]: ...

    def __getitem__(self, index: int | slice) -> TraceEvent | list[TraceEvent]:
        wanted = range(self._size)[index]
        last = wanted if isinstance(wanted, int) else max(wanted, default=-1)
        while len(self._known) <= last:
            self._known.append(next(self._rest))
        return self._known[wanted] if isinstance(wanted, int) else [self._known[place] for place in wanted]

    def __reduce__(self) -> tuple[Any, ...]:
        return Trace, self._recorded


def _decode(board: Board, events: np.ndarray, values: np.ndarray, man: float) -> Iterator[TraceEvent]:
    way = [board]  # the positions from the root to the parent of the event
    for numbers, floats in zip(events, values, strict=True):
        ply, depth, code, kind, skipped = numbers.tolist()
        alpha, beta, value = floats.tolist()
        move = None
        if ply:
            del way[ply:]
            move = way[-1].decode(code)
            way.append(way[-1].play_code(code))
            if ply % 2:  # MIN
                alpha, beta, value = -beta, -alpha, 0.0 - value
        node = "MIN" if ply % 2 else "MAX"
        low = None if alpha == -inf else read_score(alpha, man)
        high = None if beta == inf else read_score(beta, man)
        yield TraceEvent(node, ply, depth, move, read_score(value, man), low, high, KINDS[kind], skipped)


def branching_factor(nodes: int, depth: int) -> float:
    """The effective branching factor b*: a uniform tree of this depth with b* moves everywhere has as many positions.

    It solves nodes = b* + b*^2 + ... + b*^depth (Russell and Norvig, the root not counted).

    >>> branching_factor(8, 1), round(branching_factor(2 + 4 + 8, 3), 6)
    (8.0, 2.0)
    """
    low, high = 0.0, float(nodes)
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if sum(middle**ply for ply in range(1, depth + 1)) < nodes else (low, middle)
    return round(high, 6)


def describe_counts(nodes: int, leaves: int, depth: int) -> dict[str, Any]:
    """Positions visited and evaluated by one search to a depth, and what that makes per move."""
    branching = branching_factor(int(nodes), depth)
    return {"depth": depth, "nodes": int(nodes), "evaluated": int(leaves), "branching": branching}


def write_report(board: Board, title: str, analysis: Analysis) -> str:
    """The decision in words: a line for each move, the counts, and the trace if there is one."""
    rows = [f"{title}; {board.turn} to move is MAX", *(_row(line, analysis.move) for line in analysis.best_lines())]
    last, plain = analysis.details["last"], analysis.details.get("plain")
    rows.append(f"Depth {last['depth']}: {_say(last)}")
    if plain:
        saved = 1 - last["evaluated"] / max(1, plain["evaluated"])
        rows.append(f"Without pruning: {_say(plain)}; pruning saved {saved:.0%} of the evaluations")
    rows += map(str, analysis.trace[:TREE_LINES])
    if len(analysis.trace) > TREE_LINES:
        rows.append(f"... and {len(analysis.trace) - TREE_LINES:,} positions more in the trace")
    return "\n".join(rows)


def _say(counts: dict[str, Any]) -> str:
    return f"{counts['nodes']:,} positions, {counts['evaluated']:,} of them evaluated, b* {counts['branching']:.2f}"


def _row(line: Line, chosen: Move | None) -> str:
    mark = "*" if line.move == chosen else " "
    if line.score is None:
        return f"{mark} {line.move}  not searched"
    sign = "at most " if "bound" in line.details else ""
    return f"{mark} {line.move!s:<10} {f'{sign}{line.score}':<24} {' '.join(map(str, line.pv))}"
