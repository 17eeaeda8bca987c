"""The file of a book: sorted keys, and for each the scores of the moves of its position.

The file consists of sections with checksums (`kingme.files.sections`). Its table of contents has the name of the
"game", the "roots" that the book grew from as FEN, the "nodes" that a leaf was searched with, the "program" that
searched, and the "positions" and "moves" in it. The sections are arrays, each filled up to a multiple of eight bytes:

    keys      int64   hash of each position, in ascending order
    firsts    int32   where its moves begin in the arrays below, and one number more: where the last ones end
    codes     int64   the moves as kernels know them
    scores    int16   for the side that makes the move (`kingme.book.book_scores`)
    depths    uint8   plies that the score rests on, 255 for more
    marks     int8    preferred, forbidden, by hand, known

Only positions with side 0 to move are stored. One of the other side is asked for with the sides swapped
(`Game.mirror`): the moves correspond and the scores are the same, so that one entry serves both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kingme import __version__
from kingme.board import Board
from kingme.core.jit import Int8s, Int16s, Int32s, Int64s, group
from kingme.errors import KingMeError
from kingme.files.sections import SectionFile
from kingme.games.registry import DEFAULT, game_names
from kingme.outcome import Color

DEEPEST = 255
_KINDS = {"keys": "<i8", "firsts": "<i4", "codes": "<i8", "scores": "<i2", "depths": "<u1", "marks": "<i1"}


class BookError(KingMeError):
    """A book that is damaged, of another game, or not there."""


@group
class BookArrays(NamedTuple):
    """A book as kernels read it; see the module."""

    keys: Int64s
    firsts: Int32s
    codes: Int64s
    scores: Int16s
    marks: Int8s


@dataclass(slots=True)
class EntryMove:
    """A move of a position in a book: its number in kernels, score, depth and marks."""

    code: int
    score: int
    depth: int = 0
    marks: int = 0


@dataclass(slots=True)
class BookContents:
    """All of a book, to be changed and written; an opened one is read in place (`kingme.book.opened_book`)."""

    game: str = DEFAULT
    roots: list[str] = field(default_factory=list)
    nodes: int = 0
    entries: dict[int, list[EntryMove]] = field(default_factory=dict)


class BookFile(SectionFile):
    """An opened and checked file of a book, its arrays mapped."""

    MAGIC = b"KingMeBk"
    NOUN = "opening book of KingMe"
    ERROR = BookError

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.game: str = self.contents["game"]
        if self.game not in game_names():
            raise self.refusal(f"is a book of {self.game[:40]}, a game that this KingMe does not know")
        positions, moves = self.contents["positions"], self.contents["moves"]
        lengths = dict.fromkeys(_KINDS, moves) | {"keys": positions, "firsts": positions + 1}
        columns = {name: self._column(name, length) for name, length in lengths.items()}
        self.depths = columns.pop("depths")
        self.arrays = BookArrays(**columns)
        keys, firsts = self.arrays.keys, self.arrays.firsts
        if np.any(keys[1:] <= keys[:-1]) or np.any(firsts[1:] < firsts[:-1]) or (firsts[0], firsts[-1]) != (0, moves):
            raise self.refusal("is no book that this KingMe can read")

    def _column(self, name: str, length: int) -> np.ndarray:
        begin, end = self.place(name)
        column = self.data[begin:end].view(_KINDS[name])[:length]
        if len(column) != length:
            raise self.refusal(f"is damaged, the part {name} is too short")
        return column

    def read(self) -> BookContents:
        """A copy of everything in it."""
        firsts = self.arrays.firsts.tolist()
        columns = (self.arrays.codes, self.arrays.scores, self.depths, self.arrays.marks)
        every = [EntryMove(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]
        entries = {
            key: every[begin:end]
            for key, begin, end in zip(self.arrays.keys.tolist(), firsts[:-1], firsts[1:], strict=True)
        }
        return BookContents(self.game, list(self.contents["roots"]), self.contents["nodes"], entries)


def write_book(path: Path, contents: BookContents) -> None:
    """Write a book as a whole or not at all."""
    keys = sorted(contents.entries)
    listed = [contents.entries[key] for key in keys]
    moves = [move for entry in listed for move in entry]
    columns = {
        "keys": keys,
        "firsts": np.cumsum([0, *map(len, listed)]),
        "codes": [move.code for move in moves],
        "scores": [move.score for move in moves],
        "depths": [min(move.depth, DEEPEST) for move in moves],
        "marks": [move.marks for move in moves],
    }
    sections = {name: _filled(np.array(column, _KINDS[name]).tobytes()) for name, column in columns.items()}
    about = {
        "game": contents.game,
        "roots": contents.roots,
        "nodes": contents.nodes,
        "program": f"kingme {__version__}",
    }
    BookFile.write(path, about | {"positions": len(keys), "moves": len(moves)}, sections, align=8)


def _filled(data: bytes) -> bytes:
    return data + bytes(-len(data) % 8)


def seen_by_first(board: Board) -> Board:
    """The position as books store it: the side to move is side 0."""
    return board.flip() if board.turn is Color.WHITE else board


def move_seen_by_first(board: Board, code: int) -> int:
    """The number of a move of this position in its entry, and back."""
    return int(board.game.mirror_move(code)) if board.turn is Color.WHITE else int(code)
