"""What is remembered of games: positions with depth and score, moves with visits and results.

This is rote learning as in Samuel, "Some studies in machine learning using the game of checkers" (1959): the score that
a search found for a position is kept, and when a later search meets the position it takes that score in place of its
own shallower one, so that it sees further than before. Forgetting is Samuel's too: with every game all positions grow
older, those that came up again are refreshed to half their age, and when there are too many the oldest go.

A position is known by its hash, seen as the first mover's (`Board.flip` turns those of the other side), so that what
was learned with one colour serves with the other. Rows are of two kinds. A position in which the player was to move
has the search's score, depth and move. A position that a move of the player led to has that move's visits and mean
value from tree searches, the results of the games that went there, and the `blames`: how often the move was the last
one, in a game that was lost, in a position that did not look lost yet.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from kingme.score import Score

MOST = 100_000  # positions in a memory
ROW = np.dtype(
    [
        ("key", "<i8"),
        ("men", "<f4"),  # the score for the side to move, as a `Score` has it
        ("result", "i1"),  # NO_RESULT where it is an evaluation
        ("plies", "<i2"),  # -1 where the distance is not known
        ("depth", "u1"),
        ("move", "<i2"),  # start and end
        ("visits", "<i4"),
        ("value", "<f4"),
        ("wins", "<u2"),
        ("draws", "<u2"),
        ("losses", "<u2"),
        ("blames", "<u2"),
        ("age", "<u2"),
    ]
)
NO_RESULT = 2
MOST_MEN = 99.0  # what an evaluation says at most
COUNTS = ("wins", "draws", "losses", "blames")
FULL = 65_535  # where a count stops
NOTHING = np.zeros(0, ROW)
_BYTES = np.dtype(("V", ROW.itemsize))  # a row as a whole: NumPy moves such rows twenty times as fast as named columns


class Experience(NamedTuple):
    """What is known of a move of the player, from the position that it leads to."""

    visits: int = 0
    value: float = 0.0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    blames: int = 0

    @property
    def favour(self) -> float:
        """Men by which games speak for the move, or against it."""
        won = max(0, self.wins - self.losses) / (self.wins + self.losses + 1)
        return won - 1.5 * self.blames / (self.blames + self.wins + self.draws + 1)

    @property
    def is_refuted(self) -> bool:
        """Whether the move has lost twice, and never did better."""
        return self.blames >= 2 and self.wins + self.draws == 0


UNTRIED = Experience()


def write_result(row: np.void, score: Score) -> None:
    row["men"] = max(-MOST_MEN, min(MOST_MEN, score.men))
    row["result"] = NO_RESULT if score.result is None else score.result
    row["plies"] = -1 if score.plies is None else score.plies


def score_numbers(rows: np.ndarray | Mapping[str, np.ndarray], man: float, win: float, table_win: float) -> np.ndarray:
    """The scores of rows, or of their columns, as a search counts them.

    It has bands for wins that were found by search and for those that the tables know.
    """
    men, result, plies = rows["men"].astype(np.float64) * man, rows["result"].astype(np.float64), rows["plies"]
    known = np.where(plies < 0, result * table_win + men, result * (win - plies))
    numbers: np.ndarray = np.where(rows["result"] == NO_RESULT, men, known)
    return numbers


def find_row(rows: np.ndarray, key: int) -> int | None:
    """The index of a position in rows that are sorted by key."""
    place = bisect_left(
        rows["key"], key
    )  # NumPy's own search would copy all keys first, which lie between other columns
    return place if place < len(rows) and rows["key"][place] == key else None


def experience_of(rows: np.ndarray, key: int) -> Experience:
    place = find_row(rows, key)
    if place is None:
        return UNTRIED
    row = rows[place]
    return Experience(int(row["visits"]), float(row["value"]), *(int(row[name]) for name in COUNTS))


def add_game(rows: np.ndarray, fresh: np.ndarray, used: np.ndarray, most: int = MOST) -> np.ndarray:
    """The memory after a game: `fresh` rows are added to those of the same positions, `used` are keys that came up.

    Counts add up; scores, visits and values are replaced by the newer ones where the game has any.
    """
    rows = rows.view(_BYTES).copy().view(ROW)
    rows["age"] = np.minimum(rows["age"], FULL - 1) + 1
    seen = np.isin(rows["key"], used)
    rows["age"][seen] //= 2
    fresh = np.sort(fresh, order="key")
    places = np.searchsorted(rows["key"], fresh["key"])
    old = np.zeros(len(fresh), bool)
    inside = places < len(rows)
    old[inside] = rows["key"][places[inside]] == fresh["key"][inside]
    at, newer = places[old], fresh[old]
    for name in COUNTS:
        total = rows[name][at].astype(np.int64) + newer[name]
        rows[name][at] = np.minimum(total, FULL)
    for marker, names in (("depth", ("men", "result", "plies", "depth", "move")), ("visits", ("visits", "value"))):
        changed = newer[marker] > 0
        for name in names:
            rows[name][at[changed]] = newer[name][changed]
    together: np.ndarray = np.insert(rows.view(_BYTES), places[~old], fresh[~old].view(_BYTES)).view(ROW)
    return together if len(together) <= most else _forget(together, most)


def _forget(rows: np.ndarray, most: int) -> np.ndarray:
    """Keep the youngest; of the same age, what is known from games and from deep searches before the rest."""
    games = rows["wins"].astype(np.int64) + rows["draws"] + rows["losses"] + 4 * rows["blames"].astype(np.int64)
    worth = np.lexsort((rows["depth"], games, -rows["age"].astype(np.int64)))
    kept: np.ndarray = rows.view(_BYTES)[np.sort(worth[len(rows) - most :])].view(ROW)
    return kept
