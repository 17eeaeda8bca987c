"""Banqi, all pieces face up, written from the rule text and from nothing else: slow, and meant to be obviously right.

    the board    4 rows of 8 squares. Each side has a king, two each of advisor, elephant, rook, horse and cannon, and
                 five pawns. Red moves first.
    step         Every piece moves one square along a row or column to an empty square.
    capture      A piece other than a cannon takes an enemy one square away along a row or column if the enemy's rank is
                 equal or lower: king, advisor, elephant, rook, horse, cannon, pawn, from the highest to the lowest.
    exception    A king never takes a pawn; a pawn takes a king.
    cannon       A cannon takes any enemy along a row or column if exactly one piece stands between, of either side; it
                 does not take by a step.
    the end      A player who is to move and has no move, or no piece, has lost.

A position is a dictionary from (row, column), counted from the top left, to a letter as in its FEN.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

Square = tuple[int, int]
RANKING = "kaerncp"
DIRECTIONS = [(-1, 0), (1, 0), (0, -1), (0, 1)]


def read(fen: str) -> tuple[dict[Square, str], str]:
    board, turn = fen.split()
    pieces: dict[Square, str] = {}
    for row, letters in enumerate(board.split("/")):
        column = 0
        for letter in letters:
            if letter.isdigit():
                column += int(letter)
            else:
                pieces[row, column] = letter
                column += 1
    return pieces, turn


def write(pieces: Mapping[Square, str], turn: str) -> str:
    rows = []
    for row in range(4):
        text, gap = "", 0
        for column in range(8):
            letter = pieces.get((row, column))
            if letter is None:
                gap += 1
            else:
                text += (str(gap) if gap else "") + letter
                gap = 0
        rows.append(text + (str(gap) if gap else ""))
    return f"{'/'.join(rows)} {turn}"


def is_red(letter: str) -> bool:
    return letter.isupper()


def on_board(square: Square) -> bool:
    return 0 <= square[0] < 4 and 0 <= square[1] < 8


def may_capture(hunter: str, victim: str) -> bool:
    hunter, victim = hunter.lower(), victim.lower()
    if hunter == "k" and victim == "p":
        return False
    if hunter == "p" and victim == "k":
        return True
    return RANKING.index(hunter) <= RANKING.index(victim)


def steps(pieces: Mapping[Square, str], square: Square) -> Iterator[Square]:
    for down, right in DIRECTIONS:
        target = (square[0] + down, square[1] + right)
        if on_board(target) and target not in pieces:
            yield target


def captures(pieces: Mapping[Square, str], square: Square) -> Iterator[Square]:
    hunter = pieces[square]
    for target, victim in pieces.items():
        if is_red(victim) == is_red(hunter):
            continue
        rows, columns = abs(target[0] - square[0]), abs(target[1] - square[1])
        if hunter.lower() == "c":
            if (rows == 0) != (columns == 0) and count_between(pieces, square, target) == 1:
                yield target
        elif rows + columns == 1 and may_capture(hunter, victim):
            yield target


def count_between(pieces: Mapping[Square, str], one: Square, other: Square) -> int:
    low, high = min(one, other), max(one, other)
    if low[0] == high[0]:
        squares = [(low[0], column) for column in range(low[1] + 1, high[1])]
    else:
        squares = [(row, low[1]) for row in range(low[0] + 1, high[0])]
    return sum(square in pieces for square in squares)


def legal_moves(pieces: Mapping[Square, str], turn: str) -> list[tuple[Square, Square]]:
    own = [square for square, letter in pieces.items() if is_red(letter) == (turn == "r")]
    return [(square, target) for square in own for target in (*steps(pieces, square), *captures(pieces, square))]


def play(pieces: Mapping[Square, str], turn: str, move: tuple[Square, Square]) -> tuple[dict[Square, str], str]:
    after = {square: letter for square, letter in pieces.items() if square != move[0]}
    after[move[1]] = pieces[move[0]]
    return after, "b" if turn == "r" else "r"
