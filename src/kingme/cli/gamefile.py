"""One game in a file: JSON or PDN by the file's name, never overwritten by accident."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from kingme.cli.output import note, write_file
from kingme.errors import KingMeError

if TYPE_CHECKING:
    from kingme.files.pdn import PdnProblem
    from kingme.game import Game


def check_name(path: Path) -> None:
    """Refuse a file name that says no format."""
    if path.suffix.lower() not in (".json", ".pdn"):
        raise KingMeError(f"{path.name!r} does not say its format: name the file .json or .pdn")


def write_game(game: Game, path: Path, *, force: bool = False) -> None:
    """Write a game as a whole file or not at all; a file that exists is replaced only if `force` says so."""
    check_name(path)
    if path.suffix.lower() == ".pdn":
        from kingme.files.pdn import TagChange
        from kingme.files.pdn import write_game as format_pdn

        changes: list[TagChange] = []
        write_file(path, format_pdn(game, on_change=changes.append), force=force)
        for change in changes:
            note(str(change))
    else:
        from kingme.files.save import save_game

        write_file(path, save_game(game), force=force)


def read_game(path: Path, number: int = 1) -> Game:
    """The game with this number in a file, the first being 1."""
    check_name(path)
    if path.suffix.lower() == ".pdn":
        return _from_pdn(path, number)
    from kingme.files.save import load_games

    game = next(islice(load_games(path), max(number, 1) - 1, None), None)
    if game is None:
        raise KingMeError(f"there is no game number {number} in {path}")
    return game


def _from_pdn(path: Path, number: int) -> Game:
    from kingme.files.pdn import read_games

    problems: dict[int, PdnProblem] = {}

    def remember(problem: PdnProblem) -> None:
        problems.setdefault(problem.game, problem)

    for place, game in _numbered(read_games(path, on_problem=remember, game=None), problems):
        if place == number:
            return game
        if place > number:
            break
    if number in problems:
        raise KingMeError(f"{path} cannot be read: {problems[number]}")
    raise KingMeError(f"there is no game number {number} in {path}")


def _numbered(games: Iterator[Game], problems: dict[int, PdnProblem]) -> Iterator[tuple[int, Game]]:
    """Games with their number in the file, in which unreadable ones count too."""
    place = 0
    for game in games:
        place += 1
        while place in problems:
            place += 1
        yield place, game
