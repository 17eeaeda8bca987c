"""A picture of an Othello board: discs on green felt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
    last_move: Sequence[int] = (),
    highlights: Mapping[int, str] | Sequence[int] = (),
    labels: bool = True,
) -> str:
    """An SVG of a position; `last_move` and `highlights` are squares by their bits, the latter with a colour each.

    >>> from kingme.games.othello.notation import START
    >>> picture(START)[:78]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-24 -24 528 528" width="400" '
    """
    shapes = {}
    for bit, letter in enumerate(format_fen(position)[:64]):
        if letter != "-":
            shapes[_place(bit)] = _BLACK if letter == "X" else _WHITE
    return BOARD.svg(
        "Othello board",
        describe(position),
        BOARD.lines("#1b4c30") + _DOTS,
        shapes,
        size=size,
        last_move=map(_place, last_move),
        highlights={_place(bit): colour for bit, colour in highlights.items()}
        if isinstance(highlights, Mapping)
        else [_place(bit) for bit in highlights],
        labels=labels,
    )


def describe(position: Position) -> str:
    """The position in words, for people who hear the page."""
    letters, (black, white) = format_fen(position), count_discs(position)
    names = {
        side: ", ".join(square_name(bit) for bit, letter in enumerate(letters[:64]) if letter == side) for side in "XO"
    }
    return f"Othello board. Black, {black}: {names['X'] or 'none'}. White, {white}: {names['O'] or 'none'}."


def _place(bit: int) -> Place:
    return divmod(bit, 8)
