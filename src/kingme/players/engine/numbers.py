"""Scores as the compiled search counts them: hundredths of a man, with bands of their own for certain results."""

from __future__ import annotations

from kingme.players.engine.search import TABLE_BAND, TABLE_WIN, WIN, WIN_BAND
from kingme.score import Score

HUNDREDTHS = 100


def read_score(number: int) -> Score:
    """A number of the search as a score.

    >>> print(read_score(35), read_score(WIN - 5), read_score(-TABLE_WIN))
    +0.35 win in 5 plies loss by the tables
    """
    won = 1 if number > 0 else -1
    if abs(number) >= WIN_BAND:
        return Score.known(won, WIN - abs(number))
    if abs(number) >= TABLE_BAND:
        return Score.known(won, men=(number - won * TABLE_WIN) / HUNDREDTHS)
    return Score(number / HUNDREDTHS)


def write_score(score: Score) -> float:
    """The number that stands for a score in the search."""
    if score.result is None:
        return score.men * HUNDREDTHS
    if score.plies is None:
        return score.result * TABLE_WIN + score.men * HUNDREDTHS
    return float(score.result * (WIN - score.plies))
