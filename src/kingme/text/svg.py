"""The board as a picture: one self-contained SVG for notebooks, documents and the web.

The picture is made of plain shapes with their colours written on them: no scripts, style sheets, gradients or filters,
and therefore no ids. Any number of boards can stand on one page without disturbing each other, a sanitiser has nothing
to remove, and the picture is sharp at every size.

From back to front: frame, squares and their grain, tints (last move, then highlights), coordinates, pieces, arrows. A
square is 60 units wide and a piece is drawn about its own centre (0, 0), so that the numbers below can be read off a
60 x 60 grid. A man is a disc seen from above with a little of its side showing, a rim and grooves; a king is two of
them and a crown.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kingme.core.squares import WHITE
from kingme.errors import KingMeError
from kingme.text.coordinates import edge_labels, quoted, row_col
from kingme.text.fen import piece_letters

_SQUARE = 60
LARGEST = 10_000  # pixels
FONT = "system-ui,Helvetica,Arial,sans-serif"
# Everything that a caller can write into the picture is a colour, and none of these can leave its attribute.
_COLOUR = re.compile(
    r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[a-zA-Z]{3,20}|(?:rgb|hsl)a?\([0-9., %]{5,40}\)"
)


def check_colour(text: object) -> str:
    if not isinstance(text, str) or not _COLOUR.fullmatch(text):
        raise KingMeError(f"{quoted(str(text))} is not a colour: write #d33, #dd3333, red or rgb(221, 51, 51)")
    return text


class _Colours:
    """A dataclass of which every text is a colour."""

    __slots__ = ()

    def __post_init__(self) -> None:
        names: tuple[str, ...] = self.__slots__
        for name in names:
            if not isinstance(value := getattr(self, name), Paint):
                check_colour(value)


@dataclass(frozen=True, slots=True)
class Paint(_Colours):
    """Colours of one side's pieces."""

    face: str  # top of the disc
    side: str  # what is seen of its edge
    rim: str  # outline
    groove: str
    shine: str  # light on the grooves
    crown: str


@dataclass(frozen=True, slots=True)
class Theme(_Colours):
    """Colours of a board set; make your own with `dataclasses.replace(THEMES["classic"], dark="#456")`."""

    light: str
    dark: str
    frame: str
    label: str  # coordinates on the frame
    number: str  # coordinates in the dark squares
    last_move: str
    highlight: str
    arrow: str
    black: Paint
    white: Paint
    grain: str = "none"  # lines drawn over the squares, as wood has them


THEMES = {
    "tournament": Theme(
        light="#f0e2bc",
        dark="#5f9a6d",
        frame="#2c4f38",
        label="#f0e2bc",
        number="#10291a",
        last_move="#f6d743",
        highlight="#58c4f0",
        arrow="#1b5fc2",
        black=Paint(face="#c5302a", side="#7c1513", rim="#5c0e0c", groove="#97201c", shine="#e2665c", crown="#ffd65a"),
        white=Paint(face="#faf5e8", side="#9d9379", rim="#7d745c", groove="#cdc4aa", shine="#ffffff", crown="#b3261e"),
    ),
    "classic": Theme(
        light="#ecd3a5",
        dark="#b27a47",
        frame="#5a3619",
        label="#f0dcb6",
        number="#2b1605",
        last_move="#f2cf45",
        highlight="#7cc7dd",
        arrow="#2f8f4e",
        black=Paint(face="#39332f", side="#120e0c", rim="#000000", groove="#1d1815", shine="#6d645e", crown="#f3c44f"),
        white=Paint(face="#f8efd9", side="#8f7a55", rim="#6e5b3a", groove="#d0bd94", shine="#ffffff", crown="#7a4a12"),
    ),
    "wood": Theme(
        light="#e8c893",
        dark="#a97445",
        frame="#4a2814",
        label="#f2ddb5",
        number="#1f0e03",
        last_move="#ffdb4d",
        highlight="#8fd0dc",
        arrow="#1d6b52",
        black=Paint(face="#452519", side="#1e0d07", rim="#170904", groove="#2c150c", shine="#7a4a37", crown="#f5c95c"),
        white=Paint(face="#f8e7c3", side="#a98450", rim="#7a5a2c", groove="#d6b47c", shine="#fffaea", crown="#8a3b12"),
        grain="#5a2d0c",
    ),
    "contrast": Theme(
        light="#ffffff",
        dark="#737b84",
        frame="#000000",
        label="#ffffff",
        number="#000000",
        last_move="#ffe100",
        highlight="#00d5ff",
        arrow="#ff8c00",
        black=Paint(face="#000000", side="#000000", rim="#ffffff", groove="#9a9a9a", shine="#000000", crown="#ffffff"),
        white=Paint(face="#ffffff", side="#ffffff", rim="#000000", groove="#8a8a8a", shine="#ffffff", crown="#000000"),
    ),
}


def board_svg(
    black: int,
    white: int,
    kings: int,
    *,
    bottom: int = WHITE,
    size: int | None = 400,
    last_move: Sequence[int] = (),
    highlights: Mapping[int, str] | Sequence[int] = (),
    arrows: Sequence[tuple[int, int] | tuple[int, int, str]] = (),
    coordinates: str | None = "numeric",
    theme: str | Theme = "tournament",
) -> str:
    """An SVG of the board, seen from `bottom`'s side.

    `size` is its width and height in pixels; None leaves them to the page. `last_move` and `highlights` are squares
    1-32 to tint, the latter with a CSS colour each if a mapping; `arrows` go from square to square, with a colour if
    given. `coordinates` is a system of `text.coordinates` or None.

    >>> board_svg(0b1, 0, 0, size=200, theme="classic")[:94]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 496 496" width="200" height="200" role='
    """
    pieces = piece_letters(black, white, kings)
    colours = chosen_theme(theme)
    if size is not None and not (hasattr(size, "__index__") and 1 <= size <= LARGEST):
        raise KingMeError(f"a board is 1 to {LARGEST} pixels wide, not {quoted(str(size))}")
    margin = 24 if any(edge_labels(coordinates, bottom)[0]) else 8
    total = 8 * _SQUARE + 2 * margin
    marks = highlights if isinstance(highlights, Mapping) else dict.fromkeys(highlights, colours.highlight)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-margin} {-margin} {total} {total}"',
        "" if size is None else f' width="{size}" height="{size}"',
        f' role="img" aria-label="{_description(pieces)}">',
        "<title>Checkers board</title>",
        _board(colours, margin, total),
        _tints(dict.fromkeys(last_move, colours.last_move), bottom, 0.55),
        _tints(marks, bottom, 0.75),
        _coordinates(coordinates, bottom, colours, margin),
        *(piece(letter, *_centre(square, bottom), colours) for square, letter in pieces.items()),
        *(_arrow(arrow, bottom, colours.arrow) for arrow in arrows),
        "</svg>",
    ]
    return "".join(parts)


def chosen_theme(theme: str | Theme) -> Theme:
    if isinstance(theme, Theme):
        return theme
    name = str(theme)
    if name not in THEMES:
        raise KingMeError(f"{quoted(name)} is not a theme: choose {', '.join(THEMES)}")
    return THEMES[name]


def _centre(square: int, bottom: int) -> tuple[int, int]:
    row, col = row_col(square, bottom)
    return _SQUARE * col - _SQUARE // 2, _SQUARE * row - _SQUARE // 2


def _description(pieces: Mapping[int, str]) -> str:
    """The position in words, for people who hear the page.

    >>> _description({1: "b", 2: "b", 30: "B"})
    'Checkers board. Black: men 1, 2; kings 30. White: no pieces.'
    """
    words = "Checkers board."
    for name, man in (("Black", "b"), ("White", "w")):
        men = ", ".join(str(square) for square, letter in pieces.items() if letter == man)
        kings = ", ".join(str(square) for square, letter in pieces.items() if letter == man.upper())
        groups = [f"men {men}"] * bool(men) + [f"kings {kings}"] * bool(kings)
        words += f" {name}: {'; '.join(groups) or 'no pieces'}."
    return words


def _board(theme: Theme, margin: int, total: int) -> str:
    dark = "".join(
        f"M{_SQUARE * col} {_SQUARE * row}h{_SQUARE}v{_SQUARE}h-{_SQUARE}z"
        for row in range(8)
        for col in range(8)
        if (row + col) % 2
    )
    return (
        f'<rect x="{-margin}" y="{-margin}" width="{total}" height="{total}" rx="6" fill="{theme.frame}"/>'
        f'<rect width="{8 * _SQUARE}" height="{8 * _SQUARE}" fill="{theme.light}"'
        f' stroke="{theme.label}" stroke-opacity=".45" stroke-width="2"/>'
        f'<path d="{dark}" fill="{theme.dark}"/>'
        f"{_grain(theme.grain)}"
    )


def _grain(colour: str) -> str:
    """Lines of wood: along the dark squares and across the light ones, as inlaid boards are laid."""
    if colour == "none":
        return ""
    lines = []
    for row in range(8):
        for col in range(8):
            turn = (5 * row + 3 * col) % 7
            for line in range(3):
                bend, drift, start = 2 + (turn + line) % 4, (turn + 2 * line) % 5 - 2, 8 + turn + 18 * line
                x, y = _SQUARE * col, _SQUARE * row
                if (row + col) % 2:
                    lines.append(f"M{x} {y + start}c20 {bend} 40 {-bend} 60 {drift}")
                else:
                    lines.append(f"M{x + start} {y}c{bend} 20 {-bend} 40 {drift} 60")
    return f'<path d="{"".join(lines)}" fill="none" stroke="{colour}" stroke-opacity=".2" stroke-width="1.2"/>'


def _tints(colours: Mapping[int, str], bottom: int, opacity: float) -> str:
    tints = []
    for square, colour in colours.items():
        x, y = _centre(square, bottom)
        place = f'x="{x - _SQUARE // 2}" y="{y - _SQUARE // 2}" width="{_SQUARE}" height="{_SQUARE}"'
        tints.append(f'<rect {place} fill="{check_colour(colour)}" opacity="{opacity}"/>')
    return "".join(tints)


def _coordinates(system: str | None, bottom: int, theme: Theme, margin: int) -> str:
    if system is None:
        return ""
    texts = []
    if system == "numeric":
        for square in range(1, 33):
            x, y = _centre(square, bottom)
            texts.append(f'<text x="{x - 28}" y="{y - 19.5}">{square}</text>')
        style = f'font-size="11" fill="{theme.number}"'
    else:
        rows, columns = edge_labels(system, bottom)
        level = -margin / 2 if system == "rowcol" else 8 * _SQUARE + margin / 2
        for i in range(8):
            at = _SQUARE * i + _SQUARE // 2
            texts.append(f'<text x="{-margin / 2:g}" y="{at + 5}">{rows[i]}</text>')
            texts.append(f'<text x="{at}" y="{level + 5:g}">{columns[i]}</text>')
        style = f'font-size="15" font-weight="600" text-anchor="middle" fill="{theme.label}"'
    return f'<g font-family="{FONT}" {style}>{"".join(texts)}</g>'


def piece(letter: str, x: int, y: int, theme: Theme) -> str:
    paint = theme.black if letter in "bB" else theme.white
    if letter.isupper():
        body = _disc(4, paint, ()) + _disc(-3.5, paint, (18.5,)) + _crown(-3, paint)
    else:
        body = _disc(-1, paint, (18.5, 13.5, 8.5))
    shadow = '<circle cx="1.5" cy="4.5" r="24" opacity=".13"/><circle cx="1" cy="3.5" r="23.2" opacity=".17"/>'
    return f'<g transform="translate({x} {y})">{shadow}{body}</g>'


def _disc(y: float, paint: Paint, grooves: Sequence[float]) -> str:
    """A disc about (0, y): its side, its face, and grooves, each with a line of light below it."""
    rings = "".join(f'<circle cy="{y}" r="{r}"/>' for r in grooves)
    lights = "".join(f'<circle cy="{y + 1}" r="{r}"/>' for r in grooves)
    return (
        f'<g stroke="{paint.rim}"><circle cy="{y + 2.8:g}" r="22" fill="{paint.side}"/>'
        f'<circle cy="{y}" r="22" fill="{paint.face}"/></g>'
        f'<g fill="none" stroke="{paint.shine}" stroke-width="1">{lights}'
        f'<path d="M-18.6 {y - 8.7:g}A20.5 20.5 0 0 1 8.7 {y - 18.6:g}" stroke-width="1.4" stroke-linecap="round"/></g>'
        f'<g fill="none" stroke="{paint.groove}" stroke-width="1.5">{rings}</g>'
    )


def _crown(y: float, paint: Paint) -> str:
    shape = f'<path transform="translate(0 {y})" d="M-10.5 8.5L-13 -6L-6.2 0L0 -9.5L6.2 0L13 -6L10.5 8.5Z"'
    return f'{shape} fill="{paint.crown}" stroke="{paint.crown}" stroke-width="2" stroke-linejoin="round"/>'


def _arrow(arrow: tuple[int, int] | tuple[int, int, str], bottom: int, default: str) -> str:
    """An arrow from near the centre of one square to the centre of another, drawn along the x axis and then turned."""
    if len(arrow) not in (2, 3) or arrow[0] == arrow[1]:
        raise KingMeError(f"{quoted(str(arrow))} is not an arrow: give two squares and perhaps a colour")
    x, y = _centre(arrow[0], bottom)
    to_x, to_y = _centre(arrow[1], bottom)
    angle = math.degrees(math.atan2(to_y - y, to_x - x))
    tip = math.hypot(to_x - x, to_y - y)
    neck = f"{tip - 24:.5g}"
    colour = check_colour(arrow[2]) if len(arrow) == 3 else default
    return (
        f'<path transform="translate({x} {y}) rotate({angle:.6g})" fill="{colour}" opacity=".85"'
        f' d="M17 -5.5H{neck}V-15L{tip:.5g} 0L{neck} 15V5.5H17A5.5 5.5 0 0 1 17 -5.5Z"/>'
    )
