"""Runs that are described in TOML files, and sweeps over parameters: what else can become a `Plan`.

name = "levels"                    # of the run
format = "round-robin"             # or gauntlet, with heroes = 1; or match
games = 100                        # of each pairing
limit = "time=0.1"                 # or nodes, depth, iterations; clock=60,increment=1 is a clock
openings = "three-move"
rules = "official"
adjudicate = "off"
seed = 1

[[player]]
spec = "hard"                      # name and limit of its own if wanted

[[player]]
name = "Engine 2.1"                # an outside engine: see kingme.protocol.specs
command = "./engine hub"
memory = 512
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from kingme.arena.adjudication import Adjudication
from kingme.arena.match import Conditions
from kingme.arena.participant import Participant, participant_from_table, with_parameter
from kingme.arena.plan import Kind, Plan
from kingme.errors import KingMeError
from kingme.files.toml import expect, read_toml
from kingme.players.limit import Limit
from kingme.profile import Rules

FORMATS: tuple[Kind, ...] = ("round-robin", "gauntlet", "match")
_KEYS = {
    "name": str,
    "format": str,
    "games": int,
    "limit": str,
    "openings": str,
    "rules": str,
    "adjudicate": str,
    "seed": int,
    "heroes": int,
    "margin": float,
    "patience": float,
    "player": list,
}


def plan_from_file(path: Path) -> Plan:
    """The tournament that a TOML file describes; a run is called after its file unless it has a name."""
    try:
        table = read_toml(path)
    except FileNotFoundError as error:
        raise KingMeError(f"{path} cannot be read: {error.strerror}") from None
    try:
        return plan_from_table({"name": path.stem} | table, path.parent)
    except KingMeError as error:
        raise KingMeError(f"{path}: {error}") from None


def plan_from_table(table: Mapping[str, Any], folder: Path = Path()) -> Plan:
    """The plan of a table as in a tournament file; relative paths of openings and engines start from `folder`."""
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in _KEYS:
            raise KingMeError(f"{key[:40]!r} is no setting of a tournament: use {', '.join(_KEYS)}")
        expect(key, value, _KEYS[key])
        values[key] = value
    players = values.get("player", [])
    if not all(isinstance(item, dict) for item in players) or len(players) < 2:
        raise KingMeError('a tournament needs at least two players, each like [[player]] spec = "hard"')
    kind = values.get("format", "round-robin")
    if kind not in FORMATS:
        raise KingMeError(f"{kind[:40]!r} is no format: use {', '.join(FORMATS)}")
    return Plan(
        kind=kind,
        players=tuple(_player(number, item, folder) for number, item in enumerate(players, start=1)),
        games=values.get("games", 100),
        openings=_openings(values.get("openings", "three-move"), folder),
        conditions=Conditions(
            rules=Rules.parse(values.get("rules", "official")),
            limit=Limit.parse(values.get("limit", "")),
            adjudication=Adjudication.parse(values.get("adjudicate", "off")),
            margin=float(values.get("margin", 1.0)),
            patience=values.get("patience"),
        ),
        seed=values.get("seed", 0),
        heroes=values.get("heroes", 1),
        name=values.get("name", ""),
    )


def _player(number: int, table: dict[str, Any], folder: Path) -> Participant:
    try:
        return participant_from_table(table, folder)
    except KingMeError as error:
        raise KingMeError(f"player {number}: {error}") from None


def _openings(spec: str, folder: Path) -> str:
    """An opening set whose file, if it is one, is found beside the tournament's file."""
    if not spec.startswith("file:"):
        return spec
    path = Path(spec.removeprefix("file:").strip()).expanduser()
    return spec if path.is_absolute() else f"file:{folder / path}"


# --- sweeps -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Variation:
    """A parameter and the values it takes."""

    key: str
    values: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> Variation:
        """Read `beta=0.1/0.3/0.5`.

        >>> Variation.parse("simulations=1+0/5+25")
        Variation(key='simulations', values=('1+0', '5+25'))
        """
        key, sign, rest = (part.strip() for part in text.partition("="))
        values = tuple(value.strip() for value in rest.split("/"))
        if not sign or not key or not all(values):
            raise KingMeError(f"{text[:60]!r} is no variation: write beta=0.1/0.3/0.5")
        if len(set(values)) < len(values):
            raise KingMeError(f"{text[:60]!r} has a value twice")
        return cls(key, values)


def variants(spec: str, variations: Sequence[Variation]) -> list[Participant]:
    """A player with every combination of values, called after its parameters.

    >>> [player.name for player in variants("rave", [Variation("beta", ("0.1", "0.5"))])]
    ['rave beta=0.1', 'rave beta=0.5']
    """
    base = Participant.parse(spec)
    stem = base.name or base.spec
    made = []
    for choice in product(*(variation.values for variation in variations)):
        settings = list(zip((variation.key for variation in variations), choice, strict=True))
        varied = base.spec
        for key, value in settings:
            varied = with_parameter(varied, key, value)
        made.append(Participant(f"{stem} {','.join(f'{key}={value}' for key, value in settings)}", varied))
    return made


def sweep(
    spec: str,
    variations: Sequence[Variation],
    opponents: Sequence[Participant],
    *,
    games: int,
    conditions: Conditions,
    openings: str = "three-move",
    seed: int = 0,
    name: str = "",
) -> Plan:
    """A plan in which every variant meets every opponent; without opponents the variants meet each other."""
    if not variations:
        raise KingMeError("a sweep needs something to vary, as in --vary beta=0.1/0.3/0.5")
    heroes = variants(spec, variations)
    return Plan(
        kind="sweep",
        players=(*heroes, *opponents),
        games=games,
        conditions=conditions,
        openings=openings,
        seed=seed,
        heroes=len(heroes),
        name=name,
    )
