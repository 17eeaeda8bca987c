"""A picture of a Banqi board: round pieces with their characters, or with Latin letters."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from kingme.games.banqi.kernels import COLUMNS, KIND, ROWS
from kingme.games.banqi.notation import FILES, LETTERS, NAMES, SIDES, Position, pieces, square_name
from kingme.text.grid_svg import Grid, Place, disc
from kingme.text.svg import FONT

CHARACTERS = (".兵炮馬車相仕帥", ".卒砲馬車象士將")  # of Red and Black, by kind
_DISC = disc("#fbeecb", "#7a4f20", "#ffffff")
BOARD = Grid(ROWS, COLUMNS, "4321", FILES, frame="#5a3619", label="#f0dcb6", field="#e2b976")


def picture(
    position: Position,
    *,
    size: int | None = 640,
    bottom: int = 1,
    last_move: Iterable[int] = (),
    highlights: Mapping[int, str] | Iterable[int] = (),
    coordinates: str | None = "",
    latin: bool = False,
) -> str:
    """An SVG of a position, seen from the side of `bottom`; `last_move` and `highlights` are squares to tint.

    >>> from kingme.games.banqi.notation import start
    >>> picture(start(1), latin=True)[:78]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-24 -24 528 288" width="640" '
    """
    shapes = {_place(at + 1): _shape(piece, latin) for at, piece in enumerate(pieces(position)) if piece}
    return BOARD.svg(
        "Banqi board",
        describe(position),
        BOARD.lines("#8a5a26"),
        shapes,
        size=size,
        turned=bottom == 0,
        last_move=map(_place, last_move),
        highlights=_places(highlights),
        labels=coordinates is not None,
    )


def _shape(piece: int, latin: bool) -> str:
    side, kind = piece >> 3, piece & KIND
    ink = ("#b3201a", "#20242a")[side]
    ring = f'<circle r="20" fill="none" stroke="{ink}" stroke-width="1.6"/>'
    if latin:
        style = f'font-family="{FONT}" font-size="26" font-weight="700" text-anchor="middle" fill="{ink}"'
        return f'{_DISC}{ring}<text y="9" {style}>{LETTERS[kind]}</text>'
    outline = _outlines()[CHARACTERS[side][kind]]
    place = "scale(0.032 -0.032) translate(-512 -388)"  # outlines are on a square of 1024 units, the y axis upwards
    return f'{_DISC}{ring}<path transform="{place}" fill="{ink}" d="{outline}"/>'


@cache
def _outlines() -> dict[str, str]:
    """The shapes of the characters: not every system has a font with them."""
    text = (Path(__file__).parent / "characters.json").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(text)
    return found


def describe(position: Position) -> str:
    """The position in words, for people who hear the page."""
    board = pieces(position)
    words = "Banqi board."
    for side, name in enumerate(SIDES):
        own = [
            f"{NAMES[piece & KIND]} {square_name(at)}" for at, piece in enumerate(board) if piece and piece >> 3 == side
        ]
        words += f" {name}: {', '.join(own) or 'no pieces'}."
    return words


def _places(marks: Mapping[int, str] | Iterable[int]) -> Mapping[Place, str] | list[Place]:
    """Squares with or without a colour each, by their places."""
    if isinstance(marks, Mapping):
        return {_place(square): colour for square, colour in marks.items()}
    return [_place(square) for square in marks]


def _place(square: int) -> Place:
    return divmod(square - 1, COLUMNS)
