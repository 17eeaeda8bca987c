"""The book that comes with KingMe: whole, small enough, and what it plays is legal."""

from __future__ import annotations

from kingme import Board
from kingme.book import moves, shipped_book
from kingme.book.opened_book import SHIPPED
from kingme.library.books.book_graph import BookGraph
from kingme.library.books.book_walk import book_numbers
from kingme.opening_names import named_openings, three_move_openings
from kingme.players import player


def test_every_entry_is_reached_and_whole() -> None:
    book = shipped_book()
    assert book is not None
    graph = BookGraph.of(book.file.read())
    assert graph.expanded == len(book)
    assert graph.contents().entries == book.file.read().entries
    assert not graph.first


def test_it_is_what_was_promised() -> None:
    book = shipped_book()
    assert book is not None
    numbers = book_numbers(book)
    assert numbers["nodes"] >= 1_000_000
    assert numbers["by_hand"] == 0
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) <= 5_000_000
    for board in [Board(), *(opening.board() for opening in three_move_openings())]:
        found = moves(board)
        assert {item.move.code for item in found} == set(board.codes)
        assert all(abs(item.number) < 300 for item in found[:1])
    assert any(opening.board() in book for opening in named_openings())


def test_the_highest_levels_play_from_it() -> None:
    for name in ("level-9", "level-10"):
        analysis = player(name).analyse(Board())
        assert analysis.details["book"] == "english.book"
        assert analysis.nodes == 0
    assert player("level-8").analyse(Board()).nodes > 0
