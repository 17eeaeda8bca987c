"""The root of an alpha-beta search: its moves compared at one depth, or deeper and deeper until something says stop.

What happens below a root move is the business of a kernel, which `minimax` and the endgame search of `hybrid` each have
of their own; what they share is here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from functools import cached_property
from math import inf
from typing import Any, NamedTuple

import numpy as np

from kingme.board import Board
from kingme.core.evaluation_formulas import DECIDED
from kingme.core.jit import kernel
from kingme.move import Move
from kingme.players.base import Analysis, Line, Root
from kingme.players.control import Control
from kingme.players.endplay.at_hand import OFF, AtHand
from kingme.players.endplay.root import root_values
from kingme.players.endplay.verdict import IN_TABLES
from kingme.players.evaluations import read_score, value_of_a_man, write_score

MAX_DEPTH = 64
STRIDE = MAX_DEPTH + 1  # of the principal variations: for each ply a length, then that many moves
FAR = 1 << 60  # where there is no limit


@kernel
def extend_pv(pv, ply, move):
    """The principal variation of a ply becomes `move` and that of the next ply."""
    here = ply * STRIDE
    below = here + STRIDE
    length = pv[below]
    pv[here] = length + 1
    pv[here + 1] = move
    for i in range(1, length + 1):
        pv[here + 1 + i] = pv[below + i]


class RootResult(NamedTuple):
    """What is known of a root move: an exact value in the search's own numbers, or with `bound` one not exceeded."""

    number: float
    bound: bool
    depth: int
    pv: tuple[int, ...]  # the codes of the moves that follow

    def line(self, board: Board, move: Move, man: float) -> Line:
        """The same for people; `man` is what one man counts."""
        if self is NOT_SEARCHED:
            return Line(move, pv=(move,))
        pv, board = [move], board.play_code(move.code)
        for code in self.pv:
            pv.append(board.decode(code))
            board = board.play_code(code)
        details: dict[str, Any] = {"depth": self.depth} | ({"bound": "upper"} if self.bound else {})
        return Line(move, score=read_score(self.number, man), pv=tuple(pv), details=details)


NOT_SEARCHED = RootResult(-inf, True, 0, ())


class RootSearch(ABC):
    """One search; `visit` values a root move, and `run` finds the best of them.

    The first of the best moves in `order` is chosen: the others need only be shown not to be better, and in a random
    order the choice among equals is a drawing of lots. `exact` asks for the true score of every move instead.

    Of a root that the endgame tables `known` have, only the moves that keep the result are searched, and none where the
    distances decide (see `kingme.players.endplay`).
    """

    weights: np.ndarray  # of the evaluation

    def __init__(
        self, root: Root, control: Control, order: list[int], depths: range, *, exact: bool, known: AtHand = OFF
    ) -> None:
        self.root, self.control, self.order, self.depths, self.exact = root, control, order, depths, exact
        self.results = [NOT_SEARCHED] * len(root.moves)
        self.endgame = root_values(root, known, control)
        # In a drawn endgame the tables would make all moves equal: they have chosen those that hold, the rest is play.
        self.known = OFF if self.endgame is not None and self.endgame.best == 0 else known
        if self.endgame is not None:
            self.results = [RootResult(write_score(value.score, 1.0), False, 0, ()) for value in self.endgame.values]
            worth = self.endgame.best_of(root.moves)
            self.order = [i for i in order if root.moves[i] in worth]
        self.chosen = self.order[0]
        self.depth = 0  # the last that was completed
        self.pv = np.zeros((depths[-1] + 2) * STRIDE, np.int64)
        self.stop = control.stop

    @abstractmethod
    def visit(self, move: Move, depth: int, alpha: float) -> float | None:
        """The value of a root move looking `depth` plies ahead, at most `alpha` if it is not better; None if aborted.

        Leaves the variation that follows the move in `pv`, at ply 1.
        """

    @property
    def man(self) -> float:
        """What one man counts in the search's own numbers."""
        return value_of_a_man(self.weights)

    @cached_property
    def favours(self) -> list[float]:
        """What earlier games add to the values of the root's moves, in the search's own numbers."""
        return [men * self.man for men in self.root.favours]

    @property
    @abstractmethod
    def nodes(self) -> int:
        """Positions visited so far."""

    def run(self) -> None:
        """Search to each of the depths until one is not completed, or the end of the game is in sight."""
        if self.endgame is not None and self.endgame.is_settled:
            self.chosen = max(self.order, key=lambda index: self.results[index].number)
            return
        for depth in self.depths:
            if not self.search_depth(depth):
                break
            self.depth = depth
            if abs(self.results[self.chosen].number) > DECIDED:
                break
            self.order.sort(key=lambda i: (i != self.chosen, -self.results[i].number))
        if self.stop[0] and self._is_unsearched:  # looking one ply ahead takes no time
            self.stop = np.zeros(1, np.int64)
            self.depth = int(self.search_depth(1))
            self.stop = self.control.stop

    @property
    def _is_unsearched(self) -> bool:
        """Whether nothing is known, or not all that the very first look tells."""
        return self.depth == 0 and (self.depths[0] == 1 or self.results[self.chosen] is NOT_SEARCHED)

    def search_depth(self, depth: int) -> bool:
        """Compare the root's moves; False if that was not finished, in which case the best so far is chosen."""
        best = -inf
        for index in self.order:
            favour = self.favours[index]
            alpha = -inf if self.exact else best - favour
            value = self.visit(self.root.moves[index], depth, alpha)
            if value is None:
                return False
            pv = self.pv[STRIDE + 1 : STRIDE + 1 + self.pv[STRIDE]]
            self.results[index] = RootResult(value, value <= alpha, depth, tuple(pv.tolist()))
            if abs(value) < IN_TABLES:
                value += favour
            if value > best:
                best, self.chosen = value, index
        return True

    def info(self) -> Analysis:
        """The state of the search as it stands."""
        chosen = self.chosen
        found = zip(self.root.moves, self.results, strict=True)
        lines = [result.line(self.root.board, move, self.man) for move, result in found]
        if self.endgame is not None:
            lines = [self._with_table(line) for line in lines]
        return Analysis(
            self.root.moves[chosen],
            lines,
            lines[chosen].pv,
            score=lines[chosen].score,
            depth=float(self.depth),
            max_depth=self.depth,
            nodes=self.nodes,
            iterations=self.depth,
        )

    def _with_table(self, line: Line) -> Line:
        """A line with what the tables say of its move; what they call a draw is one, whatever the evaluation says."""
        assert self.endgame is not None
        value = self.endgame.of(line.move)
        score = value.score if value.wdl == 0 else line.score
        is_read = self.endgame.is_settled and line.move == self.root.moves[self.chosen]
        pv = self.endgame.line(line.move) if is_read else line.pv
        return replace(line, score=score, pv=pv, details=line.details | self.endgame.details(line.move))
