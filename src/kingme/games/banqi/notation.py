"""Banqi in text: positions by rows as in xiangqi, moves by their squares.

Columns are a-h from the left, rows 1-4 from below. A position is written by rows from the top, `K` king, `A` advisor,
`E` elephant, `R` rook, `H` or `N` horse, `C` cannon, `P` pawn; upper case is Red, lower case Black, digits are empty
squares; then `r` or `b` to move: `1c1k1e2/3rr1a1/2pc1a1E/3C4 r`. A move is `a1-a2`, a capture `a1xa2`.
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import numpy as np

from kingme.errors import KingMeError
from kingme.games.banqi.kernels import (
    ARMY,
    CANNON,
    CAPTURE,
    COLUMNS,
    KIND,
    KING,
    MAX_MOVES,
    PAWN,
    ROWS,
    SIDE,
    SQUARES,
    WORD_SQUARES,
    can_take,
    generate,
    piece_on,
)
from kingme.text.coordinates import quoted

Position = tuple[int, int, int, int]

FILES = "abcdefgh"
SIDES = ("Red", "Black")
LETTERS = ".PCNREAK"
NAMES = ("", "pawn", "cannon", "horse", "rook", "elephant", "advisor", "king")
MOST = Counter(ARMY)
_MOVE = re.compile(r"([a-h])([1-4])\s*[-x:]?\s*([a-h])([1-4])")


class BanqiError(KingMeError):
    """A text that is no position or move of Banqi."""


def square_name(square: int) -> str:
    """The name of a square.

    >>> square_name(0), square_name(31)
    ('a4', 'h1')
    """
    return f"{FILES[square % COLUMNS]}{ROWS - square // COLUMNS}"


def pack(pieces: list[int], turn: int) -> Position:
    """The position with these 32 pieces (0 for an empty square), row by row from the top left."""
    words = [0, 0, 0]
    for square, piece in enumerate(pieces):
        words[square // WORD_SQUARES] |= piece << 4 * (square % WORD_SQUARES)
    return words[0], words[1], words[2], turn


def pieces(position: Position) -> list[int]:
    """What stands on each of the 32 squares."""
    return [position[square // WORD_SQUARES] >> 4 * (square % WORD_SQUARES) & 15 for square in range(SQUARES)]


def start(seed: int) -> Position:
    """All 32 pieces shuffled over the board; the same seed gives the same position."""
    army = [*ARMY, *(piece | SIDE for piece in ARMY)]
    Random(seed).shuffle(army)
    return pack(army, 0)


def letter(piece: int) -> str:
    """The letter of a piece: `K` for Red's king, `k` for Black's."""
    return LETTERS[piece & KIND].lower() if piece & SIDE else LETTERS[piece & KIND]


def format_fen(position: Position) -> str:
    """A position by rows from the top, and the side to move.

    >>> format_fen(parse_fen("1c1k1e2/3rr1a1/2pc1a1E/3C4 r"))
    '1c1k1e2/3rr1a1/2pc1a1E/3C4 r'
    """
    letters = "".join(map(letter, pieces(position)))
    rows = [letters[row : row + COLUMNS] for row in range(0, SQUARES, COLUMNS)]
    board = "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in rows)
    return f"{board} {'rb'[position[3]]}"


def parse_fen(text: str) -> Position:
    """Read a position; a `BanqiError` says what is wrong with it."""
    match = re.fullmatch(r"\s*((?:[1-8kaerhncpKAERHNCP]+/){3}[1-8kaerhncpKAERHNCP]+)\s+([rb])\s*", text)
    rows = [re.sub(r"\d", lambda gap: "." * int(gap[0]), row) for row in match[1].split("/")] if match else []
    if match is None or any(len(row) != COLUMNS for row in rows):
        raise BanqiError(
            f"{quoted(text)} is not a Banqi position: write four rows of eight from the top and the side to move, "
            "as in 1c1k1e2/3rr1a1/2pc1a1E/3C4 r"
        )
    board = [_piece(mark) for mark in "".join(rows)]
    for piece, count in Counter(board).items():
        if piece and count > MOST[piece & KIND]:
            side, most = SIDES[piece >> 3], MOST[piece & KIND]
            raise BanqiError(f"{side} has {count} pieces {letter(piece)}, and there are {most} at most")
    return pack(board, "rb".index(match[2]))


def _piece(mark: str) -> int:
    if mark == ".":
        return 0
    return LETTERS.index(mark.upper().replace("H", "N")) | SIDE * mark.islower()


def move_text(move: int) -> str:
    """A move by its squares: `a1-a2`, or `a1xa2` if it takes a piece."""
    sign = "x" if move & CAPTURE else "-"
    return f"{square_name(move & 63)}{sign}{square_name(move >> 6 & 63)}"


def parse_move(position: Position, text: str) -> int:
    """The legal move that a text means; a `BanqiError` says which rule forbids it."""
    start, end = parse_squares(text)
    buffer = np.empty(MAX_MOVES, np.int64)
    for move in buffer[: generate(position, buffer, 0)].tolist():
        if move & 4095 == start | end << 6:
            return int(move)
    raise BanqiError(why_not(position, start, end))


def parse_squares(text: str) -> tuple[int, int]:
    """The two squares that a move names."""
    match = _MOVE.fullmatch(text.strip().lower())
    if match is None:
        raise BanqiError(f"{quoted(text)} is not a move: name two squares, as in a1-a2 or a1xa2")
    return _square(match[1], match[2]), _square(match[3], match[4])


def _square(file: str, rank: str) -> int:
    return COLUMNS * (ROWS - int(rank)) + FILES.index(file)


def why_not(position: Position, start: int, end: int) -> str:
    """The rule that forbids a move which is not legal."""
    piece, target, turn = int(piece_on(position, start)), int(piece_on(position, end)), position[3]
    if not piece:
        return f"there is no piece on {square_name(start)}"
    if piece >> 3 != turn:
        return f"the piece on {square_name(start)} is {SIDES[1 - turn]}'s, and it is {SIDES[turn]}'s turn"
    if start == end:
        return "a move must lead to another square"
    kind, victim = piece & KIND, target & KIND
    if target and target >> 3 == turn:
        return f"{square_name(end)} is held by a piece of {SIDES[turn]}'s own"
    rows, columns = abs(start // COLUMNS - end // COLUMNS), abs(start % COLUMNS - end % COLUMNS)
    if kind == CANNON and target:
        return "a cannon takes along a row or column over exactly one piece between"
    if rows + columns != 1:
        return "a piece moves one square along a row or column"
    if kind == KING and victim == PAWN:
        return "a king never takes a pawn"
    if not can_take(kind, victim):
        return f"a {NAMES[kind]} cannot take a {NAMES[victim]}, which ranks higher"
    return f"{square_name(start)}-{square_name(end)} is not a legal move"
