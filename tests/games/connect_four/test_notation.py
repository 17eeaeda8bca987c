"""Connect Four in text: positions, digits of columns, and what is said about mistakes."""

from __future__ import annotations

import pytest
from games.boards import CONNECT_FOUR, random_game

from kingme.games.connect_four.notation import (
    START,
    ConnectFourError,
    format_digits,
    format_fen,
    parse_digits,
    parse_fen,
    parse_move,
)


@pytest.mark.parametrize("seed", range(20))
def test_games_come_back_from_their_digits(seed: int) -> None:
    played = list(random_game(CONNECT_FOUR, seed))
    moves = [move for _, _, move in played]
    assert parse_digits(format_digits(moves)) == moves
    assert parse_fen(format_digits(moves[:-1])) == played[-1][0]


def test_digits_are_a_position() -> None:
    assert format_fen(parse_fen("4453")) == "7/7/7/7/3y3/2yrr2 r"
    assert parse_fen("  ") == START


@pytest.mark.parametrize(
    ("fen", "message"),
    [
        ("7/7/7/7/7 r", "is not a Connect Four position"),
        ("7/7/7/7/7/8 r", "is not a Connect Four position"),
        ("7/7/7/7/3r3/7 y", "hangs in the air"),
        ("7/7/7/7/7/3r3 r", "Red begins, and they alternate"),
        ("7/7/7/7/yy5/rrrryy1 r", "Red, to move, has four in a line already"),
        ("4444444", "move 7: column 4 is full"),
        ("12121212", "move 8: the game is over: Red has four in a line"),
        ("18", "is not a Connect Four position"),
    ],
)
def test_bad_positions(fen: str, message: str) -> None:
    with pytest.raises(ConnectFourError, match=message):
        parse_fen(fen)


def test_the_end_of_a_game_is_a_position() -> None:
    fen = "7/7/7/7/yyy4/rrrr3 y"
    assert format_fen(parse_fen(fen)) == fen


def test_moves_may_be_letters_and_must_be_columns() -> None:
    assert parse_move(START, "d") == parse_move(START, "4")
    for text in ("", "8", "44", "x"):
        with pytest.raises(ConnectFourError, match="is not a column"):
            parse_move(START, text)
