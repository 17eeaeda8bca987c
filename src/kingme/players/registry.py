"""Names and spec strings to players.

A spec is a player's name with parameters, `mcts:iterations=500,c=1.4`, or a preset's or level's name, which may be
followed by parameters that replace its own: `hard:iterations=300`. A new algorithm is one file and one line here.
"""

from __future__ import annotations

from importlib import import_module

from kingme.errors import KingMeError
from kingme.players.base import Player
from kingme.players.levels import LevelsError, levels_file, load_levels
from kingme.players.parameters import Parameters, field_name, pairs
from kingme.players.presets import PRESETS, Preset

_HOMES = {
    "random": "random_player:RandomPlayer",
    "greedy": "greedy:GreedyPlayer",
    "minimax": "minimax:MinimaxPlayer",
    "flat": "flat:FlatPlayer",
    "mcts": "mcts:MctsPlayer",
    "rave": "rave:RavePlayer",
    "heuristic-rave": "rave:HeuristicRavePlayer",
    "hybrid": "hybrid:HybridPlayer",
    "engine": "engine.player:EnginePlayer",
}


def player_names() -> list[str]:
    """The algorithms, from the simplest to the strongest."""
    return list(_HOMES)


def player_class(name: str) -> type[Player]:
    """The class of an algorithm; its module, and with it Numba, is imported here."""
    if name not in _HOMES:
        raise _unknown(name)
    module, _, attribute = _HOMES[name].partition(":")
    found: type[Player] = getattr(import_module(f"kingme.players.{module}"), attribute)
    return found


def presets() -> dict[str, Preset]:
    """All presets: the difficulty levels, the configurations of the five studies, and the user's own levels."""
    levels = load_levels()
    for name in levels.keys() & _HOMES.keys():
        raise LevelsError(f"{levels_file()}: {name!r} is a player's name; choose another name for the level")
    return PRESETS | levels


def read_spec(spec: str) -> tuple[type[Player], Parameters]:
    """The class and the parameters that a spec means; nothing is made yet, and no file that it names is opened."""
    name, _, arguments = (part.strip() for part in spec.partition(":"))
    base, arguments = _expand(name, arguments)
    cls = player_class(base)
    return cls, cls.parameters_class.parse(name, arguments)


def player(spec: str) -> Player:
    """Make a player from a spec string, e.g. `easy`, `minimax:depth=4` or `mcts:iterations=5000,c=1.4`."""
    cls, parameters = read_spec(spec)
    made = cls(parameters)
    if spec.partition(":")[0].strip() != cls.name:
        made.label = spec.strip()
    return made


def _expand(name: str, arguments: str) -> tuple[str, str]:
    """The player behind a preset, or behind a level that may build on other presets, with all parameters."""
    passed: list[str] = []
    while name not in _HOMES:
        known = PRESETS if name in PRESETS else presets()  # the user's file is read only when it is wanted
        if name not in known:
            raise _unknown(name)
        if name in passed:
            raise LevelsError(f"{levels_file()}: level {name!r} is built on itself")
        passed.append(name)
        base, _, preset_arguments = known[name].spec.partition(":")
        name, arguments = base.strip(), _override(preset_arguments, arguments)
    return name, arguments


def _override(preset_arguments: str, arguments: str) -> str:
    """The preset's parameters with those that are given in their place."""
    given = {key for key, _ in pairs(arguments)}
    kept = [part for part in preset_arguments.split(",") if part and field_name(part.partition("=")[0]) not in given]
    return ",".join([*kept, arguments]) if arguments else ",".join(kept)


def _unknown(name: str) -> KingMeError:
    return KingMeError(
        f"there is no player {name[:40]!r}: players are {', '.join(_HOMES)}; presets are {', '.join(presets())}"
    )
