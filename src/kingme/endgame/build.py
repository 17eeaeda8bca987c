"""Building tables: from nothing, or on from where it was stopped.

Pairs of slices are solved in order of dependency. Each finished pair goes into a part file at once; what a build that
was killed had finished is read back and not computed again. When all pairs of a size are there, their parts become the
files that probes use, and are removed.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from kingme.endgame.crew import Crew
from kingme.endgame.files import TableError, TableFile, write_file
from kingme.endgame.index import MOST_PIECES
from kingme.endgame.pack import pack
from kingme.endgame.pairwork import solve_pair
from kingme.endgame.places import Kind, file_name, find_file, user_folder
from kingme.endgame.shelf import GIB, Shelf, Source, drop_distances
from kingme.endgame.slices import DISTANCE_PIECES, FEWEST_PIECES, Pair, Slice, pairs, slices

DEFAULT_MEMORY = 8 * GIB
DEFAULT_THREADS = 2

_DISK = {2: 1, 3: 1, 4: 4, 5: 60, 6: 250}  # megabytes that building a size may take, parts and files together


class Progress(NamedTuple):
    """How far a build is."""

    pieces: int
    slice: str  # the pair that is being solved
    done: int  # positions, those of an earlier run included
    total: int
    rate: float  # positions a second in this run
    left: float | None  # seconds


Report = Callable[[Progress], None]


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
        self.total = sum(each.size for size in self.sizes for each in slices(size))
        self.done = self._solved = 0
        self._again = again
        self._report = report or (lambda progress: None)
        self._crew = Crew(threads)
        self._pieces = pieces
        self._memory = memory

    def _is_there(self, size: int) -> bool:
        """Whether the files of a size are there and whole; what is damaged is built again."""
        kinds = [Kind.WDL, Kind.PLIES] if size <= DISTANCE_PIECES else [Kind.WDL]
        found = [find_file(size, kind, self.folder) for kind in kinds]
        try:
            return all(path is not None and TableFile(path) for path in found)
        except TableError:
            return False

    def run(self) -> list[Path]:
        """Build; return the files that were written."""
        if not self.sizes:
            return []
        self._check_disk()
        self._shelf = Shelf(self._pieces, self._crew, self._memory)
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
        self._ready.add(size)
        for kind in (Kind.WDL, Kind.PLIES) if distances else (Kind.WDL,):
            yield _merge(self.folder / file_name(size, kind), size, kind, parts)
        for path in (self.folder / "parts").glob(f"*pieces{size}-*"):  # also what a killed run left half-written
            path.unlink(missing_ok=True)

    def _prepare(self, size: int, distances: bool) -> None:
        """Have all tables of up to so many pieces on the shelf, with distances or without."""
        for lower in range(FEWEST_PIECES, size + 1):
            if lower not in self._ready:
                source = self._finished(lower)
                for pair in pairs(lower):
                    self._tell(lower, pair)
                    self._shelf.restore(pair.slices, source, distances=distances)
                self._ready.add(lower)
        if not distances:
            drop_distances(self._shelf.low.values)

    def _finished(self, size: int) -> Source:
        """The files of a size that is there already."""
        found = {kind: find_file(size, kind, self.folder) for kind in Kind}
        opened = {kind: TableFile(path) for kind, path in found.items() if path is not None}
        return lambda each, kind: opened[kind]

    def _part_path(self, pair: Pair) -> Path:
        return self.folder / "parts" / f"pieces{pair.first.pieces}-{pair.first.name}.part"

    def _open_part(self, pair: Pair) -> TableFile | None:
        """What an earlier run has left of a pair; a damaged part is as good as none."""
        try:
            return None if self._again else TableFile(self._part_path(pair))
        except TableError:
            return None

    def _solve(self, pair: Pair, source: Source, distances: bool) -> TableFile:
        self._tell(pair.first.pieces, pair)

        before = self.done

        def solved(positions: int) -> None:
            self.done = min(self.done + positions, before + pair.size)
            self._solved += positions
            self._tell(pair.first.pieces, pair)

        tables = self._shelf.make_room(pair, source)
        solve_pair(self._crew, pair, tables, self._shelf.low, distances=distances, on_solved=solved)
        if not distances:
            for each in pair.slices:
                drop_distances(tables[each])
        self.done = before + pair.size
        packed = pack(self._crew, {each: tables[each] for each in pair.slices}, distances=distances)
        entries = {each.name: packed[each].entry for each in pair.slices}
        sections = {name: data for each in pair.slices for name, data in packed[each].sections.items()}
        path = self._part_path(pair)
        write_file(path, {"kind": "part", "pieces": pair.first.pieces, "slices": entries}, sections)
        return TableFile(path, check=False)

    def _tell(self, size: int, pair: Pair) -> None:
        rate = self._solved / max(time.perf_counter() - self._started, 1e-9)
        left = (self.total - self.done) / rate if self._solved else None
        self._report(Progress(size, pair.first.name, self.done, self.total, rate, left))


def _merge(path: Path, size: int, kind: Kind, parts: dict[Slice, TableFile]) -> Path:
    """Write the file of one kind for all slices of a size."""
    entries: dict[str, Any] = {}
    sections: dict[str, bytes] = {}
    for each in sorted(parts):
        entries[each.name] = parts[each].contents["slices"][each.name]
        name = f"{each.name}.{kind}"
        if name in parts[each].contents["sections"]:
            sections[name] = parts[each].section(name).tobytes()
    write_file(path, {"kind": kind.value, "pieces": size, "slices": entries}, sections)
    return path
