"""English draughts' evaluations by name, with the names of their weights (`kingme.core.evaluation_formulas`)."""

from __future__ import annotations

from kingme.core.evaluation_formulas import (
    CAPTURE_BONUS,
    DEFAULT_WEIGHTS,
    DISTANCE,
    MATERIAL,
    PIECES_KINGS,
    POSITIONAL,
    WEIGHTED,
)
from kingme.games.contract import Evaluation


def _evaluation(code: int, summary: str, terms: str, phases: int = 1) -> Evaluation:
    return Evaluation(code, summary, tuple(terms.split()), phases, tuple(DEFAULT_WEIGHTS[code].tolist()))


EVALUATIONS = {
    "material": _evaluation(MATERIAL, "men and kings at their values (study A)", "man king"),
    "pieces-kings": _evaluation(PIECES_KINGS, "piece difference plus a bonus per king (study B)", "piece bonus"),
    "capture-bonus": _evaluation(
        CAPTURE_BONUS, "men, kings, and a bonus per piece captured (study D)", "man king captured"
    ),
    "weighted": _evaluation(
        WEIGHTED,
        "pieces, kings, mobility, centre, threatened pieces and more, by phase (study C)",
        "piece king mobility centre threatened back diagonal advancement",
        phases=3,
    ),
    "positional": _evaluation(
        POSITIONAL,
        "material, closeness to the centre and the far edge, back row, mobility (study D)",
        "man king closeness advancement back mobility",
    ),
    "distance": _evaluation(
        DISTANCE, "material less the smallest distance to an enemy piece (study E)", "man king step"
    ),
}
