"""Endgame tables: perfect play with six or fewer pieces, built by KingMe itself.

    from kingme import Board
    from kingme.endgame import probe, rank_moves

    probe(Board.from_fen("B:WK14:BK1,K2"))          # Value(wdl=1, plies=33): Black to move wins in 33 plies
    rank_moves(board)                               # every legal move with its value, best first

Method and format are told in `docs/endgame.md`. Compiled code probes with `kingme.endgame.lookup.probe_wdl`.

The names below are imported on first use. A package that imports its own modules cannot be imported by two threads at
once: each may hold the module that the other one waits for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kingme.endgame.question import RankedMove as RankedMove
    from kingme.endgame.question import Value as Value
    from kingme.endgame.question import best_line as best_line
    from kingme.endgame.question import find as find
    from kingme.endgame.question import outcome as outcome
    from kingme.endgame.question import probe as probe
    from kingme.endgame.question import rank_moves as rank_moves
    from kingme.endgame.table_file import TableError as TableError
    from kingme.endgame.tables import load as load

_HOMES = dict.fromkeys(
    ("RankedMove", "Value", "best_line", "find", "outcome", "probe", "rank_moves"), "kingme.endgame.question"
)
_HOMES |= {"TableError": "kingme.endgame.table_file", "load": "kingme.endgame.tables"}

__all__ = ["RankedMove", "TableError", "Value", "best_line", "find", "load", "outcome", "probe", "rank_moves"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'kingme.endgame' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
