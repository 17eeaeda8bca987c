"""Reading PDN as it is written in the world."""

from __future__ import annotations

import io
import logging
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from kingme import Board, Color, Game, Outcome, Rules, Termination
from kingme.files.pdn import PdnProblem, read_games


def read(source: Path | str, **options: bool) -> tuple[list[Game], list[PdnProblem]]:
    problems: list[PdnProblem] = []
    return list(read_games(source, on_problem=problems.append, **options)), problems


def read_one(text: str) -> Game:
    games, problems = read(text)
    assert problems == []
    assert len(games) == 1
    return games[0]


def moves(game: Game) -> str:
    return " ".join(map(str, game.moves))


# --- the body ---------------------------------------------------------------------------------------------------------


def test_a_plain_game() -> None:
    game = read_one(
        '[Event "Club"]\n[Black "Ann"]\n[White "Bob"]\n[Result "1-0"]\n\n1. 11-15 22-18 2. 15x22 25x18 1-0\n'
    )
    assert game.tags == {"Event": "Club", "Black": "Ann", "White": "Bob"}
    assert moves(game) == "11-15 22-18 15x22 25x18"
    assert game.start == Board()
    assert game.declared == Outcome(Termination.UNKNOWN, Color.BLACK)


@pytest.mark.parametrize(
    "body",
    [
        "1. 11-15 22-18 2. 15x22",
        "1.11-15 22-18 2.15x22",
        "1. 11-15 1... 22-18 2. 15x22",
        "1. 11-15 1. ... 22-18 2. 15x22",
        "1 11-15 22-18 2 15x22",
        "1 . 11-15 22-18 2 . 15x22",
        "11-15 22-18 15x22",
        "7. 11-15 9... 22-18 1. 15x22",
        "1. 11x15 22x18 2. 15-22",
        "1. 11:15 22-18 2. 15:22",
        "01. 011-015 22-018 02. 15X22",
        "1. 11 - 15 22 -18 2. 15 x 22",
        "1. 11–15 22−18 2. 15×22",
        "1. f6-g5?! (1. f6-e5) c3-d4",
        "1. F6-E5 c3-d4 2. e5xc3",
        "%1. 9-13\n1. 11-15\n% a whole line\n22-18 2. 15x22",
        "1. 11-15 ; the rest of a line\n22-18 2. 15x22",
        "1. 11-15 22-18 2. 15x22 (and so on)",
        "1. 11-15 22-18 2. 15x22* {the only move}",
        "1. 11-15 22-18 2. 15x22 Red overstepped the time-control.",
        "1. 11-15 22-18 2. 15x22Redoversteppedthetime.",
        "\ufeff1. 11-15\r\n22-18\r2. 15x22\x1a",
    ],
)
@pytest.mark.parametrize("end", ["", " *", "\n1-0"])
def test_the_same_moves_in_many_hands(body: str, end: str) -> None:
    game = read_one(body + end)
    expected = "11-16 22-18" if "g5" in body else "11-15 22-18 15x22"
    assert moves(game) == expected


def test_a_capture_by_its_ends_its_path_or_some_squares_on_the_way() -> None:
    fen = '[FEN "B:W6,7,14,15,22,23,32:BK1"]'
    assert moves(read_one(f"{fen} 1x10x3")) == "1x10x3"
    assert moves(read_one(f"{fen} 1x19x3")) in ("1x10x17x26x19x10x3", "1x10x19x26x17x10x3")
    assert moves(read_one(f"{fen} 1x10x17x26x19x10x3")) == "1x10x17x26x19x10x3"
    assert moves(read_one('[FEN "B:W6,14,32:B2"] 2x18')) == "2x9x18"
    assert moves(read_one('[FEN "B:W14,15,22,23,32:BK10"] 10x10')) in ("10x17x26x19x10", "10x19x26x17x10")


def test_comments_glyphs_and_clocks() -> None:
    game = read_one(
        """{before} {the first move} 1. 11-15! {a {b} $3 {[%clk 0:04:57.5] two
        lines [%emt 3]} 22-18 ?! (!) $139 2. 15x22?? {[%clk 1:02:03]} 25x18!!! {[%clk 90] [%foo 1]} {more} *"""
    )
    assert game.comment == "before the first move"
    first, second, third, fourth = game.plies
    assert (first.comment, first.nags, first.clock, first.elapsed) == ("a {b two lines", [1, 3], 297.5, 3.0)
    assert (second.comment, second.nags) == ("", [6, 1, 139])
    assert (third.comment, third.nags, third.clock) == ("", [4], 3723.0)
    assert (fourth.comment, fourth.nags, fourth.clock) == ("[%foo 1] more", [3], 90.0)


def test_variations() -> None:
    game = read_one(
        "1. 11-15 (1. 11-16 {why not} 22-18 (22-17 16-19) 16-20) (9-13!) () 23-19 (1... 22-18 1-0) 2. 8-11 *"
    )
    first, second, _ = game.plies
    assert moves(game) == "11-15 23-19 8-11"
    assert [[str(ply.move) for ply in line] for line in first.variations] == [["11-16", "22-18", "16-20"], ["9-13"]]
    assert first.variations[0][0].comment == "why not"
    assert [str(ply.move) for ply in first.variations[0][1].variations[0]] == ["22-17", "16-19"]
    assert first.variations[1][0].nags == [1]
    assert [[str(ply.move) for ply in line] for line in second.variations] == [["22-18"]]


def test_a_comment_before_the_first_move_of_a_variation_goes_to_that_move() -> None:
    game = read_one("1. 11-15 ({or} 11-16 {so}) *")
    assert game.plies[0].variations[0][0].comment == "or so"


# --- the beginning ----------------------------------------------------------------------------------------------------

FEN = "W:W32:BK1,20"


@pytest.mark.parametrize(
    "text",
    [
        f'[SetUp "1"] [FEN "{FEN}"] 1... 32-28',
        f'[FEN "{FEN}."]\n\n1. ... 32-28',
        f'[Setup "{FEN}"] 32-28',
        f'/FEN "{FEN}"/ 32-28',
        f'[FEN "B:W32:B1"] /FEN "{FEN}"/ 32-28',
        f"[fen “{FEN}”] 32-28",
    ],
)
def test_setups(text: str) -> None:
    game = read_one(text)
    assert game.start == Board.from_fen(FEN)
    assert moves(game) == "32-28"
    assert game.tags == {}


@pytest.mark.parametrize("tag", ['[FEN ""]', '[SetUp "0"]', '[FEN "?"]', '[GameType "21"]', '[GameType " 21, B"]', ""])
def test_the_usual_start(tag: str) -> None:
    assert read_one(f"{tag} 11-15").start == Board()


def test_tags() -> None:
    game = read_one(
        '[EVENT "The \\"big\\" \\\\ one"] [Site "?"][Date "????.??.??"]\n'
        '  [Black "Ann "the rock" A"]\n'
        '[Place "C:\\games\\"]\n[ White "Bob" ]\n[Round ""]\n[Event2 "a]b"]\n[Result "*"]\n1. 11-15 *'
    )
    assert game.tags == {
        "Event": 'The "big" \\ one',
        "Black": 'Ann "the rock" A',
        "Place": "C:\\games\\",
        "White": "Bob",
        "Round": "",
        "Event2": "a]b",
    }


def test_rules_are_read_and_tags_that_mean_something_else_are_kept() -> None:
    assert read_one('[Rules "study-b"] 11-15').rules == Rules.parse("study-b")
    game = read_one('[Rules "house rules"] [Termination "rules infraction"] 11-15 1-0')
    assert game.rules == Rules()
    assert game.tags == {"Rules": "house rules", "Termination": "rules infraction"}


# --- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("11-15 1-0", "1-0"),
        ("11-15 0-1", "0-1"),
        ("11-15 1/2-1/2", "1/2-1/2"),
        ("11-15 1/2 - 1/2", "1/2-1/2"),
        ("11-15 ½-½", "1/2-1/2"),
        ("11-15 2-0", "1-0"),
        ("11-15 0-2", "0-1"),
        ("11-15 1-1", "1/2-1/2"),
        ("11-15 0-0", "*"),
        ("11-15 *", "*"),
        ("11-15", "*"),
        ('[Result "0-1"] 11-15 *', "0-1"),
        ('[Result "0-1"] 11-15', "0-1"),
        ('[Result "*"] 11-15 1 - 0', "1-0"),
        ('[Result "?"] 11-15 1-1', "1/2-1/2"),
        ('[Result "1-0"] 11-15 0-1', "1-0"),
        ('[Result "0-1"]', "0-1"),
    ],
)
def test_results(text: str, result: str) -> None:
    assert read_one(text).result() == result


def test_a_result_that_follows_from_the_moves_is_not_declared() -> None:
    game = read_one('[FEN "B:W14:B9"] 9x18 1-0')
    assert game.declared is None
    assert game.outcome() == Outcome(Termination.NO_PIECES, Color.BLACK)
    assert read_one('[FEN "B:W14:B9"] [Termination "no pieces"] 9x18 1-0').declared is None


def test_a_result_against_the_moves_is_the_files() -> None:
    game = read_one('[FEN "B:W14:B9"] 9x18 0-1')
    assert game.declared == Outcome(Termination.UNKNOWN, Color.WHITE)


def test_a_reason_that_we_wrote_ourselves() -> None:
    game = read_one('[Termination "Time forfeit"] 11-15 0-1')
    assert game.declared == Outcome(Termination.TIME_FORFEIT, Color.WHITE)
    assert game.tags == {}


# --- many games -------------------------------------------------------------------------------------------------------


def test_games_end_with_a_result_a_tag_or_the_file() -> None:
    games, problems = read(
        """{of the file} [Event "1"] 1. 11-15 1-0 {said too late}
        1. 9-13 * 1. 9-14 *
        [Event "4"] {a note}
        [Event "5"] *
        [Event "6"] 11-16
        [Event "7"] * *"""
    )
    assert problems == []
    assert [game.tags.get("Event") for game in games] == ["1", None, None, "4", "5", "6", "7"]
    assert [moves(game) for game in games] == ["11-15", "9-13", "9-14", "", "", "11-16", ""]
    assert [game.comment for game in games] == ["", "said too late", "", "a note", "", "", ""]


def test_a_bad_game_is_reported_and_the_others_are_read() -> None:
    text = '[Event "1"]\n11-15 1-0\n[Event "2"]\n1. 11-15 22-18\n2. 15x23 25x18 1-0\n\n[Event "3"]\n9-13 *\n'
    games, problems = read(text)
    assert [game.tags["Event"] for game in games] == ["1", "3"]
    [problem] = problems
    assert (problem.game, problem.line, problem.text) == (2, 5, "2. 15x23")
    assert str(problem) == "game 2, line 5, at '2. 15x23': 15-23 is not a capture that 15 can make: 15x22"
    games, problems = read(text, partial=True)
    assert [moves(game) for game in games] == ["11-15", "11-15 22-18", "9-13"]
    assert len(problems) == 1
    assert games[1].result() == "1-0"


def test_text_around_the_games_is_not_a_game() -> None:
    games, problems = read('My best games of 1999\n\n[Event "1"] 11-15 *\n[Event "2"] 11-99 *\n')
    assert [game.tags["Event"] for game in games] == ["1"]
    assert [(problem.game, problem.line) for problem in problems] == [(1, 1), (2, 4)]


def test_without_a_listener_problems_go_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="kingme.files.pdn"):
        assert list(read_games("11-16 22-99")) == []
    assert caplog.messages == ["game 1, line 1, at '1... 22-99': 99 is not a square: squares are 1-32"]


# --- sources ----------------------------------------------------------------------------------------------------------


def test_sources(tmp_path: Path) -> None:
    text = '[Event "Zürich"]\r\n1. 11-15 {naïve} *\r\n'
    path = tmp_path / "game.pdn"
    for encoding in ("utf-8", "utf-8-sig", "latin-1"):
        path.write_bytes(text.encode(encoding))
        [game] = read_games(path)
        assert (game.tags, game.plies[0].comment) == ({"Event": "Zürich"}, "naïve")
        with path.open(encoding="utf-8", errors="replace") as stream:
            assert len(list(read_games(stream))) == 1
    for source in (text, io.StringIO(text), text.splitlines(), iter(text.splitlines(keepends=True))):
        assert next(read_games(source)).tags == {"Event": "Zürich"}


def test_a_game_is_there_as_soon_as_its_last_line_has_been_read() -> None:
    read_so_far = 0

    def lines() -> Iterator[str]:
        nonlocal read_so_far
        for number in range(1, 10**9):
            read_so_far += 2
            yield f'[Round "{number}"]'
            yield "1. 11-15 22-18 2. 15x22 25x18 *"

    games = read_games(lines())
    for number in range(1, 50):
        assert next(games).tags["Round"] == str(number)
        assert read_so_far == 2 * number


@pytest.mark.parametrize("line_end", ["\n", " "])
def test_a_large_file_does_not_fill_the_memory(tmp_path: Path, line_end: str) -> None:
    path = tmp_path / "large.pdn"
    comment = "{" + f"{'word ' * 18}{line_end}" * 1_000 + "}"
    with path.open("w") as stream:
        for number in range(100):
            stream.write(f'[Round "{number}"]{line_end}1. 11-15 {comment} 22-18{line_end}*{line_end}')
    assert path.stat().st_size > 9_000_000
    list(read_games("11-15 *"))  # compiles, and fills caches
    tracemalloc.start()
    try:
        count = sum(len(game.plies[0].comment) > 80_000 for game in read_games(path))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 100
    assert peak < 3_000_000
