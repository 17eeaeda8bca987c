"""`kingme convert`: games and positions from one format to another."""

from __future__ import annotations

import io
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from kingme.cli.arguments import ForceOption
from kingme.errors import KingMeError

if TYPE_CHECKING:
    from kingme.files.convert import Format
    from kingme.files.pdn import PdnProblem, TagChange
    from kingme.game import Game

EXAMPLES = (
    "kingme convert games.pdn games.json",
    "kingme convert games.pdn positions.fen --positions all",
    "kingme convert russian.pdn russian.json --game russian",
    "kingme convert othello.ggf othello.moves",
    "kingme convert - - --from pdn --to json < games.pdn > games.json",
)

MOST_CHANGES = 20  # names of tags that are told


class Form(StrEnum):
    """What a file may hold; the names of `kingme.files.convert.Format`, which is not imported for the help."""

    PDN = "pdn"
    JSON = "json"
    FEN = "fen"
    MOVES = "moves"
    GGF = "ggf"


class Which(StrEnum):
    """Which positions of a game to write."""

    LAST = "last"
    FIRST = "first"
    ALL = "all"


def convert(
    source: Annotated[
        Path, typer.Argument(metavar="IN", help="File to read: .pdn, .json, .fen, .txt, .moves or .ggf; '-' for stdin.")
    ],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="File to write; '-' for stdout.")],
    from_: Annotated[Form | None, typer.Option("--from", help="Format of IN, if its name doesn't tell.")] = None,
    to: Annotated[Form | None, typer.Option("--to", help="Format of OUT, if its name doesn't tell.")] = None,
    game: Annotated[
        str | None,
        typer.Option("--game", "-g", metavar="NAME", help="The game that IN must hold; FEN and moves don't name it."),
    ] = None,
    positions: Annotated[Which, typer.Option(help="Positions of each game that go into a FEN list.")] = Which.LAST,
    force: ForceOption = False,
) -> None:
    """Convert games between PDN, JSON and lists of FEN positions, and what only some games have.

    Games of Othello and Connect Four can be lines of moves (f5d6c3, 44455), and games of Othello GGF.

    What cannot be read is reported on stderr and left out; the exit code is then 1. Tags of PDN whose names must be
    changed are reported too.
    """
    if not _is_stream(target) and target.exists() and not force:
        raise KingMeError(f"{target} exists: use --force to replace it, or choose another name")
    if _is_stream(source) and from_ is None:
        raise KingMeError("stdin has no name that tells its format: add --from pdn, json, fen, moves or ggf")
    if _is_stream(target) and to is None:
        raise KingMeError("stdout has no name that tells its format: add --to pdn, json, fen, moves or ggf")

    from kingme.cli.compiling import prepare
    from kingme.cli.output import note
    from kingme.files.convert import Format, write_as

    reading = Format(from_) if from_ else Format.of(source)
    writing = Format(to) if to else Format.of(target)
    if game is not None:
        from kingme.games.registry import find_game

        find_game(game)  # an unknown one is answered now
    prepare()
    tally = Tally()
    with tally, _opened(source) as stream, _written(target) as output:
        for text in write_as(writing, tally.games(reading, stream, game), positions.value, tally.note_change):
            output.write(text)
        if not tally.read:  # raised inside, so that no empty file replaces anything
            raise KingMeError(f"there is no game that can be read in {source}: nothing was written")
    tally.tell_changes()
    left_out = f", {tally.problems} could not be read" if tally.problems else ""
    note(f"{tally.read} {'position' if reading is Format.FEN else 'game'}{'s' * (tally.read != 1)} converted{left_out}")
    if tally.problems:
        raise typer.Exit(1)


class Tally:
    """Counts games as they pass, reports those that cannot be read, and shows progress where somebody watches."""

    def __init__(self) -> None:
        from kingme.cli.output import console

        self.read = self.problems = 0
        self._changes: Counter[TagChange] = Counter()
        self._console = console(stderr=True)
        self._status = self._console.status("Converting …") if self._console.is_terminal else None

    def __enter__(self) -> Tally:
        if self._status is not None:
            self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._status is not None:
            self._status.stop()

    def games(self, form: Format, stream: TextIO, name: str | None) -> Iterator[Game]:
        """The games of a stream, counted."""
        from kingme.files.convert import read_as

        for game in read_as(form, stream, self._report, name):
            self.read += 1
            if self._status is not None and self.read % 100 == 0:
                self._status.update(f"Converting: {self.read:,} games")
            yield game

    def note_change(self, change: TagChange) -> None:
        self._changes[change] += 1

    def tell_changes(self) -> None:
        """Say which tags have other names now: each once, for all games of a file tend to have the same."""
        for change, games in self._changes.most_common(MOST_CHANGES):
            self._console.print(f"{change} ({games} game{'s' * (games != 1)})", soft_wrap=True)
        if (more := len(self._changes) - MOST_CHANGES) > 0:
            self._console.print(f"{more} more names of tags were changed")

    def _report(self, problem: PdnProblem) -> None:
        self.problems += 1
        self._console.print(str(problem), soft_wrap=True)


def _is_stream(path: Path) -> bool:
    return str(path) == "-"


def _opened(path: Path) -> AbstractContextManager[TextIO]:
    from kingme.files.encoding import LATIN_1, open_text

    if not _is_stream(path):
        return open_text(path)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors=LATIN_1)  # as `open_text` reads files
    return nullcontext(sys.stdin)


def _written(path: Path) -> AbstractContextManager[TextIO]:
    from kingme.files.atomic import atomic_write

    return nullcontext(sys.stdout) if _is_stream(path) else atomic_write(path)
