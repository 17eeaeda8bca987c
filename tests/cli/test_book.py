"""`kingme book`: what a person types, and what comes back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kingme import Board
from kingme.book import Book
from kingme.files.pdn import read_games


@pytest.fixture
def small(kingme, tmp_path) -> Path:
    path = tmp_path / "small.book"
    done = kingme("book", "build", path, "--nodes", 1000, "--hash", 1, "--openings", "start", "--positions", 6)
    assert done.exit_code == 0, done.output
    assert " positions, " in done.stderr
    return path


def test_a_book_is_built_asked_and_exported(kingme, small):
    rows = json.loads(kingme("book", "probe", "--book", small, "--json").stdout)
    assert len(rows) == 7
    assert [row["score"] for row in rows] == sorted((row["score"] for row in rows), reverse=True)
    assert rows[0]["move"] in kingme("book", "probe", "--book", small).stdout
    numbers = json.loads(kingme("book", "stats", "--book", small, "--json").stdout)
    assert numbers["positions"] >= 6
    assert numbers["choices"] <= numbers["positions"] <= numbers["moves"]
    assert numbers["nodes"] == 1000
    assert numbers["main_line"].startswith(rows[0]["move"])
    assert "Positions" in kingme("book", "stats", "--book", small).stdout

    csv, pdn = small.with_suffix(".csv"), small.with_suffix(".pdn")
    assert kingme("book", "export", csv, "--book", small).exit_code == 0
    lines = csv.read_text().splitlines()
    assert len(lines) == 1 + numbers["moves"]
    assert kingme("book", "export", pdn, "--book", small).exit_code == 0
    (game,) = read_games(pdn)
    assert game.start.notation(game.moves[0]) == rows[0]["move"]
    assert len(game.plies[0].variations) == 6
    assert ", depth " in game.plies[0].comment
    assert "exists: use --force" in kingme("book", "export", pdn, "--book", small).stderr


def test_a_book_is_edited(kingme, small):
    worst = str(Book(small).moves(Board())[-1].move)
    assert kingme("book", "edit", small, "prefer", worst).exit_code == 0
    assert str(Book(small).candidates(Board())[0].move) == worst
    assert kingme("book", "edit", small, "forbid", worst).exit_code == 0
    assert worst not in {str(item.move) for item in Book(small).candidates(Board(), 10_000)}
    assert kingme("book", "edit", small, "clear", worst).exit_code == 0
    assert str(Book(small).candidates(Board())[0].move) != worst
    assert "nothing was said" in kingme("book", "edit", small, "clear", worst).stderr
    assert "use prefer, forbid, add or clear" in kingme("book", "edit", small, "love", worst).stderr


def test_a_repertoire_is_made_by_hand_and_grows(kingme, tmp_path):
    mine = tmp_path / "mine.book"
    assert kingme("book", "edit", mine, "prefer", "8-11", "--moves", "11-15 23-19").exit_code == 0
    board = Board().play("11-15").play("23-19")
    (item,) = Book(mine).moves(board)
    assert (str(item.move), item.score, item.is_preferred) == ("8-11", None, True)
    assert not Book(mine).candidates(Board())  # the way there is in the book, and nobody prefers it
    done = kingme("book", "build", mine, "--nodes", 1000, "--hash", 1, "--openings", "start", "--positions", 20)
    assert done.exit_code == 0, done.output
    grown = Book(mine)
    assert board in grown
    assert grown.candidates(board)[0].is_preferred
    assert grown.candidates(board)[0].score is not None
    assert len(grown.moves(board)) == len(board.legal_moves())


def test_what_is_no_book_is_said_in_one_sentence(kingme, small, tmp_path):
    text = tmp_path / "notes.txt"
    text.write_text("My openings, in words and not in numbers, and long enough.")
    for arguments, words in (
        (("probe", "--book", text), "notes.txt is no opening book of KingMe"),
        (("stats", "--book", tmp_path / "gone.book"), "there is no file"),
        (("probe", "--game", "othello"), "no book of othello comes with KingMe"),
        (("export", tmp_path / "x.doc", "--book", small), "name the file .pdn or .csv"),
        (("export", tmp_path / "x.csv", "--book", small, "--moves", "11-16 24-19 8-11 28-24"), "not in the book"),
        (("build", small, "--nodes", 2000), "use --nodes 1000"),
        (("edit", small, "prefer", "1-32"), "1"),
    ):
        result = kingme("book", *arguments)
        assert result.exit_code != 0
        assert words in result.stderr.replace("\n", " ")
        assert len(result.stderr.strip().splitlines()) <= 3
