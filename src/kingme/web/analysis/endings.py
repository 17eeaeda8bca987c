"""What the endgame tables say of a position, for the explorer and beside an analysis."""

from __future__ import annotations

import logging
from itertools import islice
from typing import Any

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.web.views import line_texts, move_info

log = logging.getLogger("kingme.web")

TABLES = "kingme.endgame.tables"
"""The module whose kernels must be compiled before any of this is called."""
MOST_PIECES = 6  # that any table has
LONGEST_LINE = 200


def table_value(board: Board) -> dict[str, Any] | None:
    """The value of a position, if a table that is at hand has it."""
    from kingme import endgame

    if not board.game.TABLES:
        return None
    try:
        value = endgame.find(board)
    except KingMeError as error:  # a damaged file: the analysis goes on without it
        log.warning("%s", error)
        return None
    return None if value is None else {"value": value.name, "plies": value.plies}


def endgame_report(board: Board) -> dict[str, Any]:
    """The value of a position and of its moves; the shape is `schemas.EndgameReport`."""
    from kingme import endgame

    if not board.game.TABLES:
        raise KingMeError(f"there are no endgame tables for {board.game.title}")
    tables = endgame.load()
    pieces = len(board.pieces())
    value = endgame.find(board, tables)
    report: dict[str, Any] = {
        "fen": board.named_fen(),
        "pieces": pieces,
        "most_pieces": tables.pieces,
        "value": None,
        "plies": None,
        "moves": [],
        "line": [],
        "message": f"The tables at hand end at {tables.pieces} pieces, and this position has {pieces}.",
    }
    if value is None:
        return report
    line = tuple(islice(endgame.best_line(board, tables), LONGEST_LINE)) if value.plies else ()
    return report | {
        "value": value.name,
        "plies": value.plies,
        "moves": [
            move_info(board, item.move)
            | {"value": item.value.name, "plies": item.value.plies, "fen": board.play_code(item.move.code).named_fen()}
            for item in endgame.rank_moves(board, tables)
        ],
        "line": line_texts(board, line, LONGEST_LINE),
        "message": _sentence(board, value),
    }


def _sentence(board: Board, value: Any) -> str:
    side = board.turn if value.wdl >= 0 else board.turn.other
    if value.wdl == 0:
        return f"{board.turn} to move: a draw with best play."
    if value.plies is None:
        return f"{board.turn} to move: {side} wins."
    if value.plies == 0:
        return f"{side} has won."
    return f"{board.turn} to move: {side} wins in {(value.plies + 1) // 2} moves ({value.plies} plies)."
