"""`Move`: the squares that a piece visits and the pieces that it takes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from kingme.core.moves import CAPTURED_SHIFT
from kingme.core.squares import WHITE, bit_of, mask_of
from kingme.text.coordinates import format_square


@dataclass(frozen=True)
class Move:
    """A move by its path: `Move((11, 15))`, or `Move((22, 15, 8), captured=(18, 11))`.

    `path` names every square from start to end, `captured` the squares of the pieces taken, in order.
    """

    path: tuple[int, ...]
    captured: tuple[int, ...] = ()

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
        return mask_of(self.captured) << CAPTURED_SHIFT | bit_of(self.end) << 6 | bit_of(self.start)

    def text(self, system: str = "numeric", bottom: int = WHITE) -> str:
        """Every square of the path: `11-15` or `22x15x8`; in coordinates `d4xb2`; as row and column `5,4x7,2`."""
        sign = "x" if self.captured else "-"
        return sign.join(format_square(square, system, bottom) for square in self.path)

    def __str__(self) -> str:
        return self.text()
