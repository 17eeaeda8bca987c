"""The player that is asked for advice: it gives hints, and judges a game where the opponent cannot."""

from __future__ import annotations

from kingme.errors import KingMeError
from kingme.players.registry import player_class

ANALYST = "engine:nodes=300000,hash=16,tables=on"
"""A fraction of a second, and the same strength on every machine."""
SPARE_ANALYST = "minimax:depth=7,evaluation=positional"
"""The same where there is no engine."""


def analyst_spec() -> str:
    """The strongest player that is available."""
    try:
        player_class("engine")
    except (KingMeError, ImportError, AttributeError):
        return SPARE_ANALYST
    return ANALYST
