"""The language of the Hub protocol, version 2 (by F. Letouzey, for Scan): lines, positions and moves as text.

    pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves="11-15 22-18 15x22x18"
    level move-time=1
    go think

A line is a command and arguments, `name=value` or a flag alone; values with a space or `=` stand in quotes. A position
is the side to move and a character for each square, 33 on an 8x8 board and 51 on a 10x10 one: `b` `w` men, `B` `W`
kings, `e` empty. A capture is its start, its end and then every piece taken, in any order. Squares have their numbers,
also in games whose players write letters.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kingme.board import Board
from kingme.core.squares import bit_of
from kingme.errors import KingMeError
from kingme.games.registry import DEFAULT, find_game
from kingme.move import Move
from kingme.outcome import Color

GAMES = (
    *("english", "international", "russian", "brazilian", "pool", "italian", "czech", "spanish"),
    *("giveaway", "free", "optional", "single"),
)
VARIANTS = {
    "normal": "international",  # as Scan calls it
    **{name: name for name in GAMES},
}
"""The games that the parameter `variant` chooses, by its values."""

_PIECES = {"b": (Color.BLACK, False), "w": (Color.WHITE, False), "B": (Color.BLACK, True), "W": (Color.WHITE, True)}
_ARGUMENT = re.compile(r'([^\s="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s"]*)))?')
_SPECIAL = re.compile(r"[\s=]")


class HubError(KingMeError):
    """A line, position or move that is not Hub."""


class Message(NamedTuple):
    """A line of the protocol; a flag has the empty text as its value."""

    command: str
    arguments: dict[str, str]


def parse_line(line: str) -> Message:
    """Read a line; what makes no sense is ignored, as the protocol asks.

    >>> parse_line('info depth=8 score=-0.01 pv="11-15 22-18"').arguments
    {'depth': '8', 'score': '-0.01', 'pv': '11-15 22-18'}
    """
    command, _, rest = line.strip().partition(" ")
    found = _ARGUMENT.finditer(rest)
    return Message(command, {match[1]: match[2] if match[2] is not None else match[3] or "" for match in found})


def format_line(command: str, *flags: str, **arguments: object) -> str:
    """A line of the protocol. Names are written with - for _, and arguments that are None are left out.

    >>> format_line("level", move_time=1.5, nodes=None)
    'level move-time=1.5'
    """
    pairs = [f"{name.replace('_', '-')}={_value(value)}" for name, value in arguments.items() if value is not None]
    return " ".join([command, *flags, *pairs])


def _value(value: object) -> str:
    text = f"{value:.10g}" if isinstance(value, float) else str(value)
    text = " ".join(text.replace('"', "'").split())  # the protocol cannot write quotes or line ends
    return f'"{text}"' if not text or _SPECIAL.search(text) else text


def format_position(board: Board) -> str:
    """A position in 33 characters.

    >>> format_position(Board())
    'Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww'
    """
    squares = ["e"] * (board.game.ROWS * board.game.COLUMNS // 2)
    for color, man, king in ((Color.BLACK, "b", "B"), (Color.WHITE, "w", "W")):
        for square in board.pieces(color):
            squares[square - 1] = man
        for square in board.pieces(color, king=True):
            squares[square - 1] = king
    return ("B", "W")[board.turn] + "".join(squares)


def parse_position(text: str, game: str = DEFAULT) -> Board:
    """Read a position of 33 characters, or of 51 on a 10x10 board."""
    rules = find_game(game)
    count = rules.ROWS * rules.COLUMNS // 2
    if len(text) != count + 1:
        raise HubError(f"a position on this board has {count + 1} characters, not {len(text)}")
    side, squares = text[0], text[1:]
    if side not in "BW" or set(squares) - set(_PIECES) - {"e"}:
        raise HubError("a position is B or W and then b, w, B, W or e for each square")
    if game != DEFAULT:
        listed = {sign: [square for square, other in enumerate(squares, 1) if other == sign] for sign in _PIECES}
        sides = (",".join([*map(str, listed[man]), *(f"K{king}" for king in listed[man.upper()])]) for man in "wb")
        return Board.from_fen("{}:W{}:B{}".format(side, *sides), rules)
    masks = [0, 0]
    kings = 0
    for square, sign in enumerate(squares, start=1):
        if sign != "e":
            color, king = _PIECES[sign]
            masks[color] |= 1 << bit_of(square)
            kings |= king << bit_of(square)
    return Board(masks[0], masks[1], kings, Color.WHITE if side == "W" else Color.BLACK)


def format_move(move: Move) -> str:
    """A move: `11-15`, or `22x8x18x11` for a jump from 22 to 8 that takes 18 and 11."""
    if not move.captured:
        return f"{move.start}-{move.end}"
    return "x".join(str(square) for square in (move.start, move.end, *move.captured))


def parse_move(board: Board, text: str) -> Move:
    """The legal move that a Hub text means here; `HubError` where there is none.

    The pieces taken may be left out where the ends are enough.
    """
    parts = re.split(r"[-x]", text)
    if not all(part.isdecimal() and len(part) < 3 for part in parts) or len(parts) < 2:
        raise HubError(f"{text[:40]!r} is not a move")
    start, end, *captured = (int(part) for part in parts)
    between = [move for move in board.legal_moves() if (move.start, move.end) == (start, end)]
    matches = [move for move in between if sorted(move.captured) == sorted(captured)]
    if not matches and not captured:
        matches = between
    if not matches or len({move.code for move in matches}) > 1:
        problem = "is ambiguous" if matches else "is not legal"
        raise HubError(f"{text[:40]} {problem} in {board.fen()}")
    return matches[0]
