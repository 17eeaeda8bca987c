"""Traits: the sentences of the rules that are true of some games of draughts and not of others.

A game names those that are true of it in `TRAITS`, each with the article of its federation's rules that says so. Each
becomes a flag of the class, and the generator is compiled for the flags.
"""

from __future__ import annotations

from typing import Any, ClassVar

from kingme.games.draughts.layout import Layout
from kingme.games.network import Layers
from kingme.text.dark_squares import DarkSquares

TRAITS = {
    "MEN_CAPTURE_BACKWARD": "men capture backward as well as forward",
    "FLYING_KINGS": "kings move and capture over any distance",
    "CROWNED_ON_THE_WAY": "a man that reaches the far row while capturing goes on as a king",
    "PASSES_THE_FAR_ROW": "a man that passes the far row while capturing goes on as a man, and stays one",
    "MEN_SPARE_KINGS": "a man cannot capture a king",
    "MOST_PIECES": "the capture that takes most pieces is compulsory",
    "BY_KING": "a king captures rather than a man",
    "MOST_KINGS": "among captures that are equal so far, the one that takes most kings is compulsory",
    "KING_FIRST": "among captures that are equal so far, the one that meets a king first is compulsory",
    "OPTIONAL_CAPTURE": "a capture may be declined",
    "SINGLE_JUMPS": "a capture is one jump",
}
"""What the rules of a game may say."""


class Traits:
    """The traits of a game, its board and the names of its squares: what notation and paths need to know of it."""

    title: ClassVar[str]
    SOURCE: ClassVar[str]
    """The rules that the articles in `TRAITS` are numbered by."""
    TRAITS: ClassVar[dict[str, str]]
    """The traits that the game has, each with its article."""
    NAMES: ClassVar[DarkSquares]
    NOTATION: ClassVar[str] = "numeric"
    CAPTURE_SIGN: ClassVar[str] = "x"
    WEIGHTS: ClassVar[tuple[float, ...]]
    LAYOUT: ClassVar[Layout]

    # The flags that traits become, and the constants of the board.
    MEN_CAPTURE_BACKWARD: ClassVar[bool] = False
    FLYING_KINGS: ClassVar[bool] = False
    CROWNED_ON_THE_WAY: ClassVar[bool] = False
    MEN_SPARE_KINGS: ClassVar[bool] = False
    MOST_PIECES: ClassVar[bool] = False
    BY_KING: ClassVar[bool] = False
    MOST_KINGS: ClassVar[bool] = False
    KING_FIRST: ClassVar[bool] = False
    OPTIONAL_CAPTURE: ClassVar[bool] = False
    SINGLE_JUMPS: ClassVar[bool] = False
    PASSES_THE_FAR_ROW: ClassVar[bool] = False  # for people: it follows where men capture backward
    FIRST: ClassVar[int] = 0  # the side that begins
    BOARD: ClassVar[int]
    BITS: ClassVar[int]
    INNER: ClassVar[int]
    SHIFT: ClassVar[int]
    NEAR: ClassVar[int]
    FAR: ClassVar[int]
    TOP_ROW: ClassVar[int]
    BOTTOM_ROW: ClassVar[int]
    CROWN_SHIFT: ClassVar[int]
    START_BLACK: ClassVar[int]
    START_WHITE: ClassVar[int]
    MEN: ClassVar[int]
    LAYERS: ClassVar[Layers]

    def __init_subclass__(cls, **options: Any) -> None:
        for trait in getattr(cls, "TRAITS", {}):
            if trait not in TRAITS:
                raise TypeError(f"{trait} is not a trait: {', '.join(TRAITS)}")
            setattr(cls, trait, True)
        if hasattr(cls, "NAMES"):
            cls.LAYOUT = Layout(cls.NAMES)
        super().__init_subclass__(**options)

    def square_name(self, square: int, system: str = "", bottom: int = 1) -> str:
        return self.NAMES.name(square, system or self.NOTATION, bottom)
