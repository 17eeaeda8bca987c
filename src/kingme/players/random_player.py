"""`random`: every legal move is as likely as any other. The floor that all others must beat."""

from __future__ import annotations

import random
from dataclasses import dataclass

from kingme.players.base import Analysis, Line, Player, Root
from kingme.players.book_move import book_parameter, plies_parameter, width_parameter
from kingme.players.control import Control
from kingme.players.parameters import Parameters, param


@dataclass(frozen=True)
class RandomParameters(Parameters):
    seed: int | None = param(None, "seed of the random numbers; none for a new one each time", low=0)
    book: str = book_parameter()
    book_width: int = width_parameter()
    book_plies: int | None = plies_parameter()


class RandomPlayer(Player):
    name = "random"
    summary = "plays any legal move, each with the same chance"
    parameters_class = RandomParameters

    def _search(self, root: Root, control: Control) -> Analysis:
        move = random.Random(root.seed(self.parameters.seed)).choice(root.moves)
        chance = 1 / len(root.moves)
        lines = [Line(legal, details={"chance": chance}) for legal in root.moves]
        report = f"{len(lines)} legal moves, picked at random: {move}"
        return Analysis(move, lines, (move,), nodes=len(lines), words=report)
