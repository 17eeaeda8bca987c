"""`Rules`: which draw rules a game is played under.

The official rules are the default. Experiments repeat studies that knew other rules, so each draw rule is a switch; the
laws of movement are the same everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from kingme.errors import KingMeError
from kingme.games.contract import Game


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule profile.

    `repetition`: a draw when a position comes up this many times; `quiet_limit`: a draw after this many plies without a
    capture or a man's move; `move_cap`: a draw after this many plies in all (None switches each of them off); `stuck`:
    whether a side that has pieces but no move has lost, or the game is a draw.
    """

    name: str = "official"
    repetition: int | None = 3
    quiet_limit: int | None = 80
    move_cap: int | None = None
    stuck: Literal["loss", "draw"] = "loss"

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read a profile's name, or switches such as `repetition=off,quiet=100,cap=300,stuck=draw`.

        A name may be followed by switches that differ from it: `study-b,cap=200`.
        """
        first, *rest = [part.strip() for part in text.split(",")]
        if "=" in first:
            rules, rest = replace(OFFICIAL, name=text.strip()), [first, *rest]
        elif first in PROFILES:
            rules = PROFILES[first] if not rest else replace(PROFILES[first], name=text.strip())
        else:
            raise KingMeError(f"{first[:40]!r} is not a rule profile: use {', '.join(PROFILES)}, or switches")
        changes = dict(_switch(part) for part in rest)
        return replace(rules, **changes)

    def text(self) -> str:
        """What `parse` reads these rules from: their name, or all switches where that name means others or none.

        >>> Rules.parse("study-b").text(), Rules("mine", quiet_limit=None).text()
        ('study-b', 'repetition=3,quiet=off,cap=off,stuck=loss')
        """
        try:
            if Rules.parse(self.name) == self:
                return self.name
        except KingMeError:
            pass
        return ",".join(f"{key}={getattr(self, field) or 'off'}" for key, field in _FIELDS.items())


_FIELDS = {"repetition": "repetition", "quiet": "quiet_limit", "cap": "move_cap", "stuck": "stuck"}


def _switch(text: str) -> tuple[str, Any]:
    key, _, value = (part.strip() for part in text.partition("="))
    if key not in _FIELDS:
        raise KingMeError(f"{key[:40]!r} is not a rule: use {', '.join(_FIELDS)}")
    if key == "stuck":
        if value not in ("loss", "draw"):
            raise KingMeError("stuck takes loss or draw")
        return _FIELDS[key], value
    if value in ("off", "none", "0"):
        return _FIELDS[key], None
    if not value.isdecimal() or len(value) > 9 or (key == "repetition" and int(value) < 2):
        raise KingMeError(f"{key} takes off, or a number of {'times from 2 up' if key == 'repetition' else 'plies'}")
    return _FIELDS[key], int(value)


OFFICIAL = Rules()


def official_rules(game: Game) -> Rules:
    """The draw rules that a game is officially played under."""
    return replace(OFFICIAL, repetition=game.REPETITION, quiet_limit=game.QUIET_LIMIT)


PROFILES = {
    "official": OFFICIAL,
    "study-a": Rules("study-a", repetition=None, quiet_limit=None, move_cap=400),
    "study-b": Rules("study-b", repetition=None, quiet_limit=None, move_cap=300, stuck="draw"),
    "study-c": Rules("study-c"),
    "study-d": Rules("study-d", repetition=None, quiet_limit=None, move_cap=400),
    "study-e": Rules("study-e"),
}
"""Profiles by name. Studies A and D state no draw rule at all; a cap of 400 plies lets their games end."""
