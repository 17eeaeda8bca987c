"""The player that is asked for advice: it gives hints, and judges a game where the opponent cannot."""

from __future__ import annotations

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.players.registry import player_class

ANALYST = "engine:nodes=300000,hash=16"
"""A fraction of a second, and the same strength on every machine."""
TABLES = ",tables=on"
"""With the endgame tables at hand, in the games that have them."""
SPARE_ANALYST = "minimax:depth=7,evaluation=positional"
"""The same where there is no engine."""


def analyst_spec(board: Board) -> str:
    """The strongest player that is available for the game of a position."""
    try:
        player_class("engine")
    except (KingMeError, ImportError, AttributeError):
        return SPARE_ANALYST
    return ANALYST + TABLES if board.game.TABLES else ANALYST
