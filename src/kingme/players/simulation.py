"""The account of one simulation that a `Stepper` gives: the way down, what was opened, what was counted."""

from __future__ import annotations

from dataclasses import dataclass, field

from kingme.board import Board
from kingme.move import Move


@dataclass(frozen=True, slots=True)
class ChildChoice:
    """A child that a node could choose, with the numbers that it was judged by; `chosen` marks the one it took.

    `value` is the sum Q of the results of its `visits` N. `exploit` is Q / N and `explore` is c sqrt(ln N_parent / N);
    `score` is what was compared: their sum, or RAVE's mixture. All three are None where there was no visit.
    """

    node: int
    move: Move
    visits: int
    value: float
    exploit: float | None
    explore: float | None
    score: float | None
    proof: str
    chosen: bool
    rave: dict[str, float] = field(default_factory=dict)  # beta, visits, exploit, explore of all moves as first


@dataclass(frozen=True, slots=True)
class DescentStep:
    """One node on the way down: who could be chosen there, and why the choice fell as it did.

    `reason` is "score" (the best score), "first" (a child without a visit), "new" (a move that was never tried is
    opened) or "" at the end of the way.
    """

    node: int
    board: Board
    visits: int
    candidates: tuple[ChildChoice, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A node that became part of the tree."""

    node: int
    parent: int
    move: Move
    board: Board  # the position after the move


@dataclass(frozen=True, slots=True)
class BackedUp:
    """A node that a result was counted at: `gain` is the result for the side that moved into it."""

    node: int
    gain: float
    visits: int  # after it
    value: float


@dataclass(frozen=True, slots=True)
class Simulation:
    """One simulation, or with two-phase simulation one round of which the first simulation is shown.

    `ending` says how the game ended that was simulated: "over" and "drawn" in the tree itself, "win", "loss", "draw"
    or "cut" of a playout; win and loss are for the side to move at the root, as is `result`, from 0 to 1.
    """

    number: int  # 1 is the first of the search
    count: int  # simulations in this step
    path: tuple[int, ...]  # nodes from the root to where the playout began
    levels: tuple[DescentStep, ...]
    opened: tuple[Opened, ...]
    ending: str
    result: float
    plies: int
    playout: tuple[Move, ...]
    boards: tuple[Board, ...]  # after each move of the playout
    backed_up: tuple[BackedUp, ...]  # the path, from its end to the root
    counts: tuple[tuple[int, int, float], ...]  # every node that changed: its visits and its sum of results now
