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
    """What version 0.1.0 read from the store; of the arena, with won and lost scores as they are told now."""
    content = json.loads((DATA / f"{name}.json").read_text())
    if name == "arena":
        for thoughts in (game[-1] for games in content.values() for game in games):
            if "score" in thoughts:
                thoughts["score"] = [_told(score) for score in thoughts["score"]]
    return content


def _told(score: float | None) -> float | str | None:
    if score is None or abs(score) < 1000:
        return score
    return f"{'win' if score > 0 else 'loss'} {1_000_000 - abs(score):.0f}"


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
