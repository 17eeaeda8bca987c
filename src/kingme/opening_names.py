"""The names of openings: the three-move deck by number, and the lines that players call by a name.

A name belongs to a position, not to an order of moves, so that an opening is recognised however it came about. The
deepest named position of a game gives its name: 11-15 is Old Faithful until 23-18 makes it the Cross. The lines stand
in `data/opening_names.csv` with the source of each; the deck in `data/three_move_openings.csv`.
"""

from __future__ import annotations

import csv
import difflib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.game import Game

DEEPEST = 10  # plies: no named line is longer


@dataclass(frozen=True, slots=True)
class NamedOpening:
    """A line from the usual start that has a name or, in the three-move deck, a number."""

    name: str
    moves: tuple[str, ...]
    source: str = ""
    number: int | None = None
    in_deck: bool = True  # of a three-move opening: whether it is played; some are barred as lost

    def board(self) -> Board:
        """The position after the line."""
        board = Board()
        for move in self.moves:
            board = board.play(move)
        return board


def _rows(file: str) -> list[dict[str, str]]:
    text = resources.files("kingme").joinpath(f"data/{file}").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


@cache
def named_openings() -> tuple[NamedOpening, ...]:
    """The lines that have names, the general ones before the special ones."""
    rows = _rows("opening_names.csv")
    found = [NamedOpening(row["name"], tuple(row["moves"].split()), row["source"]) for row in rows]
    return tuple(sorted(found, key=lambda opening: len(opening.moves)))


@cache
def three_move_openings() -> tuple[NamedOpening, ...]:
    """The 174 three-move openings of the federation's list by number, of which 156 are in the deck in use."""
    return tuple(
        NamedOpening(
            f"{row['number']}: {row['moves']}", tuple(row["moves"].split()), number=int(row["number"]),
            in_deck=row["played"] == "1",
        )
        for row in _rows("three_move_openings.csv")
    )  # fmt: skip


@cache
def _by_position() -> dict[Board, NamedOpening]:
    return {opening.board(): opening for opening in named_openings()}


@cache
def _numbers() -> dict[Board, int]:
    return {opening.board(): opening.number or 0 for opening in three_move_openings()}


def name_of_position(board: Board) -> str | None:
    """The name of exactly this position, if it has one."""
    opening = _by_position().get(board)
    return opening.name if opening else None


def name_of(game: Game) -> str | None:
    """What the opening of a game is called, with its number in the three-move deck where the name says less than that.

    >>> game = Game()
    >>> for move in ("11-15", "23-19", "8-11", "22-17"):
    ...     _ = game.play(move)
    >>> name_of(game)
    'Old Faithful, 23-19 (three-move 126)'
    >>> _ = game.play("4-8")
    >>> name_of(game)
    'Old Fourteenth'
    """
    return name_of_line(game.positions[: DEEPEST + 1])


def name_of_line(positions: list[Board]) -> str | None:
    """As `name_of`, for the positions of a line from its start."""
    name, depth, number = None, 0, None
    for ply, board in enumerate(positions[: DEEPEST + 1]):
        if (found := name_of_position(board)) is not None:
            name, depth = found, ply
        number = _numbers().get(board, number)
    if number is not None and depth < 3:
        return f"{name} (three-move {number})" if name else f"three-move {number}"
    return name


@cache
def possible_names() -> tuple[str, ...]:
    """All that `name_of` may say."""
    lines = [*named_openings(), *three_move_openings()]
    games = []
    for opening in lines:
        positions = [Board()]
        for move in opening.moves:
            positions.append(positions[-1].play(move))
        games.append(positions)
    return tuple(dict.fromkeys(name for positions in games if (name := name_of_line(positions)) is not None))


def find_opening_by_name(text: str) -> NamedOpening:
    """The opening that somebody means by a name, whatever its capitals and marks, or by a number of the deck."""
    wanted = _plain(text)
    if wanted.isdecimal():
        for opening in three_move_openings():
            if opening.number == int(wanted):
                return opening
        raise KingMeError(f"three-move openings are numbered from 1 to {len(three_move_openings())}, not {wanted[:10]}")
    names = {_plain(opening.name): opening for opening in named_openings()}
    if wanted in names:
        return names[wanted]
    near = difflib.get_close_matches(wanted, names, n=3, cutoff=0.5) or list(names)[:3]
    choices = ", ".join(names[name].name for name in near)
    raise KingMeError(f"no opening is called {text[:40]!r}: names are for example {choices}")


def _plain(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign.isalnum())
