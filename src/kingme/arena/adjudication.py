"""Adjudication: ending a game whose result is no longer in doubt.

Three rules, each off unless asked for, and recorded with the run because they change what is measured:

- draw by score: from ply `draw_after` on, both players' last `draw_moves` scores lie within ± `draw_score` men;
- win by score: both players agree for `win_moves` scores each that one side is ahead by `win_score` men or more;
- tables: an endgame table knows the position. It knows nothing of draws by quiet moves or repetition.

Scores are for the side that moved. `measure` says which number counts: `score`, in men, where a certain win is more
than any bound, or `value`, the expected score from 0 to 1, taken here as 2 value - 1, so that -1 is a loss, 0 is even
and 1 is a win. A move without an evaluation (forced, from a book) neither counts nor interrupts; a
player that never gives one is never adjudicated by score.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Literal, NamedTuple

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.outcome import Color
from kingme.score import Score

Probe = Callable[[Board], int | None]
"""What an endgame table says of a position, for the side to move: 1 win, 0 draw, -1 loss, None if it does not know."""


class Ruling(NamedTuple):
    """The end of a game by adjudication; `winner` is None for a draw."""

    winner: Color | None
    reason: str


@dataclass(frozen=True, slots=True)
class Adjudication:
    """Which rules a run uses; the default is none.

    >>> rules = Adjudication.parse("draw-score=0.2,draw-moves=10,draw-after=60,tables=on")
    >>> rules.draw_score, rules.win_score, rules.tables
    (0.2, None, True)
    >>> rules.format()
    'draw-score=0.2,draw-moves=10,draw-after=60,tables=on'
    """

    draw_score: float | None = None
    draw_moves: int = 8
    draw_after: int = 40
    win_score: float | None = None
    win_moves: int = 4
    measure: Literal["score", "value"] = "score"
    tables: bool = False

    def __post_init__(self) -> None:
        for name, low in (
            ("draw_score", 0.0),
            ("win_score", 0.0),
            ("draw_moves", 1),
            ("draw_after", 0),
            ("win_moves", 1),
        ):
            number = getattr(self, name)
            if number is not None and not (number >= low and math.isfinite(number)):
                raise KingMeError(f"{_key(name)} takes a number from {low:g} up, not {number}")
        if self.win_score == 0:
            raise KingMeError("win-score must be above 0")
        if self.measure not in ("score", "value"):
            raise KingMeError(f"measure takes score or value, not {str(self.measure)[:40]!r}")
        if self.measure == "value" and max(self.draw_score or 0, self.win_score or 0) > 1:
            raise KingMeError("values lie between -1 and 1: a bound above 1 is never reached")

    @property
    def is_off(self) -> bool:
        return self.draw_score is None and self.win_score is None and not self.tables

    @classmethod
    def parse(cls, text: str) -> Adjudication:
        """Read `off`, or settings such as `draw-score=0.2,draw-moves=8,draw-after=40,win-score=3,tables=on`."""
        values: dict[str, Any] = {}
        known = {_key(field.name): field.name for field in fields(cls)}
        for part in filter(None, (part.strip() for part in text.split(","))):
            if part == "off":
                continue
            key, _, value = (side.strip() for side in part.partition("="))
            if key not in known:
                raise KingMeError(f"{key[:40]!r} is not a rule of adjudication: use {', '.join(known)}, or off")
            values[known[key]] = _convert(key, value)
        return cls(**values)

    def format(self) -> str:
        """The text that `parse` reads back; `off` for no rule."""
        default = Adjudication()
        changed = [name for name in self.__slots__ if getattr(self, name) != getattr(default, name)]
        return ",".join(f"{_key(name)}={_text(getattr(self, name))}" for name in changed) or "off"


def _key(name: str) -> str:
    return name.replace("_", "-")


def _text(value: object) -> str:
    return "on" if value is True else f"{value:g}" if isinstance(value, float) else str(value)


def _convert(key: str, value: str) -> Any:
    if key == "measure":
        return value
    if key == "tables":
        if value not in ("on", "off"):
            raise KingMeError("tables takes on or off")
        return value == "on"
    try:
        return float(value) if key.endswith("score") else int(value)
    except ValueError:
        raise KingMeError(f"{key} takes a number, not {value[:40]!r}") from None


class Adjudicator:
    """Applies the rules to one game: feed it after every move, and it says when the game is over."""

    def __init__(self, rules: Adjudication, probe: Probe | None = None) -> None:
        self.rules = rules
        self._probe = probe if rules.tables else None
        self._even = [0, 0]  # evaluations in a row near zero, by colour
        self._ahead = [0, 0]  # evaluations in a row that see `_leader` win, by colour of the one who evaluates
        self._leader: Color | None = None

    def after_move(
        self, board: Board, plies: int, *, score: Score | None = None, value: float | None = None
    ) -> Ruling | None:
        """The ruling, if any, once a move has led to `board`, the `plies`-th of the game.

        `score` and `value` are what the mover thought, from its own side, before it moved.
        """
        if self._probe is not None and (known := self._probe(board)) is not None:
            winner = None if known == 0 else board.turn if known > 0 else board.turn.other
            return Ruling(winner, "endgame table")
        if self.rules.measure == "value":
            lead = None if value is None else 2 * value - 1
        else:
            lead = None if score is None else score.lead
        if lead is None or math.isnan(lead):
            return None
        return self._by_win(board.turn.other, lead) or self._by_draw(board.turn.other, lead, plies)

    def _by_win(self, mover: Color, lead: float) -> Ruling | None:
        bound = self.rules.win_score
        if bound is None:
            return None
        leader = mover if lead >= bound else mover.other if lead <= -bound else None
        if leader is None or leader is not self._leader:
            self._leader, self._ahead = leader, [0, 0]
        if leader is None:
            return None
        self._ahead[mover] += 1
        return Ruling(leader, "win by score") if min(self._ahead) >= self.rules.win_moves else None

    def _by_draw(self, mover: Color, lead: float, plies: int) -> Ruling | None:
        bound = self.rules.draw_score
        if bound is None:
            return None
        if abs(lead) > bound:
            self._even = [0, 0]
            return None
        self._even[mover] += 1
        done = plies >= self.rules.draw_after and min(self._even) >= self.rules.draw_moves
        return Ruling(None, "draw by score") if done else None


def table_pieces() -> int:
    """How many pieces the endgame tables of this machine know about; 0 without tables."""
    from kingme.endgame import load

    return load().pieces


def table_probe() -> Probe | None:
    """What asks the endgame tables of this machine; None without tables."""
    from kingme.endgame import outcome

    return outcome if table_pieces() else None
