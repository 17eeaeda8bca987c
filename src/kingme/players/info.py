"""What a search tells: `Line` of one move, `Info` on the way, `Analysis` at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from kingme.board import Board
from kingme.move import Move
from kingme.score import Score

NOTHING_WORSE = Score.loss(-1)  # a move without a score stands behind all others


@dataclass(frozen=True, slots=True)
class Line:
    """What a player thinks of one legal move.

    `value` is the expected score for the side to move, from 0 (loss) to 1 (win), with its 95 % `interval`; `score` is
    for the side to move too. Players give what they have and leave the rest None.
    """

    move: Move
    value: float | None = None
    score: Score | None = None
    visits: int = 0
    interval: tuple[float, float] | None = None
    pv: tuple[Move, ...] = ()  # the principal variation, starting with `move`
    details: dict[str, Any] = field(default_factory=dict)  # figures of one algorithm, e.g. UCT's two parts


@dataclass(slots=True)
class Info:
    """The state of a search: streamed while it runs, and the base of its result.

    `lines` are in the order of `Board.legal_moves()`; `best_lines()` sorts them. `nodes` counts positions visited,
    `iterations` simulations or completed depths; `outcomes` is a histogram of simulation results from loss to win.
    """

    move: Move | None = None
    lines: list[Line] = field(default_factory=list)
    pv: tuple[Move, ...] = ()
    value: float | None = None
    score: Score | None = None
    depth: float = 0.0
    max_depth: int = 0
    nodes: int = 0
    iterations: int = 0
    time: float = 0.0
    memory: int = 0  # bytes of the search's own tables
    outcomes: tuple[int, ...] = ()
    details: dict[str, Any] = field(default_factory=dict)
    tree: Any = None  # the search tree, where the player keeps one; it grows while it is read

    @property
    def rate(self) -> float:
        """Simulations per second, or nodes per second where there are no simulations."""
        return (self.iterations if self.outcomes else self.nodes) / self.time if self.time > 0 else 0.0

    def best_lines(self) -> list[Line]:
        """Best first by visits, value and score; the chosen move first, but where a player errs on purpose."""
        errs = bool(self.details.get("errs"))

        def rank(line: Line) -> tuple[bool, float, float, Score]:
            return (
                line.move == self.move and not errs,
                line.visits if line.value is not None else 0,
                line.value if line.value is not None else -1.0,
                line.score if line.score is not None else NOTHING_WORSE,
            )

        return sorted(self.lines, key=rank, reverse=True)


@dataclass(slots=True)
class Analysis(Info):
    """The result of a search. `move` is None only where there is no legal move."""

    player: str = ""
    words: str | Callable[[Any], str] = field(default="", repr=False)  # the report, or a function that writes it
    trace: Sequence[Any] = field(default_factory=list)  # the steps of the search, where it was asked to record them
    stopped: bool = False  # whether the search was cancelled before its limit
    board: Board | None = None  # the position that was searched
    setup_time: float = 0.0  # seconds to get ready (`Player.start`); part of `time` only where a game clock was running

    @property
    def report(self) -> str:
        """What the player says about its decision, ready for a console."""
        return self.words if isinstance(self.words, str) else self.words(self)

    def _repr_html_(self) -> str:
        from kingme.players.analysis_html import analysis_html

        return analysis_html(self)


OnInfo = Callable[[Info], None]
