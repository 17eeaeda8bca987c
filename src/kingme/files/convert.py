"""From one format to another: PDN, saved games (JSON), lists of positions (FEN), and what only some games have.

Games pass through one at a time, so that the size of a file does not matter, and the target appears only when all of it
has been written. A position that is read becomes a game without moves; of a game that is written as positions, the last
one, the first one or all of them are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Literal, TextIO

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.files.atomic import atomic_write
from kingme.files.encoding import open_text
from kingme.files.game_texts import read_game_texts, write_game_text
from kingme.files.pdn import PdnProblem, TagChange, read_games, write_game
from kingme.files.pdn_games import check_game
from kingme.files.pdn_tokens import read_lines
from kingme.files.save import load_games, save_games
from kingme.game import Game
from kingme.games import transcripts
from kingme.games.registry import DEFAULT
from kingme.text.coordinates import quoted
from kingme.text.fen import FenError

ENDINGS = ".pdn, .json, .fen, .txt, .moves or .ggf"
Positions = Literal["last", "first", "all"]


class Format(StrEnum):
    """What a file may hold."""

    PDN = "pdn"
    JSON = "json"
    FEN = "fen"
    MOVES = transcripts.MOVES
    GGF = transcripts.GGF

    @classmethod
    def parse(cls, text: str) -> Format:
        """Read the name of a format in any case."""
        if text.strip().lower() not in list(cls):
            raise KingMeError(f"{quoted(text)} is not a format: use {', '.join(cls)}")
        return cls(text.strip().lower())

    @classmethod
    def of(cls, path: Path) -> Format:
        """The format that a file's name tells: `.pdn`, `.json`, `.fen` or `.txt`, `.moves`, `.ggf`."""
        suffix = path.suffix.lower().removeprefix(".").replace("txt", "fen")
        if suffix not in list(cls):
            raise KingMeError(f"{quoted(path.name)} does not tell its format: end it in {ENDINGS}")
        return cls(suffix)


def convert(
    source: Path,
    target: Path,
    *,
    from_format: Format | None = None,
    to_format: Format | None = None,
    positions: Positions = "last",
    on_problem: Callable[[PdnProblem], None] | None = None,
    on_change: Callable[[TagChange], None] | None = None,
) -> int:
    """Convert a file, and return the number of games in it that could be read.

    The names of the files tell the formats where these are not given. Games of a PDN file that cannot be read are
    reported to `on_problem` and left out, and tags that PDN cannot hold as they are to `on_change`. A damaged JSON or
    FEN file is an error, and so is a file without any game: the target stays as it was.
    """
    from_format, to_format = from_format or Format.of(source), to_format or Format.of(target)
    try:
        stream = open_text(source)
    except OSError as error:
        raise KingMeError(f"cannot read {source}: {error.strerror}") from None
    with stream:
        try:
            with atomic_write(target) as output:
                count = convert_stream(stream, output, from_format, to_format, positions, on_problem, on_change)
                if not count:
                    raise KingMeError(f"{source} holds no game that can be read")
                return count
        except OSError as error:
            raise KingMeError(f"cannot convert {source} to {target}: {error.strerror}") from None


def convert_stream(
    source: TextIO,
    target: TextIO,
    from_format: Format,
    to_format: Format,
    positions: Positions = "last",
    on_problem: Callable[[PdnProblem], None] | None = None,
    on_change: Callable[[TagChange], None] | None = None,
) -> int:
    """Convert from one open text file to another; see `convert`."""
    count = 0

    def counted() -> Iterator[Game]:
        nonlocal count
        for game in read_as(from_format, source, on_problem):
            count += 1
            yield game

    for text in write_as(to_format, counted(), positions, on_change):
        target.write(text)
    return count


def read_as(
    form: Format,
    source: TextIO,
    on_problem: Callable[[PdnProblem], None] | None = None,
    game: str | None = None,
) -> Iterator[Game]:
    """The games of a file in this format, one by one; `game` is the one that they have to be of, None for any."""
    if form is Format.PDN:
        return read_games(source, on_problem=on_problem, game=game)
    if form is Format.JSON:
        return (_checked(loaded, game) for loaded in load_games(source))
    if form in (Format.MOVES, Format.GGF):
        return read_game_texts(form, source, game)
    return (Game(board) for board in read_positions(source, game or DEFAULT))


def write_as(
    form: Format,
    games: Iterable[Game],
    positions: Positions = "last",
    on_change: Callable[[TagChange], None] | None = None,
) -> Iterator[str]:
    """The pieces of a file in this format that holds these games."""
    if form is Format.PDN:
        return (write_game(game, on_change=on_change) for game in games)
    if form is Format.JSON:
        return save_games(games)
    if form in (Format.MOVES, Format.GGF):
        return (write_game_text(form, game) for game in games)
    return (f"{board.fen()}\n" for game in games for board in _chosen(game, positions))


def read_positions(source: Path | str | Iterable[str], game: str = DEFAULT) -> Iterator[Board]:
    """The positions of a list: one FEN on each line; `#` and what follows it is a comment.

    >>> [board.turn.name for board in read_positions("W:W32:B1  # White to move\\n\\nB:W32:B1.")]
    ['WHITE', 'BLACK']
    """
    for line in read_lines(source):
        fen = line.text.partition("#")[0].strip("\ufeff \t\r\n")
        if not fen:
            continue
        try:
            yield Board.from_fen(fen, game)
        except FenError as error:
            raise FenError(f"line {line.number}: {error}") from None


def _checked(game: Game, wanted: str | None) -> Game:
    check_game(game.start.game.name, wanted)
    return game


def _chosen(game: Game, positions: Positions) -> list[Board]:
    return {"last": game.positions[-1:], "first": game.positions[:1], "all": game.positions}[positions]
