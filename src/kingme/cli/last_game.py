"""The game that was left last in the terminal."""

from __future__ import annotations

from pathlib import Path

from kingme.core.folders import data_folder


def last_game() -> Path:
    """The game that was left last and not saved; `kingme play --resume` resumes it."""
    return data_folder() / "last-game.json"
