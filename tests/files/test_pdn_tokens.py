"""The words of a PDN file."""

from __future__ import annotations

import io

import pytest

from kingme.files import pdn_tokens
from kingme.files.pdn_tokens import FileLine, read_lines, tokens


def kinds(text: str) -> list[tuple[str, str]]:
    return [(token.kind, token.text) for token in tokens(read_lines(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. 11-15! 1... 22x18x9", [("move", "11-15"), ("strength", "!"), ("move", "22x18x9")]),
        (
            "1-0 1-05 1/2-1/2 1/2 *",
            [("result", "1-0"), ("move", "1-05"), ("result", "1/2-1/2"), ("result", "1/2"), ("result", "*")],
        ),
        ("11-15* *", [("move", "11-15"), ("strength", "*"), ("result", "*")]),
        ("(!) (?!) ( !", [("strength", "(!)"), ("strength", "(?!)"), ("open", "("), ("strength", "!")]),
        ("$12 $ $x", [("nag", "$12"), ("junk", "$"), ("junk", "$x")]),
        ("11 12x", [("number", "11"), ("junk", "12x")]),
        ("11-15x", [("junk", "11-15x")]),
        ("{a}{b\nc} ;d {e\nf", [("comment", "a"), ("comment", "b\nc"), ("comment", "d {e\n"), ("word", "f")]),
        ('/FEN "x"/ /fen"y" / /FEN', [("setup", "x"), ("setup", "y"), ("junk", "/FEN")]),
        ("(Jones wins) (c3-d4)", [("comment", "Jones wins"), ("open", "("), ("move", "c3-d4"), ("close", ")")]),
        ("\0 \x01", [("binary", "\0"), ("binary", "\x01")]),
        ("{ never closed", [("open comment", "{ never closed")]),
        ("[Event", [("broken tag", "[Event")]),
        ("11-15 [Event oops", [("move", "11-15"), ("junk", "[Event"), ("word", "oops")]),
        ("% all of it\n%%\n11-15", [("move", "11-15")]),
        ("{a\n% b}", [("comment", "a\n% b")]),
        ("", []),
    ],
)
def test_tokens(text: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(text) == expected


def test_tokens_know_their_lines() -> None:
    read = list(tokens(read_lines('[A "1"]\n\n11-15 {two\nlines} 22-18\n*')))
    assert [token.line for token in read] == [1, 3, 3, 4, 5]
    assert read[0].name == "A"


def test_a_comment_without_an_end_stops_before_the_next_game() -> None:
    assert kinds('11-15 {oops\n22-18\n[Event "2"]\n9-13') == [
        ("move", "11-15"),
        ("open comment", "{oops\n22-18\n"),
        ("tag", "2"),
        ("move", "9-13"),
    ]


def test_a_comment_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdn_tokens, "LONGEST_COMMENT", 20)
    assert kinds("{0123456789\n0123456789\n0123456789}\n*")[0][0] == "open comment"


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 8, 50])
def test_long_lines_are_cut_between_words(monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    monkeypatch.setattr(pdn_tokens, "LONGEST_PIECE", limit)
    text = "one two\nthree   four five\n\n%six seven\nend"
    pieces = list(read_lines(io.StringIO(text)))
    assert "".join(piece.text for piece in pieces) == text
    assert {piece.number for piece in pieces} == {1, 2, 3, 4, 5}
    assert [piece.number for piece in pieces if piece.starts] == [1, 2, 3, 4, 5]
    if limit >= 5:
        assert [token.text for token in tokens(iter(pieces))] == ["one", "two", "three", "four", "five", "end"]


def test_a_series_of_lines_needs_no_line_ends() -> None:
    assert list(read_lines(["a", "b\n"])) == [FileLine(1, "a"), FileLine(2, "b\n")]
