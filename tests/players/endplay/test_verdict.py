"""Endgame tables inside a search: when a win is one to make, and who may read them."""

from __future__ import annotations

import ast
from itertools import product

import numpy as np

from kingme import Board
from kingme.core.jit import PACKAGE
from kingme.endgame import load, probe
from kingme.players.endplay.at_hand import OFF
from kingme.players.endplay.verdict import (
    SCRATCH_MOVES,
    STILL_LOST,
    STILL_WON,
    UNKNOWN,
    RootVerdict,
    known_quiet_value,
    known_value,
    look_up,
    still_stands,
)

WON = Board.from_fen("B:WK14:BK1,K2")
LOST = Board.from_fen("W:WK14:BK1,K2")


def test_only_what_the_root_had_already_still_stands() -> None:
    for value, ply, quiet, root_value, root_quiet in product((-1, 0, 1), range(4), range(8), (-1, 0, 1), range(4)):
        turned_round = -root_value if ply % 2 else root_value
        expected = value != 0 and value == turned_round and quiet - root_quiet == ply
        assert still_stands(value, ply, quiet, RootVerdict(root_value, root_quiet)) == expected


def test_what_a_search_is_told() -> None:
    arrays, moves = load().arrays, np.empty(SCRATCH_MOVES, np.int64)
    assert (probe(WON).wdl, probe(LOST).wdl) == (1, -1)
    root = RootVerdict(1, 3)
    assert look_up(WON.game, WON.state, 2, 5, root, 5, arrays, moves, 0) == STILL_WON
    assert look_up(LOST.game, LOST.state, 1, 4, root, 5, arrays, moves, 0) == STILL_LOST
    assert look_up(WON.game, WON.state, 2, 0, root, 5, arrays, moves, 0) == 1, "there was progress"
    assert look_up(WON.game, WON.state, 1, 4, root, 5, arrays, moves, 0) == 1, "the other side was to win"
    assert look_up(WON.game, WON.state, 2, 5, RootVerdict(0, 3), 5, arrays, moves, 0) == 1, (
        "the root is not in the tables"
    )
    assert look_up(WON.game, WON.state, 2, 5, root, 2, arrays, moves, 0) == UNKNOWN, "the tables end before"
    assert (
        known_value(WON.game, WON.state, 3, arrays, moves, 0) == known_quiet_value(WON.game, WON.state, 3, arrays) == 1
    )
    assert known_value(WON.game, WON.state, OFF.pieces, OFF.arrays, moves, 0) == UNKNOWN


def test_nothing_else_among_the_players_reads_the_tables() -> None:
    """What players do with endgame tables is in `endplay`."""
    readers = set()
    for file in (PACKAGE / "players").rglob("*.py"):
        for item in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [item.module or ""] if isinstance(item, ast.ImportFrom) else []
            names += [alias.name for alias in item.names] if isinstance(item, ast.Import) else []
            if any(name == "kingme.endgame" or name.startswith("kingme.endgame.") for name in names):
                readers.add(file.parent.name)
    assert readers == {"endplay"}
