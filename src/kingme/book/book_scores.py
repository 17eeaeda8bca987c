"""Scores of a book as numbers of 16 bits: hundredths of a man, with bands of their own for certain results.

    to 20,000         hundredths of a man
    24,000 +- 3,000   won by the endgame tables, which know no distance; the rest are hundredths of a man
    32,000 - plies    won in so many plies

Negative numbers are the same for the other side. A draw that is certain counts 0, or a few hundredths of a man where
one way to it is better than another, and is told by a mark of its move (`KNOWN`).
"""

from __future__ import annotations

from kingme.score import Score

NO_SCORE = -32768  # of a move that was added by hand and never searched
MOST = 20_000
TABLE_WIN, TABLE_BAND, TABLE_ROOM = 24_000, 21_000, 3_000
WIN, WIN_BAND = 32_000, 31_000
HUNDREDTHS = 100

PREFERRED, FORBIDDEN, BY_HAND, KNOWN = 1, 2, 4, 8
"""Marks of a move: chosen before all others, never chosen, added by hand; its score is a certain result."""
HAND_MARKS = PREFERRED | FORBIDDEN | BY_HAND


def number_of(score: Score) -> int:
    """A score as a number of the book."""
    men = round(score.men * HUNDREDTHS)
    if score.result is None or score.result == 0:
        return max(-MOST, min(men, MOST))
    if score.plies is None:
        return score.result * TABLE_WIN + max(-TABLE_ROOM, min(men, TABLE_ROOM))
    return score.result * (WIN - min(score.plies, WIN - WIN_BAND))


def score_of(number: int, known: bool = False) -> Score | None:
    """The score that a number of the book stands for; None for `NO_SCORE`.

    >>> print(score_of(35), score_of(WIN - 5), score_of(-TABLE_WIN), score_of(0, known=True))
    +0.35 win in 5 plies loss by the tables draw by the tables
    """
    if number == NO_SCORE:
        return None
    won = 1 if number > 0 else -1
    if abs(number) >= WIN_BAND:
        return Score.known(won, WIN - abs(number))
    if abs(number) >= TABLE_BAND:
        return Score.known(won, men=(number - won * TABLE_WIN) / HUNDREDTHS)
    return Score.known(0, men=number / HUNDREDTHS) if known else Score(number / HUNDREDTHS)


def is_decided(number: int) -> bool:
    """Whether a number is a win or a loss for certain."""
    return abs(number) >= TABLE_BAND


def one_ply_before(number: int) -> int:
    """The score of a move for whoever makes it, from that of the position it leads to.

    >>> one_ply_before(35), one_ply_before(-(WIN - 4)) == WIN - 5, one_ply_before(WIN - 4) == -(WIN - 5)
    (-35, True, True)
    """
    if abs(number) < WIN_BAND:
        return -number
    return 1 - number if number > 0 else -1 - number


def number_before(number: int) -> int:
    """The score of the position that a move leads to, from that of the move: the inverse of `one_ply_before`.

    >>> [number_before(one_ply_before(number)) for number in (35, 4 - WIN, WIN - 4, 0)]
    [35, -31996, 31996, 0]
    """
    if abs(number) < WIN_BAND:
        return -number
    return -1 - number if number > 0 else 1 - number
