"""Building: with several workers, stopped in any way, and on from there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kingme import Board
from kingme.book import Book, BookError
from kingme.book.book_file import seen_by_first
from kingme.library.books.book_builder import BookBuilder, BookPlan, Workers
from kingme.library.books.book_journal import BookJournal
from kingme.library.books.leaf_search import LeafTask, search_leaves

PLAN = BookPlan(nodes=1000, megabytes=1)
LINE = [Board(), Board().play("9-13"), Board().play("9-13").play("22-17")]


def build(path: Path, positions: int, workers: int = 1, plan: BookPlan = PLAN) -> None:
    with BookBuilder(path, plan, [LINE]) as builder, Workers(workers) as crew:
        builder.run(crew, positions=positions)


def test_openings_come_first_and_a_book_goes_on_growing(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    build(path, 3)
    assert all(board in Book(path) for board in LINE)
    scores = {item.move: item.number for item in Book(path).moves(LINE[-1])}
    build(path, 12, workers=3)
    grown = Book(path)
    assert len(grown) >= 12
    assert scores.keys() == {item.move for item in grown.moves(LINE[-1])}
    assert [entry.name for entry in tmp_path.iterdir() if not entry.name.startswith(".")] == ["a.book"]
    assert grown.file.contents["nodes"] == 1000


def test_a_plan_that_does_not_fit_the_book_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    build(path, 1)
    with pytest.raises(BookError, match="use --nodes 1000"):
        BookBuilder(path, BookPlan(nodes=2000))
    with pytest.raises(BookError, match="is a book of english, not of othello"):
        BookBuilder(path, BookPlan("othello", nodes=1000))
    with BookBuilder(path, PLAN), pytest.raises(BookError, match="is being built or edited"):
        BookBuilder(path, PLAN)


def test_other_games_have_books_too(tmp_path: Path) -> None:
    path = tmp_path / "four.book"
    plan = BookPlan("connect-four", nodes=1000, megabytes=1)
    with BookBuilder(path, plan) as builder, Workers(1) as crew:
        builder.run(crew, positions=5)
    assert Book(path).moves(Board(game="connect-four"))


def test_leaves_without_a_move_are_ends() -> None:
    over = seen_by_first(Board.from_fen("B:W22:B18").play("18x25"))  # nothing is left of the side to move
    assert not over.codes
    score = search_leaves(LeafTask("english", (over.state,), 1000, 1))[0]
    assert (score.number, score.known) == (-32000, True)


def test_nothing_is_lost_by_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    command = [sys.executable, "-m", "kingme", "book", "build", str(path), "--nodes", "1000", "--hash", "1"]
    process = subprocess.Popen([*command, "--openings", "start", "-j", "2"], stderr=subprocess.DEVNULL)
    journal = BookJournal(path).path

    def expanded() -> list[str]:
        lines = journal.read_text().split("\n")[:-1] if journal.exists() else []
        return [line.partition(" ")[2] for line in lines if '"expand"' in line]

    try:
        while len(expanded()) < 12:
            assert process.poll() is None
            time.sleep(0.02)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    journal.write_text(journal.read_text() + '12345678 ["expand",[1,')  # what a kill in the middle of a line leaves
    done = len(expanded())
    with BookBuilder(path, PLAN) as builder:
        assert builder.graph.expanded >= done
    assert len(Book(path)) >= done
    assert not journal.exists()


def test_a_damaged_journal_is_told_and_another_books_too(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    with BookBuilder(path, PLAN) as builder:
        node = builder.graph.next_leaf()
        assert node is not None
        wanted = builder.graph.missing(node)
        scores = search_leaves(builder._task(wanted))
        builder._take(node, list(zip(wanted, scores, strict=True)))
        journal = builder.journal.path
    content = journal.read_bytes()
    lines = content.split(b"\n")
    journal.write_bytes(b"\n".join([lines[0], lines[1].replace(b"leaf", b"beef"), *lines[2:]]))
    with pytest.raises(BookError, match="is damaged in line 2"):
        BookBuilder(path, PLAN)
    journal.write_bytes(content.replace(b" 1000\n", b" 5000\n", 1))
    with pytest.raises(BookError, match="belongs to another book"):
        BookBuilder(path, PLAN)
    for cut in range(len(lines[0]) + 1, len(content), 7):  # a torn line is dropped, wherever it ends
        journal.write_bytes(content[:cut])
        (tmp_path / "a.book").unlink()
        with BookBuilder(path, PLAN) as builder:
            assert builder.graph.expanded == (cut == len(content))
    journal.write_bytes(content)
    with BookBuilder(path, PLAN) as builder:
        assert builder.graph.expanded == 1


def test_a_leaf_with_one_move_needs_no_other_search(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    line = [Board(), Board().play("11-15"), Board().play("11-15").play("22-18")]  # then 15x22 is forced
    with BookBuilder(path, PLAN, [line]) as builder, Workers(1) as crew:
        progress = builder.run(crew, positions=2)
    (forced,) = Book(path).moves(line[-1])
    assert progress.positions == len(Book(path)) > 2
    assert str(forced.move) == "15x22"
    before = next(item for item in Book(path).moves(line[1]) if str(item.move) == "22-18")
    assert (before.number, before.depth) == (-forced.number, forced.depth + 1)
