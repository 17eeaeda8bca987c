"""Banqi in text: positions, moves, starts from a seed, and what is said about mistakes."""

from __future__ import annotations

import pytest

from kingme.games.banqi.notation import BanqiError, format_fen, parse_fen, parse_move, start

EXAMPLE = "1c1k1e2/3rr1a1/2pc1a1E/3C4 r"


def test_the_example_of_the_study() -> None:
    position = parse_fen(EXAMPLE)
    assert format_fen(position) == EXAMPLE
    assert parse_move(position, "d1xd3") == parse_move(position, "D1 d3")


def test_a_seed_is_a_position() -> None:
    assert start(1) == start(1)
    assert start(1) != start(2)
    letters = format_fen(start(1)).split()[0].replace("/", "")
    assert sorted(letters) == sorted("KAAEERRNNCCPPPPP" + "kaaeerrnnccppppp")


def test_horses_may_be_written_as_h() -> None:
    assert format_fen(parse_fen("H7/8/8/7h b")) == "N7/8/8/7n b"


@pytest.mark.parametrize(
    ("fen", "message"),
    [
        ("", "is not a Banqi position"),
        ("8/8/8/8 w", "is not a Banqi position"),
        ("8/8/8/9 r", "is not a Banqi position"),
        ("KK6/8/8/8 r", "Red has 2 pieces K, and there are 1 at most"),
        ("pppppp2/8/8/8 r", "Black has 6 pieces p, and there are 5 at most"),
    ],
)
def test_bad_positions(fen: str, message: str) -> None:
    with pytest.raises(BanqiError, match=message):
        parse_fen(fen)


@pytest.mark.parametrize(
    ("fen", "move", "message"),
    [
        ("Kp6/8/8/8 r", "a4xb4", "a king never takes a pawn"),
        ("Rk6/8/8/8 r", "a4xb4", "a rook cannot take a king"),
        ("Cp6/8/8/8 r", "a4xb4", "over exactly one piece between"),
        ("C1p5/8/8/8 r", "a4xc4", "over exactly one piece between"),
        ("KA6/8/8/8 r", "a4-b4", "held by a piece of Red's own"),
        ("K6p/8/8/8 r", "h4-h3", "it is Red's turn"),
        ("K6p/8/8/8 r", "b4-b3", "there is no piece on b4"),
        ("K6p/8/8/8 r", "a4-b3", "one square along a row or column"),
        ("K6p/8/8/8 r", "a4-a4", "another square"),
        ("K6p/8/8/8 r", "a4", "is not a move"),
        ("K6p/8/8/8 r", "a4-a5", "is not a move"),
    ],
)
def test_refusals_name_the_rule(fen: str, move: str, message: str) -> None:
    with pytest.raises(BanqiError, match=message):
        parse_move(parse_fen(fen), move)


def test_a_pawn_takes_a_king_and_a_cannon_leaps() -> None:
    assert parse_move(parse_fen("Pk6/8/8/8 r"), "a4xb4")
    assert parse_move(parse_fen("C1p1k3/8/8/8 r"), "a4xe4")
