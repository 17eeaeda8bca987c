"""What a browser may ask of a search in so many words: whoever asks for more is told the ceiling.

Every search has a cap as well, whatever its spec says (`Settings.search_cap`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kingme.errors import KingMeError
from kingme.players.limit import Limit
from kingme.web.settings import Settings

COUNTED = ("nodes", "iterations")
"""Parts of limits that are numbers of positions or simulations; parameters of players say it of themselves."""


def check_amounts(amounts: Mapping[str, Any], most: int) -> None:
    """Refuse a number of positions or simulations above the ceiling of this server."""
    for name in COUNTED:
        if (amounts.get(name) or 0) > most:
            raise KingMeError(f"{name} is at most {most:,} on this server, not {amounts[name]:,}")


def check_move_limit(limit: Limit | None, settings: Settings, seconds: float) -> None:
    """Refuse a limit that is above the ceiling for one move, or above so many seconds."""
    if limit is None:
        return
    check_amounts({"nodes": limit.nodes, "iterations": limit.iterations}, settings.search_nodes)
    if (limit.time or 0) > seconds:
        raise KingMeError(f"a move has at most {seconds:g} seconds on this server, not {limit.time:g}")
