"""Whole games in formats that only some games have: a line of squares, digits of columns, GGF.

A game lists in `Game.TRANSCRIPTS` which of them it has, each with the functions that read and write it. PDN and JSON
hold games of every kind and are the business of `kingme.files`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from kingme.errors import KingMeError

MOVES, GGF = "moves", "ggf"  # moves: a game on each line


class Transcript(NamedTuple):
    """A game as the format has it; tags have the names that they have in PDN."""

    start: Sequence[int]
    moves: list[int]
    tags: dict[str, str]
    result: float | None = None  # for side 0, where the file tells it: 1, 0.5 or 0
    reason: str = ""  # a value of `kingme.outcome.Termination`, where the moves alone don't end the game


class TranscriptFormat(NamedTuple):
    """How games in a format are read, all of a text, and written, one by one."""

    read: Callable[[str], Iterator[Transcript]]
    write: Callable[[Transcript], str]


def line_format(
    start: Sequence[int], parse: Callable[[str], list[int]], write: Callable[[Sequence[int]], str]
) -> TranscriptFormat:
    """A format in which a game is its moves on one line, from the first position; `#` begins a comment."""

    def read_lines(text: str) -> Iterator[Transcript]:
        for number, line in enumerate(text.splitlines(), start=1):
            moves = line.partition("#")[0].strip("\ufeff \t")
            if moves:
                try:
                    yield Transcript(start, parse(moves), {})
                except KingMeError as error:
                    raise KingMeError(f"line {number}: {error}") from None

    def write_line(game: Transcript) -> str:
        if tuple(game.start) != tuple(start):
            raise KingMeError("a line of moves begins at the first position, and this game begins at another one")
        return write(game.moves)

    return TranscriptFormat(read_lines, write_line)
