"""Which game a PDN file holds: the tag `GameType`, and `Variant` for games of draughts that have no number there.

    GameType "25,W,8,8,A0,0"     Russian: White begins, 8 x 8 squares, letters from White's left, a dark corner there
    Variant "giveaway"           by the name that `--game` takes

The results of a game are written as seen by whoever begins: `1-0` is a win for Black in English draughts and for White
in Russian. International writes them as points, `2-0`, `1-1` and `0-2`.
"""

from __future__ import annotations

from collections.abc import Mapping

from kingme.errors import KingMeError
from kingme.games.registry import DEFAULT, find_game, game_names
from kingme.outcome import Color, Outcome

GAME_TYPES = {
    "english": "21,B,8,8,N1,0",
    "international": "20,W,10,10,N2,0",
    "italian": "22,W,8,8,N2,1",
    "pool": "23,B,8,8,N1,0",
    "spanish": "24,W,8,8,N1,1",
    "russian": "25,W,8,8,A0,0",
    "brazilian": "26,W,8,8,A0,0",
    "czech": "29,W,8,8,A0,0",
}
_NUMBERS = {text.split(",")[0]: name for name, text in GAME_TYPES.items()}
_POINTS = {"1-0": "2-0", "0-1": "0-2", "1/2-1/2": "1-1"}


class OtherGameError(KingMeError):
    """A file of another game than the one that is wanted."""


def game_tags(name: str) -> dict[str, str]:
    """The tags that say which game it is."""
    return {"GameType": GAME_TYPES[name]} if name in GAME_TYPES else {"Variant": name}


def named_game(tags: Mapping[str, str]) -> str:
    """The name of the game that tags, by their names in lower case, say; English draughts where they say nothing."""
    variant = tags.get("variant", "").strip().lower()
    if variant in game_names():
        return variant
    number = tags.get("gametype", "").split(",")[0].strip(" ?")
    if not number:
        return DEFAULT
    if number not in _NUMBERS:
        known = ", ".join(f"{key} ({name})" for key, name in sorted(_NUMBERS.items()))
        raise OtherGameError(f"not English draughts, whose GameType is 21, nor another game that is known: {known}")
    return _NUMBERS[number]


def check_game(name: str, wanted: str | None) -> None:
    """Refuse a game that is not the one that is wanted; None wants any."""
    if wanted is not None and name != wanted:
        number = GAME_TYPES.get(name, "").split(",")[0]
        told = f", GameType {number}" if number else ""
        raise OtherGameError(f"this is a game of {find_game(name).title}{told}, not {find_game(wanted).title}")


def begins(name: str) -> Color:
    """The side that begins a game."""
    return Color(find_game(name).start(0)[3])


def result_text(name: str, outcome: Outcome | None) -> str:
    """A result as files of this game have it."""
    if outcome is None:
        return "*"
    text = "1/2-1/2" if outcome.winner is None else "1-0" if outcome.winner is begins(name) else "0-1"
    return _POINTS[text] if name == "international" else text


def winner_of(name: str, first_wins: Color | None) -> Color | None:
    """The winner of a result, given the one that it would mean if Black began."""
    if first_wins is None or begins(name) is Color.BLACK:
        return first_wins
    return first_wins.other
