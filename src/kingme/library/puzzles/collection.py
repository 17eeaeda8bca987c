"""A collection of puzzles in a file: reading it, writing it, and choosing what goes in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from kingme.errors import KingMeError
from kingme.files.atomic import atomic_write
from kingme.library.puzzles.puzzle import Puzzle, puzzle_id

SHIPPED = Path(__file__).parent / "data" / "puzzles.tsv"
HEADER = "# id\tgoal\tproof\trating\tthemes\tposition\tmoves"
BAND = 100  # points of rating that make a group


def read_rows(path: Path) -> Iterator[tuple[int, str]]:
    """The rows of a file with their line numbers, without comments."""
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip() and not line.startswith("#"):
                    yield number, line.rstrip("\n")
    except OSError as error:
        raise KingMeError(f"the puzzles cannot be read: {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise KingMeError(f"{path} is not a file of puzzles: it is not text") from None


def read_puzzles(path: Path = SHIPPED) -> Iterator[Puzzle]:
    for number, line in read_rows(path):
        try:
            yield Puzzle.parse(line)
        except KingMeError as error:
            raise KingMeError(f"{path.name}, line {number}: {error}") from None


def write_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write a collection in the order of its ratings, whole or not at all."""
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.id))
    with atomic_write(path) as file:
        file.write(HEADER + "\n")
        for puzzle in ordered:
            file.write(puzzle.text() + "\n")


def different(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Without repeated positions, colours exchanged or not, and without those that are a step of another's line."""
    unique = {puzzle.id: puzzle for puzzle in sorted(puzzles, key=lambda puzzle: len(puzzle.line))}
    steps = {step for name, puzzle in unique.items() for step in map(puzzle_id, puzzle.boards()[2::2]) if step != name}
    return [puzzle for name, puzzle in unique.items() if name not in steps]


def choose(puzzles: Iterable[Puzzle], most: int) -> list[Puzzle]:
    """At most so many, spread over themes and ratings: first one of each group, then a second, and so on."""
    groups: dict[tuple[str, int], list[Puzzle]] = defaultdict(list)
    for puzzle in sorted(puzzles, key=lambda puzzle: puzzle.id):
        groups[puzzle.themes[0], puzzle.rating // BAND].append(puzzle)
    chosen: list[Puzzle] = []
    depth = 0
    while len(chosen) < most and any(len(group) > depth for group in groups.values()):
        chosen += [group[depth] for group in groups.values() if len(group) > depth]
        depth += 1
    return chosen[:most]


@cache
def shipped_rows() -> dict[str, str]:
    """The puzzles that come with the package, by id, unread: read one with `Puzzle.parse`."""
    return {line.split("\t", 1)[0]: line for _, line in read_rows(SHIPPED)}
