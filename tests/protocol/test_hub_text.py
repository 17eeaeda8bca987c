"""The language of the Hub protocol."""

from __future__ import annotations

import random

import pytest

from kingme.board import Board
from kingme.protocol.hub_text import (
    HubError,
    format_line,
    format_move,
    format_position,
    parse_line,
    parse_move,
    parse_position,
)


@pytest.mark.parametrize(
    ("line", "command", "arguments"),
    [
        ("hub", "hub", {}),
        ("  go   think ", "go", {"think": ""}),
        ("level moves=9 time=291.587", "level", {"moves": "9", "time": "291.587"}),
        ('pos pos=Bee moves="11-15 22x8x18x11"', "pos", {"pos": "Bee", "moves": "11-15 22x8x18x11"}),
        ('id name="a = b" version=3.0', "id", {"name": "a = b", "version": "3.0"}),
        ('param name=x value=""', "param", {"name": "x", "value": ""}),
        ("level depth = 5", "level", {"depth": "5"}),
        ("", "", {}),
        ('x "" = "', "x", {}),
    ],
)
def test_lines_are_read(line, command, arguments):
    assert parse_line(line) == (command, arguments)


@pytest.mark.parametrize("value", ["plain", "two words", "a=b", "", "ü", "1.5"])
def test_values_survive(value):
    assert parse_line(format_line("x", name=value)).arguments == {"name": value}


def test_what_hub_cannot_write_becomes_harmless():
    assert format_line("error", message='say "no"\nquit') == "error message=\"say 'no' quit\""


def test_numbers_none_and_flags():
    assert (
        format_line("level", "infinite", move_time=0.25, depth=None, nodes=10)
        == "level infinite move-time=0.25 nodes=10"
    )


def test_positions_and_moves_survive_along_random_games():
    rng = random.Random(1)
    seen_captures = 0
    for _ in range(30):
        board = Board()
        while moves := board.legal_moves():
            text = format_position(board)
            assert len(text) == 33
            assert parse_position(text) == board
            for move in moves:
                found = parse_move(board, format_move(move))
                assert found.code == move.code
            move = rng.choice(moves)
            seen_captures += len(move.captured) > 1
            board = board.play(move)
    assert seen_captures > 20


def test_captured_pieces_may_stand_in_any_order_or_be_left_out():
    board = Board.from_fen("W:W22:B18,11,9")
    move = board.legal_moves()[0]
    assert format_move(move) == "22x8x18x11"
    for text in ("22x8x11x18", "22x8", "22-8"):
        assert parse_move(board, text) == move


@pytest.mark.parametrize(
    "text", ["", "11", "11-16x", "99-1", "1-1", "a3-b4", "11 15", "22x8x11", "111-15", "-15", "11-20"]
)
def test_what_is_no_legal_move_is_refused(text):
    with pytest.raises(HubError):
        parse_move(Board(), text)


def test_a_move_that_its_ends_do_not_tell_is_refused():
    board = Board.from_fen("W:W22:B17,18,9,10")  # 22x6 both ways round
    assert {move.end for move in board.legal_moves() if len(move.captured) == 2} == {6}
    with pytest.raises(HubError, match="ambiguous"):
        parse_move(board, "22x6")
    assert parse_move(board, "22x6x17x9").captured == (17, 9)


@pytest.mark.parametrize("text", ["", "B", "B" + "e" * 31, "B" + "e" * 50, "X" + "e" * 32, "B" + "e" * 31 + "q"])
def test_bad_positions_are_refused(text):
    with pytest.raises(HubError):
        parse_position(text)
