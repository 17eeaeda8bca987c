"""Which players and presets there are on this server; one that cannot be imported or read is left out."""

from __future__ import annotations

import logging

from kingme.errors import KingMeError
from kingme.players.base import Player
from kingme.players.presets import PRESETS, Preset
from kingme.players.registry import player_class, player_names, presets

log = logging.getLogger("kingme.web")


def rating_of(preset: Preset) -> int | None:
    rating = getattr(preset, "rating", None)
    return None if rating is None else round(rating)


def known_presets() -> dict[str, Preset]:
    """All presets; without the user's own where their file is damaged."""
    try:
        return presets()
    except KingMeError as error:
        log.warning("%s", error)
        return dict(PRESETS)


def available_players() -> list[type[Player]]:
    """The classes of all players that can be imported."""
    found = []
    for name in player_names():
        try:
            found.append(player_class(name))
        except (ImportError, AttributeError) as error:
            log.warning("the player %s is not available: %s", name, error)
    return found
