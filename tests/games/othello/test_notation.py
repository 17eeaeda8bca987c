"""Othello in text: positions, moves, transcripts, GGF, and what is said about mistakes."""

from __future__ import annotations

import pytest
from games.boards import OTHELLO, random_game

from kingme.core.plans import GOES_ON
from kingme.games.othello.ggf import format_ggf, parse_ggf
from kingme.games.othello.kernels import PASS, apply
from kingme.games.othello.notation import (
    START,
    START_FEN,
    OthelloError,
    count_discs,
    format_transcript,
    move_text,
    parse_fen,
    parse_move,
    parse_transcript,
)

# The shortest game: Black has wiped White out after nine moves.
WIPE_OUT = "e6f4e3f6g5d6e7f5c5"


def moves_of(seed: int) -> list[int]:
    return [move for _, _, move in random_game(OTHELLO, seed)]


@pytest.mark.parametrize("seed", range(40))
def test_transcripts_and_ggf_of_whole_games_come_back(seed: int) -> None:
    moves = moves_of(seed)
    assert parse_transcript(format_transcript(moves)) == moves
    assert parse_transcript(" ".join(map(move_text, moves))) == moves
    game = next(parse_ggf(format_ggf(START, moves, {"PB": "a]b", "PW": "Bob"})))
    assert (game.start, game.moves) == (START, moves)
    assert game.tags["PB"] == "a]b"
    assert int(game.tags["RE"]) == (lambda pair: pair[0] - pair[1])(count_discs(position_after(moves)))


def position_after(moves: list[int]) -> tuple[int, int, int, int]:
    position = START
    for move in moves:
        own, opp, _, turn = map(int, apply(position, move))
        position = own, opp, 0, turn
    return position


def test_passes_occur_in_those_games() -> None:
    assert sum(PASS in moves_of(seed) for seed in range(40)) > 10


def test_a_game_can_end_early() -> None:
    position = position_after(parse_transcript(WIPE_OUT))
    assert OTHELLO.ending(position) != GOES_ON
    assert count_discs(position)[1] == 0


def test_ggf_of_a_server() -> None:
    text = """
    (;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[saio1200]PW[Saio3000]RB[2197.01]RW[2199.72]TI[05:00//02:00]TY[8]RE[?]
    BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]
    B[d3//0.01]W[c5/1.5/0.2]B[d6];)(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]
    B[F5];)
    """
    first, second = parse_ggf(text)
    assert [move_text(move) for move in first.moves] == ["d3", "c5", "d6"]
    assert first.tags["PB"] == "saio1200"
    assert second.moves == [38]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f5f5", "move 2, f5: f5 is occupied"),
        ("f5a1", "move 2, a1: a disc on a1 turns nothing over"),
        ("f5z9", "is not a move"),
        ("f5pass", "White can move, and may pass only without a move"),
        (WIPE_OUT + "a1", "the game is over"),
    ],
)
def test_bad_transcripts(text: str, message: str) -> None:
    with pytest.raises(OthelloError, match=message):
        parse_transcript(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not GGF"),
        ("(;GM[Go]BO[8 x];)", "game 1: this is a game of Go"),
        ("(;GM[Othello]W[d3];)", "game 1: move 1: it is not White's turn"),
        ("(;GM[Othello]B[a1];)", "game 1: move 1: a disc on a1 turns nothing over"),
        ("(;GM[Othello] what;)", "game 1: expected a tag"),
        ("(;GM[Othello]BO[10 ---];)", "only boards of 8x8"),
    ],
)
def test_bad_ggf(text: str, message: str) -> None:
    with pytest.raises(OthelloError, match=message):
        list(parse_ggf(text))


@pytest.mark.parametrize(
    ("fen", "message"),
    [
        ("", "is not an Othello position"),
        ("B:W21:B1", "is not an Othello position"),
        (START_FEN[:-1] + "-", "is not an Othello position"),
        ("-" * 64 + " X", "has discs on d4, e4, d5 and e5"),
    ],
)
def test_bad_positions(fen: str, message: str) -> None:
    with pytest.raises(OthelloError, match=message):
        parse_fen(fen)


def test_refusals_name_the_rule() -> None:
    for text, message in (("d4", "d4 is occupied"), ("a1", "turns nothing over"), ("pass", "may pass only")):
        with pytest.raises(OthelloError, match=message):
            parse_move(START, text)
    with pytest.raises(OthelloError, match="has to pass"):
        parse_move(forced_pass(), "a1")


def forced_pass() -> tuple[int, int, int, int]:
    """A position in which the side to move has to pass."""
    for seed in range(40):
        for position, moves, _ in random_game(OTHELLO, seed):
            if moves == [PASS] and not (position[0] | position[1]) & 1:
                return position
    raise AssertionError("no such position")
