"""FEN in and out: what files contain is read, what no game can show is refused in one sentence."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from kingme.core.squares import BLACK, START_BLACK, START_WHITE, WHITE, mask_of
from kingme.errors import KingMeError
from kingme.text.fen import START_FEN, FenError, Position, check_position, format_fen, parse_fen, piece_letters

SUITE = Path(__file__).parents[1] / "data" / "perft_suite.csv"
START = Position(START_BLACK, START_WHITE, 0, BLACK)


def test_start() -> None:
    assert START_FEN == "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    assert parse_fen(START_FEN) == START


def test_masks_by_hand() -> None:
    """Square 9 is bit 9 and square 17 is bit 18: bits 8, 17 and 26 are unused."""
    assert parse_fen("W:W17,K2:B9") == Position(black=1 << 9, white=1 << 18 | 1 << 1, kings=1 << 1, turn=WHITE)


@pytest.mark.parametrize(
    "text",
    [
        "B:W21-32:B1-12",
        "B:W21-32:B1-12.",
        "B:W21-32:B1-12 . ",
        "B:B1-12:W21-32",
        "b:w21-32:b1-12",
        " B : W 21 - 32 : B 1 - 12 ",
        "B:W21-32:B1-12\r\n",
        '"B:W21-32:B1-12"',
        "'B:W21-32:B1-12.'",
        '" B:W21-32:B1-12 "',
        "B:W32,31,30,29,28,27,26,25,24,23,22,21:B12,11,10,9,8,7,6,5,4,3,2,1",
        "B:W21, 22-31, 32:B01,02,3-12",
        "B:W21-21,22-32:B1-4,5-8,9-12",
    ],
)
def test_spellings_of_the_start(text: str) -> None:
    assert parse_fen(text) == START


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("B:W18,24,K10:B12,16", "B:WK10,18,24:B12,16"),
        ("W:BK1-4:Wk29-32", "W:WK29,K30,K31,K32:BK1,K2,K3,K4"),
        ("B:W:B1-12", "B:W:B1,2,3,4,5,6,7,8,9,10,11,12"),
        ("W:W21-32:B", "W:W21,22,23,24,25,26,27,28,29,30,31,32:B"),
        ("W:B:W5", "W:W5:B"),
        ("B:W:B.", "B:W:B"),
        ("W:W K 5 :B 6", "W:WK5:B6"),
        ("B:WK1,5:BK32,28", "B:WK1,5:B28,K32"),
    ],
)
def test_canonical_text(text: str, canonical: str) -> None:
    assert format_fen(*parse_fen(text)) == canonical
    assert parse_fen(canonical) == parse_fen(text)


def test_every_position_of_the_perft_suite() -> None:
    with SUITE.open(newline="") as file:
        fens = [row["fen"] for row in csv.DictReader(file)]
    assert len(fens) == 68
    for fen in fens:
        position = parse_fen(fen)
        side, *lists = fen.split(":")
        squares = {field[0]: {item.lstrip("K") for item in field[1:].split(",")} for field in lists}
        text = format_fen(*position)
        assert parse_fen(text) == position
        assert text[0] == side
        assert position.black == mask_of([int(square) for square in squares["B"]])
        assert position.white == mask_of([int(square) for square in squares["W"]])
        assert position.kings.bit_count() == fen.count("K")


@pytest.mark.parametrize("square", range(1, 33))
@pytest.mark.parametrize("piece", ["bK", "wK", "b", "w"])
def test_each_piece_on_each_square(piece: str, square: int) -> None:
    side, king = piece[0].upper(), piece[1:]
    text = f"B:W{king}{square}:B" if side == "W" else f"W:W:B{king}{square}"
    if not king and square in (range(29, 33) if side == "B" else range(1, 5)):
        with pytest.raises(FenError, match=f"man stands on {square}, where it would be a king: write K{square}"):
            parse_fen(text)
    else:
        assert format_fen(*parse_fen(text)) == text


MALFORMED = [
    # not a FEN at all
    ("", "the FEN is empty"),
    ("   \n", "the FEN is empty"),
    (".", "the FEN is empty"),
    ('""', "the FEN is empty"),
    ("hello", "three parts"),
    ("B", "three parts"),
    (":", "three parts"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "three parts"),
    # too few and too many parts
    ("B:W21-32", "three parts"),
    ("W21-32:B1-12", "three parts"),
    ("B:W21-32:B1-12:", "three parts"),
    ("B:W21-32:B1-12:W5", "three parts"),
    ("B:W21-32:B1-12:H0:F1", "three parts"),
    # the side to move
    (":W21-32:B1-12", "side to move is B (Black) or W (White)"),
    ("X:W21-32:B1-12", "side to move is B (Black) or W (White)"),
    ("?:W21-32:B1-12", "side to move is B (Black) or W (White)"),
    ("1:W21-32:B1-12", "side to move is B (Black) or W (White)"),
    ("Black:W21-32:B1-12", "B or W alone"),
    ("WB:W21-32:B1-12", "B or W alone"),
    # the two sides
    ("B::", "it is missing"),
    ("B:W21-32:", "it is missing"),
    ("B:21-32:1-12", "begins with neither"),
    ("B:R21-32:B1-12", "begins with neither"),
    ("B:W21-32:W1-12", "White is given twice"),
    ("B:B21-28:B1-12", "Black is given twice"),
    # squares
    ("B:W0:B1", "0 is not a square"),
    ("B:W33:B1", "33 is not a square"),
    ("B:W21:B1-33", "33 is not a square"),
    ("B:W999999999999:B1", "999999999999 is not a square"),
    ("B:W1-99999999999999999999:B1", "is not a square"),
    ("B:W32-21:B1-12", "runs backwards: write 21-32"),
    ("B:W21,21:B1", "square 21 is given twice"),
    ("B:W21-24,23:B1", "square 23 is given twice"),
    ("B:W21:B21", "square 21 is given twice"),
    ("B:WK10,10:B1", "square 10 is given twice"),
    # entries that cannot be read
    ("B:W21,,22:B1", "a piece is missing at a comma"),
    ("B:W21,:B1", "a piece is missing at a comma"),
    ("B:W,21:B1", "a piece is missing at a comma"),
    ("B:W,:B1", "a piece is missing at a comma"),
    ("B:WK:B1", "'K' is not a piece"),
    ("B:WKK10:B1", "'KK10' is not a piece"),
    ("B:W10K:B1", "'10K' is not a piece"),
    ("B:WQ10:B1", "'Q10' is not a piece"),
    ("B:W21-:B1", "'21-' is not a piece"),
    ("B:W-21:B1", "'-21' is not a piece"),
    ("B:W21-22-23:B1", "'21-22-23' is not a piece"),
    ("B:WK21-K24:B1", "'K21-K24' is not a piece"),
    ("B:W21 22:B1", "'21 22' is not a piece"),
    ("B:W21;22:B1", "'21;22' is not a piece"),
    ("B:W21.5:B1", "'21.5' is not a piece"),
    ("B:W0x15:B1", "'0X15' is not a piece"),
    ("B:Wd4:B1", "'D4' is not a piece"),
    ("B:W21:B1..", "'1.' is not a piece"),
    ('"B:W21:B1', "begins with neither"),
    # what no game can show
    ("B:W20-32:B1-12", "White has 13 pieces: a side has at most 12"),
    ("B:W21-32:B1-13", "Black has 13 pieces: a side has at most 12"),
    ("B:WK1-32:B", "White has 32 pieces"),
    ("B:W1:B5", "a White man stands on 1, where it would be a king: write K1"),
    ("B:W21,4:B5", "a White man stands on 4"),
    ("W:W21:B29", "a Black man stands on 29, where it would be a king: write K29"),
    ("W:W21:B1,32", "a Black man stands on 32"),
    # characters
    ("B:W21-32\x00:B1-12", "'\\x00'"),
    ("B:W21\n-32:B1-12", "'\\n'"),
    ("B:W21-32:B1-12\x1b[31mx", "'\\x1b'"),
    ("B:W２１:B1", "'\\uff12'"),
    ("B:W²:B1", "'\\xb2'"),
    ("\ufeffB:W21-32:B1-12", "'\\ufeff'"),
    ("B:W21\u201332:B1-12", "'\\u2013'"),
    ("B:W\ud800:B1", "'\\ud800'"),
    # size
    ("B:W" + "21," * 1000 + "22:B1", "at most 1000 characters"),
    ("B:W" + "9" * 900 + ":B1", "is not a square"),
    ("K" * 1000, "three parts"),
    ("B:W21:B" + "Q" * 900, "is not a piece"),
    ("X" * 900 + ":W21:B1", "begins with neither"),
    # types
    (None, "not NoneType"),
    (b"B:W21-32:B1-12", "not bytes"),
    (42, "not int"),
    (["B", "W21", "B1"], "not list"),
]


@pytest.mark.parametrize(("text", "words"), MALFORMED)
def test_malformed(text: str, words: str) -> None:
    with pytest.raises(FenError) as caught:
        parse_fen(text)
    message = str(caught.value)
    assert words in message
    assert message.isprintable(), "one line, nothing a terminal would obey"
    assert len(message) < 200, "huge input is not repeated"


def test_a_fen_error_is_an_error_of_ours() -> None:
    assert len(MALFORMED) >= 45
    assert issubclass(FenError, KingMeError)
    assert issubclass(FenError, ValueError)


def test_piece_letters() -> None:
    black, white, kings, _ = parse_fen("B:W32,K2:B5,K30")
    assert list(piece_letters(black, white, kings).items()) == [(2, "W"), (5, "b"), (30, "B"), (32, "w")]
    assert piece_letters(0, 0, 0) == {}


@pytest.mark.parametrize(
    ("masks", "words"),
    [
        ((1 << 8, 0, 0), "outside the 32 squares"),
        ((0, 1 << 35, 0), "outside the 32 squares"),
        ((-1, 0, 0), "outside the 32 squares"),
        ((0b110, 0b010, 0), "square 2 holds a Black and a White piece"),
        ((0b001, 0b010, 0b100), "square 3 is marked as a king but has no piece"),
    ],
)
def test_impossible_masks(masks: tuple[int, int, int], words: str) -> None:
    with pytest.raises(FenError, match=words):
        piece_letters(*masks)
    with pytest.raises(FenError, match=words):
        check_position(*masks, BLACK)
    with pytest.raises(FenError, match=words):
        format_fen(*masks, BLACK)


def test_check_position() -> None:
    assert check_position(*START) == START
    numbers = check_position(np.int64(START_BLACK), np.int64(START_WHITE), np.int64(0), np.int64(1))  # type: ignore[arg-type]
    assert numbers == START._replace(turn=WHITE)
    assert {type(number) for number in numbers} == {int}
    with pytest.raises(FenError, match="'2' is not a side to move"):
        check_position(START_BLACK, START_WHITE, 0, 2)
    with pytest.raises(FenError, match="Black has 13 pieces"):
        check_position(mask_of(range(1, 14)), START_WHITE, 0, BLACK)
