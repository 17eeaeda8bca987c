"""`GameCommand`: a word that a person can type during a game in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class GameCommand(Generic[T]):
    """A word with what it does to a terminal; `usage` shows its argument."""

    names: tuple[str, ...]
    usage: str
    help: str
    run: Callable[[T, str], None]


def find_command(commands: Mapping[str, GameCommand[T]], word: str) -> GameCommand[T] | None:
    """The command with this name or short name."""
    return next((item for item in commands.values() if word.lower() in item.names), None)
