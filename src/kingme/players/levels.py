"""The user's own levels, kept in `levels.toml` in the configuration directory.

[coffee-break]
spec = "mcts:iterations=80,c=2"
title = "Coffee break"
"""

from __future__ import annotations

from pathlib import Path

from kingme.core.folders import config_folder
from kingme.errors import KingMeError
from kingme.files.toml import expect, read_toml
from kingme.players.presets import PRESETS, Preset


class LevelsError(KingMeError):
    """The user's file has a mistake. The message names the file, so it is for the user and not for a browser."""


def levels_file() -> Path:
    """Where levels are read from."""
    return config_folder() / "levels.toml"


def load_levels() -> dict[str, Preset]:
    """The levels of the user's file; none where there is no file."""
    file = levels_file()
    try:
        tables = read_toml(file)
    except FileNotFoundError:
        return {}
    except KingMeError as error:
        raise LevelsError(str(error)) from None
    return {name: _level(file, name, table) for name, table in tables.items()}


def _level(file: Path, name: str, table: object) -> Preset:
    if not isinstance(table, dict) or not isinstance(table.get("spec"), str):
        raise LevelsError(f'{file}: level {name!r} needs a line like spec = "mcts:iterations=80"')
    if ":" in name or name != name.strip():
        raise LevelsError(f"{file}: a level's name has no colon and no space at its ends, unlike {name!r}")
    if name in PRESETS:
        raise LevelsError(f"{file}: {name!r} is a built-in level; choose another name")
    try:
        for key in table.keys() & {"spec", "title"}:
            expect(key, table[key], str)
    except KingMeError as error:
        raise LevelsError(f"{file}: level {name!r}: {error}") from None
    return Preset(table["spec"], table.get("title", name), "your own level")
