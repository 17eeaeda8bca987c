"""Scores as version 0.1.0 stored them, in the units of each player's own search, told in men.

The numbers stand here once more because they belong to that version, whatever later versions count in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kingme.errors import KingMeError
from kingme.players.evaluations import value_of_a_man, weights
from kingme.players.registry import read_spec
from kingme.score import Score

ENGINE_WIN, ENGINE_DECIDED, ENGINE_TABLES, ENGINE_MAN = 30_000, 29_000, 20_000, 100.0
WIN, DECIDED, TABLES = 1_000_000.0, 990_000.0, 490_000.0
FARTHEST = 9999  # plies that a stored score can tell
ENDGAME_MAN = 100.0  # in the alpha-beta search of `hybrid`


def thoughts_in_men(row: Mapping[Any, Any], specs: list[str]) -> dict[str, Any]:
    """The thoughts of a stored game with its scores in men; `specs` are those of the run's players by place."""
    thoughts: dict[str, Any] = row["thoughts"]
    if not thoughts.get("score"):
        return thoughts
    starts_with_white = row["line"][:1].upper() == "W"
    mover = (row["opening_plies"] + starts_with_white) % 2
    sides = (specs[row["black"]], specs[row["white"]])
    told = [
        None if number is None else read_old(number, sides[(mover + index) % 2]).as_data()
        for index, number in enumerate(thoughts["score"])
    ]
    return {**thoughts, "score": told}


def read_old(number: float, spec: str) -> Score:
    """A number of version 0.1.0 as a score.

    >>> print(read_old(35.0, "engine:nodes=1000"), read_old(29_967.0, "engine"))
    +0.35 win in 33 plies
    """
    is_engine, man = _unit(spec)
    win, decided, tables = (ENGINE_WIN, ENGINE_DECIDED, ENGINE_TABLES) if is_engine else (WIN, DECIDED, TABLES)
    won = 1 if number > 0 else -1
    if abs(number) > decided:
        return Score.known(won, min(max(round(win - abs(number)), 0), FARTHEST))  # an outside engine may say anything
    return Score.known(won) if abs(number) > tables else Score(number / man)


def _unit(spec: str) -> tuple[bool, float]:
    """Whether a player is the engine, and what a man counted in its scores; outside engines spoke of men."""
    try:
        cls, parameters = read_spec(spec)
    except KingMeError:
        return False, 1.0
    if cls.name == "engine":
        return True, ENGINE_MAN
    if cls.name in ("greedy", "minimax"):
        return False, value_of_a_man(weights(parameters.evaluation, parameters.weights))  # type: ignore[attr-defined]
    return False, ENDGAME_MAN if cls.name == "hybrid" else 1.0
