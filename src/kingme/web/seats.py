"""Who sits at the board: people, and players by spec string within the limits of this server.

A spec string comes from outside. It may choose any player and any parameter, but not more threads, memory, positions or
simulations than the server gives, and no free text other than weights and the like: a parameter that names a file must
not let a browser make the server read it.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Literal

from kingme.errors import KingMeError
from kingme.outcome import Color
from kingme.players.base import Player
from kingme.players.parameters import kind as parameter_type
from kingme.players.presets import PRESETS, Preset
from kingme.players.registry import player, player_class, player_names, presets, read_spec
from kingme.web.caps import COUNTED
from kingme.web.settings import Settings

log = logging.getLogger("kingme.web")

ANALYST = "engine:nodes=300000,hash=16,tables=on"
"""The player that gives hints and decides about draws."""
SPARE_ANALYST = "minimax:depth=7,evaluation=positional"
"""The same where there is no engine."""

FREE_TEXT = {"weights", "simulations"}
"""Parameters whose text has a grammar of its own that names no file."""
MOST_EVENTS = 10_000  # of a trace


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


@dataclass(frozen=True)
class Resolved:
    """A spec that this server accepts."""

    spec: str  # with the server's limits written into it
    module: str  # where its player is defined
    label: str


def make_seat(spec: str, settings: Settings) -> Seat:
    """The seat of a player; `KingMeError` says what is wrong with a spec."""
    resolve(spec, settings)
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


def resolve(spec: str, settings: Settings) -> Resolved:
    """Check a spec against the server's limits."""
    return _resolve(spec.strip(), settings.search_threads, settings.search_megabytes, settings.search_nodes)


@lru_cache(maxsize=256)
def _resolve(spec: str, threads: int, megabytes: int, nodes: int) -> Resolved:
    try:
        cls, parameters = read_spec(spec)
    except (ImportError, AttributeError) as error:
        log.warning("%s cannot be used: %s", spec.partition(":")[0], error)
        raise KingMeError(f"the player {spec.partition(':')[0][:40]!r} is not available here") from None
    caps = {"threads": threads, "memory": megabytes, "hash": max(1, megabytes // 4), "events": MOST_EVENTS}
    caps |= dict.fromkeys(COUNTED, nodes)
    given = {part.partition("=")[0].strip() for part in spec.partition(":")[2].split(",")}
    lowered = []
    for item in fields(parameters):
        value = getattr(parameters, item.name)
        if item.name in caps and value is not None and value > caps[item.name]:
            if item.name in given:
                raise KingMeError(f"{item.name} is at most {caps[item.name]:,} on this server, not {value:,}")
            lowered.append(f"{item.name}={caps[item.name]}")
        is_text = parameter_type(item) is str and not item.metadata["choices"]
        if is_text and value != item.default and item.name not in FREE_TEXT and item.name in given:
            raise KingMeError(f"{item.name} cannot be set on this server")
    label = parameters.format(cls.name) if spec.partition(":")[0].strip() == cls.name else spec
    if lowered:
        spec = f"{spec}{',' if ':' in spec else ':'}{','.join(lowered)}"
    player(spec)  # only now: whatever it may not name has been refused
    return Resolved(spec, cls.__module__, label)


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
