"""Bad PDN: every damaged game gives one clear report, and the game behind it is read all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingme.files import pdn_builder
from kingme.files.pdn import PdnProblem, read_games

GOOD = '\n\n[Event "the next game"]\n1. 11-15 23-19 *\n'
START = "1. 11-15 22-18 "

BAD = {
    # moves
    "no piece": (START + "2. 11-16", "there is no piece on 11"),
    "their piece": ("1. 22-18", "the piece on 22 is White's, and it is Black's turn"),
    "square 33": ("1. 11-33", "33 is not a square"),
    "square 0": ("1. 0-5", "0 is not a square"),
    "square of another game": ("1. 32-28 19-23", "White's"),
    "a huge square": ("1. 11-999999999", "999999999 is not a square"),
    "a number without end": ("1. 11-" + "9" * 5000, "isn't valid PDN"),
    "a light square": ("1. a2-b3", "a2 is a light square"),
    "not diagonal": ("1. 11-14", "not diagonal"),
    "standing still": ("1. 11-11", "another square"),
    "backward": (START + "2. 15x22 25x18 3. 12-16 18-22", "backward"),
    "occupied": ("1. 7-11", "11 is occupied"),
    "too far": ("1. 11-20", "not a jump"),
    "a step and another": ("1. 11-15-18", "no enemy piece"),
    "capture declined": (START + "2. 9-13", "a capture is compulsory: 15x22"),
    "jump not finished": ('[FEN "B:W6,14,32:B2"] 2x9', "the jump must be continued: 2x9x18"),
    "ambiguous": ('[FEN "B:W6,7,14,15:B2"] 2x18', "ambiguous: say which of"),
    "wrong way round": ('[FEN "B:W6,7,14,15:B2"] 2x10x18', "not a capture that 2 can make"),
    "after the end": ('[FEN "B:W14:B9"] 9x18 18-22', "the piece on 18 is Black's"),
    "stuck": ('[FEN "B:W16,19,32:B12"] 12-16', "the game is over: Black has no legal move"),
    "a path without end": ("1. 11" + "-15-11" * 5000, "another square"),
    # words
    "truncated": (START + "2. 15x", "isn't valid PDN"),
    "half a move": (START + "2. 15", "not a move, and not the number of the next one"),
    "two halves": ("1. 11 15", "not a move"),
    "two signs": ("1. 11--15", "isn't valid PDN"),
    "chess": ('[Event "?"]\n1. e4 e5 2. Nf3', "isn't valid PDN"),
    "letters for digits": ("1. l1-15", "isn't valid PDN"),
    "html": ("<html><body>404</body></html>", "isn't valid PDN"),
    "a lone sign": (START + ", 15x22", "isn't valid PDN"),
    "a sign too many": (START + "x 15x22", "another square"),
    "a lone brace": ("1. 11-15 } 22-18", "isn't valid PDN"),
    "nested comments": ("1. 11-15 {a {b} 3c} 22-18", "isn't valid PDN"),
    "nag without a number": ("1. 11-15 $ 22-18", "isn't valid PDN"),
    "setup without an end": ('/FEN "B:W32:B1/ 1-5', "isn't valid PDN"),
    "symbols": ("1. 11-15 ♟⟶♞ 22-18", "isn't valid PDN"),
    "a long word": ("1. 11-15 " + "§" * 1_000_000, "isn't valid PDN"),
    # brackets
    "comment without an end": ("1. 11-15 {what follows is lost\n22-18 1-0", "the comment has no end"),
    "comment before the moves": ('[Event "x"]\n{what follows is lost\n1. 11-15', "the comment has no end"),
    "a comment of megabytes": ("1. 11-15 {" + "word " * 500_000 + "} *", "the comment has no end"),
    "variation without an end": ("1. 11-15 (11-16 22-18", "the variation has no end"),
    "variation and result": ("1. 11-15 (11-16 22-18 *", "the variation has no end"),
    "an end too many": ("1. 11-15 22-18) 15x22", "no variation to close"),
    "variation first": ("(1. 11-15) 11-16", "stands behind the move"),
    "variation in front of its moves": ("1. 11-15 ((11-16))", "stands behind the move"),
    "illegal in a variation": ("1. 11-15 (11-16 22-99) 22-18", "99 is not a square"),
    "10,000 brackets": ("1. 11-15 " + "(" * 10_000, "stands behind the move"),
    "10,000 closing brackets": ("1. 11-15 " + ")" * 10_000, "no variation to close"),
    "10,000 variations": ("1. 11-15 " + "(11-16 " * 10_000 + ")" * 10_000, "nested more than 64 deep"),
    # tags
    "tag without its quote": ('[Event "x]\n1. 11-15 *', "this is not a tag"),
    "tag without its bracket": ('[Event "x"\n1. 11-15 *', "this is not a tag"),
    "tag without a value": ("[Event]\n1. 11-15 *", "this is not a tag"),
    "tag without a name": ('["x"]\n1. 11-15 *', "this is not a tag"),
    "tag without quotes": ("[Event x]\n1. 11-15 *", "this is not a tag"),
    "the beginning of a tag": ("[Eve\n", "this is not a tag"),
    "a bracket among the moves": ("1. 11-15 [22-18", "isn't valid PDN"),
    "too many tags": ("".join(f'[T{number} "x"]\n' for number in range(1001)), "at most 1000 tags"),
    # the start
    "international": ('[GameType "20"]\n1. 32-28 19-23 *', "not English draughts"),
    "another game": ('[GameType "chess"]\n1. 11-15', "not English draughts"),
    "another game without moves": ('[GameType "25"] *', "not English draughts"),
    "13 men": ('[FEN "B:W21-32:B1-13"] 11-15', "13 pieces"),
    "a man on its last row": ('[FEN "B:W32:B1,30"] 1-5', "30"),
    "no FEN": ('[FEN "nonsense"] 11-15', "FEN"),
    "half a FEN": ('[FEN "B:W21-32"] 11-15', "FEN"),
    "a FEN of 10 x 10": ('[FEN "W:W31-50:B1-20"] 32-28', "50"),
    "two on a square": ('[FEN "B:W18:B18"] 18-22', "18"),
    "a bad setup": ('/FEN "B:W99:B1"/ 1-5', "99"),
    "a late setup": ('1. 11-15 /FEN "B:W32:B1"/ 1-5', "before the first move"),
    "a FEN without moves": ('[FEN "B:W99:B1"] *', "99"),
    # what is no text
    "zeros": ("\0" * 1000, "not text"),
    "zero in a game": ("1. 11-15 \0 22-18", "not text"),
    "escape codes": ("1. 11-15 \x1b[31m22-18", "not text"),
    "a picture": ("\x89PNG\r\n\x1a\n\0\0\0\rIHDR * 1-0 * \0\x01 * \x02", ""),
    "utf-16": ("".join(f"{character}\0" for character in "1. 11-15 22-18 *"), ""),
}


def check(games: list[str], problems: list[PdnProblem], message: str) -> None:
    assert games == ["the next game"]
    [problem] = problems
    assert message in problem.message
    assert problem.game == 1
    assert problem.line >= 1
    assert "\n" not in str(problem)
    assert str(problem).isprintable()
    assert len(str(problem)) < 300


@pytest.mark.parametrize("name", BAD)
def test_bad_games(name: str) -> None:
    text, message = BAD[name]
    problems: list[PdnProblem] = []
    games = [game.tags.get("Event", "?") for game in read_games(text + GOOD, on_problem=problems.append)]
    check(games, problems, message)
    partial = list(read_games(text + GOOD, on_problem=lambda problem: None, partial=True))
    assert partial[-1].tags == {"Event": "the next game"}
    assert len(partial) <= 2


def test_there_are_many_of_them() -> None:
    assert len(BAD) >= 60


@pytest.mark.parametrize(
    "content", [bytes(range(256)) * 50, b"\xff\xfe\x00\x01" * 2000, b"\x1f\x8b\x08\x00" + b"\x9c" * 999]
)
def test_bytes_that_are_no_text(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "binary.pdn"
    path.write_bytes(content + GOOD.encode())
    problems: list[PdnProblem] = []
    games = [game.tags.get("Event", "?") for game in read_games(path, on_problem=problems.append)]
    check(games, problems, "")


def test_a_game_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdn_builder, "MOST_PLIES", 3)
    problems: list[PdnProblem] = []
    games = list(read_games("1. 11-15 22-18 2. 15x22 25x18 *" + GOOD, on_problem=problems.append))
    assert len(games) == 1
    assert problems[0].message == "a game has at most 3 moves"


def test_a_result_inside_a_variation_that_goes_on_ended_the_game() -> None:
    problems: list[PdnProblem] = []
    games = list(read_games("1. 11-15 (11-16 22-18 1-0\n1. 9-13 *" + GOOD, on_problem=problems.append))
    assert [problem.message for problem in problems] == ["the variation has no end: close it with )"]
    assert [str(game.moves[0]) for game in games] == ["9-13", "11-15"]


def test_a_header_without_moves_does_not_run_into_the_next_one() -> None:
    problems: list[PdnProblem] = []
    games = list(read_games('[Event "1"]\n[Site "x"]\n\n[Event "2\n\n[Event "3"]\n' + GOOD, on_problem=problems.append))
    assert [game.tags["Event"] for game in games] == ["1", "3", "the next game"]
    assert [problem.game for problem in problems] == [2]


def test_every_cut_of_a_game_is_read_or_reported() -> None:
    text = (
        '[Event "x"]\n[FEN "B:W21-32:B1-12"]\n{a} 1. 11-15! {b [%clk 0:01:00]} '
        "(11-16 (9-13) 22-18) 22-18 $3 2. 15x22 1-0"
    )
    for length in range(len(text) + 1):
        problems: list[PdnProblem] = []
        games = list(read_games(text[:length] + GOOD, on_problem=problems.append))
        assert games[-1].tags == {"Event": "the next game"}
        assert len(games) + len(problems) <= 2
        assert all(str(problem).isprintable() for problem in problems)
