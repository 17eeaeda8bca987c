"""`Color`, `Termination` and `Outcome`: who plays, how a game ended, and who won it.

An honest loss, a loss on time, an illegal move and a crash are different terminations, so that no report can mistake
one for another.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from kingme.errors import KingMeError


class Color(IntEnum):
    """A side. Black is dark, starts on squares 1-12 and moves first."""

    BLACK = 0
    WHITE = 1

    @property
    def other(self) -> Color:
        return Color(1 - self)

    @classmethod
    def parse(cls, text: str) -> Color:
        """Read `black`, `b`, `white` or `w` in any case."""
        name = text.strip().lower()
        if name in ("b", "black"):
            return cls.BLACK
        if name in ("w", "white"):
            return cls.WHITE
        raise KingMeError(f"{text[:40]!r} is not a colour: use black or white")

    def __str__(self) -> str:
        return self.name.capitalize()


class Termination(StrEnum):
    """Why a game is over."""

    NO_PIECES = "no pieces"
    NO_MOVES = "no moves"
    LINE = "line"
    FULL_BOARD = "full board"
    COUNT = "count"
    REPETITION = "repetition"
    QUIET_MOVES = "quiet moves"
    ENDING = "drawn ending"
    MOVE_CAP = "move cap"
    AGREEMENT = "agreement"
    RESIGNATION = "resignation"
    TIME_FORFEIT = "time forfeit"
    ABANDONED = "abandoned"
    ILLEGAL_MOVE = "illegal move"
    CRASH = "crash"
    ADJUDICATION = "adjudication"
    UNKNOWN = "unknown"  # a result that a file states without saying why


_REASONS = {
    Termination.NO_PIECES: "{loser} has no piece left",
    Termination.NO_MOVES: "{loser} has no move left",
    Termination.LINE: "{winner} has completed a line",
    Termination.FULL_BOARD: "the board is full",
    Termination.COUNT: "{winner} has more on the board",
    Termination.REPETITION: "the position came up for the third time",
    Termination.QUIET_MOVES: "too many moves in a row without a capture or a man's move",
    Termination.ENDING: "the ending has lasted as long as the rules allow with these pieces",
    Termination.MOVE_CAP: "the limit on the length of a game is reached",
    Termination.AGREEMENT: "the players agreed",
    Termination.RESIGNATION: "{loser} resigned",
    Termination.TIME_FORFEIT: "{loser} ran out of time",
    Termination.ABANDONED: "{loser} left the game",
    Termination.ILLEGAL_MOVE: "{loser} made an illegal move",
    Termination.CRASH: "{loser}'s player crashed",
    Termination.ADJUDICATION: "by adjudication",
    Termination.UNKNOWN: "result given in the file",
}

_FORFEITS = {Termination.TIME_FORFEIT, Termination.ABANDONED, Termination.ILLEGAL_MOVE, Termination.CRASH}

RESULTS = {"1-0": Color.BLACK, "0-1": Color.WHITE, "1/2-1/2": None}
"""Result texts and their winners. In files of English draughts `1-0` is a win for Black, who moves first."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended; `winner` is None for a draw."""

    termination: Termination
    winner: Color | None

    def result(self) -> str:
        """`1-0` if Black won, `0-1` if White won, `1/2-1/2` for a draw."""
        return next(text for text, winner in RESULTS.items() if winner is self.winner)

    @property
    def is_forfeit(self) -> bool:
        """Whether the game was lost off the board: on time, by leaving it, by an illegal move or by a crash."""
        return self.termination in _FORFEITS

    def __str__(self) -> str:
        return self.text(("Black", "White"))

    def text(self, sides: tuple[str, str]) -> str:
        """The outcome in words that call the sides so.

        >>> Outcome(Termination.LINE, Color.BLACK).text(("Red", "Yellow"))
        'Red wins: Red has completed a line'
        """
        reason = _REASONS[self.termination]
        if self.winner is None:
            return f"Draw: {reason.format(loser='the side to move', winner='nobody')}"
        winner, loser = sides[self.winner], sides[self.winner.other]
        return f"{winner} wins: {reason.format(loser=loser, winner=winner)}"
