"""`Puzzle`: a position, the line to find, and what is known about it; a puzzle is a line of text.

    id <tab> goal <tab> proof <tab> rating <tab> themes <tab> position <tab> moves

`moves` are those that are asked for and the replies between them; after `|` comes how play goes on.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from enum import StrEnum

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.move import Move

FIELDS = 7
EASIEST, HARDEST = 600, 2800


class Goal(StrEnum):
    WIN = "win"
    DRAW = "draw"  # every other move loses


class Proof(StrEnum):
    """How it is known that there is one such move."""

    TABLES = "tables"  # the endgame tables have every move
    SEARCH = "search"


class PuzzleTheme(StrEnum):
    TWO_FOR_ONE = "two-for-one"
    THREE_FOR_ONE = "three-for-one"
    SHOT = "shot"  # four or more pieces
    COMBINATION = "combination"  # any other gain by giving something first
    STEAL = "steal"
    KING_TRAP = "king-trap"
    ENDGAME_WIN = "endgame-win"
    ENDGAME_DRAW = "endgame-draw"
    RACE = "promotion-race"
    QUIET = "quiet-move"
    CAPTURE = "right-capture"  # several captures, one of them right
    DEFENCE = "defence"


THEMES = tuple(PuzzleTheme)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """`line` alternates between the solver and the opponent, and begins and ends with the solver's moves."""

    start: Board
    line: tuple[Move, ...]
    after: tuple[Move, ...]  # how play goes on then
    goal: Goal
    proof: Proof
    themes: tuple[PuzzleTheme, ...]
    rating: int

    @property
    def id(self) -> str:
        return puzzle_id(self.start)

    def boards(self) -> list[Board]:
        """The positions of the line, the first and the last included."""
        return positions(self.start, self.line)

    def decisions(self) -> list[tuple[Board, Move]]:
        """The positions in which the solver is to move, with the right move."""
        return list(zip(self.boards()[::2], self.line[::2], strict=False))

    def text(self) -> str:
        boards = positions(self.start, self.line + self.after)
        words = [board.notation(move) for board, move in zip(boards, self.line + self.after, strict=False)]
        asked = len(self.line)
        moves = " ".join([*words[:asked], "|", *words[asked:]]) if self.after else " ".join(words)
        return "\t".join(
            (self.id, self.goal, self.proof, str(self.rating), ",".join(self.themes), self.start.fen(), moves)
        )

    @classmethod
    def parse(cls, text: str) -> Puzzle:
        """Read what `text` wrote; every move is checked.

        >>> row = "x\\twin\\ttables\\t800\\tendgame-win\\tB:WK31:BK15,K23\\t15-18 | 31-26 23x30"
        >>> puzzle = Puzzle.parse(row)
        >>> str(puzzle.line[0]), len(puzzle.after), puzzle.text().split("\\t", 1)[1] == row.split("\\t", 1)[1]
        ('15-18', 2, True)
        """
        parts = text.rstrip("\n").split("\t")
        if len(parts) != FIELDS:
            raise KingMeError(f"a puzzle is a line of {FIELDS} fields, and it has {len(parts)}: {text[:60]!r}")
        _, goal, proof, rating, themes, fen, moves = parts
        try:
            kind, known, names = Goal(goal), Proof(proof), tuple(PuzzleTheme(name) for name in themes.split(","))
            level = int(rating)
        except ValueError as error:
            raise KingMeError(f"puzzle {parts[0][:20]!r}: {error}") from None
        start = Board.from_fen(fen)
        asked, _, rest = moves.partition("|")
        line = _read(start, asked.split())
        after = _read(positions(start, line)[-1], rest.split())
        return cls(start, line, after, kind, known, names, level)


def puzzle_id(start: Board) -> str:
    """A name of eight letters and digits; a position and the same with colours exchanged share it."""
    fen = min(start.fen(), start.flip().fen())
    return base64.b32encode(hashlib.sha256(fen.encode()).digest()[:5]).decode().lower()


def positions(start: Board, moves: tuple[Move, ...]) -> list[Board]:
    boards = [start]
    for move in moves:
        boards.append(boards[-1].play_code(move.code))
    return boards


def _read(board: Board, words: list[str]) -> tuple[Move, ...]:
    moves = []
    for word in words:
        moves.append(board.parse_move(word))
        board = board.play(moves[-1])
    return tuple(moves)


def rating_of(row: str) -> int:
    """The rating in a row that is not read otherwise."""
    return int(row.split("\t", 4)[3])


def themes_of(row: str) -> list[str]:
    """The themes in a row that is not read otherwise."""
    return row.split("\t", 5)[4].split(",")
