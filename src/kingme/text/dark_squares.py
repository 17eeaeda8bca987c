"""Names of the dark squares of any draughts board: numbers, letters, and row,col.

Boards differ in their size, in the corner that is dark, and in where counting begins:

    English, 8x8              International, 10x10       Italian, `mirrored`        Spanish, `from_white`
    .  1  .  2  .  3  .  4    .  1  .  2  …   .  5       1  .  2  .  3  .  4  .     32 .  31 .  30 .  29 .
    5  .  6  .  7  .  8  .    6  .  7  .  …   10 .       .  5  .  6  .  7  .  8     .  28 .  27 .  26 .  25
             …                         …                          …                          …
    29 .  30 .  31 .  32 .    46 .  47 .  …   50 .       .  29 .  30 .  31 .  32    .  4  .  3  .  2  .  1
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kingme.core.squares import WHITE
from kingme.text.coordinates import (
    SIGN_PATTERN,
    SQUARE_PATTERN,
    SquareError,
    check_bottom,
    check_system,
    quoted,
    readable,
    short,
)

_FILES = "abcdefghij"


@dataclass(frozen=True)
class DarkSquares:
    """The numbered squares of a board: `mirrored` if White's near left corner is light."""

    size: int = 8
    mirrored: bool = False
    from_white: bool = False

    @property
    def count(self) -> int:
        return self.size * self.size // 2

    @property
    def in_row(self) -> int:
        return self.size // 2

    def check(self, square: int) -> int:
        """The square itself, if the board has it."""
        if not (hasattr(square, "__index__") and 1 <= square <= self.count):
            raise SquareError(f"{short(str(square))} is not a square: squares are 1-{self.count}")
        return int(square)

    def row_place(self, square: int) -> tuple[int, int]:
        """Row from the top and place among the dark squares of that row from the left, both from 0."""
        index = self.check(square) - 1
        return divmod(self.count - 1 - index if self.from_white else index, self.in_row)

    def row_col(self, square: int, bottom: int = WHITE) -> tuple[int, int]:
        """Row and column from the top left, from 1, with `bottom`'s side at the bottom.

        >>> DarkSquares(10).row_col(46), DarkSquares(mirrored=True).row_col(1)
        ((10, 1), (1, 1))
        """
        row, place = self.row_place(square)
        col = 2 * place + (row + 1 + self.mirrored) % 2
        last = self.size + 1
        return (row + 1, col + 1) if check_bottom(bottom) == WHITE else (last - row - 1, last - col - 1)

    def square_at(self, row: int, col: int, bottom: int = WHITE) -> int | None:
        """The square in this row and column, the inverse of `row_col`; None where the board is light."""
        if not (1 <= row <= self.size and 1 <= col <= self.size):
            raise SquareError(f"{short(f'{row},{col}')} is not a square: rows and columns are 1-{self.size}")
        if check_bottom(bottom) != WHITE:
            row, col = self.size + 1 - row, self.size + 1 - col
        if (row + col + self.mirrored) % 2 == 0:
            return None
        square = self.in_row * (row - 1) + (col + 1) // 2
        return self.count + 1 - square if self.from_white else square

    def name(self, square: int, system: str = "numeric", bottom: int = WHITE) -> str:
        """The name of a square in one of the systems of `text.coordinates`.

        >>> DarkSquares(10).name(46, "algebraic"), DarkSquares().name(1, "algebraic")
        ('a1', 'b8')
        """
        if check_system(system) == "numeric":
            return str(self.check(square))
        if system == "algebraic":
            row, col = self.row_col(square)
            return f"{_FILES[col - 1]}{self.size + 1 - row}"
        row, col = self.row_col(square, bottom)
        return f"{row},{col}"

    def parse(self, text: str, bottom: int = WHITE) -> int:
        """The square that a text names in any of the systems."""
        match = SQUARE_PATTERN.fullmatch(readable(text, "a square"))
        if match is None:
            raise SquareError(f"{quoted(text)} is not a square: write {self._forms()}")
        return self._square(match, bottom)

    def split_move(self, text: str, bottom: int = WHITE) -> tuple[list[int], bool | None]:
        """The squares that a move names, and whether its signs say that it captures.

        >>> DarkSquares().split_move("c3:e5:g3"), DarkSquares(10).split_move("32-28")
        (([22, 15, 24], True), ([32, 28], False))
        """
        text = readable(text, "a move")
        squares: list[int] = []
        signs: set[bool] = set()
        position = 0
        while position < len(text):
            sign = SIGN_PATTERN.match(text, position) if squares else None
            if sign is not None:
                position = sign.end()
                if sign.lastgroup is not None:
                    signs.add(sign.lastgroup == "capture")
            match = SQUARE_PATTERN.match(text, position)
            if match is None:
                rest = text[position:]
                where = f"expected a square at {quoted(rest)}" if rest else "it ends with a sign"
                raise SquareError(f"{quoted(text)} is not a move: {where}; write squares as {self._forms()}")
            squares.append(self._square(match, bottom))
            position = match.end()
        if len(squares) < 2:
            raise SquareError(f"{quoted(text)} is not a move: name two squares or more, each as {self._forms()}")
        return squares, signs.pop() if len(signs) == 1 else None

    def _forms(self) -> str:
        square = self.count // 2 + 2
        row, col = self.row_col(square)
        return f"{square}, {self.name(square, 'algebraic')} or {row},{col} (row,column)"

    def _square(self, match: re.Match[str], bottom: int) -> int:
        if match["number"]:
            return self.check(int(match["number"]))
        if match["file"]:
            name = match[0].lower()
            col, row = _FILES.find(match["file"].lower()) + 1, self.size + 1 - int(match["rank"])
            if not (1 <= col <= self.size and 1 <= row <= self.size):
                last = _FILES[self.size - 1]
                raise SquareError(f"{short(name)} is not a square: columns are a-{last} and rows 1-{self.size}")
            square = self.square_at(row, col)
        else:
            row, col = int(match["row"]), int(match["col"])
            name = f"{row},{col}"
            square = self.square_at(row, col, bottom)
        if square is None:
            raise SquareError(f"{name} is a light square: pieces stand on the dark squares")
        return square
