"""Giveaway: the rules of English draughts, but whoever has no move has won."""

from __future__ import annotations

from typing import ClassVar

from kingme.core.bits import popcount
from kingme.core.moves import can_move
from kingme.core.plans import GOES_ON, WON
from kingme.games.contract import Evaluation, Game, operation
from kingme.games.english.game import English


class Giveaway(English):
    """English draughts with its aim turned round: the fewer pieces, the better."""

    name = "giveaway"
    title = "Giveaway checkers"
    summary = "English rules, but whoever has no piece or no move has won."
    TABLES = False
    HUNT = "pieces"
    SHAPE = None  # its evaluation counts pieces
    POLICIES = Game.POLICIES  # type: ignore[assignment]
    EVALUATIONS: ClassVar[dict[str, Evaluation]] = {
        "pieces": Evaluation(0, "pieces, the opponent's less one's own", ("piece",))
    }

    playout = Game.playout
    worth = Game.worth
    promise = Game.promise

    @operation
    def ending(game, position):
        own, opp, kings, turn = position
        return GOES_ON if can_move(own, opp, kings, turn) else WON

    @operation
    def gain(game, position, move):
        """Nobody wants to capture: a capture is no better than another move."""
        return 0

    @operation
    def lead(game, position):
        return (popcount(position[1]) - popcount(position[0])) / 12.0

    @operation
    def evaluate(game, position, weights):
        return 100 * (popcount(position[1]) - popcount(position[0]))

    @operation
    def assess(game, position, code, weights):
        return weights[0] * (popcount(position[1]) - popcount(position[0]))
