"""Tournaments that are described in TOML files.

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

Whatever `kingme.arena.run_options` names may stand beside `format`, under the same name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from kingme.arena.participant import Participant, participant_from_table
from kingme.arena.plan import Kind, Plan
from kingme.arena.run_options import RunOptions
from kingme.errors import KingMeError
from kingme.files.toml import expect, read_toml

FORMATS: tuple[Kind, ...] = ("round-robin", "gauntlet", "match")
_TYPES = {"int": int, "float": float, "float | None": float, "str": str}
_OPTIONS = {item.name: _TYPES[str(item.type)] for item in fields(RunOptions)}
_KEYS = _OPTIONS | {"format": str, "heroes": int, "player": list}


def plan_from_file(path: Path, game: str | None = None) -> Plan:
    """The tournament that a TOML file describes; a run is called after its file unless it has a name.

    A `game` takes the place of the file's, and its name goes into that of the run.
    """
    try:
        table = read_toml(path)
    except FileNotFoundError as error:
        raise KingMeError(f"{path} cannot be read: {error.strerror}") from None
    try:
        chosen = {} if game is None else {"game": game, "name": f"{table.get('name', path.stem)}-{game}"}
        return plan_from_table({"name": path.stem} | table | chosen, path.parent)
    except KingMeError as error:
        raise KingMeError(f"{path}: {error}") from None


def plan_from_table(table: Mapping[str, Any], folder: Path = Path()) -> Plan:
    """The plan of a table as in a tournament file; relative paths of openings and engines start from `folder`."""
    for key, value in table.items():
        if key not in _KEYS:
            raise KingMeError(f"{key[:40]!r} is no setting of a tournament: use {', '.join(_KEYS)}")
        expect(key, value, _KEYS[key])
    players = table.get("player", [])
    if not all(isinstance(item, dict) for item in players) or len(players) < 2:
        raise KingMeError('a tournament needs at least two players, each like [[player]] spec = "hard"')
    kind = table.get("format", "round-robin")
    if kind not in FORMATS:
        raise KingMeError(f"{kind[:40]!r} is no format: use {', '.join(FORMATS)}")
    values = {key: value for key, value in table.items() if key in _OPTIONS}
    if "openings" in values:
        values["openings"] = _openings(values["openings"], folder)
    made = [_player(number, item, folder) for number, item in enumerate(players, start=1)]
    return Plan.parse(kind, made, RunOptions(**values), heroes=table.get("heroes", 1))


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
