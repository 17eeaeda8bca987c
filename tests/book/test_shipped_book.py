"""The book that comes with KingMe: whole, small enough, and what it plays is legal."""

from __future__ import annotations

from collections.abc import Callable

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


PROBES = """
from kingme import Board
from kingme.book import shipped_book
from kingme.book.book_probe import probe_book

for line in ("", "11-15", "11-15 23-19 8-11", "9-13 22-18 12-16"):
    board = Board()
    for move in line.split():
        board = board.play(move)
    print([int(number) for number in probe_book(board.game, board.state, shipped_book().arrays)])
"""


def test_a_probe_without_the_compiler_says_the_same(run_python: Callable[..., str]) -> None:
    plain = run_python(PROBES, NUMBA_DISABLE_JIT="1")
    assert len(set(plain.splitlines())) == 4
    assert plain == run_python(PROBES, NUMBA_DISABLE_JIT="0")
