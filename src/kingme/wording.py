"""Refusals and reports in the coordinates that the board on the screen shows.

The rules and the players speak of squares as numbers 1-32. Somebody who plays with letters, or with rows and columns,
must not have to translate them, so the numbers are rewritten for the screen.
"""

from __future__ import annotations

import re

from kingme.core.squares import WHITE
from kingme.errors import KingMeError
from kingme.refusal import IllegalMoveError
from kingme.text.coordinates import format_square

_MOVES = re.compile(r"(?<![\w.+])(?:[1-9]|[12][0-9]|3[0-2])(?:[-x](?:[1-9]|[12][0-9]|3[0-2]))+(?![\w.%])")
_SQUARES = re.compile(r"\b(?:[1-9]|[12][0-9]|3[0-2])(?:(?=[-x])[-x][0-9]{1,2})*\b")


def reworded(error: KingMeError, system: str, bottom: int = WHITE) -> str:
    """The message of an error, with squares written in the given system where the rules wrote it.

    >>> reworded(IllegalMoveError("a capture is compulsory: 22x15 or 22x13"), "algebraic")
    'a capture is compulsory: c3xe5 or c3xa5'
    """
    message = str(error)
    if system in ("", "numeric") or not isinstance(error, IllegalMoveError):
        return message
    typed, ambiguous, rest = message.rpartition(" is ambiguous: ")  # what was typed stays as it was typed
    translated = _SQUARES.sub(lambda match: _translate(match[0], system, bottom), rest)
    return f"{typed}{ambiguous}{translated}"


def translated(report: str, system: str, bottom: int = WHITE) -> str:
    """What a player says about its decision, with moves written in the given system.

    >>> translated("MIN 22x15: 0  depth 4/9, 1.5-2.5", "algebraic")
    'MIN c3xe5: 0  depth 4/9, 1.5-2.5'
    """
    if system in ("", "numeric"):
        return report
    return _MOVES.sub(lambda match: _translate(match[0], system, bottom), report)


def _translate(squares: str, system: str, bottom: int) -> str:
    return re.sub(r"[0-9]+", lambda match: format_square(int(match[0]), system, bottom), squares)
