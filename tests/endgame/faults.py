"""Wrong tables for the tests: a value that does not follow from its successors, in files with right checksums."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from kingme.endgame.pack import pack
from kingme.endgame.places import SHIPPED, Kind
from kingme.endgame.shelf import GIB, Shelf
from kingme.endgame.slices import Slice, pairs, slices
from kingme.endgame.survey import new_tally, survey
from kingme.endgame.table_file import TableFile, write_file
from kingme.endgame.team import Team
from kingme.endgame.values import DRAWN

OUTCOMES = ("lost", "won", "drawn")


def flip(table: np.ndarray, each: Slice, was: str, becomes: str, place: float = 0.5) -> int:
    """Change the value of one position without captures; `place` says how far into the table, from 0 to 1."""
    codes = np.empty(each.size, np.uint8)
    survey(0, each.placements_of_men, each, table, codes, new_tally())
    found = np.flatnonzero(codes == OUTCOMES.index(was))
    number = int(found[int(place * (found.size - 1))])
    table[number] = {"lost": 2, "won": 1, "drawn": DRAWN}[becomes]
    return number


def write_wrong(folder: Path, name: str, was: str = "drawn", becomes: str = "won", place: float = 0.5) -> int:
    """Write the shipped tables of as many pieces as the slice has, with one wrong value in it; return its number."""
    wrong = Slice.parse(name)
    team = Team(2)
    shelf = Shelf(wrong.pieces, team, GIB)
    for size in range(2, wrong.pieces + 1):
        files = {kind: TableFile(SHIPPED / f"pieces{size}.{kind}") for kind in Kind}
        for pair in pairs(size):
            shelf.restore(pair.slices, lambda each, kind, files=files: files[kind], distances=True)
    number = flip(shelf.table(wrong), wrong, was, becomes, place)
    packed = pack(team, {each: shelf.table(each) for each in slices(wrong.pieces)}, distances=True)
    entries = {each.name: packed[each].entry for each in packed}
    for kind in Kind:
        sections = {key: data for each in packed.values() for key, data in each.sections.items() if key.endswith(kind)}
        contents = {"kind": kind.value, "pieces": wrong.pieces, "slices": entries}
        write_file(folder / f"pieces{wrong.pieces}.{kind}", contents, sections)
    return number
