"""Stores of version 0.1.0 for tests, and what was in them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from kingme.arena.store import Store

DATA = Path(__file__).parents[1] / "data" / "v0.1.0"


def old_store(name: str, folder: Path) -> Path:
    """A copy of `arena` or `web`, to be opened."""
    folder.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copyfile(DATA / f"{name}.sqlite", folder / f"{name}.sqlite"))


def expected(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text())


def arena_games(store: Store) -> dict[str, list[list[Any]]]:
    """All games in the shape of `arena.json`."""
    return {
        info.name: [
            [
                game.number,
                game.record.black,
                game.record.white,
                game.record.outcome.result(),
                game.record.termination.value,
                game.record.line,
                game.seed,
                game.thoughts.as_data(),
            ]
            for game in store.games(info.id)
        ]
        for info in store.runs()
    }
