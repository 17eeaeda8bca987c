"""Checking tables: every position must have the value that its successors give it.

A `Verifier` unpacks whole tables and compares every position; `verify_sample` takes positions at random and asks for
them and their successors in the way a search does. Both see the files as they are used, and every build ends with them.

What this proves: a loss has only moves to won positions, a win has a move to a lost one, and with distances each is
one ply longer than the best of its successors, so that no win can rest on another in a circle. Without distances (six
pieces) such a circle is not excluded by this check; it is by the method, which decides a position only once its
successors are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kingme.board import Board
from kingme.core.jit import kernel
from kingme.core.moves import MAX_MOVES, apply, generate
from kingme.core.rotation import turned
from kingme.endgame.index import position_at
from kingme.endgame.lookup import SCRATCH_MOVES, UNKNOWN, _probe
from kingme.endgame.named import find_table
from kingme.endgame.pairwork import check_pair
from kingme.endgame.places import Kind
from kingme.endgame.shelf import GIB, Shelf, Source
from kingme.endgame.slices import DISTANCE_PIECES, FEWEST_PIECES, Slice, pairs, slices
from kingme.endgame.table_file import TableError, TableFile
from kingme.endgame.tables import Tables
from kingme.endgame.team import Team

FOR_MAKERS = True  # compiled when it is first used, or by `kingme warmup --all`

DEFAULT_MEMORY = 8 * GIB
_SAMPLE = 100_000  # positions of a sample that are checked in one go

Report = Callable[[str, int], None]
"""Called with the name of each slice that is unpacked or checked, and with how many positions were checked."""


class Fault(NamedTuple):
    """A position whose value does not follow from its successors."""

    slice: Slice
    number: int

    @property
    def board(self) -> Board:
        own, opp, kings = (int(mask) for mask in position_at(self.number, *self.slice))
        return Board(own, opp, kings)

    def __str__(self) -> str:
        return f"{self.slice.name}, position {self.number}: {self.board.fen()}"


class Verifier:
    """Checks the tables of so many pieces in files against themselves and against smaller ones; see the module.

    `ready` are the numbers of pieces whose tables are on the shelf already.
    """

    def __init__(
        self, pieces: int, shelf: Shelf, source: Source, *, distances: bool, ready: Iterable[int] = ()
    ) -> None:
        self.pieces, self.distances = pieces, distances
        self._shelf, self._source, self._ready = shelf, source, set(ready)

    @classmethod
    def of_files(
        cls, pieces: int, folder: Path | None = None, *, threads: int = 2, memory: int = DEFAULT_MEMORY
    ) -> Verifier:
        """For the tables at hand, with their distances where they are there for all sizes."""
        sizes = range(FEWEST_PIECES, pieces + 1)
        opened: dict[tuple[int, Kind], TableFile | None] = {}
        for size in sizes:
            opened[size, Kind.WDL] = find_table(size, Kind.WDL, folder)
            if opened[size, Kind.WDL] is None:
                raise TableError(f"there are no tables of {size} pieces: `kingme tablebase build --pieces {pieces}`")
            if pieces <= DISTANCE_PIECES:
                opened[size, Kind.PLIES] = find_table(size, Kind.PLIES, folder)
        found = {key: file for key, file in opened.items() if file is not None}
        distances = all((size, Kind.PLIES) in found for size in sizes)
        shelf = Shelf(pieces, Team(threads), memory)
        return cls(pieces, shelf, lambda each, kind: found[each.pieces, kind], distances=distances)

    def _lay_out(self, report: Report) -> None:
        """Unpack all tables of up to five pieces that are needed and not there yet."""
        for size in range(FEWEST_PIECES, min(self.pieces, DISTANCE_PIECES) + 1):
            if size not in self._ready:
                for pair in pairs(size):
                    report(pair.first.name, 0)
                    self._shelf.restore(pair.slices, self._source, distances=self.distances)
                self._ready.add(size)

    def run(self, only: Slice | None = None, report: Report = lambda name, positions: None) -> list[Fault]:
        """Check one slice with its opposite, or all of this many pieces; the first fault of each slice."""
        chosen = [pair for pair in pairs(self.pieces) if only is None or only in pair.slices]
        self._lay_out(report)
        faults = []
        for pair in chosen:
            if self.pieces <= DISTANCE_PIECES:
                tables = {each: self._shelf.table(each) for each in (*pair.slices, *pair.needs)}
            else:
                tables = self._shelf.make_room(pair, self._source)
                self._shelf.restore(pair.slices, self._source, distances=False)
            wrong = check_pair(self._shelf.team, pair, tables, self._shelf.low, distances=self.distances)
            faults += [Fault(each, number) for each, number in wrong.items()]
            report(pair.first.name, pair.size)
        return faults


@kernel("i8(i8[::1], Slice, TableArrays, i8[::1])")
def first_fault(numbers, material, tables, moves):
    """The place in `numbers` of the first position whose outcome is not what its successors make it, or -1.

    Every outcome is probed; `moves` has room for the moves of a position and for what a probe needs.
    """
    om, ok, pm, pk = material
    for place in range(numbers.size):
        own, opp, kings = position_at(numbers[place], om, ok, pm, pk)
        count = generate(own, opp, kings, 0, moves, 0)
        best = -1
        for move in range(count):
            next_own, next_opp, next_kings = apply(own, opp, kings, 0, moves[move])
            value = -1
            if next_own:
                value = _probe(turned(next_own), turned(next_opp), turned(next_kings), tables, moves, count)
            if value == UNKNOWN:
                return place
            best = max(best, -value)
        if _probe(own, opp, kings, tables, moves, count) != best:
            return place
    return -1


def verify_sample(
    team: Team, tables: Tables, pieces: int, count: int, *, seed: int = 0,
    report: Callable[[int], None] = lambda checked: None,
) -> list[Fault]:  # fmt: skip
    """Check the outcome of so many random positions, drawn evenly from all of this many pieces."""
    if tables.pieces < pieces:
        raise TableError(f"there are no tables of {pieces} pieces: `kingme tablebase build --pieces {pieces}`")
    listed = list(slices(pieces))
    random = np.random.default_rng(seed)
    weights = np.array([each.size for each in listed], float)
    shares = random.multinomial(count, weights / weights.sum())

    def job(each: Slice, numbers: np.ndarray, _: int) -> Fault | int:
        moves = np.empty(MAX_MOVES + SCRATCH_MOVES, np.int64)
        found = first_fault(numbers, each, tables.arrays, moves)
        return int(numbers.size) if found < 0 else Fault(each, int(numbers[found]))

    jobs = []
    for each, share in zip(listed, shares, strict=True):
        numbers = random.integers(each.size, size=share)
        jobs += [
            lambda thread, each=each, part=numbers[begin : begin + _SAMPLE]: job(each, part, thread)
            for begin in range(0, share, _SAMPLE)
        ]
    results = team.run(jobs, lambda result: report(result) if isinstance(result, int) else None)
    return [result for result in results if isinstance(result, Fault)]
