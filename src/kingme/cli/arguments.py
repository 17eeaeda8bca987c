"""Arguments and options that several commands share, and how their text is read."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer

from kingme.errors import KingMeError
from kingme.games.registry import DEFAULT


class System(StrEnum):
    """A coordinate system to write squares in."""

    NUMERIC = "numeric"
    ALGEBRAIC = "algebraic"
    ROWCOL = "rowcol"


class Labels(StrEnum):
    """What to write on a drawn board."""

    NUMERIC = "numeric"
    ALGEBRAIC = "algebraic"
    ROWCOL = "rowcol"
    NONE = "none"

    @property
    def system(self) -> str | None:
        """The coordinate system as the drawing functions take it."""
        return None if self is Labels.NONE else self.value


FenArgument = Annotated[
    str,
    typer.Argument(
        metavar="[FEN]", help="A position such as 'W:W18,K24:B7,12'; 'start'; or '-' to read it from stdin."
    ),
]
FenOption = Annotated[
    str, typer.Option("--fen", "-f", metavar="FEN", help="Start here: a FEN, 'start', or '-' for stdin.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
GameOption = Annotated[
    str, typer.Option("--game", "-g", metavar="NAME", help="The game: english, russian, international, othello …")
]
SystemOption = Annotated[
    System | None, typer.Option("--coordinates", "-c", help="Coordinates for squares: 18, d4 or 5,4.")
]
LabelsOption = Annotated[Labels | None, typer.Option("--coordinates", "-c", help="What to write on the board.")]
PlainOption = Annotated[bool, typer.Option("--plain", help="No colours.")]
AsciiOption = Annotated[bool, typer.Option("--ascii", help="ASCII characters only, no colours.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]


def system_of(chosen: System | None, game: str) -> str:
    """The coordinate system that was asked for, or the game's own: numbers in English draughts, else the empty text."""
    return chosen.value if chosen is not None else "numeric" if game == DEFAULT else ""


def read_fen(text: str, game: str = DEFAULT) -> str:
    """The FEN that was asked for: `start` is the first position of the game, `-` means standard input."""
    if text.strip() == "-":
        text = sys.stdin.read(10_000)
        if not text.strip():
            raise KingMeError("there is no position on stdin: '-' reads one from there")
    if text.strip().lower() in ("start", "") and game != DEFAULT:
        from kingme.games.registry import find_game

        return find_game(game).fen(find_game(game).start(0))
    if text.strip().lower() in ("start", ""):
        from kingme.text.fen import START_FEN

        return START_FEN
    return text
