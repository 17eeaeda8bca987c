"""Evaluations by name, and their weights as text: what `minimax` and `greedy` offer of a game's.

Weights are written `king:4/centre:1.5`; those not named keep their defaults. Of `weighted` each may have one value for
every phase, or three for opening, middle game and endgame: `king:5:5:7/mobility:0.5`.
"""

from __future__ import annotations

import math

import numpy as np

from kingme.core.evaluation_formulas import DECIDED, WIN
from kingme.errors import KingMeError
from kingme.games.contract import Evaluation, Game
from kingme.games.english.evaluations import EVALUATIONS as EVALUATIONS
from kingme.games.registry import DEFAULT, find_game
from kingme.players.endplay.verdict import IN_TABLES, TABLE_WIN
from kingme.score import Score

LIMIT = 1000.0  # weights up to this keep every evaluation far below the score of a win
USUAL = "material"
"""The evaluation that players use if nothing else is said: of a game without one of this name it is its first."""


def evaluation_of(game: Game, name: str) -> Evaluation:
    """A game's evaluation by its name, or a `KingMeError` that lists those that it has."""
    found = game.EVALUATIONS.get(name)
    if found is None and name == USUAL:
        found = next(iter(game.EVALUATIONS.values()))
    if found is None:
        raise KingMeError(f"{game.title} has no evaluation {name[:40]!r}: it has {', '.join(game.EVALUATIONS)}")
    return found


def weights(name: str, text: str = "default", game: Game | None = None) -> np.ndarray:
    """The weights of an evaluation as kernels take them, with those that `text` names replaced."""
    evaluation = evaluation_of(game or find_game(DEFAULT), name)
    table = evaluation.weights.reshape(evaluation.phases, -1)
    for term, values in parse_weights(text):
        if term not in evaluation.terms:
            raise KingMeError(f"{name} has no weight {term[:40]!r}: it has {', '.join(evaluation.terms) or 'none'}")
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
