"""A book from one end to the other: each position once, as rows, as a tree of a game, and in numbers."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from kingme import __version__
from kingme.board import Board
from kingme.book import Book, BookMove
from kingme.game import Game, Ply
from kingme.games.registry import DEFAULT
from kingme.move import Move
from kingme.opening_names import three_move_openings

LONGEST = 60  # plies of a line


class BookPosition(NamedTuple):
    """A position of a book, the moves that led to it first, and what the book says of it."""

    board: Board
    line: tuple[Move, ...]
    moves: list[BookMove]


def walk(book: Book, start: Board, plies: int = LONGEST, width: int | None = None) -> Iterator[BookPosition]:
    """The positions of a book that a position leads to, each once, those of a few plies first.

    With `width` only moves are followed that are so many hundredths of a man below the best of their position.
    """
    seen, waiting = {start}, [(start, tuple[Move, ...]())]
    for board, line in waiting:
        moves = book.moves(board)
        if not moves:
            continue
        yield BookPosition(board, line, moves)
        for item in _followed(moves, width):
            child = board.play(item.move)
            if item.leads_on and len(line) < plies and child not in seen:
                seen.add(child)
                waiting.append((child, (*line, item.move)))


def _followed(moves: list[BookMove], width: int | None) -> list[BookMove]:
    if width is None:
        return moves
    best = max(item.number for item in moves)
    return [item for item in moves if item.number >= best - width or item.is_preferred]


def as_csv(book: Book, start: Board, plies: int = LONGEST, width: int | None = None) -> str:
    """A line for each move of each position."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("fen", "line", "move", "score", "depth", "in_book", "mark"))
    for position in walk(book, start, plies, width):
        board = position.board
        for item in _followed(position.moves, width):
            score = "" if item.score is None else item.score.as_data()
            row = (board.fen(), _text(start, position.line), board.notation(item.move), score, item.depth)
            writer.writerow((*row, int(item.leads_on), mark_name(item)))
    return text.getvalue()


def mark_name(item: BookMove) -> str:
    """What somebody has said of a move by hand."""
    if item.is_forbidden:
        return "forbidden"
    return "preferred" if item.is_preferred else "by hand" if item.is_by_hand else ""


def _text(start: Board, line: tuple[Move, ...]) -> str:
    words = []
    for move in line:
        words.append(start.notation(move))
        start = start.play(move)
    return " ".join(words)


def as_game(book: Book, start: Board, plies: int = LONGEST, width: int | None = None) -> Game:
    """A game with the best moves as its main line and all others as variations.

    Positions that come about in several ways are continued once, where they come first.
    """
    game = Game(start, tags={"Event": f"{book.path.name}, an opening book", "Site": f"KingMe {__version__}"})
    tree = {position.board: position for position in walk(book, start, plies, width)}
    for ply in _line(tree, start, width):
        game.append(ply)
    return game


def _line(tree: dict[Board, BookPosition], board: Board, width: int | None) -> list[Ply]:
    """The plies from a position on; what is continued is taken out of the tree."""
    position = tree.pop(board, None)
    if position is None:
        return []
    best, *others = _followed(position.moves, width)
    # The main line is continued before its variations, which might lead into it.
    rest = _line(tree, board.play(best.move), width)
    ply = _ply(best)
    ply.variations = [[_ply(item), *_line(tree, board.play(item.move), width)] for item in others]
    return [ply, *rest]


def _ply(item: BookMove) -> Ply:
    words = [] if item.score is None else [f"{item.score}, depth {item.depth}"]
    return Ply(item.move, "; ".join([*words, *filter(None, [mark_name(item)])]))


def book_numbers(book: Book) -> dict[str, Any]:
    """What a book holds, in numbers."""
    contents, arrays = book.file.contents, book.arrays
    start = Board(game=book.game, seed=0)
    numbers: dict[str, Any] = {
        "file": str(book.path),
        "game": book.game.name,
        "bytes": len(book.file.data),
        "positions": len(book),
        "choices": int((np.diff(arrays.firsts) > 1).sum()),  # positions with more than one move
        "moves": len(arrays.codes),
        "nodes": contents["nodes"],
        "program": contents["program"],
        "roots": len(contents["roots"]),
        "by_hand": int((arrays.marks & 7 != 0).sum()),
    }
    longest = list(walk(book, start))[-1:]
    numbers["longest_line"] = 1 + len(longest[0].line) if longest else 0
    best = book.candidates(start)
    numbers["start"] = None if not best or best[0].score is None else best[0].score.as_data()
    numbers["main_line"] = _text(start, tuple(_main_line(book, start)))
    if book.game.name == DEFAULT:
        numbers["openings"] = sum(opening.board() in book for opening in three_move_openings())
    return numbers


def _main_line(book: Book, board: Board) -> Iterator[Move]:
    """The moves that the book plays."""
    for _ in range(LONGEST):
        best = book.candidates(board)
        if not best:
            return
        yield best[0].move
        board = board.play(best[0].move)
