"""The board for a terminal: in colour where colours are shown, else as the plain drawing of `kingme.text.diagram`.

A square is five columns wide and two lines high, which is nearly square on screen. A piece fills its square but for the
corners and carries the square's number, so that a move can be read off the board and typed:

    ▗18 ▖    quarter blocks cut the corners; the number is brighter on a piece that can move
    ▝ ♛ ▘    kings wear a crown
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from kingme.cli.output import can_encode, has_colour
from kingme.core.squares import WHITE
from kingme.text.coordinates import edge_labels, square_at
from kingme.text.diagram import SYMBOLS, draw
from kingme.text.fen import piece_letters

if TYPE_CHECKING:
    from rich.console import Console

_CELL = 5
_GLYPHS = "▗▖▝▘▐▌♛•"
_DRAWN = "┌─┐│└┘░●○"


@dataclass(frozen=True)
class PieceStyle:
    """Colours of a piece: its face, its number, its number when it can move, its crown."""

    face: str
    number: str
    movable: str
    crown: str


# Chosen so that terminals with 256 or 16 colours find near ones: green stays green, or turns grey, but never blue.
LIGHT = "#d9c9a0"
DARK, NUMBER = "#4f8159", "#b9d6bf"
TOUCHED = "#a89b32"  # squares of the last move
PIECES = {
    "b": PieceStyle("#1c1e20", "#8b9196", "bold #ffd75f", "bold #ffd75f"),
    "w": PieceStyle("#ffffff", "#6f6a5e", "bold #b3261e", "bold #b3261e"),
}


def board_lines(
    console: Console,
    black: int,
    white: int,
    kings: int,
    *,
    bottom: int = WHITE,
    coordinates: str | None = "numeric",
    ascii: bool = False,
    last_move: Collection[int] = (),
    movable: Collection[int] = (),
) -> list[Text]:
    """The lines of the board as this console can show them; `last_move` and `movable` are squares to mark."""
    if not ascii and has_colour(console) and can_encode(console, _GLYPHS):
        return _coloured(piece_letters(black, white, kings), bottom, coordinates, last_move, movable)
    ascii = ascii or not can_encode(console, _DRAWN)
    drawing = draw(black, white, kings, bottom=bottom, coordinates=coordinates, ascii=ascii)
    return [Text(line) for line in drawing.splitlines()]


def swatch(console: Console, color: int, *, ascii: bool = False) -> Text:
    """A small piece of a colour, as the board of this console shows it."""
    if not ascii and has_colour(console) and can_encode(console, _GLYPHS):
        face = PIECES["bw"[color]].face
        return Text.assemble(("▐", f"{face} on {DARK}"), (" ", f"on {face}"), ("▌", f"{face} on {DARK}"))
    ascii = ascii or not can_encode(console, _DRAWN)
    return Text("bw"[color] if ascii else SYMBOLS["bw"[color]])


def _coloured(
    pieces: dict[int, str],
    bottom: int,
    coordinates: str | None,
    last_move: Collection[int],
    movable: Collection[int],
) -> list[Text]:
    labels, columns = edge_labels(coordinates, bottom)
    margin = 2 if any(labels) else 0
    lines = []
    for row, label in enumerate(labels, 1):
        upper, lower = Text(" " * margin), Text.assemble((f"{label:{margin}}", "dim"))
        for column in range(1, 9):
            square = square_at(row, column, bottom)
            if square is None:
                upper.append(" " * _CELL, f"on {LIGHT}")
                lower.append(" " * _CELL, f"on {LIGHT}")
                continue
            ground = TOUCHED if square in last_move else DARK
            name = str(square) if coordinates == "numeric" else ""
            _square(upper, lower, name, pieces.get(square), ground, square in movable)
        lines += [upper, lower]
    if any(columns):
        names = Text(" " * margin + "".join(f"{name:^{_CELL}}" for name in columns), style="dim")
        lines = [names, *lines] if coordinates == "rowcol" else [*lines, names]
    return lines


def _square(upper: Text, lower: Text, name: str, piece: str | None, ground: str, movable: bool) -> None:
    """Append one dark square to the two lines of its row."""
    if piece is None:
        upper.append(f"{name:<{_CELL}}", f"{NUMBER} on {ground}")
        lower.append(" " * _CELL, f"on {ground}")
        return
    paint = PIECES[piece.lower()]
    if movable and not name:
        name = "•"
    edge = f"{paint.face} on {ground}"
    upper.append("▗", edge)
    upper.append(f"{name:^3}", f"{paint.movable if movable else paint.number} on {paint.face}")
    upper.append("▖", edge)
    lower.append("▝", edge)
    lower.append(f" {'♛' if piece.isupper() else ' '} ", f"{paint.crown} on {paint.face}")
    lower.append("▘", edge)
