"""Positions as text: the draughts FEN of PDN files.

    B:W18,24,K10:B12,16
    |  |     |     |
    |  |     |     the other side's pieces; the two sides come in either order, and each may be empty
    |  |     K: a king
    |  squares 1-32 of the men of one side; a range 21-32 stands for all from 21 to 32, K1-4 for four kings
    side to move

Reading takes what files contain (a final full stop, lower case, spaces, quotes, ranges) and refuses what no game can
show. Writing gives one canonical text for each position: White first, squares ascending, no ranges.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kingme.core.squares import (
    BLACK,
    BOARD,
    BOTTOM_ROW,
    START_BLACK,
    START_WHITE,
    TOP_ROW,
    WHITE,
    mask_of,
    squares_of,
)
from kingme.errors import KingMeError
from kingme.text.coordinates import SquareError, check_square, quoted

_LONGEST = 1000  # characters; a canonical FEN has less than 100
_MOST = 12  # pieces of a side
_NAMES = ("Black", "White")
_EXAMPLE = "as in B:W21-32:B1-12"
_PIECES = re.compile(r"(?P<king>K?)\s*(?P<first>[0-9]+)(?:\s*-\s*(?P<last>[0-9]+))?")


class FenError(KingMeError):
    """A text or a set of masks that is no position of the game."""


class Position(NamedTuple):
    """A position in four numbers: 35-bit masks of the pieces of each side and of all kings, and the side to move."""

    black: int
    white: int
    kings: int
    turn: int


def piece_letters(black: int, white: int, kings: int) -> dict[int, str]:
    """Squares 1-32 with what stands there, ascending: `b` and `w` for men, `B` and `W` for kings.

    >>> piece_letters(black=0b11, white=0b100, kings=0b10)
    {1: 'b', 2: 'B', 3: 'w'}
    """
    _check_masks(black, white, kings)
    crowned = set(squares_of(kings))
    letters = dict.fromkeys(squares_of(black), "b") | dict.fromkeys(squares_of(white), "w")
    return {square: letters[square].upper() if square in crowned else letters[square] for square in sorted(letters)}


def _check_masks(black: int, white: int, kings: int) -> None:
    if (black | white | kings) & ~BOARD:
        raise FenError("a mask has bits outside the 32 squares of the board")
    if black & white:
        raise FenError(f"square {squares_of(black & white)[0]} holds a Black and a White piece")
    if kings & ~(black | white):
        raise FenError(f"square {squares_of(kings & ~(black | white))[0]} is marked as a king but has no piece")


def check_position(black: int, white: int, kings: int, turn: int) -> Position:
    """The four numbers as a `Position`, if a game could show it: 12 pieces a side at most, and no man uncrowned."""
    black, white, kings = int(black), int(white), int(kings)  # they may come from NumPy
    if turn not in (BLACK, WHITE):
        raise FenError(f"{quoted(str(turn))} is not a side to move: choose BLACK (0) or WHITE (1)")
    _check_masks(black, white, kings)
    for name, pieces, crowning_row in (("Black", black, BOTTOM_ROW), ("White", white, TOP_ROW)):
        if pieces.bit_count() > _MOST:
            raise FenError(f"{name} has {pieces.bit_count()} pieces: a side has at most {_MOST}")
        if uncrowned := squares_of(pieces & ~kings & crowning_row):
            square = uncrowned[0]
            raise FenError(f"a {name} man stands on {square}, where it would be a king: write K{square}")
    return Position(black, white, kings, int(turn))


def parse_fen(text: str) -> Position:
    """The position that a FEN describes; a `FenError` says what is wrong with it.

    >>> parse_fen("W:BK1-2:W32.")
    Position(black=3, white=17179869184, kings=3, turn=1)
    """
    fields = [field.strip() for field in cleaned(text).split(":")]
    if len(fields) != 3:
        raise FenError(
            f"a FEN has three parts, {_EXAMPLE}: the side to move and the pieces of both sides, not {len(fields)}"
        )
    turn = side_of(fields[0], "side to move")
    if fields[0][1:]:
        raise FenError(f"the side to move is B or W alone, not {quoted(fields[0])}")
    masks = [0, 0]
    kings = 0
    given = [side_of(field, "side") for field in fields[1:]]
    if given[0] == given[1]:
        raise FenError(f"{_NAMES[given[0]]} is given twice: a FEN lists White (W) and Black (B) once each, {_EXAMPLE}")
    for side, field in zip(given, fields[1:], strict=True):
        for item in field[1:].split(",") if field[1:].strip() else ():
            squares, king = _pieces(item.strip())
            for square in squares:
                bit = mask_of((square,))
                if (masks[0] | masks[1]) & bit:
                    raise FenError(f"square {square} is given twice")
                masks[side] |= bit
                kings |= bit if king else 0
    return check_position(masks[BLACK], masks[WHITE], kings, turn)


def format_fen(black: int, white: int, kings: int, turn: int) -> str:
    """The canonical FEN of a position.

    >>> format_fen(*parse_fen("w:b1-3,k32:w29-30."))
    'W:W29,30:B1,2,3,K32'
    """
    _check_masks(black, white, kings)
    crowned = frozenset(squares_of(kings))
    whites, blacks = (
        ",".join([f"K{square}" if square in crowned else str(square) for square in squares_of(side)])
        for side in (white, black)
    )
    return f"{'BW'[turn]}:W{whites}:B{blacks}"


START_FEN = format_fen(START_BLACK, START_WHITE, 0, BLACK)


def cleaned(text: object) -> str:
    """The text in upper case without the dress that files give it."""
    if not isinstance(text, str):
        raise FenError(f"a FEN is text, {_EXAMPLE}, not {type(text).__name__}")
    if len(text) > _LONGEST:
        raise FenError(f"a FEN has at most {_LONGEST} characters, {_EXAMPLE}, not {len(text)}")
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1].strip()
    text = text.removesuffix(".").strip()
    if not text:
        raise FenError(f"the FEN is empty: write the side to move and the pieces of both sides, {_EXAMPLE}")
    for character in text:
        if not (character.isascii() and character.isprintable()):
            raise FenError(f"a FEN cannot contain the character {character!a}: write plain text, {_EXAMPLE}")
    return text.upper()


def side_of(field: str, what: str) -> int:
    """The colour that a part of a FEN begins with."""
    if field[:1] not in ("B", "W"):
        found = f"{quoted(field)} begins with neither" if field else "it is missing"
        raise FenError(f"a {what} is B (Black) or W (White), {_EXAMPLE}: {found}")
    return "BW".index(field[0])


def _pieces(item: str) -> tuple[range, bool]:
    """Squares of one entry of a list, and whether kings stand on them."""
    match = _PIECES.fullmatch(item)
    if match is None:
        found = f"{quoted(item)} is not a piece" if item else "a piece is missing at a comma"
        raise FenError(f"{found}: write a man as 18, a king as K18, a range as 21-32")
    first = int(match["first"])
    last = int(match["last"] or first)
    try:
        check_square(first)
        check_square(last)
    except SquareError as error:
        raise FenError(str(error)) from None
    if first > last:
        raise FenError(f"the range {first}-{last} runs backwards: write {last}-{first}")
    return range(first, last + 1), bool(match["king"])
