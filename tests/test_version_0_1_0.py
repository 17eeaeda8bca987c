"""What people have from version 0.1.0 still works: saved games, level files and links. Stores: `tests/database`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import kingme
from kingme.files.pdn import read_games
from kingme.files.save import load_games
from kingme.game import Game
from kingme.players.registry import player, presets
from kingme.web.app import create_app
from kingme.web.settings import Settings

DATA = Path(__file__).parent / "data" / "v0.1.0"
EXPECTED = json.loads((DATA / "games.json").read_text("utf-8"))
LEVELS = """
[coffee-break]
spec = "mcts:iterations=80,c=2"
title = "Coffee break"

[sharp]
spec = "engine:nodes=500,error=20"
"""


def facts(game: Game) -> dict[str, object]:
    return {
        "start": game.start.fen(),
        "moves": [str(move) for move in game.moves],
        "result": game.result(),
        "rules": game.rules.text(),
        "comments": [ply.comment for ply in game.plies],
        "clocks": [ply.clock for ply in game.plies],
    }


@pytest.mark.parametrize("number", [1, 2, 3])
def test_saved_games(number: int) -> None:
    (game,) = load_games(DATA / f"game-{number}.json")
    expected = dict(EXPECTED[number - 1])
    assert dict(game.tags) == expected.pop("tags")
    assert facts(game) == expected


def test_pdn() -> None:
    games = list(read_games(DATA / "games.pdn"))
    assert len(games) == len(EXPECTED)
    for game, expected in zip(games, EXPECTED, strict=True):
        assert facts(game) == {name: value for name, value in expected.items() if name != "tags"}
        assert dict(game.tags).items() >= expected["tags"].items()


def test_level_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "levels.toml").write_text(LEVELS)
    monkeypatch.setenv("KINGME_CONFIG_DIR", str(tmp_path))
    assert presets()["coffee-break"].title == "Coffee break"
    assert player("coffee-break").choose(Game()) in Game().board.legal_moves()
    assert player("sharp:nodes=300").choose(Game()) in Game().board.legal_moves()


def test_links(tmp_path: Path) -> None:
    described = create_app(Settings(data_dir=tmp_path, prepare=False)).openapi()["paths"]
    known = {f"{method.upper()} {path}" for path, methods in described.items() for method in methods}
    main = Path(kingme.__file__).parent / "web" / "static" / "js" / "main.js"
    known |= {f"PAGE {pattern}" for pattern in re.findall(r'route\(\s*"([^"]+)"', main.read_text("utf-8"))}
    assert set((DATA / "addresses.txt").read_text().split("\n")) - {""} <= known
