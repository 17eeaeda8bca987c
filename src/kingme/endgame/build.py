"""Building tables: from nothing, or on from where it was stopped.

Pairs of slices are solved in order of dependency. Each finished pair goes into a part file at once; what a build that
was killed had finished is read back and not computed again. When all pairs of a size are there, their parts become
draft files, which are checked: every position of up to five pieces against its successors, a large sample beyond. Only
then do they get the names that probes know, and the parts are removed. What is wrong is deleted with its parts, and
older files stay.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from kingme.endgame.drafts import Drafts, remove_parts
from kingme.endgame.index import MOST_PIECES
from kingme.endgame.named import find_table
from kingme.endgame.pack import pack
from kingme.endgame.pairwork import solve_pair
from kingme.endgame.places import Kind, user_folder
from kingme.endgame.shelf import GIB, Shelf, Source, drop_distances
from kingme.endgame.slices import DISTANCE_PIECES, FEWEST_PIECES, Pair, Slice, pairs, slices
from kingme.endgame.table_file import TableError, TableFile, write_file
from kingme.endgame.tables import Tables
from kingme.endgame.team import Team
from kingme.endgame.verify import Fault, Verifier, verify_sample

DEFAULT_MEMORY = 8 * GIB
DEFAULT_THREADS = 2
SAMPLE = 10_000_000  # positions that are checked of tables too large to check them all

_PART = "solved pair"  # the kind of a part; those of kind "part" are of versions that went wrong with one thread

_DISK = {2: 1, 3: 1, 4: 4, 5: 60, 6: 250}  # megabytes that building a size may take, parts and files together


class BuildProgress(NamedTuple):
    """How far a build is."""

    doing: str  # "Building" or "Checking"
    pieces: int
    slice: str  # the pair that is being solved or checked
    done: int  # positions solved and positions checked, those of an earlier run included
    total: int
    rate: float  # positions a second in this run
    left: float | None  # seconds


Report = Callable[[BuildProgress], None]


class Build:
    """A build of all tables up to so many pieces that are not there yet; `again` makes every one anew."""

    def __init__(
        self,
        pieces: int,
        folder: Path | None = None,
        *,
        threads: int = DEFAULT_THREADS,
        memory: int = DEFAULT_MEMORY,
        again: bool = False,
        report: Report | None = None,
    ) -> None:
        if not FEWEST_PIECES <= pieces <= MOST_PIECES:
            raise TableError(f"tables have {FEWEST_PIECES} to {MOST_PIECES} pieces, not {pieces}")
        self.folder = folder or user_folder()
        self.sizes = [size for size in range(FEWEST_PIECES, pieces + 1) if again or not self._is_there(size)]
        self.total = sum(_positions(size) + _checks(size) for size in self.sizes)
        self.done = self._done_now = 0
        self.notes: list[str] = []
        """What is to be said of files that were written, in sentences."""
        self._again = again
        self._report = report or (lambda progress: None)
        self._team = Team(threads)
        self._pieces = pieces
        self._memory = memory

    def _is_there(self, size: int) -> bool:
        """Whether the files of a size are there and right; what is damaged or wrong is built again."""
        try:
            return all(find_table(size, kind, self.folder) for kind in _kinds(size))
        except TableError:
            return False

    def run(self) -> list[Path]:
        """Build; return the files that were written."""
        if not self.sizes:
            return []
        self._check_disk()
        self._shelf = Shelf(self._pieces, self._team, self._memory)
        self._started = time.perf_counter()
        self._ready: set[int] = set()  # sizes whose tables are on the shelf
        return [path for size in self.sizes for path in self._build_size(size)]

    def _check_disk(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        need = sum(_DISK[size] for size in self.sizes) << 20
        free = shutil.disk_usage(self.folder).free
        if free < need:
            raise TableError(f"{self.folder} has {free >> 20:,} MB free, building takes up to {need >> 20:,} MB")

    def _build_size(self, size: int) -> Iterator[Path]:
        distances = size <= DISTANCE_PIECES
        self._prepare(size - 1, distances)
        parts: dict[Slice, TableFile] = {}

        def source(each: Slice, kind: Kind) -> TableFile:
            return parts[each]

        for pair in pairs(size):
            part = self._open_part(pair)
            if part is None:
                part = self._solve(pair, source, distances)
                parts.update(dict.fromkeys(pair.slices, part))
            else:
                self.done += pair.size
                parts.update(dict.fromkeys(pair.slices, part))
                if distances:
                    self._shelf.restore(pair.slices, source, distances=True)
        drafts = Drafts(self.folder, size, parts, _kinds(size))
        try:
            self._check(size, drafts)
            self.notes += drafts.compare()
        except TableError as error:
            remove_parts(self.folder, size)
            rest = "new files were deleted and older ones stay: build again, and report it if this happens twice"
            raise TableError(f"{error}; {rest}") from None
        self._ready.add(size)
        yield from drafts.publish()
        remove_parts(self.folder, size)

    def _check(self, size: int, drafts: Drafts) -> None:
        """Compare new tables with themselves, as they are in their files."""

        def checked(name: str, positions: int) -> None:
            self._count(positions)
            self._tell("Checking", size, name)

        faults: list[Fault]
        if size <= DISTANCE_PIECES:
            ready = range(FEWEST_PIECES, size)
            verifier = Verifier(size, self._shelf, lambda each, kind: drafts.files[kind], distances=True, ready=ready)
            faults = verifier.run(report=checked)
        else:
            smaller = {lower: self._finished(lower)[Kind.WDL] for lower in range(FEWEST_PIECES, size)}
            tables = Tables({**smaller, size: drafts.files[Kind.WDL]}, {})
            checked("sample", 0)
            faults = verify_sample(
                self._team, tables, size, SAMPLE, report=lambda positions: checked("sample", positions)
            )
        if faults:
            raise TableError(f"the new tables of {size} pieces are wrong, first in {faults[0]}")

    def _prepare(self, size: int, distances: bool) -> None:
        """Have all tables of up to so many pieces on the shelf, with distances or without."""
        for lower in range(FEWEST_PIECES, size + 1):
            if lower not in self._ready:
                self._restore(lower, distances)
        if not distances:
            drop_distances(self._shelf.low.values)

    def _restore(self, size: int, distances: bool) -> None:
        files = self._finished(size)
        for pair in pairs(size):
            self._tell("Building", size, pair.first.name)
            self._shelf.restore(pair.slices, lambda each, kind: files[kind], distances=distances)
        self._ready.add(size)

    def _finished(self, size: int) -> dict[Kind, TableFile]:
        """The files of a size that is there already."""
        opened = {kind: find_table(size, kind, self.folder) for kind in _kinds(size)}
        return {kind: file for kind, file in opened.items() if file is not None}

    def _part_path(self, pair: Pair) -> Path:
        return self.folder / "parts" / f"pieces{pair.first.pieces}-{pair.first.name}.part"

    def _open_part(self, pair: Pair) -> TableFile | None:
        """What an earlier run has left of a pair; one that is damaged or another's is as good as none."""
        try:
            part = None if self._again else TableFile(self._part_path(pair))
        except TableError:
            return None
        if part is None or part.contents.get("kind") != _PART:
            return None
        return part if set(part.contents["slices"]) == {each.name for each in pair.slices} else None

    def _solve(self, pair: Pair, source: Source, distances: bool) -> TableFile:
        size, name = pair.first.pieces, pair.first.name
        self._tell("Building", size, name)
        before = self.done

        def solved(positions: int) -> None:
            self._count(min(positions, before + pair.size - self.done))
            self._tell("Building", size, name)

        tables = self._shelf.make_room(pair, source)
        solve_pair(self._team, pair, tables, self._shelf.low, distances=distances, on_solved=solved)
        if not distances:
            for each in pair.slices:
                drop_distances(tables[each])
        self._count(before + pair.size - self.done)
        packed = pack(self._team, {each: tables[each] for each in pair.slices}, distances=distances)
        entries = {each.name: packed[each].entry for each in pair.slices}
        sections = {name: data for each in pair.slices for name, data in packed[each].sections.items()}
        path = self._part_path(pair)
        write_file(path, {"kind": _PART, "pieces": size, "slices": entries}, sections)
        return TableFile(path, check=False)

    def _count(self, positions: int) -> None:
        self.done += positions
        self._done_now += positions

    def _tell(self, doing: str, size: int, name: str) -> None:
        rate = self._done_now / max(time.perf_counter() - self._started, 1e-9)
        left = (self.total - self.done) / rate if self._done_now else None
        self._report(BuildProgress(doing, size, name, self.done, self.total, rate, left))


def _kinds(size: int) -> list[Kind]:
    """What files there are of a size."""
    return [Kind.WDL, Kind.PLIES] if size <= DISTANCE_PIECES else [Kind.WDL]


def _positions(size: int) -> int:
    return sum(each.size for each in slices(size))


def _checks(size: int) -> int:
    """How many positions of new tables are checked."""
    return _positions(size) if size <= DISTANCE_PIECES else SAMPLE
