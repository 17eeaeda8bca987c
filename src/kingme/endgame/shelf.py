"""Tables in memory, one byte for each position, while others are built from them or checked against them.

Tables of up to five pieces stay, in one array. Those of six come and go: what a pair needs is brought back from its
file, and what has not been used for longest is dropped first when memory runs short.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from kingme.endgame.index import MATERIALS
from kingme.endgame.pack import section_name, unpack_plies, unpack_wdl
from kingme.endgame.pairwork import complete, work_memory
from kingme.endgame.places import Kind
from kingme.endgame.slices import DISTANCE_PIECES, FEWEST_PIECES, Pair, Slice, pairs, slices
from kingme.endgame.successors import Low
from kingme.endgame.table_file import TableError, TableFile
from kingme.endgame.team import Team
from kingme.endgame.values import DRAWN

GIB = 1 << 30
_FIXED = 200 << 20  # the interpreter, compiled code, small buffers

Source = Callable[[Slice, Kind], TableFile]
"""Where a slice can be read from."""


class Shelf:
    """Room for all tables up to so many pieces, of which `memory` bytes are in use at most."""

    def __init__(self, pieces: int, team: Team, memory: int) -> None:
        self.team = team
        self.memory = memory
        offsets, length = np.full(MATERIALS, -1, np.int64), 0
        for each in (each for size in range(FEWEST_PIECES, min(pieces, DISTANCE_PIECES) + 1) for each in slices(size)):
            offsets[each.code] = length
            length += each.size
        need = max(_FIXED + length + self._need(pair) for pair in pairs(pieces))
        if need > memory:
            limit = f"{memory / GIB:.2g} GiB"
            raise TableError(f"{pieces} pieces need {need / GIB:.2g} GiB of memory, the limit is {limit}: raise it")
        self.low = Low(np.empty(max(length, 1), np.uint8), offsets)
        self._large: dict[Slice, np.ndarray] = {}  # the one used last stands last

    def _need(self, pair: Pair) -> int:
        """Bytes that work on a pair takes beyond the tables of up to five pieces."""
        tables = sum(each.size for each in {*pair.slices, *pair.needs} if each.pieces > DISTANCE_PIECES)
        return tables + pair.size + work_memory(pair, self.team.threads)  # the pair's size again: what is packed

    def table(self, each: Slice) -> np.ndarray:
        """The table of a slice that is on the shelf."""
        if each.pieces > DISTANCE_PIECES:
            self._large[each] = self._large.pop(each)
            return self._large[each]
        begin = int(self.low.offsets[each.code])
        return self.low.values[begin : begin + each.size]

    def make_room(self, pair: Pair, source: Source) -> dict[Slice, np.ndarray]:
        """Tables for work on a pair: new ones for itself, those it needs brought back from files if they are gone."""
        needed = sorted(pair.needs)
        if pair.first.pieces > DISTANCE_PIECES:
            spare = self.memory - _FIXED - self.low.values.size - self._need(pair)
            for each in [each for each in self._large if each not in needed]:
                if sum(table.size for other, table in self._large.items() if other not in needed) > spare:
                    del self._large[each]
            for each in needed:
                if each not in self._large:
                    self.restore([each], source, distances=False)
            for each in pair.slices:
                self._large[each] = np.empty(each.size, np.uint8)
        return {each: self.table(each) for each in (*pair.slices, *needed)}

    def restore(self, wanted: Sequence[Slice], source: Source, *, distances: bool) -> None:
        """Fill tables from a file; with distances, those of a whole pair."""
        needed = {each.promoted for each in wanted if each.promoted is not None} if distances else set()
        for each in wanted:
            if each.pieces > DISTANCE_PIECES and each not in self._large:
                self._large[each] = np.empty(each.size, np.uint8)
        tables = {each: self.table(each) for each in (*wanted, *needed)}
        for each in wanted:
            unpack(self.team, each, source, tables[each], distances=distances)
        complete(self.team, wanted, tables, self.low, distances=distances)


def drop_distances(table: np.ndarray) -> None:
    """Reduce values to won, drawn and lost."""
    step = 1 << 22
    for begin in range(0, table.size, step):
        part = table[begin : begin + step]
        part[:] = np.where(part == DRAWN, DRAWN, part & 1)


def unpack(team: Team, each: Slice, source: Source, table: np.ndarray, *, distances: bool) -> None:
    """Fill a table with what a file says of it; captures, and distances of wins, are still to be computed."""
    file = source(each, Kind.WDL)
    constant = file.contents["slices"][each.name].get("constant")
    section = None if constant is not None else file.section(section_name(each, Kind.WDL))
    team.run(unpack_wdl(each, section, constant, table))
    if distances:
        file, name = source(each, Kind.PLIES), section_name(each, Kind.PLIES)
        if name in file.contents["sections"]:
            team.run(unpack_plies(file.section(name), table))
