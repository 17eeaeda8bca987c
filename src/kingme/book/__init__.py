"""Opening books: files of positions with the scores of their moves, and how they are asked.

    from kingme import Board, book

    book.moves(Board())                  # the moves of the shipped book, best first, with score and depth
    book.open_book("mine.book")          # a book of your own

Compiled code asks with `kingme.book.book_probe.probe_book`. `docs/book.md` tells how books are built and used.

The names below are imported on first use, as those of `kingme.endgame` are.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kingme.book.book_file import BookError as BookError
    from kingme.book.opened_book import Book as Book
    from kingme.book.opened_book import BookMove as BookMove
    from kingme.book.opened_book import moves as moves
    from kingme.book.opened_book import open_book as open_book
    from kingme.book.opened_book import shipped_book as shipped_book

_HOMES = dict.fromkeys(("Book", "BookMove", "moves", "open_book", "shipped_book"), "kingme.book.opened_book")
_HOMES |= {"BookError": "kingme.book.book_file"}

__all__ = ["Book", "BookError", "BookMove", "moves", "open_book", "shipped_book"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'kingme.book' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
