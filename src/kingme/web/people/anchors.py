"""Levels as opponents in rated games: their ratings were measured (docs/ladder) and never move.

They hold the scale of all ratings in place: people and programs are rated against them, and so on one scale with
`kingme rate`. The ratings are those of English draughts.
"""

from __future__ import annotations

from kingme.arena.glicko2 import GlickoRating
from kingme.games.registry import DEFAULT
from kingme.players.presets import PRESETS

PREFIX = "level:"
ANCHOR_DEVIATION = 30.0  # of the measured ratings: their 95 % intervals are about 60 points wide to each side


def anchor_id(spec: str) -> str | None:
    """The id of a level among rated players, by its spec; None for a player whose rating was not measured."""
    preset = PRESETS.get(spec.strip())
    return None if preset is None or preset.rating is None else f"{PREFIX}{spec.strip()}"


def anchor_name(id: str) -> str | None:
    """The name of a level that has this id."""
    name = id.removeprefix(PREFIX)
    return name if id.startswith(PREFIX) and name in PRESETS else None


def anchor_rating(id: str, variant: str = DEFAULT) -> GlickoRating | None:
    """The rating of a level, which no game changes; None for everybody else."""
    name = anchor_name(id)
    rating = None if name is None or variant != DEFAULT else PRESETS[name].rating
    return None if rating is None else GlickoRating(rating, ANCHOR_DEVIATION)
