"""`Clock`: the time that each side has left, with an increment for each move."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kingme.errors import KingMeError
from kingme.outcome import Color


@dataclass
class Clock:
    """Seconds left for both sides; `increment` seconds are added after each move."""

    black: float
    white: float
    increment: float = 0.0

    @classmethod
    def parse(cls, text: str) -> Clock:
        """Read `5` or `5+3`: minutes for the whole game, and seconds added for each move."""
        match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(?:\+\s*(\d+(?:\.\d+)?))?\s*", text)
        if not match or len(text) > 40 or float(match[1]) <= 0:
            raise KingMeError(f"{text[:40]!r} is not a clock: write minutes+seconds, as in 5+3")
        seconds = 60 * float(match[1])
        return cls(seconds, seconds, float(match[2] or 0))

    def left(self, color: Color) -> float:
        return self.white if color is Color.WHITE else self.black

    def spend(self, color: Color, seconds: float) -> bool:
        """Take the time of one move from a side's clock; False if its flag fell."""
        left = self.left(color) - seconds
        fell = left <= 0
        left = 0.0 if fell else left + self.increment
        if color is Color.WHITE:
            self.white = left
        else:
            self.black = left
        return not fell

    def copy(self) -> Clock:
        return Clock(self.black, self.white, self.increment)
