"""The games of draughts: boards, names of squares, and the traits in which their rules differ.

Every trait cites the article of the rules that states it, in the numbering of `SOURCE`. What all of these games have in
common needs no trait: men move one square diagonally forward; a capture is compulsory (but where a study says
otherwise) and goes on as long as it can; captured pieces leave the board when it is complete, and none is jumped twice;
a man that ends its move on the far row becomes a king; whoever has no move has lost.
"""

from __future__ import annotations

from typing import ClassVar

from kingme.games.draughts.game import Draughts
from kingme.games.draughts.layout import Board8, Board10
from kingme.text.dark_squares import DarkSquares

_FLYING = (100.0, 300.0, 3.0, 6.0, 4.0, -3.0, 20.0, 2.0, 5.0)
_SHORT = (100.0, 140.0, 3.0, 6.0, 4.0, -3.0, 0.0, 2.0, 5.0)


class Russian(Board8, Draughts):
    name = "russian"
    title = "Russian draughts"
    summary = "8x8: men capture backward, kings fly, a man crowned while capturing goes on as a king."
    SOURCE = "Code of Russian draughts, 2004"
    TRAITS: ClassVar[dict[str, str]] = {
        "FLYING_KINGS": "1.4.5",
        "MEN_CAPTURE_BACKWARD": "1.5.3",
        "CROWNED_ON_THE_WAY": "1.5.15",
    }
    NAMES = DarkSquares()
    NOTATION = "algebraic"
    CAPTURE_SIGN = ":"
    FIRST = 1
    QUIET_LIMIT = 30
    WEIGHTS = _FLYING


class Brazilian(Board8, Draughts):
    name = "brazilian"
    title = "Brazilian draughts"
    summary = (
        "8x8 with the rules of International draughts: men capture backward, kings fly, most pieces must be taken."
    )
    SOURCE = "Regras oficiais, Confederação Brasileira de Damas"
    TRAITS: ClassVar[dict[str, str]] = {
        "FLYING_KINGS": "8",
        "MEN_CAPTURE_BACKWARD": "11",
        "MOST_PIECES": "12",
        "PASSES_THE_FAR_ROW": "13",
    }
    NAMES = DarkSquares()
    NOTATION = "algebraic"
    FIRST = 1
    QUIET_LIMIT = 40
    WEIGHTS = _FLYING


class Pool(Board8, Draughts):
    name = "pool"
    title = "American pool checkers"
    summary = "8x8: men capture backward, kings fly, a man is crowned only where its move ends. Black begins."
    SOURCE = "Tournament rules of the American Pool Checkers Association"
    TRAITS: ClassVar[dict[str, str]] = {"MEN_CAPTURE_BACKWARD": "14", "FLYING_KINGS": "15", "PASSES_THE_FAR_ROW": "16"}
    NAMES = DarkSquares()
    QUIET_LIMIT = 30
    WEIGHTS = _FLYING


class Italian(Board8, Draughts):
    """How early a king is captured is read as the rule says it: by the first king that a capture meets."""

    name = "italian"
    title = "Italian draughts"
    summary = "8x8, mirrored: kings step one square, men cannot capture kings, the best capture is compulsory."
    SOURCE = "Regolamento tecnico, Federazione Italiana Dama, capo I"
    TRAITS: ClassVar[dict[str, str]] = {
        "MEN_SPARE_KINGS": "5.3",
        "MOST_PIECES": "6.6",
        "BY_KING": "6.7",
        "MOST_KINGS": "6.8",
        "KING_FIRST": "6.9",
    }
    NAMES = DarkSquares(mirrored=True)
    FIRST = 1
    REPETITION = 4
    WEIGHTS = _SHORT


class Czech(Board8, Draughts):
    name = "czech"
    title = "Czech draughts"
    summary = "8x8: men capture forward only, kings fly, a king captures rather than a man."
    SOURCE = "Pravidla, Česká federace dámy"
    TRAITS: ClassVar[dict[str, str]] = {"FLYING_KINGS": "3.9", "BY_KING": "4.14"}
    NAMES = DarkSquares()
    NOTATION = "algebraic"
    CAPTURE_SIGN = ":"
    FIRST = 1
    QUIET_LIMIT = 30
    WEIGHTS = _FLYING


class Spanish(Board8, Draughts):
    name = "spanish"
    title = "Spanish draughts"
    summary = "8x8, mirrored: men capture forward only, kings fly, most pieces must be taken, then most kings."
    SOURCE = "Regras das damas clássicas, Federação Portuguesa de Damas, 2013"
    TRAITS: ClassVar[dict[str, str]] = {"FLYING_KINGS": "2.2", "MOST_PIECES": "3.1", "MOST_KINGS": "3.1"}
    NAMES = DarkSquares(mirrored=True, from_white=True)
    FIRST = 1
    QUIET_LIMIT = 40
    WEIGHTS = _FLYING


class International(Board10, Draughts):
    name = "international"
    title = "International draughts"
    summary = "10x10, twenty men a side: men capture backward, kings fly, most pieces must be taken."
    SOURCE = "Official rules of international draughts, FMJD, annex 1"
    TRAITS: ClassVar[dict[str, str]] = {
        "FLYING_KINGS": "3.9",
        "MEN_CAPTURE_BACKWARD": "4.1",
        "MOST_PIECES": "4.13",
        "PASSES_THE_FAR_ROW": "4.15",
    }
    NAMES = DarkSquares(10)
    FIRST = 1
    QUIET_LIMIT = 50
    WEIGHTS = _FLYING


class Free(Board8, Draughts):
    name = "free"
    title = "Free checkers"
    summary = "English draughts in which a capture may be declined and is one jump, as in study D."
    SOURCE = "Study D"
    TRAITS: ClassVar[dict[str, str]] = {
        "OPTIONAL_CAPTURE": "as its program plays",
        "SINGLE_JUMPS": "as its program plays",
    }
    NAMES = DarkSquares()
    WEIGHTS = _SHORT


class Optional(Board8, Draughts):
    name = "optional"
    title = "Optional capture"
    summary = "English draughts in which a capture may be declined, but is made whole."
    SOURCE = "Half of study D"
    TRAITS: ClassVar[dict[str, str]] = {"OPTIONAL_CAPTURE": "as its program plays"}
    NAMES = DarkSquares()
    WEIGHTS = _SHORT


class Single(Board8, Draughts):
    name = "single"
    title = "Single jumps"
    summary = "English draughts in which a capture is compulsory, but is one jump."
    SOURCE = "Half of study D"
    TRAITS: ClassVar[dict[str, str]] = {"SINGLE_JUMPS": "as its program plays"}
    NAMES = DarkSquares()
    WEIGHTS = _SHORT
