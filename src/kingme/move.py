"""`Move`: the squares that a piece visits and the pieces that it takes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from kingme.core.squares import WHITE
from kingme.games.registry import DEFAULT, find_game


@dataclass(frozen=True)
class Move:
    """A move by its path: `Move((11, 15))`, or `Move((22, 15, 8), captured=(18, 11))`.

    `path` names every square from start to end, `captured` the squares of the pieces taken, in order. In games where
    pieces are put on the board the path is one square; that of a pass is empty.
    """

    path: tuple[int, ...]
    captured: tuple[int, ...] = ()
    game: str = DEFAULT

    @property
    def start(self) -> int:
        return self.path[0]

    @property
    def end(self) -> int:
        return self.path[-1]

    @property
    def is_capture(self) -> bool:
        return bool(self.captured)

    @cached_property
    def code(self) -> int:
        """The number that kernels know this move by; moves that take the same pieces by other paths share it."""
        return find_game(self.game).code(self.path, self.captured)

    def text(self, system: str = "", bottom: int = WHITE) -> str:
        """Every square of the path: `11-15` or `22x15x8`; in coordinates `d4xb2`; as row and column `5,4x7,2`."""
        return find_game(self.game).move_text(self.path, self.captured, system, bottom)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        given = [repr(self.path), *([f"captured={self.captured}"] if self.captured else [])]
        return f"Move({', '.join(given + ([f'game={self.game!r}'] if self.game != DEFAULT else []))})"
