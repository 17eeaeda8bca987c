"""Books: what is written is read, what is damaged is refused, and kernels see what Python sees."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from book.books import make_book
from hypothesis import given
from hypothesis import strategies as st

from kingme import Board, book
from kingme.book import Book, BookError
from kingme.book.book_file import BookArrays, write_book
from kingme.book.book_probe import find_entry, probe_book
from kingme.book.book_scores import (
    FORBIDDEN,
    KNOWN,
    NO_SCORE,
    PREFERRED,
    TABLE_WIN,
    WIN,
    number_of,
    one_ply_before,
    score_of,
)
from kingme.endgame.places import SHIPPED
from kingme.score import Score

START = Board()
SECOND = START.play("11-15")


@pytest.fixture
def small(tmp_path: Path) -> Book:
    return make_book(tmp_path / "small.book", {START: [1, 2, 3, 9, 5, 6, 7], SECOND: [-4, 8, 0]})


def test_what_is_written_is_read(small: Book) -> None:
    assert len(small) == 2
    found = small.moves(START)
    assert [str(move.move) for move in found[:2]] == ["12-16", "11-16"]
    assert (found[0].score, found[0].depth) == (Score(0.09), 10)
    assert [move.leads_on for move in found if str(move.move) == "11-15"] == [True]
    assert small.moves(SECOND.play("22-18")) == []
    contents = small.file.read()
    write_book(small.path, contents)
    assert Book(small.path).file.digest == small.file.digest
    assert book.moves(START, small) == found


def test_swapped_sides_share_an_entry(small: Book) -> None:
    for board in (START, SECOND):
        turned = {(item.move.code, item.number) for item in small.moves(board.flip())}
        mirror = board.game.mirror_move
        assert turned == {(mirror(item.move.code), item.number) for item in small.moves(board)}


def test_kernels_see_what_python_sees(tmp_path: Path) -> None:
    rng, boards, board = random.Random(7), {}, START
    for _ in range(60):
        boards[board] = [rng.randrange(-50, 50) for _ in board.codes]
        board = board.play_code(rng.choice(board.codes))
        board = board if board.codes else START
    small = make_book(tmp_path / "random.book", boards)
    contents = small.file.read()
    for row in contents.entries.values():
        for item in row:
            item.marks = rng.choice((0, 0, 0, PREFERRED, FORBIDDEN, KNOWN))
    write_book(small.path, contents)
    small = Book(small.path)
    for board in [*boards, *(board.flip() for board in boards), SECOND.play("22-17")]:
        code, number = probe_book(board.game, board.state, small.arrays)
        chosen = small.candidates(board)
        assert (code, number) == ((chosen[0].move.code, chosen[0].number) if chosen else (0, NO_SCORE))
    keys = small.arrays.keys
    assert [find_entry(int(key), small.arrays) for key in keys] == list(range(len(keys)))
    assert find_entry(int(keys[0]) - 1, small.arrays) == find_entry(int(keys[-1]) + 1, small.arrays) == -1


def test_width_and_marks_choose_the_candidates(small: Book) -> None:
    def chosen(width: int) -> list[int]:
        return [item.number for item in small.candidates(START, width)]

    assert (chosen(0), chosen(2), chosen(4)) == ([9], [9, 7], [9, 7, 6, 5])
    contents = small.file.read()
    row = contents.entries[START.hash]
    row[3].marks, row[0].marks = FORBIDDEN, PREFERRED
    write_book(small.path, contents)
    small = Book(small.path)
    assert chosen(100) == [1]
    row[0].marks = 0
    write_book(small.path, contents)
    small = Book(small.path)
    assert chosen(1) == [7, 6]


def test_a_change_of_any_byte_is_noticed(small: Book) -> None:
    content = small.path.read_bytes()
    path = small.path.with_name("other.book")
    for place in range(len(content)):
        path.write_bytes(content[:place] + bytes([content[place] ^ 0x10]) + content[place + 1 :])
        with pytest.raises(BookError, match=r"other\.book"):
            Book(path)
    for length in (0, 10, 47, 48, 100, len(content) - 1):
        path.write_bytes(content[:length])
        with pytest.raises(BookError, match=r"other\.book is (damaged|no opening book)"):
            Book(path)


def test_other_files_versions_and_games_are_told(small: Book, tmp_path: Path) -> None:
    with pytest.raises(BookError, match="no opening book of KingMe"):
        Book(SHIPPED / "pieces2.wdl")
    with pytest.raises(BookError, match="there is no file"):
        Book(tmp_path / "missing.book")
    with pytest.raises(BookError, match="cannot be read"):
        Book(tmp_path)
    content = bytearray(small.path.read_bytes())
    content[8] = 9
    (tmp_path / "next.book").write_bytes(content)
    with pytest.raises(BookError, match="has format 9"):
        Book(tmp_path / "next.book")
    with pytest.raises(BookError, match="is a book of English draughts, not of Othello"):
        small.moves(Board(game="othello"))
    contents = small.file.read()
    contents.game = "chaturanga"
    write_book(tmp_path / "old.book", contents)
    with pytest.raises(BookError, match="book of chaturanga, a game that this KingMe does not know"):
        Book(tmp_path / "old.book")


def test_a_wrong_order_with_right_checksums_is_refused(small: Book, tmp_path: Path) -> None:
    names = (*BookArrays._fields, "depths")
    sections = {name: small.file.section(name).tobytes() for name in names}
    about = {key: value for key, value in small.file.contents.items() if key not in ("sections", "end")}
    keys = sections["keys"]
    for wrong in (keys[8:] + keys[:8], keys[:8]):
        type(small.file).write(tmp_path / "wrong.book", about, sections | {"keys": wrong}, align=8)
        with pytest.raises(BookError, match=r"wrong\.book is"):
            Book(tmp_path / "wrong.book")


@given(st.integers(-20_000, 20_000), st.integers(0, 900), st.sampled_from((-1, 1)))
def test_scores_survive_their_numbers(number: int, plies: int, side: int) -> None:
    score = score_of(number)
    assert score is not None
    assert number_of(score) == number
    assert one_ply_before(number) == -number
    win = number_of(Score.known(side, plies))
    assert score_of(win) == Score.known(side, plies)
    assert score_of(one_ply_before(win)) == Score.known(-side, plies + 1)
    assert number_of(Score.known(side)) == side * TABLE_WIN < WIN
    assert score_of(NO_SCORE) is None
