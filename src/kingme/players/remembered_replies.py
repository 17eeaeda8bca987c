"""What a memory knows of the positions after a move and a reply, for searches that have no table of positions.

There the player is to move again, as in the positions that it remembers. Few of them can come up in a search, so that
these few are looked up before it: the kernels then look through a short list, and only two plies below the root.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kingme.core.evaluation_formulas import WIN
from kingme.core.jit import Float64s, Int64s, group, kernel
from kingme.memories.remembered import find_row, score_numbers
from kingme.outcome import Color
from kingme.players.base import Root
from kingme.players.endplay.verdict import IN_TABLES, TABLE_WIN

REPLY = 2  # plies below the root


@group
class Remembered(NamedTuple):
    """Positions by their hashes, with the depth and the score that a search found there."""

    keys: Int64s
    depths: Int64s
    scores: Float64s


NONE = Remembered(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))


@kernel
def remembered_depth(remembered, key):
    """The depth of what is remembered of a position, 0 for nothing."""
    for index in range(len(remembered.keys)):
        if remembered.keys[index] == key:
            return remembered.depths[index]
    return 0


@kernel
def remembered_score(remembered, key):
    """The score of a position that is remembered, for the side to move."""
    for index in range(len(remembered.keys)):
        if remembered.keys[index] == key:
            return remembered.scores[index]
    return 0.0


def remembered_positions(root: Root, rows: np.ndarray, man: float) -> Remembered:
    """What the rows of a memory say of the positions two plies from the root; `man` is what a man counts."""
    if not len(rows):
        return NONE
    found: dict[int, int] = {}
    for move in root.moves:
        after = root.board.play_code(move.code)
        for reply in after.legal_moves():
            board = after.play_code(reply.code)
            place = find_row(rows, board.flip().hash if board.turn is Color.WHITE else board.hash)
            if place is not None and rows["depth"][place]:
                found[board.hash] = place
    chosen = rows[list(found.values())]
    keys = np.fromiter(found, np.int64, len(found))
    scores = score_numbers(chosen, man, WIN, TABLE_WIN)
    scores -= REPLY * np.sign(scores) * (np.abs(scores) > IN_TABLES)  # distances are counted from the root
    return Remembered(keys, chosen["depth"].astype(np.int64), scores)
