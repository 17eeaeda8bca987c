"""The suite of known endings, strokes, shots and problems in `tests/data/tactics.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from kingme import Board

FILE = Path(__file__).parents[2] / "data" / "tactics.toml"


@dataclass(frozen=True)
class Problem:
    """A position, what the side to move can reach, and the moves that reach it (no other does)."""

    name: str
    source: str
    kind: str  # ending, stroke, shot or study
    fen: str
    result: str  # win or draw
    solutions: tuple[str, ...]
    unsolved: bool = False  # known not to be solved within the limit: reported, not demanded

    @property
    def board(self) -> Board:
        return Board.from_fen(self.fen)

    @property
    def pieces(self) -> int:
        return len(self.board.pieces())


def load_problems() -> list[Problem]:
    entries = tomllib.loads(FILE.read_text(encoding="utf-8"))["problem"]
    return [Problem(**(entry | {"solutions": tuple(entry["solutions"])})) for entry in entries]
