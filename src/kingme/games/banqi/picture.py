"""A picture of a Banqi board: round pieces with their characters, or with Latin letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kingme.games.banqi.kernels import COLUMNS, KIND, ROWS, SIDE
from kingme.games.banqi.notation import FILES, LETTERS, NAMES, SIDES, Position, pieces, square_name
from kingme.text.grid_svg import Grid, Place, disc
from kingme.text.svg import FONT

RED_CHARACTERS = ".兵炮傌俥相仕帥"
BLACK_CHARACTERS = ".卒砲馬車象士將"
BOARD = Grid(ROWS, COLUMNS, "4321", FILES, frame="#5a3619", label="#f0dcb6", field="#e2b976")
_CHARACTER_FONT = f"'Noto Serif CJK TC','Noto Sans CJK TC','PingFang TC','Microsoft JhengHei',serif,{FONT}"


def picture(
    position: Position,
    *,
    size: int | None = 640,
    last_move: Sequence[int] = (),
    highlights: Mapping[int, str] | Sequence[int] = (),
    labels: bool = True,
    latin: bool = False,
) -> str:
    """An SVG of a position; `last_move` and `highlights` are squares 0-31, the latter with a colour each.

    >>> from kingme.games.banqi.notation import start
    >>> picture(start(1), latin=True)[:78]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-24 -24 528 288" width="640" '
    """
    shapes = {_place(square): _shape(piece, latin) for square, piece in enumerate(pieces(position)) if piece}
    return BOARD.svg(
        "Banqi board",
        describe(position),
        BOARD.lines("#8a5a26"),
        shapes,
        size=size,
        last_move=map(_place, last_move),
        highlights={_place(square): colour for square, colour in highlights.items()}
        if isinstance(highlights, Mapping)
        else [_place(square) for square in highlights],
        labels=labels,
    )


def _shape(piece: int, latin: bool) -> str:
    black = bool(piece & SIDE)
    kind, ink = piece & KIND, "#20242a" if black else "#b3201a"
    text = LETTERS[kind] if latin else (BLACK_CHARACTERS if black else RED_CHARACTERS)[kind]
    ring = f'<circle r="19.5" fill="none" stroke="{ink}" stroke-width="1.6"/>'
    font = FONT if latin else _CHARACTER_FONT
    return (
        disc("#fbeecb", "#7a4f20", "#ffffff")
        + ring
        + f'<text y="9" font-family="{font}" font-size="26" font-weight="700" text-anchor="middle" '
        f'fill="{ink}">{text}</text>'
    )


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


def _place(square: int) -> Place:
    return divmod(square, COLUMNS)
