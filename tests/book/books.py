"""Small books for the tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from kingme import Board
from kingme.book import Book
from kingme.book.book_file import BookContents, EntryMove, seen_by_first, write_book


def entry(board: Board, scores: Sequence[int]) -> tuple[int, list[EntryMove]]:
    """The entry of a position whose moves, in the order of side 0, have these scores."""
    seen = seen_by_first(board)
    return seen.hash, [EntryMove(code, score, 10) for code, score in zip(seen.codes, scores, strict=False)]


def make_book(path: Path, scores: Mapping[Board, Sequence[int]]) -> Book:
    """Write and open a book of a few positions."""
    game = next(iter(scores)).game
    roots = [next(iter(scores)).fen()]
    write_book(path, BookContents(game.name, roots, 1000, dict(entry(board, row) for board, row in scores.items())))
    return Book(path)
