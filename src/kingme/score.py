"""`Score`: what a position is worth to one side, whoever says so.

A score is one of three things: an evaluation in men, a win or loss in a known number of plies, or a result that the
endgame tables know without its distance. It prints, compares and turns itself, and becomes an expected score.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Literal

from kingme.errors import KingMeError

MEN_FOR_TEN_TO_ONE = 4.0
"""Men ahead at which ten points are won for each one lost: one man is worth an expected score of 64 %."""
FAR_AHEAD = 1000.0  # men: no float tells the expected score of more from that of a win
CERTAIN = 1e-4  # an expected score closer to 0 or 1 than this counts as this close when it becomes men


@dataclass(frozen=True, slots=True)
class Score:
    """What a position is worth to one side: `men`, or a `result` (1 won, 0 drawn, -1 lost) where that is certain.

    `plies` is the distance to the end of the game, None where only the result is certain; `men` then tells the better
    of two ways that lead to it.

    >>> print(Score(1.25), Score(0.0), Score.win(33), -Score.win(5), Score.known(1), Score.known(0))
    +1.25 0 win in 33 plies loss in 5 plies win by the tables draw by the tables
    >>> Score.win(3) > Score.win(5) > Score.known(1) > Score(9.0) > Score(0.0) > Score.loss(8) > Score.loss(2)
    True
    >>> Score.win(3).expected, round(Score(1.0).expected, 2)
    (1.0, 0.64)
    """

    men: float = 0.0
    result: Literal[-1, 0, 1] | None = None
    plies: int | None = None

    @classmethod
    def win(cls, plies: int) -> Score:
        """The game is won, and over in so many plies."""
        return cls(result=1, plies=plies)

    @classmethod
    def loss(cls, plies: int) -> Score:
        """The game is lost, and over in so many plies."""
        return cls(result=-1, plies=plies)

    @classmethod
    def known(cls, result: int, plies: int | None = None, men: float = 0.0) -> Score:
        """What the endgame tables say: 1 won, 0 drawn, -1 lost, with the distance if they have it."""
        return cls(men, _sign(result), plies if result else None)

    @classmethod
    def from_expected(cls, value: float) -> Score:
        """The evaluation whose expected score this is."""
        inner = min(max(value, CERTAIN), 1 - CERTAIN)
        return cls(MEN_FOR_TEN_TO_ONE * math.log10(inner / (1 - inner)))

    @property
    def expected(self) -> float:
        """The expected score, from 0 (loss) to 1 (win)."""
        if self.result is not None:
            return (self.result + 1) / 2
        men = min(max(self.men, -FAR_AHEAD), FAR_AHEAD)
        return 1 / (1 + 10 ** -(men / MEN_FOR_TEN_TO_ONE))

    @property
    def is_decided(self) -> bool:
        """Whether this is a win or a loss for certain."""
        return self.result in (-1, 1)

    @property
    def lead(self) -> float:
        """Men ahead as one number: infinite for a win, minus infinity for a loss."""
        return self.result * math.inf if self.result else self.men

    @property
    def distance(self) -> int | None:
        """Plies to the end of the game, negative for a loss; None where that is not known."""
        return None if self.plies is None or not self.result else self.result * self.plies

    def __neg__(self) -> Score:
        """The same for the other side."""
        return Score(0.0 - self.men, None if self.result is None else _sign(-self.result), self.plies)

    # Scores that print differently can be worth the same, such as 0 men and a draw by the tables: equality is that of
    # the fields, order that of the worth.

    @property
    def _rank(self) -> tuple[int, float]:
        if not self.result:
            return 0, self.men
        return (self.result, self.men) if self.plies is None else (2 * self.result, -self.result * float(self.plies))

    def __lt__(self, other: Score) -> bool:
        return self._rank < other._rank

    def __le__(self, other: Score) -> bool:
        return self._rank <= other._rank

    def __gt__(self, other: Score) -> bool:
        return self._rank > other._rank

    def __ge__(self, other: Score) -> bool:
        return self._rank >= other._rank

    def __str__(self) -> str:
        if self.result is None:
            return f"{self.men:+.2f}".rstrip("0").rstrip(".") if abs(self.men) >= 0.005 else "0"
        name = _NAMES[self.result]
        if self.plies is None:
            return f"{name} by the tables"
        return f"{name} in {self.plies} {'ply' if self.plies == 1 else 'plies'}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def as_data(self) -> float | str:
        """For files and messages: the men as a number, or a result as text such as `win 33`, `loss 2` or `draw`."""
        if self.result is None:
            return self.men
        return _NAMES[self.result] if self.plies is None else f"{_NAMES[self.result]} {self.plies}"

    @classmethod
    def from_data(cls, data: float | str) -> Score:
        """What `as_data` wrote.

        >>> Score.from_data("loss 2"), Score.from_data(0.5)
        (Score(men=0.0, result=-1, plies=2), Score(men=0.5, result=None, plies=None))
        """
        if isinstance(data, int | float) and math.isfinite(data):
            return cls(float(data))
        found = re.fullmatch(r"(win|draw|loss)(?: (\d{1,4}))?", data) if isinstance(data, str) else None
        if found is None:
            raise KingMeError(f"{str(data)[:40]!r} is not a score: it is a number of men, or a result such as 'win 33'")
        return cls.known(_RESULTS[found[1]], None if found[2] is None else int(found[2]))


_NAMES = {1: "win", 0: "draw", -1: "loss"}
_RESULTS = {name: result for result, name in _NAMES.items()}


def _sign(result: int) -> Literal[-1, 0, 1]:
    return 1 if result > 0 else -1 if result < 0 else 0
