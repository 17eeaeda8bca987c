"""Opening books as players use them: off, the one that comes with the game, or a file (`book=on`, `book=FILE`).

A book knows positions and not how they came about, so it is asked only where no earlier position could come again:
after a move that cannot be undone. What it chooses needs no search.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from kingme.board import Board
from kingme.book.book_file import BookError
from kingme.book.opened_book import Book, BookMove, open_cached, shipped_book
from kingme.games.contract import Game as Rules
from kingme.move import Move
from kingme.players.info import Analysis, Line
from kingme.players.parameters import param

OFF, ON = "off", "on"
LONGEST_LINE = 24  # plies of the variation that is shown


def book_parameter() -> Any:
    """The parameter `book` of a player."""
    return param(
        OFF, "play the opening from the book that comes with the game, or from a file", choices=(OFF, ON), or_file=True
    )


def width_parameter() -> Any:
    """The parameter `book-width` of a player."""
    help = "a random choice among the book's moves up to so many hundredths of a man below the best; 0: always the best"
    return param(0, help, low=0, high=1000)


def plies_parameter() -> Any:
    """The parameter `book-plies` of a player."""
    return param(None, "plies of a game after which the book is closed; none: it is used to its end", low=0, high=1000)


class BookRoot(NamedTuple):
    """A position that a book is asked about, and how the game stands."""

    board: Board
    moves: tuple[Move, ...]  # to consider
    plies: int = 0  # played so far
    quiet_plies: int = 0  # since the last move that cannot be undone


def book_of(parameters: Any, game: Rules | None = None) -> Book | None:
    """The book that a player's parameters ask for, opened and checked once; None where it has none.

    The one that comes with a game is opened where the game is known.
    """
    chosen = getattr(parameters, "book", OFF)
    if chosen == OFF:
        return None
    if chosen == ON:
        return None if game is None else shipped_book(game.name)
    if not Path(chosen).expanduser().exists():
        raise BookError(f"there is no file {chosen[:200]}: book takes {OFF}, {ON}, or the path of a book")
    return open_cached(chosen)


def move_from_book(parameters: Any, root: BookRoot, seed: Callable[[], int]) -> Analysis | None:
    """The decision of the book, or None where there is nothing to decide by; `seed` is asked if chance decides."""
    if getattr(parameters, "book", OFF) == OFF or root.quiet_plies:
        return None
    book = book_of(parameters, root.board.game)
    if book is None:
        raise BookError(f"no book of {root.board.game.title} comes with KingMe: set book=off, or book=FILE to have one")
    if parameters.book_plies is not None and root.plies >= parameters.book_plies:
        return None
    codes = {move.code for move in root.moves}
    found = [item for item in book.candidates(root.board, parameters.book_width) if item.move.code in codes]
    if not found:
        return None
    chosen = found[0] if len(found) == 1 else random.Random(seed()).choice(found)
    return _analysis(book, root, chosen)


def _analysis(book: Book, root: BookRoot, chosen: BookMove) -> Analysis:
    said = {item.move.code: item for item in book.moves(root.board)}
    move = next(move for move in root.moves if move.code == chosen.move.code)
    pv = (move, *_line(book, root.board.play(move)))
    lines = []
    for legal in root.moves:
        item = said.get(legal.code)
        if item is None:
            lines.append(Line(legal))
        else:
            value = None if item.score is None else item.score.expected
            details = {"book": True, "depth": item.depth}
            lines.append(Line(legal, value, item.score, pv=pv if legal is move else (legal,), details=details))
    return Analysis(
        move,
        lines,
        pv,
        None if chosen.score is None else chosen.score.expected,
        chosen.score,
        depth=float(chosen.depth),
        max_depth=chosen.depth,
        details={"book": book.path.name, "book_moves": len(said)},
        words=_words(book, chosen, pv),
    )


def _line(book: Book, board: Board) -> list[Move]:
    """Best play by the book."""
    line: list[Move] = []
    while len(line) < LONGEST_LINE - 1 and (best := book.candidates(board)):
        line.append(best[0].move)
        board = board.play(best[0].move)
    return line


def _words(book: Book, chosen: BookMove, pv: tuple[Move, ...]) -> str:
    score = "" if chosen.score is None else f"{chosen.score}  "
    return f"from the opening book {book.path.name}, depth {chosen.depth}\n{score}{' '.join(map(str, pv))}"
