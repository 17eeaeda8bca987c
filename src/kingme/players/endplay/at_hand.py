"""Endgame tables as players use them: on or off by the spec (`tables=on`), with the same compiled code for both.

A kernel takes the arrays of the tables as one group (`TableArrays`) and the number of pieces that they reach to. Where
tables are off the arrays are empty and the number is 0, so that nothing is ever looked up.
"""

from __future__ import annotations

import logging
from typing import NamedTuple

import numpy as np

from kingme.board import Board
from kingme.endgame.index import MATERIALS
from kingme.endgame.lookup import MISSING, TableArrays
from kingme.endgame.places import SHIPPED
from kingme.endgame.table_file import TableError
from kingme.endgame.tables import Tables, load
from kingme.errors import KingMeError
from kingme.players.base import Root

log = logging.getLogger("kingme.players")

TABLES_HELP = "look positions with few pieces up in the endgame tables at hand"


class AtHand(NamedTuple):
    """The tables that a search may use: those at hand, or none."""

    pieces: int  # positions with so many pieces are known; 0 where tables are off
    arrays: TableArrays  # for kernels
    tables: Tables | None = None

    def know(self, board: Board) -> bool:
        """Whether there are tables for the material of a position."""
        return board.game.TABLES and (board.black | board.white).bit_count() <= self.pieces


_NOTHING = np.zeros(1, np.uint8)
OFF = AtHand(0, TableArrays(np.full(MATERIALS, MISSING, np.int64), _NOTHING, _NOTHING))


def at_hand(wanted: bool, root: Root) -> AtHand:
    """The tables for a search. Where a side without a move draws, another game is played, and they say nothing."""
    if wanted and not root.board.game.TABLES:
        raise KingMeError(f"there are no endgame tables of {root.board.game.title}: set tables=off")
    if not wanted or (root.game is not None and root.game.rules.stuck == "draw"):
        return OFF
    tables = open_tables()
    return AtHand(tables.pieces, tables.arrays, tables)


def open_tables() -> Tables:
    """The tables at hand, opened once; the first time takes a moment, and so whoever keeps a clock does it before.

    A file of the user's that is damaged is not used, and said to be so; what the package ships is there in any case.
    """
    try:
        return load()
    except TableError as error:
        log.warning("%s; until then only the tables of the package are used", error)
        return load(SHIPPED)
