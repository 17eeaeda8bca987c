"""`Draughts`: what every game of draughts is to searches and to people, given its board and its traits.

A trait is a sentence of the rules that is true of some games and not of others. A game names those that are true of it
in `TRAITS`, each with the article of its federation's rules that says so; each becomes a flag of the class, and the
generator is compiled for the flags.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, ClassVar

import numpy as np

from kingme.core.bits import popcount
from kingme.core.plans import GOES_ON, LOST
from kingme.games.contract import Evaluation, Game, Learned, Stone, operation
from kingme.games.draughts import evaluation, fen, generator, hashing
from kingme.games.draughts.layout import Layout
from kingme.games.draughts.paths import paths
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


class Draughts(Game):
    """Own pieces, the other side's, the kings of both, and the side to move; see `layout` for the bits.

    Squares are numbered as the game's players number them, and named by letters where they write these.
    """

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

    EVALUATIONS: ClassVar[dict[str, Evaluation]] = {
        "material": Evaluation(0, "men and kings at their values", ("man", "king"), 1, (100.0, 250.0)),
        "positional": Evaluation(
            1,
            "pieces, advancement, home row, centre, edge, long diagonal, free men",
            evaluation.TERMS,
            1,
            evaluation.PLAIN,
        ),
    }

    def __init_subclass__(cls, **options: Any) -> None:
        for trait in getattr(cls, "TRAITS", {}):
            if trait not in TRAITS:
                raise TypeError(f"{trait} is not a trait: {', '.join(TRAITS)}")
            setattr(cls, trait, True)
        if hasattr(cls, "NAMES"):
            cls.LAYOUT = Layout(cls.NAMES)
        super().__init_subclass__(**options)

    # --- the rules --------------------------------------------------------------------------------------------------

    @operation
    def generate(game, position, moves, base):
        return generator.generate(game, position, moves, base)

    @operation
    def count(game, position, moves, base):
        return generator.count_moves(game, position, moves, base)

    @operation
    def apply(game, position, move):
        return generator.apply(game, position, move)

    @operation
    def key(game, position):
        return hashing.hash_position(position)

    @operation
    def key_after(game, position, key, move):
        return hashing.hash_after(game, position, key, move)

    @operation
    def is_irreversible(game, position, move):
        return not generator.is_quiet(position, move)

    @operation
    def ending(game, position):
        return GOES_ON if generator.can_move(game, position) else LOST

    @operation
    def is_stuck(game, position):
        return position[0] != 0

    @operation
    def mirror(game, position):
        own, opp, kings, turn = position
        return generator.turned(game, own), generator.turned(game, opp), generator.turned(game, kings), 1 - turn

    @operation
    def mirror_move(game, move):
        return generator.turned_move(game, move)

    # --- what a search asks -----------------------------------------------------------------------------------------

    @operation
    def is_forced(game, position):
        return not game.OPTIONAL_CAPTURE and generator.can_capture(game, position)

    @operation
    def is_threatened(game, position):
        own, opp, kings, turn = position
        return generator.can_capture(game, (opp, own, kings, 1 - turn))

    @operation
    def gain(game, position, move):
        captured = generator.captured_by(game, move)
        return popcount(captured) + popcount(captured & position[2])

    @operation
    def promise(game, position, move):
        captured = generator.captured_by(game, move)
        crowned = generator.crowned_by(game, position, move) & ~(position[2] & ~position[1])
        return popcount(captured) + (crowned != 0) * 1

    @operation
    def lead(game, position):
        return (popcount(position[0]) - popcount(position[1])) / game.MEN

    @operation
    def evaluate(game, position, weights):
        return int(evaluation.weigh(game, position, weights))

    @operation
    def assess(game, position, code, weights):
        if code == 0:
            return evaluation.material(position, weights)
        return evaluation.weigh(game, position, weights)

    # --- for people: positions --------------------------------------------------------------------------------------

    def start(self, seed: int | None = None) -> tuple[int, int, int, int]:
        if self.FIRST == 1:
            return self.START_WHITE, self.START_BLACK, 0, 1
        return self.START_BLACK, self.START_WHITE, 0, 0

    def parse_fen(self, text: str) -> tuple[int, int, int, int]:
        return fen.parse_fen(self, text)

    def fen(self, position: Sequence[int]) -> str:
        return fen.format_fen(self, position)

    def stones(self, position: Sequence[int]) -> dict[int, Stone]:
        own, opp, kings, turn = position
        return {
            square: Stone(side, "king" if kings >> bit & 1 else "man")
            for square, bit in self.LAYOUT.bits.items()
            for side, mask in ((turn, own), (1 - turn, opp))
            if mask >> bit & 1
        }

    def place(self, square: int) -> tuple[int, int]:
        row, column = self.NAMES.row_col(square)
        return row - 1, column - 1

    def square_name(self, square: int, system: str = "", bottom: int = 1) -> str:
        return self.NAMES.name(square, system or self.NOTATION, bottom)

    def letter(self, stone: Stone) -> str:
        letter = "bw"[stone.side]
        return letter.upper() if stone.kind == "king" else letter

    # --- for people: moves ------------------------------------------------------------------------------------------

    def path(self, position: Sequence[int], code: int, number: int = 0) -> tuple[tuple[int, ...], tuple[int, ...]]:
        squares = self.LAYOUT.squares
        if code < generator.FIRST_CAPTURE:
            return (squares[code & generator.SQUARE_MASK], squares[code >> 6]), ()
        found = islice(paths(self, position, code), number, None)
        visited, taken = next(found)
        return tuple(squares[bit] for bit in visited), tuple(squares[bit] for bit in taken)

    def code(self, path: Sequence[int], captured: Sequence[int]) -> int:
        bits = self.LAYOUT.bits
        return self.LAYOUT.mask_of(captured) << self.SHIFT | bits[path[-1]] << 6 | bits[path[0]]

    def move_text(self, path: Sequence[int], captured: Sequence[int], system: str = "", bottom: int = 1) -> str:
        sign = self.CAPTURE_SIGN if captured else "-"
        return sign.join(self.square_name(square, system, bottom) for square in path)

    def split_move(self, text: str, bottom: int = 1) -> list[int]:
        return self.NAMES.split_move(text, bottom)[0]

    # --- what was learned -------------------------------------------------------------------------------------------

    def learned(self) -> Learned:
        return Learned(np.array(self.WEIGHTS, np.float32), 150.0, 60.0)
