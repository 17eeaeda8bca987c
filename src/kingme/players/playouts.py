"""What Monte Carlo players offer of `kingme.core.policies`: policies, tables of weights and results by name."""

from __future__ import annotations

import math

import numpy as np

from kingme.core.plans import (
    BY_PIECES,
    BY_VALUES,
    EVALUATION,
    HALF,
    HEURISTIC,
    LEAD,
    PIECES,
    PLUS_PIECES,
    UNIFORM,
    WEIGHTED,
    WIN_ONLY,
)
from kingme.core.policies import CAPTURES, EDGES, EVEN, weight_table
from kingme.errors import KingMeError
from kingme.games.contract import Game as Rules

PLAYOUT_QUIET_LIMIT = 80  # quiet plies that end a simulation, so that each does end, whatever the rules of the game say

MOVE_TYPES = ("man", "king", "crown", "edge", "capture", "further")
DEFAULT_TABLE = (1.0, 1.0, 4.0, 0.5, 1.0, 3.0)
HIGHEST_WEIGHT = 100.0

POLICIES = {
    "uniform": (UNIFORM, EVEN),
    "captures": (WEIGHTED, CAPTURES),
    "edges": (WEIGHTED, EDGES),
    "weighted": (WEIGHTED, DEFAULT_TABLE),
    "heuristic": (HEURISTIC, EVEN),
}
CUTS = {"half": HALF, "pieces": PIECES, "evaluation": EVALUATION, "lead": LEAD}
RESULTS = {"win": WIN_ONLY, "graded": BY_PIECES, "graded-values": BY_VALUES, "graded-sum": PLUS_PIECES}
BINS = {WIN_ONLY: 3, BY_PIECES: 11, BY_VALUES: 11, PLUS_PIECES: 26}  # of the histogram of results

POLICY_HELP = (
    "how simulations choose their moves: uniform; captures (each piece taken doubles the weight); edges (moves to "
    "the rim weigh half); weighted (by the table in weights); heuristic (best of: takes +1, crowns +1, can be taken "
    "-1, leaves home -1)"
)
WEIGHTS_HELP = (
    "for policy=weighted, weights that differ from the default, as crown:4/edge:0.5: man, king, crown (a step by a "
    "man, by a king, to a crown), edge (factor for ending on the rim), capture, further (factor for every piece after "
    "the first)"
)
CUT_HELP = (
    "what a cut simulation is worth: half (0.5); pieces (more pieces win); evaluation (pieces plus a bonus for each "
    "king, the better side wins); lead (0.5 for the player if its material, man 1 and king 3, is ahead, else 0)"
)


def hoeffding(mean: float, visits: int) -> tuple[float, float]:
    """The 95 % interval of a mean of so many independent results from 0 to 1, within that range.

    Hoeffding's inequality, P(|mean - truth| >= e) <= 2 exp(-2 N e^2), gives e = sqrt(ln 40 / 2N) at 5 %.

    >>> [round(end, 3) for end in hoeffding(0.5, 50)]
    [0.308, 0.692]
    """
    epsilon = math.sqrt(math.log(40.0) / (2.0 * visits))
    return max(0.0, mean - epsilon), min(1.0, mean + epsilon)


def parse_weights(text: str) -> tuple[float, ...]:
    """The six weights, with those that are named as `crown:4/edge:0.5` replacing the defaults.

    >>> parse_weights("crown:2/king:0.5")
    (1.0, 0.5, 2.0, 0.5, 1.0, 3.0)
    """
    weights = dict(zip(MOVE_TYPES, DEFAULT_TABLE, strict=True))
    for part in () if text == "default" else text.split("/"):
        name, _, value = (side.strip() for side in part.partition(":"))
        if name not in weights:
            raise KingMeError(
                f"{name[:40]!r} is not a type of move: use {', '.join(MOVE_TYPES)}, as in crown:4/edge:0.5"
            )
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not 0.0 <= number <= HIGHEST_WEIGHT:
            raise KingMeError(f"the weight {name} takes a number from 0 to {HIGHEST_WEIGHT:g}, not {value[:40]!r}")
        weights[name] = number
    return tuple(weights.values())


def policy_and_table(policy: str, weights: str = "default", game: Rules | None = None) -> tuple[int, np.ndarray]:
    """A policy as kernels take it: its code and its table; refused if the game has no such policy."""
    if game is not None and policy not in game.POLICIES:
        raise KingMeError(f"{game.title} has no policy {policy!r} for simulations: it has {', '.join(game.POLICIES)}")
    code, table = POLICIES[policy]
    return code, weight_table(parse_weights(weights) if policy == "weighted" else table)
