"""The frame, labels and tints of a board with rows and columns as an SVG, for games that are not draughts.

As in `kingme.text.svg` the picture is made of plain shapes with their colours written on them: any number of boards can
stand on one page, and nothing in it can run or be referred to. A square is 60 units wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kingme.errors import KingMeError
from kingme.text.coordinates import quoted
from kingme.text.svg import FONT, LARGEST, check_colour

UNIT = 60
MARGIN = 24
Place = tuple[int, int]  # row and column from the top left, from 0


@dataclass(frozen=True, slots=True)
class Grid:
    """A board: its size, its labels from the top and from the left, and its colours."""

    rows: int
    columns: int
    row_labels: Sequence[str]
    column_labels: Sequence[str]
    frame: str
    label: str
    field: str
    last_move: str = "#f2cf45"
    highlight: str = "#58c4f0"

    def svg(
        self,
        title: str,
        description: str,
        field: str,
        shapes: Mapping[Place, str],
        *,
        turned: bool = False,
        size: int | None = 400,
        last_move: Iterable[Place] = (),
        highlights: Mapping[Place, str] | Iterable[Place] = (),
        labels: bool = True,
    ) -> str:
        """The picture: `field` is drawn on the empty board and `shapes` on their squares; `turned` by half a turn."""
        if size is not None and not (hasattr(size, "__index__") and 1 <= size <= LARGEST):
            raise KingMeError(f"a board is 1 to {LARGEST} pixels wide, not {quoted(str(size))}")
        margin = MARGIN if labels else 8
        width, height = UNIT * self.columns + 2 * margin, UNIT * self.rows + 2 * margin
        marks = highlights if isinstance(highlights, Mapping) else dict.fromkeys(highlights, self.highlight)
        pixels = "" if size is None else f' width="{size}" height="{round(size * height / width)}"'
        tints = [(place, self.last_move, 0.5) for place in last_move]
        tints += [(place, check_colour(colour), 0.7) for place, colour in marks.items()]
        return "".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-margin} {-margin} {width} {height}"{pixels}',
                f' role="img" aria-label="{description}"><title>{title}</title>',
                f'<rect x="{-margin}" y="{-margin}" width="{width}" height="{height}" rx="6" fill="{self.frame}"/>',
                f'<rect width="{UNIT * self.columns}" height="{UNIT * self.rows}" fill="{self.field}"/>',
                field,
                *(self._tint(self._seen(place, turned), colour, opacity) for place, colour, opacity in tints),
                *(self._piece(self._seen(place, turned), shape) for place, shape in shapes.items()),
                self._labels(margin, turned) if labels else "",
                "</svg>",
            ]
        )

    def _seen(self, place: Place, turned: bool) -> Place:
        return (self.rows - 1 - place[0], self.columns - 1 - place[1]) if turned else place

    def _piece(self, place: Place, shape: str) -> str:
        x, y = UNIT * place[1] + UNIT // 2, UNIT * place[0] + UNIT // 2
        return f'<g transform="translate({x} {y})">{shape}</g>'

    def _tint(self, place: Place, colour: str, opacity: float) -> str:
        row, column = place
        return (
            f'<rect x="{UNIT * column}" y="{UNIT * row}" width="{UNIT}" height="{UNIT}" '
            f'fill="{colour}" opacity="{opacity}"/>'
        )

    def _labels(self, margin: int, turned: bool) -> str:
        texts, way = [], -1 if turned else 1
        for row, text in enumerate(self.row_labels[::way]):
            texts.append(f'<text x="{-margin // 2}" y="{UNIT * row + 35}">{text}</text>')
        for column, text in enumerate(self.column_labels[::way]):
            texts.append(f'<text x="{UNIT * column + 30}" y="{UNIT * self.rows + margin // 2 + 5}">{text}</text>')
        style = f'font-family="{FONT}" font-size="15" font-weight="600" text-anchor="middle" fill="{self.label}"'
        return f"<g {style}>{''.join(texts)}</g>"

    def lines(self, colour: str) -> str:
        """Thin lines between the squares."""
        across = "".join(f"M0 {UNIT * row}H{UNIT * self.columns}" for row in range(self.rows + 1))
        down = "".join(f"M{UNIT * column} 0V{UNIT * self.rows}" for column in range(self.columns + 1))
        return f'<path d="{across}{down}" fill="none" stroke="{colour}" stroke-width="1.5"/>'


def disc(face: str, rim: str, shine: str, radius: float = 24) -> str:
    """A flat disc about (0, 0), with a rim, a line of light and a soft shadow."""
    return (
        f'<circle cx="1.5" cy="3" r="{radius}" opacity=".2"/>'
        f'<circle r="{radius}" fill="{face}" stroke="{rim}" stroke-width="1.5"/>'
        f'<path d="M{-0.72 * radius:g} {-0.32 * radius:g}A{0.79 * radius:g} {0.79 * radius:g} 0 0 1 '
        f'{0.32 * radius:g} {-0.72 * radius:g}" fill="none" stroke="{shine}" stroke-width="2" stroke-linecap="round"/>'
    )
