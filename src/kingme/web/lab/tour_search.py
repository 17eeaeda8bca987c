"""What a tour shows of a search: `TourSearch`, and the questions and views that every kind of search has in common.

A tour names its searches, and each of its steps names a moment of one of them. The search is made by the product's own
players when the tour is asked for; what a step shows, the numbers in its sentences and the right answer to its question
are read from it. No number and no answer is written down in a tour.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.players.base import Player
from kingme.web.gate import PublicSpec
from kingme.web.settings import Settings

View = dict[str, Any]

_SETTINGS = Settings()  # a tour is the same on every server, whatever its owner allows


class TourError(KingMeError):
    """A mistake in a tour's file."""


@dataclass(frozen=True)
class Choice:
    """One of the answers that can be given; `node` is where in the tree it can be clicked."""

    text: str
    node: int | None = None


@dataclass(frozen=True)
class Question:
    """What is asked: the choices, and which of them the search has made true."""

    choices: tuple[Choice, ...]
    answer: int

    @classmethod
    def of(cls, texts: list[str], answer: str) -> Question:
        """A question whose choices are plain texts."""
        kept = list(dict.fromkeys(texts))
        if answer not in kept:
            raise TourError(f"the answer {answer!r} is none of the choices {kept}")
        if len(kept) < 2:
            raise TourError(f"a question needs two different choices, not {kept}")
        return cls(tuple(Choice(text) for text in kept), kept.index(answer))


@dataclass(frozen=True)
class Moment:
    """A moment of a search as a step names it: `at`, and what else it says of it."""

    at: str
    options: dict[str, Any] = field(default_factory=dict)

    def get(self, name: str, default: Any = None) -> Any:
        return self.options.get(name, default)

    @property
    def number(self) -> int:
        if not self.at.isdecimal():
            raise TourError(f"{self.at!r} is no number of simulations")
        return int(self.at)


class TourSearch(ABC):
    """A search of a tour, made once."""

    def __init__(self, board: Board, spec: str) -> None:
        self.board, self.spec = board, spec

    @abstractmethod
    def view(self, moment: Moment) -> View:
        """What is shown at a moment: any of `trees`, `board`, `table` and `bars`."""

    @abstractmethod
    def ask(self, kind: str, moment: Moment) -> Question:
        """The question of this kind at a moment, with the answer that the search gives."""

    @abstractmethod
    def fact(self, name: str, argument: str) -> str:
        """A fact about the search, as it stands in a sentence."""

    def link(self, moment: Moment) -> dict[str, str] | None:
        """Where in the profiler this search can be looked into: its mode and the step."""
        return None


def make_player(spec: str) -> Player:
    """A player that a tour names."""
    return PublicSpec(spec, _SETTINGS).make()


def show_board(board: Board, path: tuple[int, ...] = (), arrows: tuple[tuple[int, ...], ...] = ()) -> dict[str, Any]:
    """A board, with the move that led to it and arrows for moves that are talked about."""
    return {"fen": board.fen(), "last": list(path), "arrows": [list(arrow) for arrow in arrows]}


def show_table(caption: str, head: list[str], rows: list[list[str]], mark: int | None = None) -> dict[str, Any]:
    """A table; the row `mark` stands out."""
    return {"caption": caption, "head": head, "rows": rows, "mark": mark}


def show_bars(caption: str, bars: list[dict[str, Any]], most: float, unit: str) -> dict[str, Any]:
    """A chart of bars from 0 to `most`: each a label, a value, its text, and an interval where there is one."""
    return {"caption": caption, "bars": bars, "most": most, "unit": unit}


def share(value: float) -> str:
    """A share between 0 and 1 as people read it.

    >>> share(0.6251)
    '63 %'
    """
    return f"{100 * value:.0f} %"


def figure(value: float) -> str:
    """A number of a score: two places, and a real minus sign.

    >>> figure(-0.5), figure(1.0)
    ('−0.50', '1.00')
    """
    return f"{value:.2f}".replace("-", "−")


def signed(text: str) -> str:
    """A score's text with a real minus sign, as the page shows it."""
    return text.replace("-", "−")
