"""The gate: whatever a browser names passes here before anything is made of it.

A spec string, a set of openings and a plan of the arena could name files, programs or addresses. Nobody else in `web/`
makes players or loads openings (a test reads the sources for that), and what does so here takes types that cannot
exist unchecked: making a `PublicSpec` or a `PublicPlan` is passing the gate.

What a browser may set is said by the parameters themselves (`param(..., public=..., resource=...)` of
`kingme.players.parameters`). The levels of the server's owner may name whatever the owner likes; a browser can use them
by name, and add what it may set itself.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, field, fields
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, final

from kingme.arena.openings import SETS as ALL_SETS
from kingme.arena.openings import OpeningSet, load_openings
from kingme.arena.participant import Sheet
from kingme.arena.plan import Plan, prepare
from kingme.errors import KingMeError
from kingme.opening_names import find_opening_by_name
from kingme.players.base import Player
from kingme.players.levels import LevelsError
from kingme.players.parameters import Parameters, Resource, may_be_public, pairs, spec_name
from kingme.players.presets import PRESETS
from kingme.players.registry import player, player_names, presets, read_spec
from kingme.web.settings import Settings

log = logging.getLogger("kingme.web")

TRACE_EVENTS = 10_000  # of a trace
LARGEST = 2**63 - 1  # kernels count in int64
SETS = tuple(name for name in ALL_SETS if ":" not in name)
"""The sets of openings that a browser may choose, beside `random:N` and `name:NAME`."""

_RANDOM_OPENINGS = re.compile(r"random:[0-9]{1,2}")

# --- players ----------------------------------------------------------------------------------------------------------


@final
@dataclass(frozen=True, init=False)
class PublicSpec:
    """A spec from outside that this server accepts; `KingMeError` says what is wrong with any other."""

    text: str  # with the server's ceilings written into it
    module: str = field(compare=False)  # where its player is defined
    label: str = field(compare=False)
    parameters: Any = field(compare=False, repr=False)
    given: frozenset[str] = field(compare=False, repr=False)  # the parameters that the text sets, and no preset
    _settings: Settings = field(compare=False, repr=False)

    def __init__(self, text: str, settings: Settings) -> None:
        passed = _pass(text.strip(), _ceilings(settings))
        for name, value in (*passed._asdict().items(), ("_settings", settings)):
            object.__setattr__(self, name, value)

    def having(self, **values: object) -> PublicSpec:
        """The same with some parameters set; it passes the gate again."""
        name, _, arguments = self.text.partition(":")
        kept = {key: value for key, value in pairs(arguments) if key in self.given and key not in values}
        return PublicSpec(_join(name, kept | values), self._settings)

    def make(self) -> Player:
        """A player of its own. This is how `web/` makes players, and it has no other way."""
        return _make(self.text, self.parameters)


class _Passed(NamedTuple):
    """The fields of a `PublicSpec`."""

    text: str
    module: str
    label: str
    parameters: Parameters
    given: frozenset[str]


def _ceilings(settings: Settings) -> tuple[tuple[Resource, int], ...]:
    """How much of each resource a player may take on this server."""
    megabytes = settings.search_megabytes
    return (
        ("threads", settings.search_threads),
        ("memory", megabytes),
        ("hash", max(1, megabytes // 4)),
        ("trace", TRACE_EVENTS),
        ("nodes", settings.search_nodes),
    )


@lru_cache(maxsize=256)
def _pass(
    spec: str, ceilings: tuple[tuple[Resource, int], ...], owners: frozenset[tuple[str, str]] = frozenset()
) -> _Passed:
    """Look at the names first, then at the values, and make the player last; `owners` are texts that may be set too."""
    name, _, arguments = (part.strip() for part in spec.partition(":"))
    if name == "hub" or spec.endswith(".toml"):
        raise KingMeError("players that are programs of their own are for the command line: kingme match")
    cls = _class_of(name)
    given = cls.parameters_class.pairs(arguments)
    described = {item.name: item for item in fields(cls.parameters_class)}
    for key, value in given:
        item = described.get(key)
        if item is None or may_be_public(item, value) or value == str(item.default) or (key, value) in owners:
            continue  # what is not known at all is told by `read_spec`
        raise KingMeError(
            f"{spec_name(item)} cannot be set {'to a file ' if item.metadata['public'] else ''}on this server"
        )
    parameters = read_spec(spec)[1]
    names = frozenset(key for key, _ in given)
    lowered = _lowered(parameters, names, dict(ceilings))
    label = parameters.format(cls.name) if name == cls.name else spec
    text = _join(name, dict(given) | lowered)
    _make(text, parameters)  # once, so that what is wrong is told now
    return _Passed(text, cls.__module__, label, read_spec(text)[1], names)


def _class_of(name: str) -> type[Player]:
    """The algorithm of this name, or the one behind a preset or a level."""
    try:
        return read_spec(name)[0]
    except (ImportError, AttributeError) as error:
        log.warning("%s cannot be used: %s", name[:40], error)
        raise KingMeError(f"the player {name[:40]!r} is not available here") from None
    except LevelsError as error:
        log.warning("%s", error)
        known = ", ".join((*player_names(), *PRESETS))
        raise KingMeError(f"there is no player {name[:40]!r}, or its level has a mistake: use {known}") from None


def _lowered(parameters: Parameters, given: frozenset[str], ceilings: dict[Resource, int]) -> dict[str, int]:
    """What is too high without being asked for gets the ceiling; what is asked for and too high is refused."""
    lowered = {}
    for item in fields(parameters):
        resource, value = item.metadata["resource"], getattr(parameters, item.name)
        if isinstance(value, int) and abs(value) > LARGEST:
            raise KingMeError(f"{item.name} is too large: it has 18 digits at most on this server")
        if resource is None or value is None or value <= ceilings[resource]:
            continue
        if item.name in given:
            raise KingMeError(f"{item.name} is at most {ceilings[resource]:,} on this server, not {value:,}")
        lowered[item.name] = ceilings[resource]
    return lowered


def _make(spec: str, parameters: Parameters) -> Player:
    """The player; the paths in the owner's levels are told to the log only."""
    try:
        return player(spec)
    except KingMeError as error:
        if not _private(parameters):
            raise
        log.warning("%s", error)
        raise KingMeError(f"{spec.partition(':')[0]!r} cannot be used: the server's log says why") from None


def _private(parameters: Parameters) -> dict[str, str]:
    """The parameters with a value that only the owner can have set."""
    return {
        item.name: value
        for item in fields(parameters)
        if not may_be_public(item, value := getattr(parameters, item.name)) and value != item.default
    }


def shown_spec(spec: str) -> str:
    """A spec of the owner's for every browser to see: without the files and programs that it names."""
    name, _, arguments = (part.strip() for part in spec.partition(":"))
    try:
        described = {item.name: item for item in fields(read_spec(name)[0].parameters_class)}
    except (KingMeError, ImportError, AttributeError):
        return name if ":" in spec else Path(spec).name
    given = [(key, value) for key, value in pairs(arguments) if key in described]
    return _join(name, {key: value if may_be_public(described[key], value) else "…" for key, value in given})


def _join(name: str, values: dict[str, Any]) -> str:
    return f"{name}:{','.join(f'{key}={value}' for key, value in values.items())}" if values else name


# --- openings and plans -----------------------------------------------------------------------------------------------


def public_openings(text: str) -> str:
    """A set that comes with KingMe: a file of this machine is not for browsers to read."""
    if text.startswith("name:"):
        find_opening_by_name(text.removeprefix("name:"))
        return text
    if text not in SETS and not _RANDOM_OPENINGS.fullmatch(text):
        raise KingMeError(f"{text[:40]!r} is no set of openings here: use {', '.join(SETS)} or random:6")
    return text


def shown_openings(text: str) -> str:
    """A set of openings for every browser to see: of a file its name alone."""
    kind, _, path = text.partition(":")
    return f"file:{Path(path).name}" if kind == "file" else text


def openings(text: str) -> OpeningSet:
    """The openings of such a set in their order."""
    return load_openings(public_openings(text), shuffle=False)


@final
@dataclass(frozen=True, init=False)
class PublicPlan:
    """A plan whose players and openings a browser may name.

    `stored` is a plan that is resumed. Its specs are complete, so that they hold what a level of the owner's set;
    no browser can have written them into the store.
    """

    plan: Plan

    def __init__(self, plan: Plan, settings: Settings, *, stored: bool = False) -> None:
        public_openings(plan.openings)
        owners = _owners_texts() if stored else frozenset()
        for participant in plan.players:
            _pass(participant.spec.strip(), _ceilings(settings), owners)
        object.__setattr__(self, "plan", plan)

    def prepare(self) -> tuple[Plan, list[Sheet]]:
        """The plan with complete specs, and what the store keeps of its players."""
        return prepare(self.plan)


def _owners_texts() -> frozenset[tuple[str, str]]:
    """What the levels of the server's owner set that no browser may set."""
    found: set[tuple[str, str]] = set()
    try:
        for name in presets().keys() - PRESETS.keys():
            found.update(_private(read_spec(name)[1]).items())
    except KingMeError as error:
        log.warning("%s", error)
    return frozenset(found)
