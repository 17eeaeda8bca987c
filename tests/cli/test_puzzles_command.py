"""`kingme puzzles`."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from kingme.files.pdn import write_game
from kingme.game import Game
from kingme.library.puzzles.finder import self_play


def test_puzzles_are_found_listed_and_verified(kingme: Callable[..., Any], tmp_path: Path) -> None:
    output = tmp_path / "my.tsv"
    made = kingme("puzzles", "generate", output, "--games", "2", "--seed", "5")
    assert made.exit_code == 0, made.stderr
    assert "puzzles are in" in made.stdout
    assert not output.with_name("my.tsv.part").exists()
    assert "exists: use --force" in kingme("puzzles", "generate", output).stderr
    checked = kingme("puzzles", "verify", output)
    assert checked.exit_code == 0
    assert "are right" in checked.stdout
    listed = json.loads(kingme("puzzles", "list", output, "--json").stdout)
    assert listed["puzzles"] > 0
    assert "steal" in kingme("puzzles", "list", output).stdout
    text = output.read_text()
    output.write_text(text.replace("\twin\t", "\tdraw\t"))
    wrong = kingme("puzzles", "verify", output)
    assert wrong.exit_code == 1
    assert "wrong: " in wrong.stdout


def test_games_of_a_file_and_of_the_library_are_looked_through(
    kingme: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = self_play(1, 5)
    game = Game(boards[0])
    for before, after in pairwise(boards):
        game.play(next(move for move in before.legal_moves() if before.play(move) == after))
    (tmp_path / "games.pdn").write_text(write_game(game))
    made = kingme("puzzles", "generate", "found.tsv", "--games", "0", "--pdn", tmp_path / "games.pdn")
    assert made.exit_code == 0, made.stderr
    monkeypatch.setenv("KINGME_ARCHIVE", str(tmp_path / "archive.sqlite"))
    library = ("--games", "0", "--collection", "club")
    assert "no games yet" in kingme("puzzles", "generate", "x.tsv", *library).stderr
    assert kingme("library", "import", tmp_path / "games.pdn", "--as", "club").exit_code == 0
    same = kingme("puzzles", "generate", "same.tsv", *library)
    assert same.exit_code == 0, same.stderr
    assert Path("same.tsv").read_text() == Path("found.tsv").read_text()
    missing = kingme("puzzles", "generate", "x.tsv", "--games", "0", "--collection", "chess")
    assert "no collection" in missing.stderr
    assert "no file" in kingme("puzzles", "generate", "x.tsv", "--games", "0", "--pdn", "none.pdn").stderr
    assert kingme("puzzles", "verify", "--sample", "2").exit_code == 0
    part = kingme("puzzles", "verify", "--part", "7/7000")
    assert "2 of 7," in part.stdout  # the 7th and the 7007th
    for nonsense in ("0/3", "4/3", "x"):
        assert "as in 2/5" in kingme("puzzles", "verify", "--part", nonsense).stderr
