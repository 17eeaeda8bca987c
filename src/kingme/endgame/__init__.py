"""Endgame tables: perfect play with six or fewer pieces, built by KingMe itself.

    from kingme import Board
    from kingme.endgame import probe, rank_moves

    probe(Board.from_fen("B:WK14:BK1,K2"))          # Value(wdl=1, plies=33): Black to move wins in 33 plies
    rank_moves(board)                               # every legal move with its value, best first

Method and format are told in `docs/endgame.md`. Compiled code probes with `kingme.endgame.lookup.probe_wdl`.
"""

from kingme.endgame.probe import RankedMove as RankedMove
from kingme.endgame.probe import Value as Value
from kingme.endgame.probe import best_line as best_line
from kingme.endgame.probe import find as find
from kingme.endgame.probe import outcome as outcome
from kingme.endgame.probe import probe as probe
from kingme.endgame.probe import rank_moves as rank_moves
from kingme.endgame.table_file import TableError as TableError
from kingme.endgame.tables import load as load

__all__ = ["RankedMove", "TableError", "Value", "best_line", "find", "load", "outcome", "probe", "rank_moves"]
