"""Legal moves of English draughts, written from the rule text and from nothing else.

This generator shares no code, table or idea with `kingme.core`: a position is a dictionary from (row, column) to a
piece, and every rule is the sentence it stands for. It is slow and meant to be obviously right. The rules, as the
federations' rule books state them (in our words):

    the board    64 squares, alternately light and dark, with a dark one at each player's near left; only the 32 dark
                 ones are used, and they are numbered 1-32 from Black's side.
    slide        A man moves one square diagonally forward, to a vacant square. A king moves one square diagonally
                 forward or backward.
    jump         A man captures by jumping diagonally forward over an adjacent piece of the opponent to the vacant
                 square immediately beyond it. A king does so forward or backward. Nobody jumps over their own pieces.
    no return    A piece of the opponent may be jumped only once in a move; a vacant square may be visited more than
                 once. The jumped pieces are taken off when the move is complete.
    go on        If the capturing piece can capture again from where it lands, the move goes on until it cannot.
    crowning     A man that reaches the far row becomes a king, and its move ends there, even if it got there by a
                 capture and a king could capture on.
    compulsion   A player who can capture must capture, but may choose freely among the captures.
    the end      A player who is to move and has no legal move has lost.

Rows and columns are 1-8 from the top left of the printed board: Black starts on rows 1-3 and moves down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

Square = tuple[int, int]


class Piece(NamedTuple):
    color: str  # "black" or "white"
    king: bool


class Move(NamedTuple):
    """The squares that a piece visits, and the squares of the pieces it takes, both in order."""

    path: tuple[Square, ...]
    captured: tuple[Square, ...]


@dataclass(frozen=True)
class Position:
    pieces: Mapping[Square, Piece]
    turn: str


FORWARD = {"black": 1, "white": -1}
FAR_ROW = {"black": 8, "white": 1}
OTHER = {"black": "white", "white": "black"}

# The board: the top left corner is light (the bottom left one is dark), and dark squares alternate from there.
DARK = [(row, column) for row in range(1, 9) for column in range(1, 9) if (row + column) % 2 == 1]
NUMBER = {square: number for number, square in enumerate(DARK, start=1)}


def start() -> Position:
    """Twelve men each, on the three rows nearest to their player; Black moves first."""
    black = {(row, column): Piece("black", False) for row, column in DARK if row <= 3}
    white = {(row, column): Piece("white", False) for row, column in DARK if row >= 6}
    return Position(black | white, "black")


def directions(piece: Piece) -> list[tuple[int, int]]:
    """Diagonally forward for a man, diagonally forward and backward for a king."""
    forward = FORWARD[piece.color]
    rows = [forward, -forward] if piece.king else [forward]
    return [(row, column) for row in rows for column in (-1, 1)]


def is_vacant(position: Position, square: Square) -> bool:
    return square in NUMBER and square not in position.pieces


def slides(position: Position, square: Square) -> Iterator[Move]:
    """Rule "slide" for the piece on a square."""
    row, column = square
    for down, right in directions(position.pieces[square]):
        target = (row + down, column + right)
        if is_vacant(position, target):
            yield Move((square, target), ())


def jumps(position: Position, square: Square) -> Iterator[Move]:
    """Rules "jump", "no return", "go on" and "crowning": the complete captures of the piece on a square."""
    piece = position.pieces[square]
    # The piece is in the air: its own square is vacant for it, while the pieces it has jumped still stand.
    board = Position({place: other for place, other in position.pieces.items() if place != square}, position.turn)

    def go_on(path: tuple[Square, ...], captured: tuple[Square, ...]) -> Iterator[Move]:
        row, column = path[-1]
        crowned_now = not piece.king and row == FAR_ROW[piece.color]
        further = False
        for down, right in [] if crowned_now else directions(piece):
            over, target = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if over in captured or over not in board.pieces or board.pieces[over].color == piece.color:
                continue
            if is_vacant(board, target):
                further = True
                yield from go_on((*path, target), (*captured, over))
        if captured and not further:
            yield Move(path, captured)

    return go_on((square,), ())


def legal_moves(position: Position) -> list[Move]:
    """Rule "compulsion". Captures of the same pieces by different paths are different moves."""
    own = [square for square, piece in position.pieces.items() if piece.color == position.turn]
    captures = [move for square in own for move in jumps(position, square)]
    return captures or [move for square in own for move in slides(position, square)]


def play(position: Position, move: Move) -> Position:
    """The position after a move: the piece stands on its new square, crowned if that is the far row."""
    start, end = move.path[0], move.path[-1]
    color, king = position.pieces[start]
    pieces = {square: piece for square, piece in position.pieces.items() if square not in (start, *move.captured)}
    pieces[end] = Piece(color, king or end[0] == FAR_ROW[color])
    return Position(pieces, OTHER[position.turn])


def perft(position: Position, depth: int) -> int:
    """Number of sequences of `depth` legal moves."""
    if depth == 0:
        return 1
    return sum(perft(play(position, move), depth - 1) for move in legal_moves(position))
