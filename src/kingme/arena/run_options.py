"""`RunOptions`: how a run is played, in the texts that people write.

This is the one place that names these options, their defaults and what they mean. The command line makes its options of
it, the browser's form its fields, and a tournament file its keys; `kingme.arena.plan` reads the texts. It imports
nothing that is slow to load, because `kingme match --help` asks for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kingme.games.registry import DEFAULT


def option(
    default: Any, text: str, *, flag: str = "", letter: str = "", value: str = "", least: float | None = None
) -> Any:
    """A field of `RunOptions`: its default and its help, and for the command line its names and its kind of value."""
    meta = {"help": text, "flag": flag, "letter": letter, "value": value, "least": least}
    return field(default=default, metadata=meta)


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """What holds for a run whoever plays it."""

    game: str = option(DEFAULT, "The game: english, russian, international, othello …", letter="-g", value="NAME")
    games: int = option(100, "Games per pairing, an even number.", letter="-n", value="N")
    limit: str = option("", "For each move: time=0.1, nodes=10000, depth=6, iterations=500", letter="-l", value="LIMIT")
    clock: str = option("", "A clock for each game: minutes, and an increment in seconds.", value="M+S")
    openings: str = option(
        "three-move",
        "start, two-move, three-move, random:N or file:PATH; random:4 in other games.",
        letter="-o",
        value="SET",
    )
    rules: str = option(
        "official", "A rule profile, or switches such as cap=300,stuck=draw.", letter="-r", value="RULES"
    )
    adjudicate: str = option("off", "off, or draw-score=0.2,draw-moves=8,win-score=3,…", value="RULES")
    margin: float = option(1.0, "How far a move may exceed its time.", value="SECONDS", least=0)
    patience: float | None = option(None, "The most for a move that has no limit of time.", value="SECONDS", least=0)
    seed: int = option(0, "Another seed is another sample of games.", letter="-s", least=0)
    name: str = option("", "What this run is called in the store.", flag="--run", value="NAME")
