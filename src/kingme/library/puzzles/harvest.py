"""Finding many puzzles: games from several sources, several processes, and a journal to resume from.

The journal lists what each game gave, and then its name. A run that was stopped reads it and does the rest.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.games.registry import DEFAULT
from kingme.library.puzzles.finder import Finder, positions_of, self_play
from kingme.library.puzzles.puzzle import Puzzle

DONE = "# done "
WAITING = 4  # games handed out for each process


@dataclass(frozen=True, slots=True)
class Source:
    """A game to look through: its positions, or a game between levels that is still to be played."""

    name: str
    boards: tuple[Board, ...] = ()
    number: int = 0
    seed: int = 0

    def positions(self) -> Sequence[Board]:
        return self.boards or self_play(self.number, self.seed)


@dataclass(frozen=True, slots=True)
class Found:
    done: int
    puzzles: int


def self_played(games: int, seed: int) -> Iterator[Source]:
    return (Source(f"levels {seed} {number}", number=number, seed=seed) for number in range(games))


def from_pdn(path: Path) -> Iterator[Source]:
    """The games of a file; those that cannot be read are left out, which the log says."""
    from kingme.files.pdn import read_games

    if not path.is_file():
        raise KingMeError(f"there is no file {path}")
    for number, game in enumerate(read_games(path), start=1):
        yield Source(f"{path.name} {number}", tuple(positions_of(game)))


def from_store(place: str) -> Iterator[Source]:
    """The games of all runs in a store of the arena."""
    from kingme.arena.store import Store

    with Store(place) as store:
        for info in store.runs():
            for played in store.games(info.id):
                game = played.game(info.plan.conditions.rules)
                yield Source(f"{info.name} {played.record.number}", tuple(positions_of(game)))


def from_library(collection: str | None, place: str | None = None) -> Iterator[Source]:
    """The English games of a collection of the library, or of the whole library."""
    from kingme.library.archive.archive import Archive, archive_place

    where = place or archive_place()
    if "://" not in where and not Path(where).expanduser().is_file():
        raise KingMeError("the library has no games yet: kingme library import FILE adds some")
    with Archive(where) as archive:
        for number in archive.game_numbers(collection):
            game = archive.game(number)
            if game.board.game.name == DEFAULT:
                yield Source(f"library {number}", tuple(positions_of(game)))


def harvest(
    sources: Iterator[Source], journal: Path, *, processes: int, report: Callable[[Found], None]
) -> list[Puzzle]:
    """Look through all games; puzzles are kept in the journal as they are found."""
    found, done = read_journal(journal)
    report(Found(len(done), len(found)))
    rest = (source for source in sources if source.name not in done)
    count = len(done)
    with journal.open("a", encoding="utf-8") as file:
        for name, rows in _work(rest, processes):
            file.write("".join(f"{row}\n" for row in rows) + f"{DONE}{name}\n")
            file.flush()
            found += [Puzzle.parse(row) for row in rows]
            count += 1
            report(Found(count, len(found)))
    return found


def read_journal(path: Path) -> tuple[list[Puzzle], set[str]]:
    """The puzzles that are complete in a journal, and the names of the games that are done."""
    found: list[Puzzle] = []
    done: set[str] = set()
    waiting: list[str] = []
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith(DONE):
                name = line.removeprefix(DONE)
                found += [Puzzle.parse(row) for row in waiting if name not in done]
                done.add(name)
                waiting = []
            elif line.count("\t") == 6:  # a line that was cut off belongs to a game that is not done
                waiting.append(line)
    return found, done


_finder: Finder | None = None


def _look(source: Source) -> tuple[str, list[str]]:
    global _finder
    _finder = _finder or Finder()
    return source.name, [puzzle.text() for puzzle in _finder.in_game(source.positions())]


def _work(sources: Iterator[Source], processes: int) -> Iterator[tuple[str, list[str]]]:
    if processes == 1:
        yield from map(_look, sources)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context) as pool:
        running: set[Future[tuple[str, list[str]]]] = set()
        try:
            while True:
                room = WAITING * processes - len(running)
                running |= {pool.submit(_look, source) for source in islice(sources, room)}
                if not running:
                    return
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
