"""`Book`: an opened book, asked by position."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kingme.board import Board
from kingme.book.book_file import BookArrays, BookError, BookFile, move_seen_by_first, seen_by_first
from kingme.book.book_scores import BY_HAND, FORBIDDEN, KNOWN, NO_SCORE, PREFERRED, score_of
from kingme.games.registry import DEFAULT, find_game
from kingme.move import Move
from kingme.score import Score

SHIPPED = Path(__file__).parent / "data"


class BookMove(NamedTuple):
    """A move that a book has for a position: its score for the side that makes it, and the plies that this rests on."""

    move: Move
    score: Score | None  # none if it was added by hand
    depth: int
    number: int  # the score in hundredths of a man and above; see `kingme.book.book_scores`
    marks: int = 0
    leads_on: bool = False  # whether the position after it is in the book too

    @property
    def is_preferred(self) -> bool:
        return bool(self.marks & PREFERRED)

    @property
    def is_forbidden(self) -> bool:
        return bool(self.marks & FORBIDDEN)

    @property
    def is_by_hand(self) -> bool:
        return bool(self.marks & BY_HAND)

    @property
    def rank(self) -> tuple[bool, bool, int]:
        """Larger for moves that the book chooses before others."""
        return not self.is_forbidden, self.is_preferred, self.number


class Book:
    """A book in memory that is mapped from its file; processes share it."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.file = BookFile(self.path)
        self.game = find_game(self.file.game)

    @property
    def arrays(self) -> BookArrays:
        """The book as kernels take it (`kingme.book.book_probe`)."""
        return self.file.arrays

    def __len__(self) -> int:
        """How many positions are in it."""
        return len(self.arrays.keys)

    def __contains__(self, board: Board) -> bool:
        return self._find(board) is not None

    def _find(self, board: Board) -> int | None:
        """The number of its entry."""
        if board.game is not self.game:
            raise BookError(f"{self.path.name} is a book of {self.game.title}, not of {board.game.title}")
        key, keys = seen_by_first(board).hash, self.arrays.keys
        place = int(np.searchsorted(keys, key))
        return place if place < len(keys) and keys[place] == key else None

    def moves(self, board: Board) -> list[BookMove]:
        """The moves that the book has for a position, best first; none where the position is not in it."""
        entry = self._find(board)
        if entry is None:
            return []
        arrays, legal, found = self.arrays, set(board.codes), []
        for at in range(int(arrays.firsts[entry]), int(arrays.firsts[entry + 1])):
            code = move_seen_by_first(board, int(arrays.codes[at]))
            if code not in legal:  # another position with the same hash
                return []
            number, marks = int(arrays.scores[at]), int(arrays.marks[at])
            score = score_of(number, bool(marks & KNOWN))
            leads_on = self._find(board.play_code(code)) is not None
            found.append(BookMove(board.decode(code), score, int(self.file.depths[at]), number, marks, leads_on))
        return sorted(found, key=lambda move: move.rank, reverse=True)

    def candidates(self, board: Board, width: int = 0) -> list[BookMove]:
        """The moves that a player may choose from, best first: those up to `width` hundredths of a man below the best.

        Where moves are preferred, only these; forbidden ones never.
        """
        allowed = [move for move in self.moves(board) if not move.is_forbidden]
        chosen = [move for move in allowed if move.is_preferred] or [move for move in allowed if move.score is not None]
        if not chosen:
            return []
        if width == 0:
            return chosen[:1]
        lowest = chosen[0].number - width
        return [move for move in chosen if move.number >= lowest or move.number == NO_SCORE]


def open_book(path: str | Path) -> Book:
    """Open and check the book in a file."""
    return Book(path)


def open_cached(path: str | Path) -> Book:
    """As `open_book`, once for many who ask; a file that was written since is opened again."""
    place = Path(path).expanduser()
    try:
        stat = place.stat()
    except OSError:
        return Book(place)  # which says what is wrong
    return _open(place.resolve(), stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=8)
def _open(place: Path, changed: int, size: int) -> Book:
    return Book(place)


@cache
def shipped_book(game: str = DEFAULT) -> Book | None:
    """The book of a game that comes with the package; None where there is none."""
    return Book(_shipped_path(game)) if has_shipped_book(game) else None


def has_shipped_book(game: str) -> bool:
    """Whether a book of this game comes with the package."""
    return _shipped_path(game).is_file()


def _shipped_path(game: str) -> Path:
    return SHIPPED / f"{game}.book"


def moves(board: Board, book: Book | None = None) -> list[BookMove]:
    """The moves that a book has for a position, best first, with score and depth; by default the shipped book.

    Without a book of the game, and where the position is not in it, there are none.
    """
    if book is None:
        book = shipped_book(board.game.name)
    return [] if book is None else book.moves(board)
