"""Names of squares in three systems, and moves typed with them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from kingme.core.squares import BLACK, WHITE
from kingme.errors import KingMeError
from kingme.text.coordinates import (
    SYSTEMS,
    SquareError,
    check_square,
    edge_labels,
    format_square,
    parse_square,
    quoted,
    row_col,
    split_move,
    square_at,
)

# Read off a printed board, not computed.
PRINTED_ALGEBRAIC = """
    b8 d8 f8 h8
    a7 c7 e7 g7
    b6 d6 f6 h6
    a5 c5 e5 g5
    b4 d4 f4 h4
    a3 c3 e3 g3
    b2 d2 f2 h2
    a1 c1 e1 g1
"""
PRINTED_ROW_COL = """
    1,2 1,4 1,6 1,8
    2,1 2,3 2,5 2,7
    3,2 3,4 3,6 3,8
    4,1 4,3 4,5 4,7
    5,2 5,4 5,6 5,8
    6,1 6,3 6,5 6,7
    7,2 7,4 7,6 7,8
    8,1 8,3 8,5 8,7
"""
ALGEBRAIC, ROW_COL = PRINTED_ALGEBRAIC.split(), PRINTED_ROW_COL.split()
SQUARES = range(1, 33)


def test_names_as_printed() -> None:
    assert [format_square(square) for square in SQUARES] == [str(square) for square in SQUARES]
    assert [format_square(square, "algebraic") for square in SQUARES] == ALGEBRAIC
    assert [format_square(square, "rowcol") for square in SQUARES] == ROW_COL


def test_half_a_turn_reverses_row_col_and_nothing_else() -> None:
    assert [format_square(square, "rowcol", bottom=BLACK) for square in SQUARES] == ROW_COL[::-1]
    for system in ("numeric", "algebraic"):
        assert all(format_square(s, system, BLACK) == format_square(s, system, WHITE) for s in SQUARES)


@pytest.mark.parametrize("bottom", [BLACK, WHITE])
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("square", SQUARES)
def test_round_trip(square: int, system: str, bottom: int) -> None:
    assert parse_square(format_square(square, system, bottom), bottom) == square


@pytest.mark.parametrize("bottom", [BLACK, WHITE])
def test_row_col_and_square_at_are_inverse(bottom: int) -> None:
    assert [square_at(*row_col(square, bottom), bottom) for square in SQUARES] == list(SQUARES)
    light = [(row, col) for row in range(1, 9) for col in range(1, 9) if square_at(row, col, bottom) is None]
    assert len(light) == 32
    assert (1, 1) in light
    assert (8, 8) in light


def test_own_men_are_in_rows_six_to_eight() -> None:
    """Study D: the player counts from the top left and has their own side at the bottom."""
    assert parse_square("6,1", bottom=WHITE) == 21
    assert parse_square("6,1", bottom=BLACK) == 12
    assert {row_col(square, BLACK)[0] for square in range(1, 13)} == {6, 7, 8}
    assert {row_col(square, WHITE)[0] for square in range(21, 33)} == {6, 7, 8}


@pytest.mark.parametrize(
    "text", ["18", " 18 ", "018", "d4", "D4", "\td4\n", "5,4", "5, 4", " 5 , 4 ", "(5,4)", "( 5 , 4 )"]
)
def test_spellings_of_one_square(text: str) -> None:
    assert parse_square(text) == 18


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("33", "33 is not a square: squares are 1-32"),
        ("0", "0 is not a square: squares are 1-32"),
        ("1115", "1115 is not a square: squares are 1-32"),
        ("a4", "a4 is a light square: pieces stand on the dark squares, such as b4 beside it"),
        ("H5", "h5 is a light square: pieces stand on the dark squares, such as g5 beside it"),
        ("5,5", "5,5 is a light square: pieces stand on the dark squares, such as 5,6 beside it"),
        ("8,8", "8,8 is a light square: pieces stand on the dark squares, such as 8,7 beside it"),
        ("i4", "i4 is not a square: columns are a-h and rows 1-8"),
        ("d9", "d9 is not a square: columns are a-h and rows 1-8"),
        ("d0", "d0 is not a square: columns are a-h and rows 1-8"),
        ("0,3", "0,3 is not a square: rows and columns are 1-8"),
        ("5,9", "5,9 is not a square: rows and columns are 1-8"),
        ("", "there is no square: write 18, d4 or 5,4 (row,column)"),
        ("   ", "there is no square: write 18, d4 or 5,4 (row,column)"),
        ("-3", "'-3' is not a square: write 18, d4 or 5,4 (row,column)"),
        ("d", "'d' is not a square: write 18, d4 or 5,4 (row,column)"),
        ("4d", "'4d' is not a square: write 18, d4 or 5,4 (row,column)"),
        ("(5,4", "'(5,4' is not a square: write 18, d4 or 5,4 (row,column)"),
        ("18 19", "'18 19' is not a square: write 18, d4 or 5,4 (row,column)"),
        ("1\x008", "'1\\x008' is not a square: write 18, d4 or 5,4 (row,column)"),
        ("٣", "'٣' is not a square: write 18, d4 or 5,4 (row,column)"),
        ("²", "'²' is not a square: write 18, d4 or 5,4 (row,column)"),
        ("9" * 201, "a square is at most 200 characters long, not 201"),
    ],
)
def test_errors_say_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(SquareError) as caught:
        parse_square(text)
    assert str(caught.value) == message


def test_light_squares_of_a_turned_board() -> None:
    with pytest.raises(SquareError, match="such as 1,2 beside it"):
        parse_square("1,1", bottom=BLACK)
    with pytest.raises(SquareError, match="such as b4 beside it"):
        parse_square("a4", bottom=BLACK)


@pytest.mark.parametrize("value", [None, 18, b"18", ["18"]])
def test_only_text_is_read(value: object) -> None:
    with pytest.raises(SquareError, match=f"read from text, not from {type(value).__name__}"):
        parse_square(value)  # type: ignore[arg-type]
    with pytest.raises(SquareError, match="a move is read from text"):
        split_move(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "squares", "capture"),
    [
        ("11-15", [11, 15], False),
        ("01-05", [1, 5], False),
        ("11x18x25", [11, 18, 25], True),
        ("22X15X8", [22, 15, 8], True),
        ("11:18", [11, 18], True),
        ("11*18", [11, 18], True),
        ("11×18", [11, 18], True),
        ("11–15", [11, 15], False),
        ("11−15", [11, 15], False),
        ("11->15", [11, 15], False),
        ("11 → 15", [11, 15], False),
        (" 11 - 15 ", [11, 15], False),
        ("11 15", [11, 15], None),
        ("11\t15", [11, 15], None),
        ("a3-b4", [21, 17], False),
        ("a3xc5", [21, 14], True),
        ("d4xb2", [18, 25], True),
        ("D4XB2", [18, 25], True),
        ("D4 B2", [18, 25], None),
        ("d4b2", [18, 25], None),
        ("6,1 5,2", [21, 17], None),
        ("6,1-5,2", [21, 17], False),
        ("6, 1 - 5, 2", [21, 17], False),
        ("6,1x4,3", [21, 14], True),
        ("(6,1)(5,2)", [21, 17], None),
        ("(6,1) (5,2)", [21, 17], None),
        ("(6,1)-(5,2)", [21, 17], False),
        ("11x18-25", [11, 18, 25], None),
        ("11-d4", [11, 18], False),
    ],
)
def test_split_move(text: str, squares: list[int], capture: bool | None) -> None:
    assert split_move(text) == (squares, capture)


def test_split_move_as_seen_by_black() -> None:
    assert split_move("6,1 5,2", bottom=BLACK) == ([12, 16], None)
    assert split_move("12-16", bottom=BLACK) == split_move("h6-g5", bottom=BLACK) == ([12, 16], False)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "name at least two squares"),
        ("11", "name at least two squares"),
        ("6,1", "name at least two squares"),
        ("11-", "ends with a sign"),
        ("11x", "ends with a sign"),
        ("-11-15", "expected a square at '-11-15'"),
        ("11--15", "expected a square at '-15'"),
        ("11-x15", "expected a square at 'x15'"),
        ("6,1,5,2", "expected a square at ',5,2'"),
        ("11-15!", "expected a square at '!'"),
        ("resign", "expected a square at 'resign'"),
        ("(6,1 5,2)", "expected a square"),
        ("11-33", "33 is not a square"),
        ("a3-a4", "a4 is a light square"),
        ("11,15", "rows and columns are 1-8"),
        ("1-5" * 100, "at most 200 characters"),
    ],
)
def test_split_move_refuses(text: str, words: str) -> None:
    with pytest.raises(SquareError) as caught:
        split_move(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_numbers_are_checked() -> None:
    for square in (0, 33, -1, "18", 1.5, None):
        with pytest.raises(SquareError, match="is not a square: squares are 1-32"):
            format_square(square)  # type: ignore[arg-type]
    with pytest.raises(SquareError, match="choose numeric, algebraic or rowcol"):
        format_square(1, "chess")
    for bottom in (2, -1, None):
        with pytest.raises(SquareError, match="choose BLACK"):
            row_col(1, bottom)  # type: ignore[arg-type]
    for row, col in ((0, 1), (1, 9)):
        with pytest.raises(SquareError, match="rows and columns are 1-8"):
            square_at(row, col)


def test_numbers_of_numpy_are_numbers() -> None:
    assert check_square(np.int64(18)) == 18  # type: ignore[arg-type]
    assert type(check_square(np.int64(18))) is int  # type: ignore[arg-type]


def test_edge_labels() -> None:
    assert edge_labels("algebraic") == (list("87654321"), list("abcdefgh"))
    assert edge_labels("algebraic", BLACK) == (list("12345678"), list("hgfedcba"))
    assert edge_labels("rowcol", BLACK) == edge_labels("rowcol", WHITE) == (list("12345678"), list("12345678"))
    assert edge_labels("numeric") == edge_labels(None) == ([""] * 8, [""] * 8)
    with pytest.raises(SquareError):
        edge_labels("hexagonal")


@pytest.mark.parametrize("bottom", [BLACK, WHITE])
def test_edge_labels_spell_the_squares_beside_them(bottom: int) -> None:
    for square in SQUARES:
        row, col = row_col(square, bottom)
        rows, columns = edge_labels("algebraic", bottom)
        assert columns[col - 1] + rows[row - 1] == format_square(square, "algebraic")


def test_quoted_is_one_short_line() -> None:
    assert quoted("a\nb") == "'a\\nb'"
    assert len(quoted("x" * 10_000)) == 42
    assert issubclass(SquareError, KingMeError)


def test_text_starts_without_the_compiler(run_python: Callable[..., str]) -> None:
    modules = "kingme.text.coordinates, kingme.text.fen, kingme.text.diagram, kingme.text.svg"
    assert run_python(f"import sys, {modules}; print('numba' in sys.modules)").strip() == "False"
