"""The board as plain text, for terminals, logs and `str(board)`.

Two drawings of the same position. The Unicode one is for people: nearly square squares, light ones shaded, and with
numbers as coordinates every dark square shows its own. The ASCII one is for logs and mail: one line a row and the
letters b w (men) and B W (kings).

    ┌─────────────────── ─ ─       1 |   b   B   b   b | 4
    │░░░░░1    ░░░░░2              5 | w   .   b   b   | 8
    │░░░░░  ●  ░░░░░  ●K           9 |   b   b   .   b | 12
    │5    ░░░░░6    ░░░░░         13 | .   .   .   .   | 16
    │  ○  ░░░░░     ░░░░░         17 |   .   W   .   . | 20
"""

from __future__ import annotations

from kingme.core.squares import WHITE
from kingme.text.coordinates import edge_labels, square_at
from kingme.text.fen import piece_letters

SYMBOLS = {"b": "●", "B": "●K", "w": "○", "W": "○K"}  # in nearly every monospaced font, and one column wide

_CELL = 5  # columns of a square in the Unicode drawing, which is two lines high
_LIGHT = "░" * _CELL


def draw(
    black: int,
    white: int,
    kings: int,
    *,
    bottom: int = WHITE,
    coordinates: str | None = "numeric",
    ascii: bool = False,
) -> str:
    """The board in lines of text, seen from `bottom`'s side, without a final line break.

    Coordinates are a system of `text.coordinates` or None. Numbers stand in the squares (in ASCII at both ends of a
    row), letters below and rows on the left as on a chess board, the rows and columns of row,col on the left and above.

    >>> print(draw(0b1111, 0, 0b1, coordinates="algebraic", ascii=True).splitlines()[0])
    8 |   B   b   b   b |
    """
    pieces = piece_letters(black, white, kings)
    rows = [[square_at(row, col, bottom) for col in range(1, 9)] for row in range(1, 9)]
    labels, columns = edge_labels(coordinates, bottom)
    lines = (_ascii if ascii else _unicode)(rows, pieces, labels, coordinates == "numeric")
    if any(columns):
        line = "    " + " ".join(columns) if ascii else "     " + (" " * (_CELL - 1)).join(columns)
        lines = [line, *lines] if coordinates == "rowcol" else [*lines, line]
    return "\n".join(lines)


def _ascii(rows: list[list[int | None]], pieces: dict[int, str], labels: list[str], numbered: bool) -> list[str]:
    lines = []
    for squares, label in zip(rows, labels, strict=True):
        cells = " ".join(" " if square is None else pieces.get(square, ".") for square in squares)
        first, *_, last = (square for square in squares if square is not None)
        lines.append(f"{first:2} | {cells} | {last}" if numbered else f"{label} | {cells} |".lstrip())
    return lines


def _unicode(rows: list[list[int | None]], pieces: dict[int, str], labels: list[str], numbered: bool) -> list[str]:
    indent = "  " if any(labels) else ""
    edge = "─" * (8 * _CELL)
    lines = [f"{indent}┌{edge}┐"]
    for squares, label in zip(rows, labels, strict=True):
        upper = "".join(_LIGHT if square is None else f"{square if numbered else '':<{_CELL}}" for square in squares)
        lower = "".join(_LIGHT if square is None else _symbol(pieces.get(square)) for square in squares)
        lines += [f"{indent}│{upper}│", f"{label:{len(indent)}}│{lower}│"]
    return [*lines, f"{indent}└{edge}┘"]


def _symbol(letter: str | None) -> str:
    return f"  {SYMBOLS[letter] if letter else '':<{_CELL - 2}}"
