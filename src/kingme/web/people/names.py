"""What people may be called: names that can be read, and that cannot be taken for somebody else's.

Two names are the same if their keys are: `name_key` drops what a reader overlooks (capitals, accents, spaces, signs)
and writes letters of other alphabets that look like Latin ones as these.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Annotated

from pydantic import AfterValidator, StringConstraints

from kingme.errors import KingMeError
from kingme.players.presets import PRESETS

SHORTEST, LONGEST = 2, 24
MOST_MARKS = 2  # accents on one letter; more of them climb over the lines above

_HIDDEN = {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"}  # control, direction, unassigned: nothing that can be seen
_LOOKALIKE = {"LATIN", "CYRILLIC", "GREEK"}  # alphabets whose letters can be taken for each other's
_AS_LATIN = str.maketrans("авеѕзикмнорстухіјԛԝһԁɡαβεικνορτυχγωı", "abesenkmhopctyxijqwhdgabeiknoptuxywi")
_OFFICES = (
    "KingMe",
    "Admin",
    "Administrator",
    "Anonymous",
    "Black",
    "Computer",
    "Deleted",
    "Guest",
    "Moderator",
    "Red",
    "Server",
    "Support",
    "System",
    "White",
    "You",
)


class NameRefusedError(KingMeError):
    """A name that nobody may have, or that somebody has already."""


def plain_name(text: str) -> str:
    """A name as it is kept: one line, nothing invisible, nothing that turns the text round or climbs over others.

    >>> plain_name("  Ann\\u202e  \\n Smith ")
    'Ann Smith'
    """
    kept, marks = [], 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind.startswith("M") else 0
        if marks <= MOST_MARKS and kind not in _HIDDEN:
            kept.append(letter)
        elif kind == "Cc":
            kept.append(" ")
    name = " ".join("".join(kept).split())
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in name):
        raise ValueError("a name needs a letter or a digit that can be seen")
    return name


def person_name(text: str) -> str:
    """The name of a guest or of an account; `NameRefusedError` says what is wrong with it.

    >>> person_name(" Ann  Smith ")
    'Ann Smith'
    """
    try:
        name = plain_name(text)
    except ValueError as error:
        raise NameRefusedError(str(error)) from None
    if not SHORTEST <= len(name) <= LONGEST:
        raise NameRefusedError(f"a name has {SHORTEST} to {LONGEST} characters")
    if len(_alphabets(name) & _LOOKALIKE) > 1:
        raise NameRefusedError("a name cannot mix letters of alphabets that look alike")
    key = name_key(name)
    if not key:
        raise NameRefusedError("a name needs a letter or a digit")
    if key in _reserved():
        raise NameRefusedError(f"{name} is a name that KingMe itself uses: choose another, such as {name[:20]} 2")
    return name


def name_key(name: str) -> str:
    """What is left of a name for a reader who does not look closely.

    >>> name_key("Zoë  O'Hara") == name_key("zoe ohara")
    True
    """
    letters = unicodedata.normalize("NFKD", name.casefold()).casefold().translate(_AS_LATIN)
    return "".join(letter for letter in letters if letter.isalnum())


def _alphabets(name: str) -> set[str]:
    return {unicodedata.name(letter, "").partition(" ")[0] for letter in name if letter.isalpha()}


@cache
def _reserved() -> frozenset[str]:
    """The keys of names that people could take for the server or for one of its levels."""
    levels = [name for key, preset in PRESETS.items() for name in (key, preset.title, preset.persona)]
    return frozenset(name_key(name) for name in (*levels, *_OFFICES) if name)


PersonName = Annotated[str, StringConstraints(min_length=1, max_length=80), AfterValidator(plain_name)]
"""A name in a request: made harmless; whether a person may have it, `person_name` decides."""
