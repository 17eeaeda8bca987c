"""Verifying puzzles: everything that a row claims is worked out again.

Moves are legal, every move that is asked for is the only one (unless it is the only legal one), themes are those of
the line, and no position comes twice.
"""

from __future__ import annotations

import multiprocessing
import random
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from typing import NamedTuple

from kingme.errors import KingMeError
from kingme.library.puzzles.only_move import OnlyMoves
from kingme.library.puzzles.puzzle import Puzzle, puzzle_id
from kingme.library.puzzles.themes import find_themes


class Flaw(NamedTuple):
    """What is wrong with a puzzle."""

    puzzle: str
    problem: str

    def __str__(self) -> str:
        return f"{self.puzzle}: {self.problem}"


def check_row(row: str, judge: OnlyMoves) -> list[Flaw]:
    """What is wrong with one row."""
    name = row.split("\t", 1)[0][:20]
    try:
        puzzle = Puzzle.parse(row)
    except KingMeError as error:
        return [Flaw(name, str(error))]
    return [Flaw(name, problem) for problem in _problems(puzzle, name, judge)]


def _problems(puzzle: Puzzle, name: str, judge: OnlyMoves) -> Iterator[str]:
    if puzzle.id != name:
        yield f"its position is that of {puzzle.id}"
    if len(puzzle.line) % 2 == 0:
        yield "the line must begin and end with the solver's moves"
    if puzzle.themes != find_themes(puzzle.start, puzzle.line, puzzle.after, puzzle.goal):
        yield "its themes are not those of its line"
    for number, (board, move) in enumerate(puzzle.decisions()):
        codes = {each.code for each in board.legal_moves()}
        if len(codes) == 1 and number:
            continue
        found = judge.find(board)
        if found is None or found.move.code != move.code or found.goal is not puzzle.goal:
            yield f"{move} is not the only move for a {puzzle.goal} in {board.fen()}"
        elif number == 0 and found.proof is not puzzle.proof:
            yield f"it is known by {found.proof}, not by {puzzle.proof}"


def draw(rows: list[str], sample: int, seed: int) -> list[str]:
    """A random sample of rows, or all of them for 0."""
    return random.Random(seed).sample(rows, sample) if 0 < sample < len(rows) else rows


def part_of(rows: list[str], part: str) -> list[str]:
    """One of several parts of equal size, as `2/5` says; together they are all rows.

    >>> part_of(["a", "b", "c", "d"], "1/3")
    ['a', 'd']
    """
    found = re.fullmatch(r"(\d{1,4})/(\d{1,4})", part)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise KingMeError(f"a part is its number and how many there are, as in 2/5, not {part[:20]!r}")
    return rows[int(found[1]) - 1 :: int(found[2])]


_judge: OnlyMoves | None = None


def _check(row: str) -> list[Flaw]:
    global _judge
    _judge = _judge or OnlyMoves()
    return check_row(row, _judge)


def check_rows(rows: list[str], processes: int = 1) -> Iterator[list[Flaw]]:
    """What is wrong with each row, in their order."""
    if processes == 1:
        yield from map(_check, rows)
        return
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(_check, rows, chunksize=8)


def find_repeats(rows: Iterable[str]) -> list[Flaw]:
    """Puzzles whose position, colours exchanged or not, comes twice, or is a step on the line of another."""
    starts: dict[str, int] = {}
    steps: dict[str, str] = {}
    for row in rows:
        with suppress(KingMeError):  # told by `check_row`
            puzzle = Puzzle.parse(row)
            starts[puzzle.id] = starts.get(puzzle.id, 0) + 1
            for board in puzzle.boards()[2::2]:
                steps.setdefault(puzzle_id(board), puzzle.id)
    faults = [Flaw(name, f"it comes {count} times") for name, count in starts.items() if count > 1]
    return faults + [Flaw(name, f"it is a step of {steps[name]}") for name in starts if steps.get(name, name) != name]
