"""Writing PDN."""

from __future__ import annotations

import pytest

from kingme import Board, Color, Game, Rules, Termination
from kingme.files.pdn import read_games, write_game
from kingme.files.pdn_text import glyph, pack_comment, unpack_comment
from kingme.game import Ply


def body(game: Game) -> str:
    return write_game(game).partition("\n\n")[2]


def header(game: Game) -> list[str]:
    return write_game(game).partition("\n\n")[0].splitlines()


def line(board: Board, *moves: str) -> list[Ply]:
    plies = []
    for text in moves:
        plies.append(Ply(board.parse_move(text)))
        board = board.play(text)
    return plies


def test_an_annotated_game() -> None:
    game = Game(tags={"White": "Bob", "Opening": 'The "Old" one', "Event": "Club"})
    game.comment = "before"
    for move in ("11-15", "22-18", "15x22", "25x18"):
        game.play(move)
    first, second, third, _ = game.plies
    first.nags, first.variations = [5, 1, 20], [line(Board(), "11-16", "22-18"), line(Board(), "9-13")]
    second.comment, second.clock, second.elapsed = "a } in it", 297.25, 3
    third.nags = [13]
    game.resign(Color.WHITE)
    assert write_game(game) == (
        '[Event "Club"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[Black "?"]\n[White "Bob"]\n[Result "1-0"]\n'
        '[Opening "The \\"Old\\" one"]\n[GameType "21,B,8,8,N1,0"]\n[Termination "resignation"]\n\n'
        "{before} 1. 11-15!? $1 $20 (1. 11-16 22-18) (1. 9-13) 1... 22-18\n"
        "{[%clk 0:04:57.25] [%emt 0:00:03] a &#125; in it} 2. 15x22 $13 25x18 1-0\n\n"
    )


def test_another_start_and_other_rules() -> None:
    game = Game(Board.from_fen("W:W32:BK1,20"), rules=Rules.parse("study-b"))
    game.play("32-28")
    game.play("1-6")
    assert header(game)[-4:] == [
        '[GameType "21,B,8,8,N1,0"]',
        '[SetUp "1"]',
        '[FEN "W:W32:BK1,20"]',
        '[Rules "study-b"]',
    ]
    assert body(game) == "1... 32-28 2. 1-6 *\n\n"


def test_rules_without_a_name_of_their_own_are_written_as_switches() -> None:
    game = Game(rules=Rules("mine", repetition=None, quiet_limit=50))
    assert header(game)[-1] == '[Rules "repetition=off,quiet=50,cap=off,stuck=loss"]'


def test_the_reason_of_the_end_is_written() -> None:
    game = Game(Board.from_fen("B:W14:B9"))
    game.play("9x18")
    assert header(game)[-1] == '[Termination "no pieces"]'
    assert body(game) == "1. 9x18 1-0\n\n"
    game = Game()
    game.forfeit(Color.BLACK, Termination.CRASH)
    assert header(game)[-1] == '[Termination "crash"]'
    assert body(game) == "0-1\n\n"


def test_a_capture_is_written_in_full_only_where_its_ends_mean_another_move() -> None:
    board = Board.from_fen("B:W6,7,14,15,22,23,32:BK1")
    texts = {board.notation(move) for move in board.legal_moves()}
    assert texts == {"1x10x3", "1x10x19x26x17x10x3", "1x10x17x26x19x10x3"}
    assert {
        Board.from_fen("B:W6,14,32:B2").notation(move) for move in Board.from_fen("B:W6,14,32:B2").legal_moves()
    } == {"2x18"}


def test_lines_are_at_most_79_characters_long() -> None:
    game = Game()
    for number, move in enumerate(["11-15", "22-18", "15x22", "25x18", "8-11", "29-25", "4-8", "25-22"]):
        game.play(move, comment="some words about this move, " * number)
    text = write_game(game)
    assert max(map(len, text.splitlines())) <= 79
    assert not any(row.startswith((" ", "[%", "%")) or row.endswith((" ", ".")) for row in text.splitlines()[9:])
    [back] = read_games(text)
    assert [ply.comment for ply in back.plies] == [ply.comment.strip() for ply in game.plies]


def test_no_line_of_a_comment_begins_like_a_tag_or_a_skipped_line() -> None:
    game = Game()
    game.comment = 'word [Event "x"] %y ' * 20
    text = body(game)
    assert not any(row.startswith(("[", "%")) for row in text.splitlines())
    [back] = read_games(write_game(game))
    assert back.comment == game.comment.strip()


def test_tags_that_pdn_cannot_hold_are_made_to_fit() -> None:
    game = Game(tags={"Élo rating": "two\nlines\0", "1st": "x", "Result": "1-0", "FEN": "nonsense", "gametype": "20"})
    assert header(game)[6:] == [
        '[Result "*"]',
        '[X_lo_rating "two lines"]',
        '[X1st "x"]',
        '[GameType "21,B,8,8,N1,0"]',
    ]
    assert len(list(read_games(write_game(game)))) == 1


def test_texts_of_games_may_be_joined() -> None:
    assert len(list(read_games(write_game(Game()) * 3))) == 3


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00:00"), (59.9994, "0:00:59.999"), (59.9996, "0:01:00"), (3725.5, "1:02:05.5"), (360000, "100:00:00")],
)
def test_clocks(seconds: float, text: str) -> None:
    assert pack_comment("", clock=seconds) == f"[%clk {text}]"
    assert unpack_comment(f"[%emt {text}]")[2] == pytest.approx(seconds, abs=0.001)


@pytest.mark.parametrize("seconds", [-1.0, float("inf"), float("nan"), 1e30])
def test_a_clock_that_makes_no_sense_is_left_out(seconds: float) -> None:
    assert pack_comment("text", clock=seconds, elapsed=seconds) == "text"


def test_glyphs() -> None:
    assert [glyph(text) for text in ("!", "?", "!!", "??", "!?", "?!", "!!!", "?!?", "(!)", "*")] == [
        1,
        2,
        3,
        4,
        5,
        6,
        3,
        6,
        1,
        7,
    ]
