"""A picture of an Othello board: discs on green felt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kingme.games.othello.notation import COLUMNS, Position, count_discs, format_fen, square_name
from kingme.text.grid_svg import Grid, Place, disc

BOARD = Grid(8, 8, "12345678", COLUMNS, frame="#1f3b2a", label="#e4efe2", field="#2f7d4f")
_BLACK = disc("#23262a", "#0b0c0e", "#5d646c")
_WHITE = disc("#f6f4ee", "#9b968a", "#ffffff")
_DOTS = "".join(f'<circle cx="{x}" cy="{y}" r="4" fill="#1b4c30"/>' for x in (120, 360) for y in (120, 360))


def picture(
    position: Position,
    *,
    size: int | None = 400,
    bottom: int = 1,
    last_move: Iterable[int] = (),
    highlights: Mapping[int, str] | Iterable[int] = (),
    coordinates: str | None = "",
) -> str:
    """An SVG of a position, seen from the side of `bottom`; `last_move` and `highlights` are squares to tint.

    >>> from kingme.games.othello.notation import START
    >>> picture(START)[:78]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-24 -24 528 528" width="400" '
    """
    shapes = {}
    for bit, letter in enumerate(format_fen(position)[:64]):
        if letter != "-":
            shapes[_place(bit + 1)] = _BLACK if letter == "X" else _WHITE
    return BOARD.svg(
        "Othello board",
        describe(position),
        BOARD.lines("#1b4c30") + _DOTS,
        shapes,
        size=size,
        turned=bottom == 0,
        last_move=map(_place, last_move),
        highlights=_places(highlights),
        labels=coordinates is not None,
    )


def describe(position: Position) -> str:
    """The position in words, for people who hear the page."""
    letters, (black, white) = format_fen(position), count_discs(position)
    names = {
        side: ", ".join(square_name(bit) for bit, letter in enumerate(letters[:64]) if letter == side) for side in "XO"
    }
    return f"Othello board. Black, {black}: {names['X'] or 'none'}. White, {white}: {names['O'] or 'none'}."


def _places(marks: Mapping[int, str] | Iterable[int]) -> Mapping[Place, str] | list[Place]:
    """Squares with or without a colour each, by their places."""
    if isinstance(marks, Mapping):
        return {_place(square): colour for square, colour in marks.items()}
    return [_place(square) for square in marks]


def _place(square: int) -> Place:
    return divmod(square - 1, 8)
