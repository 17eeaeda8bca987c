"""Connect Four in text: positions by rows, moves and games as digits of columns.

Columns are 1-7 from the left. A game is the digits of the columns that discs were dropped into, `44455`; from the empty
board such a row of digits is a position as well. Otherwise a position is written by rows from the top, `r` for Red, who
moves first, `y` for Yellow, digits for empty squares, and then the side to move: `7/7/7/7/7/3r3 y`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kingme.errors import KingMeError
from kingme.games.connect_four.kernels import BOARD, COLUMNS, FLOOR, ROWS, STRIDE, has_four, open_squares
from kingme.text.coordinates import quoted

Position = tuple[int, int, int, int]

START: Position = (0, 0, 0, 0)
START_FEN = "7/7/7/7/7/7 r"
SIDES = ("Red", "Yellow")
_LETTERS = "ry"


class ConnectFourError(KingMeError):
    """A text that is no position, move or game of Connect Four."""


def square_name(bit: int) -> str:
    """The name of a square: column a-g from the left, row 1-6 from below.

    >>> square_name(0), square_name(23)
    ('a1', 'd3')
    """
    return f"{'abcdefg'[bit // STRIDE]}{bit % STRIDE + 1}"


def format_fen(position: Position) -> str:
    """A position by rows from the top, and the side to move.

    >>> format_fen(START)
    '7/7/7/7/7/7 r'
    """
    own, opp, _, turn = position
    red, yellow = (opp, own) if turn else (own, opp)
    rows = []
    for row in reversed(range(ROWS)):
        bits = [1 << (STRIDE * column + row) for column in range(COLUMNS)]
        letters = "".join("r" if red & bit else "y" if yellow & bit else "." for bit in bits)
        rows.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), letters))
    return f"{'/'.join(rows)} {_LETTERS[turn]}"


def parse_fen(text: str) -> Position:
    """Read a position by rows, or the digits of the columns that lead to it from the empty board."""
    if re.fullmatch(r"[\s1-7]*", text):
        position = START
        for move in parse_digits(text):
            position = _play(position, move)
        return position
    match = re.fullmatch(r"\s*((?:[1-7ry]+/){5}[1-7ry]+)\s+([ry])\s*", text.lower())
    rows = [re.sub(r"\d", lambda gap: "." * int(gap[0]), row) for row in match[1].split("/")] if match else []
    if match is None or any(len(row) != COLUMNS for row in rows):
        raise ConnectFourError(
            f"{quoted(text)} is not a Connect Four position: write six rows from the top and the side to move, as in "
            "7/7/7/7/7/3r3 y, or the columns that were played, as in 4453"
        )
    masks = [0, 0]
    for above, letters in enumerate(rows):
        for column, letter in enumerate(letters):
            if letter != ".":
                masks[_LETTERS.index(letter)] |= 1 << (STRIDE * column + ROWS - 1 - above)
    return _check(masks[0], masks[1], _LETTERS.index(match[2]))


def _check(red: int, yellow: int, turn: int) -> Position:
    """The position, if a game can come to it as far as can be told without playing."""
    taken = red | yellow
    if taken & ~BOARD or (taken + FLOOR) & taken:
        raise ConnectFourError("a disc hangs in the air: discs lie on the bottom or on another disc")
    reds, yellows = red.bit_count(), yellow.bit_count()
    if reds - yellows != turn:
        raise ConnectFourError(
            f"{reds} red and {yellows} yellow discs with {SIDES[turn]} to move: Red begins, and they alternate"
        )
    own, opp = (yellow, red) if turn else (red, yellow)
    if has_four(own):
        raise ConnectFourError(f"{SIDES[turn]}, to move, has four in a line already: the game ended before")
    return own, opp, 0, turn


def column_of(move: int) -> int:
    """The column 1-7 that a move drops its disc into."""
    return (move - 1) // STRIDE + 1


def move_text(move: int) -> str:
    """A move as the digit of its column.

    >>> move_text(22)
    '4'
    """
    return str(column_of(move))


def parse_column(text: str) -> int:
    """The column 1-7 that a text names, by its digit or its letter."""
    word = text.strip().lower()
    if word and word in "1234567" and len(word) == 1:
        return int(word)
    if word and word in "abcdefg" and len(word) == 1:
        return "abcdefg".index(word) + 1
    raise ConnectFourError(f"{quoted(text)} is not a column: write a digit 1-7")


def parse_move(position: Position, text: str) -> int:
    """The legal move that a text means; a `ConnectFourError` says what forbids it."""
    column = parse_column(text)
    reason = why_not(position, column)
    if reason is not None:
        raise ConnectFourError(reason)
    own, opp, _, _ = position
    return (int(open_squares(own, opp)) & column_squares(column)).bit_length()


def why_not(position: Position, column: int) -> str | None:
    """What forbids a disc in a column, or nothing where that is legal."""
    own, opp, _, turn = position
    if has_four(opp):
        return f"the game is over: {SIDES[1 - turn]} has four in a line"
    if own | opp == BOARD:
        return "the game is over: the board is full"
    return None if int(open_squares(own, opp)) & column_squares(column) else f"column {column} is full"


def column_squares(column: int) -> int:
    """The squares of a column 1-7 as a bit board."""
    return ((1 << ROWS) - 1) << STRIDE * (column - 1)


def format_digits(moves: Sequence[int]) -> str:
    """A game as the digits of its columns."""
    return "".join(map(move_text, moves))


def parse_digits(text: str, position: Position = START) -> list[int]:
    """The moves of a game that is written as digits of columns; spaces between them do no harm.

    >>> parse_digits("445")
    [22, 23, 29]
    """
    moves: list[int] = []
    for number, digit in enumerate("".join(text.split()), start=1):
        try:
            moves.append(parse_move(position, digit))
        except ConnectFourError as error:
            raise ConnectFourError(f"move {number}: {error}") from None
        position = _play(position, moves[-1])
    return moves


def _play(position: Position, move: int) -> Position:
    own, opp, _, turn = position
    return opp, own | 1 << (move - 1), 0, 1 - turn
