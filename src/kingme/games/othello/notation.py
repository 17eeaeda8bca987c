"""Othello in text: positions as 64 characters, moves as squares, games as transcripts (`f5d6c3…`).

Columns are a-h from the left, rows 1-8 from the top: a1 is the top left corner, as in all Othello literature. Black
moves first and is `X` in positions, White is `O`, an empty square `-`; the side to move follows. A transcript holds the
squares of a game in order and nothing else: passes are forced, so that a reader can put them in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kingme.errors import KingMeError
from kingme.games.othello.kernels import (
    PASS,
    START_BLACK,
    START_WHITE,
    apply,
    legal_squares,
)
from kingme.text.coordinates import quoted

Position = tuple[int, int, int, int]

COLUMNS = "abcdefgh"
START: Position = (START_BLACK, START_WHITE, 0, 0)
START_FEN = "---------------------------OX------XO--------------------------- X"
_WORD = (1 << 64) - 1
_CENTRE = START_BLACK | START_WHITE

_DISCS = {"X": 0, "*": 0, "B": 0, "O": 1, "0": 1, "W": 1, "-": None, ".": None}
_SQUARE = re.compile(r"([a-hA-H])\s*([1-8])|(?:--|pass|ps|pa)(?![a-z])", re.IGNORECASE)


class OthelloError(KingMeError):
    """A text that is no position, move or game of Othello."""


def signed(mask: int) -> int:
    """A set of 64 squares as the number that kernels take: h8 is its sign."""
    return mask - (1 << 64) if mask >> 63 else mask


def square_name(bit: int) -> str:
    """The name of a square.

    >>> square_name(0), square_name(37)
    ('a1', 'f5')
    """
    return f"{COLUMNS[bit % 8]}{bit // 8 + 1}"


def parse_square(text: str) -> int:
    """The bit of a square that is given by its name."""
    name = text.strip().lower()
    if not re.fullmatch("[a-h][1-8]", name):
        raise OthelloError(f"{quoted(text)} is not a square: write a column a-h and a row 1-8, as in f5")
    return COLUMNS.index(name[0]) + 8 * (int(name[1]) - 1)


def is_pass(text: str) -> bool:
    """Whether a text means a pass."""
    return text.strip().lower() in ("pass", "--", "ps", "pa")


def format_fen(position: Position) -> str:
    """A position as 64 characters, row by row from a1, and the side to move.

    >>> format_fen(START) == START_FEN
    True
    """
    own, opp, _, turn = position
    black, white = (opp, own) if turn else (own, opp)
    board = "".join("X" if black >> bit & 1 else "O" if white >> bit & 1 else "-" for bit in range(64))
    return f"{board} {'XO'[turn]}"


def parse_fen(text: str) -> Position:
    """Read a position; line breaks and spaces between its rows do no harm."""
    letters = "".join(text.upper().split())
    if len(letters) != 65 or any(letter not in _DISCS for letter in letters) or _DISCS[letters[64]] is None:
        raise OthelloError(
            f"{quoted(text)} is not an Othello position: write 64 characters X, O or -, row by row from a1, "
            "then X or O for the side to move"
        )
    masks = [0, 0]
    for bit, letter in enumerate(letters[:64]):
        disc = _DISCS[letter]
        if disc is not None:
            masks[disc] |= 1 << bit
    if (masks[0] | masks[1]) & _CENTRE != _CENTRE:
        raise OthelloError("an Othello position has discs on d4, e4, d5 and e5: they are there from the start")
    turn = _DISCS[letters[64]]
    assert turn is not None
    return signed(masks[turn]), signed(masks[1 - turn]), 0, turn


def move_text(move: int) -> str:
    """A move as its square; a pass as `pass`.

    >>> move_text(38), move_text(PASS)
    ('f5', 'pass')
    """
    return "pass" if move == PASS else square_name(move - 1)


def parse_move(position: Position, text: str) -> int:
    """The legal move that a text means; an `OthelloError` says which rule forbids it."""
    move = PASS if is_pass(text) else parse_square(text) + 1
    reason = why_not(position, move)
    if reason is not None:
        raise OthelloError(reason)
    return move


def why_not(position: Position, move: int) -> str | None:
    """The rule that forbids a move, or nothing where it is legal."""
    own, opp, _, turn = position
    side, other = ("Black", "White") if turn == 0 else ("White", "Black")
    squares = int(legal_squares(own, opp))
    if squares == 0 and int(legal_squares(opp, own)) == 0:
        return "the game is over: neither side can turn a disc over"
    if move == PASS:
        return f"{side} can move, and may pass only without a move" if squares else None
    if squares == 0:
        return f"{side} cannot turn a disc over anywhere and has to pass"
    name = square_name(move - 1)
    if (own | opp) >> (move - 1) & 1:
        return f"{name} is occupied"
    if not squares >> (move - 1) & 1:
        return f"a disc on {name} turns nothing over: a row of {other}'s discs must lie between it and one of {side}'s"
    return None


def format_transcript(moves: Sequence[int]) -> str:
    """A game as its squares; passes are left out.

    >>> format_transcript([38, PASS, 44])
    'f5d6'
    """
    return "".join(square_name(move - 1) for move in moves if move != PASS)


def parse_transcript(text: str, position: Position = START) -> list[int]:
    """The moves of a transcript, with the passes that it leaves out; it may name them, and hold spaces and numbers.

    >>> [move_text(move) for move in parse_transcript("F5d6 C3d3")]
    ['f5', 'd6', 'c3', 'd3']
    """
    moves: list[int] = []
    for number, move in enumerate(_read(text), start=1):
        if move == PASS and (not moves or moves[-1] != PASS or why_not(position, PASS) is None):
            position = _play(position, PASS, moves, number)
            continue
        if move == PASS:  # the pass was put in already
            continue
        if why_not(position, PASS) is None:
            position = _play(position, PASS, moves, number)
        position = _play(position, move, moves, number)
    if why_not(position, PASS) is None and moves and moves[-1] != PASS:
        moves.append(PASS)
    return moves


def _read(text: str) -> Iterator[int]:
    """The squares of a transcript in order."""
    at = 0
    clean = re.sub(r"\d+\s*\.+|[\s,;-]+(?=[a-h])", " ", text, flags=re.IGNORECASE).strip()
    while at < len(clean):
        match = _SQUARE.match(clean, at)
        if match is None:
            raise OthelloError(f"{quoted(clean[at:])} is not a move: a transcript is a row of squares, as in f5d6c3")
        yield parse_square(match[1] + match[2]) + 1 if match[1] else PASS
        at = match.end()
        while at < len(clean) and clean[at].isspace():
            at += 1


def _play(position: Position, move: int, moves: list[int], number: int) -> Position:
    reason = why_not(position, move)
    if reason is not None:
        raise OthelloError(f"move {number}, {move_text(move)}: {reason}")
    moves.append(move)
    own, opp, _, turn = apply(position, move)
    return int(own), int(opp), 0, int(turn)


def count_discs(position: Position) -> tuple[int, int]:
    """Discs of Black and of White."""
    own, opp, _, turn = position
    counts = [(mask & _WORD).bit_count() for mask in (own, opp)]
    return (counts[1], counts[0]) if turn else (counts[0], counts[1])
