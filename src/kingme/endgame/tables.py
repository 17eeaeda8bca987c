"""The tables at hand, opened: arrays for compiled probes, and the distance of a position for Python.

    >>> from kingme.endgame.tables import load
    >>> tables = load()  # what is at hand; files are opened and checked once
    >>> tables.pieces >= 5  # 5 as shipped, 6 where the user has built them
    True

From Python or from a kernel: `probe_wdl(own, opp, kings, turn, tables.arrays, moves, base)`.
"""

from __future__ import annotations

import time
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import numpy as np

from kingme.core.moves import MAX_MOVES, apply, can_jump, generate
from kingme.core.rotation import turned
from kingme.endgame.index import MATERIALS, MOST_PIECES, index_of
from kingme.endgame.lookup import MISSING, UNKNOWN, VARIED, TableArrays, probe_wdl
from kingme.endgame.lookup import SCRATCH_MOVES as SCRATCH_MOVES
from kingme.endgame.named import open_table
from kingme.endgame.pack import PLIES_BLOCK, plies_block, section_name, wdl_layout
from kingme.endgame.places import Kind, find_file, user_folder
from kingme.endgame.slices import DISTANCE_PIECES, FEWEST_PIECES, Slice, slices
from kingme.endgame.table_file import TableFile

LARGE_PIECES = 6  # tables of so many pieces are used where they lie, smaller ones are copied together
_CACHED_BLOCKS = 64  # blocks of distances kept unpacked, 32 KB each
_CACHED_DISTANCES = 1 << 12  # an endgame of one game needs some hundreds

_LOOK_EVERY = 1.0  # seconds

_OUTCOMES = (-1, 1, 0)  # of the values lost, won, drawn


class Tables:
    """Tables in these files, by number of pieces."""

    def __init__(self, wdl: dict[int, TableFile], plies: dict[int, TableFile]) -> None:
        self.pieces = max(wdl, default=0)
        self.distance_pieces = min(max(plies, default=0), self.pieces)
        self._plies = plies
        self.arrays = _arrays(wdl)
        self._block = lru_cache(_CACHED_BLOCKS)(self._read_block)
        self._distance = lru_cache(_CACHED_DISTANCES)(self._find_distance)

    def outcome(self, own: int, opp: int, kings: int, turn: int) -> int | None:
        """1 if the side to move wins, 0 if it draws, -1 if it loses; None if no table has the position."""
        if not own or not opp:  # the game is over, or will be after any move
            return 1 if own else -1
        found = probe_wdl(own, opp, kings, turn, self.arrays, np.empty(SCRATCH_MOVES, np.int64), 0)
        return None if found == UNKNOWN else int(found)

    def plies(self, own: int, opp: int, kings: int, turn: int) -> int | None:
        """Plies to the end of the game; None for a draw, and where no table knows."""
        if not own or not opp:
            return 1 if own else 0
        if turn:
            own, opp, kings = (int(turned(mask)) for mask in (own, opp, kings))
        return self._distance(own, opp, kings)

    def _find_distance(self, own: int, opp: int, kings: int) -> int | None:
        """Plies to the end, seen by the side to move: stored, or computed from where its moves lead.

        A capture can lead from a position without a stored distance to one that has it.
        """
        outcome = self.outcome(own, opp, kings, 0)
        jumping = bool(can_jump(own, opp, kings, 0))
        if not outcome or not (jumping or (own | opp).bit_count() <= self.distance_pieces):
            return None
        if outcome == -1 and not jumping:
            return self._stored(own, opp, kings)
        buffer = np.empty(MAX_MOVES, np.int64)
        after = []
        for code in set(buffer[: generate(own, opp, kings, 0, buffer, 0)].tolist()):
            next_own, next_opp, next_kings = (int(turned(mask)) for mask in apply(own, opp, kings, 0, code))
            if next_own == 0:
                return 1
            if outcome == -1 or self.outcome(next_own, next_opp, next_kings, 0) == -1:
                after.append(self._distance(next_own, next_opp, next_kings))
        known = [plies for plies in after if plies is not None]
        if len(known) < len(after):
            return None
        return 1 + (min(known) if outcome == 1 else max(known))

    def _stored(self, own: int, opp: int, kings: int) -> int:
        men = [(side & ~kings).bit_count() for side in (own, opp)]
        crowned = [(side & kings).bit_count() for side in (own, opp)]
        each = Slice(men[0], crowned[0], men[1], crowned[1])
        block, place = divmod(int(index_of(own, opp, kings)), PLIES_BLOCK)
        return 2 * int(self._block(each, block)[place])

    def _read_block(self, each: Slice, block: int) -> np.ndarray:
        file = self._plies[each.pieces]
        begin, end = file.place(section_name(each, Kind.PLIES))
        return plies_block(file.data[begin:end], block, each.size)


def _arrays(files: dict[int, TableFile]) -> TableArrays:
    """Lay out the directory of all tables; see `kingme.endgame.lookup`."""
    entries = np.full(MATERIALS, MISSING, np.int64)
    records: list[np.ndarray] = []
    small, length, end = [], 0, MATERIALS
    for pieces, file in files.items():
        shared = pieces >= LARGE_PIECES
        base = 0 if shared else length
        if not shared:
            small.append(file.data)
            length += file.data.size
        for each in slices(pieces):
            entries[each.code] = end
            constant = file.contents["slices"][each.name].get("constant")
            if constant is not None:
                record = np.array([_OUTCOMES[constant]], np.int64)
            else:
                begin, stop = file.place(section_name(each, Kind.WDL))
                layout = wdl_layout(each, file.data[begin:stop])
                index, tokens = base + begin + layout.starts, base + begin + layout.tokens
                record = np.concatenate([[VARIED, shared, index, tokens], layout.words])
            records.append(record)
            end += record.size
    large = [file.data for pieces, file in files.items() if pieces >= LARGE_PIECES]
    empty = np.zeros(1, np.uint8)
    mapped = large[0] if large else empty
    return TableArrays(np.concatenate([entries, *records]), np.concatenate([*small, empty]), mapped)


class _Opened(NamedTuple):
    """Tables of a folder, the state of their files, and when that was last looked at."""

    tables: Tables
    stamps: list[tuple[Path, int, int]]
    looked: float


_lock = Lock()
_opened: dict[Path, _Opened] = {}


def load(folder: Path | None = None) -> Tables:
    """The tables at hand: those in `folder` (the user's, unless told otherwise) and those shipped.

    Files stay open; a look at them now and then notices when they have changed, and opens them again. One that is
    damaged, wrong or not what its name says raises `TableError`, which names it.
    """
    folder = folder or user_folder()
    with _lock:
        known, now = _opened.get(folder), time.monotonic()
        if known is not None and now - known.looked < _LOOK_EVERY:
            return known.tables
        wdl = _without_gap(Kind.WDL, MOST_PIECES, folder)
        plies = _without_gap(Kind.PLIES, DISTANCE_PIECES, folder)
        stamps = [(path, path.stat().st_mtime_ns, path.stat().st_size) for path in (*wdl.values(), *plies.values())]
        if known is not None and known.stamps == stamps:
            tables = known.tables
        else:
            tables = Tables(_open(wdl, Kind.WDL), _open(plies, Kind.PLIES))
        _opened[folder] = _Opened(tables, stamps, now)
        return tables


def _open(paths: dict[int, Path], kind: Kind) -> dict[int, TableFile]:
    return {pieces: open_table(path, pieces, kind) for pieces, path in paths.items()}


def _without_gap(kind: Kind, most: int, folder: Path) -> dict[int, Path]:
    """Files of a kind from two pieces up to the last before one is missing: larger tables need the smaller ones."""
    found = {}
    for pieces in range(FEWEST_PIECES, most + 1):
        path = find_file(pieces, kind, folder)
        if path is None:
            break
        found[pieces] = path
    return found
