"""Files of games into an archive: what can be read goes in, what cannot is told by game and move.

Games are stored two hundred at a time, all of them or none. Whoever runs an import again after it was broken off finds
the games that were stored recognised as there already, and the rest is added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from kingme.errors import KingMeError
from kingme.files.pdn import PdnProblem, read_games
from kingme.files.save import load_games
from kingme.game import Game
from kingme.games.registry import DEFAULT
from kingme.library.archive.archive import Archive
from kingme.library.archive.game_record import Record, make_record

STEP = 200  # games that are stored together
MOST_TOLD = 1000  # problems that are kept word for word


@dataclass
class ImportResult:
    """What an import did so far."""

    games: int = 0  # that were read
    added: int = 0
    plies: int = 0
    unreadable: int = 0
    problems: list[str] = field(default_factory=list)

    @property
    def known(self) -> int:
        """Games that were there already, in the archive or earlier in the file."""
        return self.games - self.added

    def tell(self, problem: str) -> None:
        self.unreadable += 1
        if len(self.problems) < MOST_TOLD:
            self.problems.append(problem)


def import_games(
    archive: Archive, games: Iterable[Game], into: str, on_step: Callable[[ImportResult], None] | None = None,
    result: ImportResult | None = None,
) -> ImportResult:  # fmt: skip
    """Add games to a collection."""
    result = result or ImportResult()
    batch: list[Record] = []

    def store() -> None:
        result.added += archive.add_records(batch, into)
        result.games += len(batch)
        batch.clear()
        if on_step:
            on_step(result)

    for game in games:
        if not game.plies:
            result.tell(f"a game without moves ({game.tags.get('Event', 'no event')})")
            continue
        if game.start.game.name != DEFAULT:
            result.tell(f"a game of {game.start.game.title}: the library keeps English draughts")
            continue
        batch.append(make_record(game))
        result.plies += len(game.plies)
        if len(batch) == STEP:
            store()
    if batch:
        store()
    return result


def import_file(
    archive: Archive, path: Path, into: str, on_step: Callable[[ImportResult], None] | None = None
) -> ImportResult:
    """Add the games of a PDN file, or a game that was saved as JSON."""
    result = ImportResult()
    return import_games(archive, _read(path, result), into, on_step, result)


def _read(path: Path, result: ImportResult) -> Iterator[Game]:
    if path.suffix.lower() == ".json":
        yield from load_games(path)
        return

    def tell(problem: PdnProblem) -> None:
        result.tell(str(problem))

    try:
        yield from read_games(path, on_problem=tell)
    except OSError as error:
        raise KingMeError(f"{path} cannot be read: {error.strerror or error}") from None
