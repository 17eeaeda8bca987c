"""What the levels of the ladder are worth in each game: measured, see `docs/ladder/games.md`.

A level is the same setting of the engine in every game, and so are its limits. How strong that is differs: a slip costs
much in one game and little in another. A level that is no stronger in a game than the one below it is left out there.
"""

from __future__ import annotations

from kingme.games.registry import DEFAULT
from kingme.players.presets import PRESETS

RATINGS: dict[str, dict[str, int]] = {
    "russian": {
        "level-1": 565,
        "level-2": 820,
        "level-3": 1040,
        "level-4": 1275,
        "level-5": 1490,
        "level-6": 1720,
        "level-7": 1915,
        "level-8": 2130,
    },
    "brazilian": {
        "level-1": 445,
        "level-2": 730,
        "level-3": 815,
        "level-4": 1070,
        "level-5": 1330,
        "level-6": 1490,
        "level-7": 1770,
        "level-8": 1860,
    },
    "pool": {
        "level-1": 605,
        "level-2": 730,
        "level-3": 975,
        "level-4": 1305,
        "level-5": 1450,
        "level-6": 1475,
        "level-7": 1740,
        "level-8": 1850,
    },
    "italian": {
        "level-1": 630,
        "level-2": 700,
        "level-3": 1010,
        "level-4": 1110,
        "level-5": 1295,
        "level-6": 1350,
        "level-7": 1545,
        "level-8": 1705,
    },
    "czech": {
        "level-1": 685,
        "level-2": 695,
        "level-3": 855,
        "level-4": 1045,
        "level-5": 1165,
        "level-6": 1260,
        "level-7": 1330,
        "level-8": 1540,
    },
    "spanish": {
        "level-1": 680,
        "level-2": 695,
        "level-3": 855,
        "level-4": 1095,
        "level-5": 1120,
        "level-6": 1290,
        "level-7": 1370,
        "level-8": 1595,
    },
    "international": {
        "level-1": 605,
        "level-3": 740,
        "level-4": 965,
        "level-5": 1190,
        "level-6": 1405,
        "level-7": 1730,
        "level-8": 2020,
    },
    "giveaway": {
        "level-1": 325,
        "level-2": 575,
        "level-3": 785,
        "level-4": 875,
        "level-5": 940,
        "level-6": 995,
        "level-7": 1045,
        "level-8": 1240,
    },
    "single": {
        "level-1": 375,
        "level-2": 640,
        "level-3": 735,
        "level-4": 1010,
        "level-5": 1140,
        "level-6": 1255,
        "level-7": 1320,
        "level-8": 1580,
    },
    "optional": {
        "level-1": 430,
        "level-2": 690,
        "level-3": 1065,
        "level-4": 1440,
        "level-5": 1580,
        "level-6": 1710,
        "level-7": 1835,
        "level-8": 1990,
    },
    "free": {
        "level-1": 330,
        "level-2": 720,
        "level-3": 1050,
        "level-4": 1275,
        "level-5": 1545,
        "level-6": 1690,
        "level-7": 1830,
        "level-8": 2030,
    },
    "othello": {
        "level-1": 655,
        "level-2": 705,
        "level-3": 855,
        "level-4": 1090,
        "level-5": 1285,
        "level-6": 1335,
        "level-7": 1590,
        "level-8": 1680,
    },
    "connect-four": {
        "level-1": 445,
        "level-2": 470,
        "level-3": 525,
        "level-4": 640,
        "level-5": 710,
        "level-6": 730,
        "level-7": 900,
    },
    "banqi": {
        "level-1": 710,
        "level-2": 760,
        "level-3": 830,
        "level-4": 905,
        "level-5": 985,
        "level-6": 1080,
        "level-7": 1240,
        "level-8": 1370,
    },
}
"""Elo by game and level, the random player having 0, to the nearest 5."""


def ratings_in(game: str) -> dict[str, int]:
    """The levels that a game has, with their ratings; none for a game whose levels were not measured.

    >>> ratings_in("english")["level-5"], ratings_in("tic-tac-toe")
    (1465, {})
    """
    if game == DEFAULT:
        return {name: preset.rating for name, preset in PRESETS.items() if preset.rating is not None}
    return RATINGS.get(game, {})
