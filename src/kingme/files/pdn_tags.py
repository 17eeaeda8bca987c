"""The tags of a game as PDN can write them, and which names had to be changed for that.

A name in PDN has letters, digits and underscores only and begins with a letter, and programs take `Site` and `SITE` for
the same. A name that cannot stand there is changed to one that nothing else has, so that no value is lost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kingme.board import Board
from kingme.files.pdn_games import game_tags, result_text
from kingme.files.pdn_text import ROSTER, TOLD_OTHERWISE, UNKNOWN_VALUES
from kingme.game import Game
from kingme.opening_names import name_of
from kingme.outcome import Termination
from kingme.profile import official_rules
from kingme.text.coordinates import quoted

_ROSTER = {name.lower(): name for name in ROSTER}


@dataclass(frozen=True, slots=True)
class TagChange:
    """A tag that is written under another name, or not at all (`written` is None)."""

    name: str
    written: str | None

    def __str__(self) -> str:
        if self.written is None:
            return f"the tag {quoted(self.name)} is left out: PDN has it for what the game itself says"
        return f"the tag {quoted(self.name)} is written as {self.written}"


def pdn_tags(game: Game) -> tuple[dict[str, str], list[TagChange]]:
    """All tags to write, in order, and what was changed."""
    own = _own_tags(game)
    names = _names(game.tags, {name.lower() for name in own})
    tags = UNKNOWN_VALUES | {names[name]: value for name, value in game.tags.items() if name in names} | own
    changes = [TagChange(name, names.get(name)) for name in game.tags if names.get(name) != name]
    return tags, changes


def _own_tags(game: Game) -> dict[str, str]:
    """What the game says without its tags."""
    outcome = game.outcome()
    rules = game.start.game
    tags = {"Result": result_text(rules.name, outcome)} | game_tags(rules.name)
    if game.start != Board(game=rules, seed=0):
        tags |= {"SetUp": "1", "FEN": game.start.fen()}
    if game.rules != official_rules(game.start.game):
        tags["Rules"] = game.rules.text()
    if outcome is not None and outcome.termination is not Termination.UNKNOWN:
        tags["Termination"] = str(outcome.termination)
    if not any(name.lower() == "opening" for name in game.tags) and (name := name_of(game)) is not None:
        tags["Opening"] = name
    return tags


def _names(tags: dict[str, str], taken: set[str]) -> dict[str, str]:
    """The name to write for each tag; names that may stand as they are come first and keep themselves."""
    fitting = {name: _fit(name) for name in tags if name.lower() not in TOLD_OTHERWISE}
    names: dict[str, str] = {}
    for name in sorted(fitting, key=lambda name: fitting[name] != name):
        free, number = fitting[name], 1
        while free.lower() in taken:
            number += 1
            free = f"{fitting[name]}_{number}"
        taken.add(free.lower())
        names[name] = free
    return names


def _fit(name: str) -> str:
    """The name with letters, digits and underscores only, a letter first, and the roster's as PDN spells them."""
    name = re.sub(r"[^A-Za-z0-9_]", "_", name)
    name = name if name[:1].isalpha() else f"X{name}"
    return _ROSTER.get(name.lower(), name)
