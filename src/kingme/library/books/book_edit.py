"""Changing a book by hand: prefer, forbid or add moves. A person's repertoire is a book that was made so."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from kingme.board import Board
from kingme.book.book_file import BookContents, BookError, BookFile, EntryMove, move_seen_by_first, seen_by_first
from kingme.book.book_file import write_book as write
from kingme.book.book_scores import BY_HAND, FORBIDDEN, HAND_MARKS, NO_SCORE, PREFERRED
from kingme.library.books.book_builder import lock_book
from kingme.move import Move


class Wish(StrEnum):
    """What somebody wants of a move."""

    PREFER = "prefer"  # play it before all others
    FORBID = "forbid"  # never play it
    ADD = "add"  # have it in the book, to be looked at
    CLEAR = "clear"  # take back what was said by hand


_MARKS = {Wish.PREFER: PREFERRED, Wish.FORBID: FORBIDDEN, Wish.ADD: BY_HAND}


def edit_book(path: Path, start: Board, line: Sequence[Move], wish: Wish, move: Move) -> None:
    """Say something of a move in the position that a line leads to.

    The moves of the line are added where the book does not have them, so that a later build finds its way. A file that
    is not there begins as an empty book.
    """
    lock = lock_book(path)
    try:
        contents = BookFile(path).read() if path.exists() else BookContents(start.game.name)
        if contents.game != start.game.name:
            raise BookError(f"{path.name} is a book of {contents.game}, not of {start.game.name}")
        if start.fen() not in contents.roots and seen_by_first(start).hash not in contents.entries:
            contents.roots.append(start.fen())
        board = start
        for step in line:
            if wish is not Wish.CLEAR:
                _entry_move(contents, board, step)
            board = board.play(step)
        if wish is Wish.CLEAR:
            _clear(contents, board, move)
        else:
            found = _entry_move(contents, board, move)
            kept = found.marks & ~HAND_MARKS | (BY_HAND if found.score == NO_SCORE else 0)
            found.marks = kept | _MARKS[wish]
        write(path, contents)
    finally:
        lock.release()


def _entry_move(contents: BookContents, board: Board, move: Move) -> EntryMove:
    """A move of a position in the book, added by hand if it is not there."""
    entry = contents.entries.setdefault(seen_by_first(board).hash, [])
    code = move_seen_by_first(board, move.code)
    for item in entry:
        if item.code == code:
            return item
    entry.append(EntryMove(code, NO_SCORE, 0, BY_HAND))
    return entry[-1]


def _clear(contents: BookContents, board: Board, move: Move) -> None:
    key, code = seen_by_first(board).hash, move_seen_by_first(board, move.code)
    entry = contents.entries.get(key, [])
    found = next((item for item in entry if item.code == code), None)
    if found is None or not found.marks & HAND_MARKS:
        raise BookError(f"nothing was said of {board.notation(move)} by hand here")
    found.marks &= ~HAND_MARKS
    if found.score == NO_SCORE:
        entry.remove(found)
        if not entry:
            del contents.entries[key]
