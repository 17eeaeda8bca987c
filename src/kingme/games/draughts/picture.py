"""A picture of a board of draughts of any size, with the pieces and colours of `kingme.text.svg`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from kingme.text.dark_squares import DarkSquares
from kingme.text.grid_svg import UNIT, Grid, Place
from kingme.text.svg import FONT, Theme, chosen_theme, piece

if TYPE_CHECKING:
    from kingme.games.contract import Stone


def picture(
    names: DarkSquares,
    stones: Mapping[int, Stone],
    *,
    size: int | None = 400,
    bottom: int = 1,
    last_move: Iterable[int] = (),
    highlights: Mapping[int, str] | Iterable[int] = (),
    coordinates: str | None = "numeric",
    theme: str | Theme = "tournament",
) -> str:
    """An SVG of a position, seen from the side of `bottom`; `last_move` and `highlights` are squares to tint.

    >>> picture(DarkSquares(10), {})[:78]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 616 616" width="400" he'
    """
    colours = chosen_theme(theme)
    lines = range(1, names.size + 1)
    letters = coordinates == "algebraic"
    grid = Grid(
        names.size,
        names.size,
        [str(names.size + 1 - row if letters else row) for row in lines],
        ["abcdefghij"[column - 1] if letters else str(column) for column in lines],
        frame=colours.frame,
        label=colours.label,
        field=colours.light,
        last_move=colours.last_move,
        highlight=colours.highlight,
    )
    shapes = {}
    for square, stone in stones.items():
        letter = "bw"[stone.side]
        shapes[_place(names, square)] = piece(letter.upper() if stone.kind == "king" else letter, 0, 0, colours)
    marks = highlights if isinstance(highlights, Mapping) else dict.fromkeys(highlights, colours.highlight)
    return grid.svg(
        "Checkers board",
        describe(names, stones, coordinates or "numeric"),
        _field(names, colours, bottom, coordinates == "numeric"),
        shapes,
        size=size,
        turned=bottom == 0,
        last_move=[_place(names, square) for square in last_move],
        highlights={_place(names, square): colour for square, colour in marks.items()},
        labels=coordinates not in (None, "numeric"),
    )


def describe(names: DarkSquares, stones: Mapping[int, Stone], system: str = "numeric") -> str:
    """The position in words, for people who hear the page."""
    words = "Checkers board."
    for side, name in enumerate(("Black", "White")):
        groups = []
        for kind, plural in (("man", "men"), ("king", "kings")):
            squares = [names.name(square, system) for square, stone in stones.items() if stone == (side, kind)]
            groups += [f"{plural} {', '.join(squares)}"] if squares else []
        words += f" {name}: {'; '.join(groups) or 'no pieces'}."
    return words


def _place(names: DarkSquares, square: int) -> Place:
    row, column = names.row_col(square)
    return row - 1, column - 1


def _field(names: DarkSquares, colours: Theme, bottom: int, numbers: bool) -> str:
    """The dark squares, and their numbers if these are wanted."""
    dark, texts = [], []
    for square in range(1, names.count + 1):
        row, column = names.row_col(square, bottom)
        x, y = UNIT * (column - 1), UNIT * (row - 1)
        dark.append(f"M{x} {y}h{UNIT}v{UNIT}h-{UNIT}z")
        texts.append(f'<text x="{x + 2}" y="{y + 10.5}">{square}</text>')
    style = f'font-family="{FONT}" font-size="11" fill="{colours.number}"'
    numbered = f"<g {style}>{''.join(texts)}</g>" if numbers else ""
    return f'<path d="{"".join(dark)}" fill="{colours.dark}"/>{numbered}'
