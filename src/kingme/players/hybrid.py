"""`hybrid`: Monte Carlo tree search until the endgame, and then alpha-beta.

Simulations judge a crowded board well and a bare one badly. With two kings against one, random games end by chance or
not at all, every move looks like the others, and a tree search that has the won game in hand wanders about until it is
a draw. Study E's agent therefore tests before every move whether the endgame has come, and if so hands over to an
alpha-beta search with a transposition table, which hunts the enemy down (`kingme.players.endplay.endgame_search`).

Until then it is `mcts` with all its options, study E's two-phase simulation `X+Y` among them, and with the RAVE scores
of `rave` where `amaf` is on.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

from kingme.board import Board
from kingme.players.amaf import Amaf
from kingme.players.base import Analysis, Root
from kingme.players.control import Control
from kingme.players.deepening import FAR
from kingme.players.endplay.at_hand import at_hand
from kingme.players.endplay.endgame_search import EndgameSearch
from kingme.players.parameters import Parameters, param
from kingme.players.rave import RaveParameters, RavePlayer

DEFAULT_NODES = 1_000_000


@dataclass(frozen=True)
class HybridParameters(RaveParameters):
    amaf: bool = param(False, "whether all moves count as first (RAVE)")
    endgame: int = param(8, "pieces on the board, or fewer, with which alpha-beta takes over; 0: never", low=0, high=24)
    kings: bool = param(False, "alpha-beta takes over only when all pieces are kings")
    positions: int | None = param(
        None,
        f"positions that alpha-beta looks at; none: {DEFAULT_NODES:,} if no time or nodes are limited",
        low=1,
        resource="nodes",
    )


class HybridPlayer(RavePlayer):
    name = "hybrid"
    summary = "Monte Carlo tree search, and alpha-beta with a transposition table in the endgame"
    parameters_class: ClassVar[type[Parameters]] = HybridParameters

    def hands_over(self, board: Board) -> bool:
        """Whether alpha-beta takes over here."""
        if board.game.left(board.state) > self.parameters.endgame:
            return False
        return not (self.parameters.kings and board.pieces(king=False))

    def _amaf(self) -> Amaf:
        return super()._amaf() if self.parameters.amaf else Amaf()

    def _search(self, root: Root, control: Control) -> Analysis:
        if not self.hands_over(root.board):
            return super()._search(root, control)
        limit = control.limit
        bounds = [number for number in (self.parameters.positions, limit.nodes) if number is not None]
        if not bounds:
            bounds = [DEFAULT_NODES if limit.seconds() is None else FAR]
        order = list(range(len(root.moves)))
        random.Random(root.seed(self.parameters.seed)).shuffle(order)  # a drawing of lots among equal moves
        known, most = at_hand(self.parameters.tables, root), control.at_most(min(bounds))
        search = EndgameSearch(root, control, order, most, known)
        control.run(search.run, snapshot=search.info)
        return search.analysis()
