"""A picture of a Connect Four board: a blue grid that stands upright, with discs behind its holes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kingme.games.connect_four.kernels import COLUMNS, ROWS, STRIDE
from kingme.games.connect_four.notation import Position, square_name
from kingme.text.grid_svg import UNIT, Grid, Place, disc

BOARD = Grid(ROWS, COLUMNS, "", "1234567", frame="#17356f", label="#dbe6fb", field="#2457b8")
_RED = disc("#d8352b", "#8f1a13", "#f0776c")
_YELLOW = disc("#f6c915", "#a8850a", "#fff0a8")
_HOLES = "".join(
    f'<circle cx="{UNIT * column + 30}" cy="{UNIT * row + 30}" r="25" fill="#eaf0fb" stroke="#17356f"/>'
    for row in range(ROWS)
    for column in range(COLUMNS)
)


def picture(
    position: Position,
    *,
    size: int | None = 400,
    bottom: int = 1,
    last_move: Iterable[int] = (),
    highlights: Mapping[int, str] | Iterable[int] = (),
    coordinates: str | None = "",
) -> str:
    """An SVG of a position, upright whoever is at the `bottom`; `last_move` and `highlights` are squares to tint.

    >>> from kingme.games.connect_four.notation import START
    >>> picture(START)[:78]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-24 -24 468 408" width="400" '
    """
    own, opp, _, turn = position
    red, yellow = (opp, own) if turn else (own, opp)
    shapes = {}
    for bit in range(STRIDE * COLUMNS):
        if (red | yellow) >> bit & 1:
            shapes[_place(bit + 1)] = _RED if red >> bit & 1 else _YELLOW
    return BOARD.svg(
        "Connect Four board",
        describe(position),
        _HOLES,
        shapes,
        size=size,
        last_move=map(_place, last_move),
        highlights=_places(highlights),
        labels=coordinates is not None,
    )


def describe(position: Position) -> str:
    """The position in words, for people who hear the page."""
    own, opp, _, turn = position
    sides = (opp, own) if turn else (own, opp)
    names = [", ".join(square_name(bit) for bit in range(STRIDE * COLUMNS) if side >> bit & 1) for side in sides]
    return f"Connect Four board. Red: {names[0] or 'none'}. Yellow: {names[1] or 'none'}."


def _places(marks: Mapping[int, str] | Iterable[int]) -> Mapping[Place, str] | list[Place]:
    """Squares with or without a colour each, by their places."""
    if isinstance(marks, Mapping):
        return {_place(square): colour for square, colour in marks.items()}
    return [_place(square) for square in marks]


def _place(square: int) -> Place:
    return ROWS - 1 - (square - 1) % STRIDE, (square - 1) // STRIDE
