"""The longest win of each material, and best play from it to the end."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from kingme.board import Board
from kingme.endgame.index import position_at
from kingme.endgame.named import find_table
from kingme.endgame.places import Kind
from kingme.endgame.question import best_line
from kingme.endgame.slices import DISTANCE_PIECES, Slice, slices
from kingme.endgame.table_file import TableError
from kingme.endgame.tables import Tables
from kingme.game import Game
from kingme.profile import Rules

_NO_DRAWS = Rules("tables", repetition=None, quiet_limit=None)  # tables know neither


class LongestWin(NamedTuple):
    """A position of this material that takes longest to win, Black to move, and in how many plies."""

    material: Slice
    plies: int
    board: Board

    def game(self, tables: Tables | None = None) -> Game:
        """Best play by both sides from here to the end."""
        name = f"{self.material.words}: a win in {self.plies} plies"
        game = Game(self.board, rules=_NO_DRAWS, tags={"Event": name})
        for move in best_line(self.board, tables):
            game.play(move)
        return game


def longest_wins(pieces: int, folder: Path | None = None) -> list[LongestWin]:
    """The longest win of each material of so many pieces that has any, the longest first."""
    file = find_table(pieces, Kind.WDL, folder)
    if file is None or pieces > DISTANCE_PIECES:
        raise TableError(f"there are no distances of {pieces} pieces: tables have them for up to {DISTANCE_PIECES}")
    found = []
    for each in slices(pieces):
        plies, number = file.contents["slices"][each.name]["counts"]["longest_win"]
        if number >= 0:
            black, white, kings = (int(mask) for mask in position_at(number, *each))
            found.append(LongestWin(each, plies, Board(black, white, kings)))
    return sorted(found, key=lambda win: -win.plies)
