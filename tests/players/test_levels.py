"""The user's own levels, from a TOML file in the configuration directory."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingme import Board, KingMeError
from kingme.players import player
from kingme.players.levels import levels_file, load_levels
from kingme.players.registry import presets


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KINGME_CONFIG_DIR", str(tmp_path))
    return tmp_path / "levels.toml"


def test_without_a_file_there_are_none(file: Path) -> None:
    assert levels_file() == file
    assert load_levels() == {}


def test_a_file_that_cannot_be_read_is_a_sentence(file: Path) -> None:
    file.mkdir()
    with pytest.raises(KingMeError, match=r"levels\.toml cannot be read: Is a directory"):
        load_levels()


def test_a_level_is_a_preset(file: Path) -> None:
    file.write_text(
        '[coffee-break]\nspec = "minimax:depth=3"\ntitle = "Coffee break"\n\n["früh"]\nspec = "greedy"\n', "utf-8"
    )
    assert presets()["coffee-break"].title == "Coffee break"
    assert presets()["früh"].title == "früh"
    bot = player("coffee-break:ties=first")
    assert (bot.name, bot.parameters.depth, bot.parameters.ties) == ("minimax", 3, "first")
    assert bot.label == "coffee-break:ties=first"
    assert bot.choose(Board()) in Board().legal_moves()


def test_a_level_may_build_on_presets_and_levels(file: Path) -> None:
    file.write_text('[mine]\nspec = "a-minimax4:evaluation=weighted"\n[yours]\nspec = "mine:depth=5"\n')
    bot = player("yours:seed=1")
    assert bot.spec == "minimax:depth=5,evaluation=weighted,seed=1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[x", "is not a valid TOML file"),
        ("[x]\n", "level 'x' needs a line like spec = \"mcts:iterations=80\""),
        ("x = 3\n", "level 'x' needs a line like"),
        ("[x]\nspec = 3\n", "level 'x' needs a line like"),
        ('[easy]\nspec = "greedy"\n', "'easy' is a built-in level; choose another name"),
        ('[minimax]\nspec = "greedy"\n', "'minimax' is a player's name; choose another name for the level"),
        ('["a:b"]\nspec = "greedy"\n', "a level's name has no colon"),
        ('[x]\nspec = "greedy"\ntitle = 5\n', "level 'x': title takes a text in quotes, not '5'"),
        ('[x]\nspec = "greedy"\ntitle = ["a"]\n', "level 'x': title takes a text in quotes"),
        ('[x]\nspec = "gre\\u0000edy"\n', "level 'x': spec holds a NUL character"),
    ],
)
def test_mistakes_in_the_file_are_explained(file: Path, text: str, message: str) -> None:
    file.write_text(text)
    with pytest.raises(KingMeError, match=message):
        presets()
    with pytest.raises(KingMeError, match=message):
        player("mine")
    assert player("a-greedy").name == "greedy"  # what is built in does not need the file


def test_mistakes_in_a_level_are_explained_when_it_is_used(file: Path) -> None:
    file.write_text('[a]\nspec = "b"\n[b]\nspec = "a"\n[c]\nspec = "wizard"\n[d]\nspec = "minimax:depth=99"\n')
    for name, message in (
        ("a", "level 'a' is built on itself"),
        ("c", "there is no player 'wizard'"),
        ("d", "d: depth takes a whole number from 1 to 64 or none, not '99'"),
    ):
        with pytest.raises(KingMeError, match=message):
            player(name)


def test_a_file_that_is_not_text(file: Path) -> None:
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(KingMeError, match="is not a valid TOML file"):
        load_levels()


def test_a_folder_in_its_place(file: Path) -> None:
    file.mkdir()
    with pytest.raises(KingMeError, match="cannot be read"):
        load_levels()


def test_a_folder_whose_name_holds_a_nul(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingme.players.levels.levels_file", lambda: Path("a\0b"))
    with pytest.raises(KingMeError, match="NUL"):
        load_levels()
