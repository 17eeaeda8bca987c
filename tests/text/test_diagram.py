"""The board as text, compared with drawings made by hand."""

from __future__ import annotations

from itertools import product

import pytest

from kingme.core.squares import BLACK, START_BLACK, START_WHITE, WHITE
from kingme.errors import KingMeError
from kingme.text.coordinates import SYSTEMS
from kingme.text.diagram import SYMBOLS, draw
from kingme.text.fen import parse_fen

BLACK_PIECES, WHITE_PIECES, KINGS, _ = parse_fen("B:W21,K2,18:B1,5,K30")
PIECES = (BLACK_PIECES, WHITE_PIECES, KINGS)

START_ASCII = """\
 1 |   b   b   b   b | 4
 5 | b   b   b   b   | 8
 9 |   b   b   b   b | 12
13 | .   .   .   .   | 16
17 |   .   .   .   . | 20
21 | w   w   w   w   | 24
25 |   w   w   w   w | 28
29 | w   w   w   w   | 32"""

TURNED_ASCII = """\
1 |   .   .   B   . |
2 | .   .   .   .   |
3 |   .   .   .   w |
4 | .   .   w   .   |
5 |   .   .   .   . |
6 | .   .   .   .   |
7 |   .   .   .   b |
8 | .   .   W   b   |
    h g f e d c b a"""

NUMBERED = """\
┌────────────────────────────────────────┐
│░░░░░1    ░░░░░2    ░░░░░3    ░░░░░4    │
│░░░░░  ●  ░░░░░  ○K ░░░░░     ░░░░░     │
│5    ░░░░░6    ░░░░░7    ░░░░░8    ░░░░░│
│  ●  ░░░░░     ░░░░░     ░░░░░     ░░░░░│"""

ROW_COL = """\
     1    2    3    4    5    6    7    8
  ┌────────────────────────────────────────┐
  │░░░░░     ░░░░░     ░░░░░     ░░░░░     │
1 │░░░░░  ●  ░░░░░  ○K ░░░░░     ░░░░░     │"""


def test_start_in_ascii() -> None:
    assert draw(START_BLACK, START_WHITE, 0, ascii=True) == START_ASCII


def test_turned_board_with_letters() -> None:
    assert draw(*PIECES, bottom=BLACK, coordinates="algebraic", ascii=True) == TURNED_ASCII


def test_unicode_with_numbers() -> None:
    drawing = draw(*PIECES)
    assert drawing.startswith(NUMBERED)
    assert drawing.endswith("┘")
    assert "  ●K " in drawing.splitlines()[-2]


def test_unicode_with_rows_and_columns() -> None:
    assert draw(*PIECES, coordinates="rowcol").startswith(ROW_COL)


def test_letters_stand_under_their_columns() -> None:
    lines = draw(*PIECES, coordinates="algebraic").splitlines()
    assert lines[-1].split() == list("abcdefgh")
    assert lines[-1].index("a") == lines[4].index("●"), "square 5 is a7"
    assert lines[4].startswith("7 │")
    turned = draw(*PIECES, coordinates="algebraic", bottom=BLACK).splitlines()
    assert turned[-1].split() == list("hgfedcba")
    assert turned[-1].index("c") == turned[2].index("●"), "square 30 is c1"


def test_without_coordinates() -> None:
    assert not any(character.isdigit() for character in draw(*PIECES, coordinates=None))
    assert draw(*PIECES, coordinates=None, ascii=True).splitlines()[0] == "|   b   W   .   . |"


@pytest.mark.parametrize(("system", "bottom", "ascii"), [*product([*SYSTEMS, None], [BLACK, WHITE], [False, True])])
def test_every_drawing_fits_a_terminal(system: str | None, bottom: int, ascii: bool) -> None:
    drawing = draw(*PIECES, coordinates=system, bottom=bottom, ascii=ascii)
    lines = drawing.splitlines()
    assert len(lines) <= 22
    assert max(map(len, lines)) <= 60
    assert all(line == line.rstrip() for line in lines)
    assert drawing.isascii() == ascii
    men, kings = ("b", "B") if ascii else (SYMBOLS["b"] + " ", SYMBOLS["B"])
    labels = 1 if ascii and system == "algebraic" else 0  # the file b
    assert drawing.count(men) == 2 + labels
    assert drawing.count(kings) == 1


def test_turning_reverses_the_squares() -> None:
    white, black = (
        "".join(draw(*PIECES, bottom=bottom, coordinates=None, ascii=True).split("\n")) for bottom in (WHITE, BLACK)
    )
    assert white == black[::-1]


@pytest.mark.parametrize(
    "options", [{"coordinates": "chess"}, {"bottom": 2}, {"coordinates": "numeric", "bottom": -1}, {"coordinates": 5}]
)
def test_bad_options(options: dict[str, object]) -> None:
    with pytest.raises(KingMeError):
        draw(*PIECES, **options)  # type: ignore[arg-type]


def test_bad_masks() -> None:
    with pytest.raises(KingMeError, match="square 1 holds a Black and a White piece"):
        draw(1, 1, 0)
