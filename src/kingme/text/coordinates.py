"""Names of squares: 1-32, a1-h8, and row,col, all meaning the same 32 dark squares.

    numeric                    algebraic                  row,col, White at the bottom
    .  1  .  2  .  3  .  4     .  b8 .  d8 .  f8 .  h8     .  1,2  .  1,4  .  1,6  .  1,8
    5  .  6  .  7  .  8  .     a7 .  c7 .  e7 .  g7 .     2,1  .  2,3  .  2,5  .  2,7  .
    .  9  .  10 .  11 .  12    .  b6 .  d6 .  f6 .  h6     .  3,2  .  3,4  .  3,6  .  3,8
             ...                        ...                            ...
    29 .  30 .  31 .  32 .     a1 .  c1 .  e1 .  g1 .     8,1  .  8,3  .  8,5  .  8,7  .

Numbers and letters are fixed to the board. A row,col name is what a person counts from the top left of the board as
they see it, so it depends on who sits at the bottom: half a turn of the board puts square 33 - n where square n was.
"""

from __future__ import annotations

import re

from kingme.core.squares import BLACK, WHITE
from kingme.errors import KingMeError

SYSTEMS = ("numeric", "algebraic", "rowcol")
FILES = "abcdefgh"

_LONGEST = 200  # characters; a move through ten squares, spelt at leisure, needs about eighty
_FORMS = "write 18, d4 or 5,4 (row,column)"

# No file is called x, so that the x of "d4xb2" is always a capture sign.
SQUARE_PATTERN = re.compile(
    r"(?P<open>\(\s*)?(?P<row>[0-9]+)\s*,\s*(?P<col>[0-9]+)(?(open)\s*\))"
    r"|(?P<file>[a-wyzA-WYZ])(?P<rank>[0-9]+)"
    r"|(?P<number>[0-9]+)"
)
SIGN_PATTERN = re.compile(r"\s*(?:(?P<capture>[xX×:*])|(?P<quiet>->|[-\u2010-\u2015\u2212→]))\s*|\s+")


class SquareError(KingMeError):
    """A text or number that names no square of the board."""


def quoted(text: str) -> str:
    """A text as an error message may repeat it: in quotes, on one line, cut when long.

    >>> quoted("21-\\x0032")
    "'21-\\\\x0032'"
    """
    return repr(short(text))


def check_square(square: int) -> int:
    """The square itself, if it is one of 1-32."""
    if not (hasattr(square, "__index__") and 1 <= square <= 32):
        raise SquareError(f"{short(str(square))} is not a square: squares are 1-32")
    return int(square)


def check_system(system: str) -> str:
    """The name itself, if it is one of `SYSTEMS`."""
    if system not in SYSTEMS:
        raise SquareError(f"{quoted(str(system))} is not a coordinate system: choose numeric, algebraic or rowcol")
    return system


def check_bottom(bottom: int) -> int:
    """The colour itself, if it is BLACK or WHITE."""
    if bottom not in (BLACK, WHITE):
        raise SquareError(f"{quoted(str(bottom))} cannot be at the bottom: choose BLACK (0) or WHITE (1)")
    return bottom


def row_col(square: int, bottom: int = WHITE) -> tuple[int, int]:
    """Row and column of a square, 1-8 each, from the top left of the board with `bottom`'s side at the bottom.

    >>> row_col(18), row_col(18, bottom=BLACK)
    ((5, 4), (4, 5))
    """
    row, place = divmod(check_square(square) - 1, 4)
    col = 2 * place + (row + 1) % 2
    return (row + 1, col + 1) if check_bottom(bottom) == WHITE else (8 - row, 8 - col)


def square_at(row: int, col: int, bottom: int = WHITE) -> int | None:
    """The square 1-32 in this row and column, the inverse of `row_col`; None where the board is light.

    >>> square_at(5, 4), square_at(5, 5)
    (18, None)
    """
    if not (1 <= row <= 8 and 1 <= col <= 8):
        raise SquareError(f"{short(f'{row},{col}')} is not a square: rows and columns are 1-8")
    if (row + col) % 2 == 0:
        return None
    square = 4 * (row - 1) + (col + 1) // 2
    return square if check_bottom(bottom) == WHITE else 33 - square


def format_square(square: int, system: str = "numeric", bottom: int = WHITE) -> str:
    """The name of a square in one of the `SYSTEMS`.

    >>> [format_square(18, system) for system in SYSTEMS]
    ['18', 'd4', '5,4']
    """
    if check_system(system) == "numeric":
        return str(check_square(square))
    if system == "algebraic":
        row, col = row_col(square)
        return f"{FILES[col - 1]}{9 - row}"
    row, col = row_col(square, bottom)
    return f"{row},{col}"


def edge_labels(system: str | None, bottom: int = WHITE) -> tuple[list[str], list[str]]:
    """What to write beside the rows, from the top, and the columns, from the left; blank where squares are numbered.

    >>> "".join(edge_labels("algebraic", bottom=BLACK)[1])
    'hgfedcba'
    """
    check_bottom(bottom)
    if system is None or check_system(system) == "numeric":
        return [""] * 8, [""] * 8
    rows, columns = list("12345678"), list(FILES if system == "algebraic" else "12345678")
    if system == "algebraic" and bottom == BLACK:
        columns.reverse()
    elif system == "algebraic":
        rows.reverse()
    return rows, columns


def parse_square(text: str, bottom: int = WHITE) -> int:
    """The square 1-32 that a text names in any of the `SYSTEMS`; a `SquareError` says why it names none.

    >>> parse_square("18"), parse_square("D4"), parse_square("(5, 4)"), parse_square("5,4", bottom=BLACK)
    (18, 18, 18, 15)
    """
    text = readable(text, "a square")
    if not text:
        raise SquareError(f"there is no square: {_FORMS}")
    match = SQUARE_PATTERN.fullmatch(text)
    if match is None:
        raise SquareError(f"{quoted(text)} is not a square: {_FORMS}")
    return _square(match, bottom)


def split_move(text: str, bottom: int = WHITE) -> tuple[list[int], bool | None]:
    """The squares that a move names, and whether its signs say that it captures.

    True for `x` or `:`, False for `-`, None when there is no sign or both kinds. It is what was typed, not what is
    legal: files and people write quiet moves with `x` and captures with `-`.

    >>> split_move("22x15x8"), split_move("a3-b4"), split_move("(6,1) (5,2)")
    (([22, 15, 8], True), ([21, 17], False), ([21, 17], None))
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
            where = f"expected a square at {quoted(text[position:])}" if position < len(text) else "it ends with a sign"
            raise SquareError(f"{quoted(text)} is not a move: {where}; write 11-15, a3-b4 or 6,1-5,2")
        squares.append(_square(match, bottom))
        position = match.end()
    if len(squares) < 2:
        raise SquareError(f"{quoted(text)} is not a move: name at least two squares, as in 11-15, a3-b4 or 6,1-5,2")
    return squares, signs.pop() if len(signs) == 1 else None


def short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


def readable(text: object, what: str) -> str:
    """Trimmed text of a sensible length."""
    if not isinstance(text, str):
        raise SquareError(f"{what} is read from text, not from {type(text).__name__}")
    if len(text) > _LONGEST:
        raise SquareError(f"{what} is at most {_LONGEST} characters long, not {len(text)}")
    return text.strip()


def _square(match: re.Match[str], bottom: int) -> int:
    """The square of a match of `SQUARE_PATTERN`."""
    if match["number"]:
        return check_square(int(match["number"]))
    if match["file"]:
        name = match[0].lower()
        col, row = FILES.find(match["file"].lower()) + 1, 9 - int(match["rank"])
        if not (col and 1 <= row <= 8):
            raise SquareError(f"{short(name)} is not a square: columns are a-h and rows 1-8")
        square = square_at(row, col)
    else:
        row, col = int(match["row"]), int(match["col"])
        name = f"{row},{col}"
        square = square_at(row, col, bottom)
    if square is None:
        system = "algebraic" if match["file"] else "rowcol"
        beside = square_at(row, col + 1 if col < 8 else col - 1, WHITE if match["file"] else bottom)
        assert beside is not None
        neighbour = format_square(beside, system, bottom)
        raise SquareError(f"{name} is a light square: pieces stand on the dark squares, such as {neighbour} beside it")
    return square
