"""Evaluations by name, and their weights as text: what players offer of `kingme.core.evaluation_formulas`.

Weights are written `king:4/centre:1.5`; those not named keep their defaults. Of `weighted` each may have one value for
every phase, or three for opening, middle game and endgame: `king:5:5:7/mobility:0.5`.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from kingme.core.evaluation_formulas import (
    CAPTURE_BONUS,
    DECIDED,
    DEFAULT_WEIGHTS,
    DISTANCE,
    MATERIAL,
    PIECES_KINGS,
    POSITIONAL,
    WEIGHTED,
    WIN,
)
from kingme.errors import KingMeError
from kingme.players.endplay.verdict import IN_TABLES, TABLE_WIN
from kingme.score import Score

LIMIT = 1000.0  # weights up to this keep every evaluation far below the score of a win


class Evaluation(NamedTuple):
    """An evaluation's code in the kernels, what it says, and the names of its weights."""

    code: int
    summary: str
    terms: tuple[str, ...]
    phases: int = 1

    @property
    def defaults(self) -> np.ndarray:
        return DEFAULT_WEIGHTS[self.code]


EVALUATIONS: dict[str, Evaluation] = {
    "material": Evaluation(MATERIAL, "men and kings at their values (study A)", ("man", "king")),
    "pieces-kings": Evaluation(PIECES_KINGS, "piece difference plus a bonus per king (study B)", ("piece", "bonus")),
    "capture-bonus": Evaluation(
        CAPTURE_BONUS, "men, kings, and a bonus per piece captured (study D)", ("man", "king", "captured")
    ),
    "weighted": Evaluation(
        WEIGHTED,
        "pieces, kings, mobility, centre, threatened pieces and more, by phase (study C)",
        ("piece", "king", "mobility", "centre", "threatened", "back", "diagonal", "advancement"),
        phases=3,
    ),
    "positional": Evaluation(
        POSITIONAL,
        "material, closeness to the centre and the far edge, back row, mobility (study D)",
        ("man", "king", "closeness", "advancement", "back", "mobility"),
    ),
    "distance": Evaluation(
        DISTANCE, "material less the smallest distance to an enemy piece (study E)", ("man", "king", "step")
    ),
}


def weights(name: str, text: str = "default") -> np.ndarray:
    """The weights of an evaluation as kernels take them, with those that `text` names replaced."""
    evaluation = EVALUATIONS[name]
    table = evaluation.defaults.copy().reshape(evaluation.phases, -1)
    for term, values in parse_weights(text):
        if term not in evaluation.terms:
            raise KingMeError(f"{name} has no weight {term[:40]!r}: it has {', '.join(evaluation.terms)}")
        if len(values) not in (1, evaluation.phases):
            wanted = "a value" if evaluation.phases == 1 else "one value, or three for the phases of the game"
            raise KingMeError(
                f"the weight {term} of {name} takes {wanted}, as in {term}:{1 if not values else values[0]:g}"
            )
        table[:, evaluation.terms.index(term)] = values
    return table.ravel()


def parse_weights(text: str) -> list[tuple[str, list[float]]]:
    """The terms and numbers of a text, of whichever evaluation they are.

    >>> parse_weights("king:5:5:7/mobility:0.5")
    [('king', [5.0, 5.0, 7.0]), ('mobility', [0.5])]
    """
    found = []
    for part in () if text == "default" else text.split("/"):
        term, *values = (piece.strip() for piece in part.split(":"))
        if not term.isidentifier():
            raise KingMeError(f"{part[:40]!r} is no weight: write a term and its number, as in king:4")
        found.append((term, [_number(term, value) for value in values]))
    return found


def _number(term: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not abs(value) <= LIMIT:
        raise KingMeError(f"the weight {term} takes a number from -{LIMIT:g} to {LIMIT:g}, not {text[:40]!r}")
    return value


def value_of_a_man(table: np.ndarray) -> float:
    """What one man counts in an evaluation with these weights, so that its scores can be told in men.

    The first weight is that of a man in every evaluation; one that gives men no weight counts in units of its own.
    """
    return abs(float(table[0])) or 1.0


def read_score(number: float, man: float) -> Score:
    """A number of a compiled search as a score; `man` is what one man counts in its evaluation.

    >>> print(read_score(15.0, 10.0), read_score(WIN - 5, 10.0), read_score(4 - WIN, 1.0))
    +1.5 win in 5 plies loss in 4 plies
    """
    if abs(number) > DECIDED:
        return Score.known(1 if number > 0 else -1, round(WIN - abs(number)))
    if abs(number) > IN_TABLES:
        won = 1 if number > 0 else -1
        return Score.known(won, men=(number - won * TABLE_WIN) / man)
    return Score(number / man)


def write_score(score: Score, man: float) -> float:
    """The number that stands for a score in a compiled search; `read_score` reads it."""
    if score.result is None:
        return score.men * man
    if score.plies is None:
        return score.result * TABLE_WIN + score.men * man
    return score.result * (WIN - score.plies)
