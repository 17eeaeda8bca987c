"""Who sits at the board: people, and players by spec strings that have passed the gate."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any, Literal

from kingme.errors import KingMeError
from kingme.outcome import Color
from kingme.players.base import Player
from kingme.players.presets import PRESETS, Preset
from kingme.players.registry import player_class, player_names, presets
from kingme.web.gate import PublicSpec
from kingme.web.settings import Settings

log = logging.getLogger("kingme.web")

ANALYST = "engine:nodes=300000,hash=16,tables=on"
"""The player that gives hints and decides about draws."""
SPARE_ANALYST = "minimax:depth=7,evaluation=positional"
"""The same where there is no engine."""


@dataclass(frozen=True)
class Seat:
    """A side's player: a person, or a spec with the title and rating that people know it by."""

    kind: Literal["human", "ai"]
    spec: str | None = None
    title: str = "Person"
    rating: int | None = None

    @property
    def is_ai(self) -> bool:
        return self.kind == "ai"

    def data(self) -> dict[str, Any]:
        return {"kind": self.kind, "spec": self.spec, "title": self.title, "rating": self.rating}


HUMAN = Seat("human")


def make_seat(spec: str, settings: Settings) -> Seat:
    """The seat of a player; `KingMeError` says what is wrong with a spec."""
    PublicSpec(spec, settings)
    name = spec.partition(":")[0].strip()
    preset = known_presets().get(name)
    if preset is None:
        return Seat("ai", spec.strip(), spec.strip())
    title = preset.title if spec.strip() == name else f"{preset.title} ({spec.partition(':')[2].strip()})"
    return Seat("ai", spec.strip(), title, rating_of(preset))


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


def analyst_spec() -> str:
    """The strongest player that is available."""
    try:
        player_class("engine")
    except (KingMeError, ImportError, AttributeError):
        return SPARE_ANALYST
    return ANALYST


def available_players() -> list[type[Player]]:
    """The classes of all players that can be imported."""
    found = []
    for name in player_names():
        try:
            found.append(player_class(name))
        except (ImportError, AttributeError) as error:
            log.warning("the player %s is not available: %s", name, error)
    return found


def seats_from_data(data: dict[str, Any]) -> dict[Color, Seat]:
    return {Color.parse(name): Seat(**data[name]) for name in ("black", "white")}


def color_name(color: Color) -> Literal["black", "white"]:
    return "white" if color is Color.WHITE else "black"
