"""What the tables say of a position, for Python: its value, its distance, and its moves from best to worst.

Values are those of the board alone, with best play by both sides: draws by repetition or by eighty quiet plies are not
in the tables, because they depend on how a position was reached.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kingme.board import Board
from kingme.endgame.index import MOST_PIECES
from kingme.endgame.table_file import TableError
from kingme.endgame.tables import Tables, load
from kingme.move import Move

_LONG = 1000

NAMES = {1: "win", 0: "draw", -1: "loss"}


class Value(NamedTuple):
    """The result of a position for the side to move, and in how many plies it ends where that is known."""

    wdl: int  # 1 win, 0 draw, -1 loss
    plies: int | None = None

    @property
    def name(self) -> str:
        return NAMES[self.wdl]

    def __str__(self) -> str:
        return self.name if self.plies is None else f"{self.name} in {self.plies}"

    def _repr_html_(self) -> str:
        sign = {1: "+", 0: "=", -1: "−"}[self.wdl]
        return f"<b>{sign} {self.name}</b>" + ("" if self.plies is None else f" in {self.plies} plies")


class RankedMove(NamedTuple):
    """A legal move with the value it leads to, for the one who makes it; plies are counted from before the move."""

    move: Move
    value: Value


def outcome(board: Board, tables: Tables | None = None) -> int | None:
    """1 if the side to move wins, 0 if it draws, -1 if it loses; None if no table at hand has the position."""
    return (tables or load()).outcome(*board.state)


def find(board: Board, tables: Tables | None = None) -> Value | None:
    """The value of a position with its distance, or None if no table at hand has it."""
    tables = tables or load()
    wdl = outcome(board, tables)
    return None if wdl is None else Value(wdl, tables.plies(*board.state) if wdl else None)


def probe(board: Board, tables: Tables | None = None) -> Value:
    """The value of a position; one that no table at hand has raises `TableError`.

    >>> probe(Board.from_fen("B:WK14:BK1,K2"))
    Value(wdl=1, plies=33)
    """
    tables = tables or load()
    value = find(board, tables)
    if value is None:
        pieces = (board.own | board.opp).bit_count()
        can_be_built = f"`kingme tablebase build --pieces {pieces}`" if pieces <= MOST_PIECES else "they end at 6"
        raise TableError(f"the position has {pieces} pieces, the tables at hand end at {tables.pieces}: {can_be_built}")
    return value


def rank_moves(board: Board, tables: Tables | None = None) -> list[RankedMove]:
    """Every legal move with its value, best first: quick wins, draws, slow losses.

    Where the distance of a win is not known (six pieces), moves that change the material or move a man come first:
    among winning moves they make progress, and a game that makes progress ends.
    """
    tables = tables or load()
    probe(board, tables)
    ranked = []
    for move in board.legal_moves():
        after = probe(board.play_code(move.code), tables)
        plies = None if after.plies is None else after.plies + 1
        ranked.append(RankedMove(move, Value(-after.wdl, plies)))
    return sorted(ranked, key=lambda item: _preference(board, item), reverse=True)


def _preference(board: Board, item: RankedMove) -> tuple[int, int, bool]:
    """A key that is larger for better moves; a distance that is not known counts as a long one."""
    wdl, plies = item.value
    progress = item.move.is_capture or not _is_king(board, item.move)
    return wdl, -wdl * (_LONG if plies is None else plies), wdl * progress > 0


def _is_king(board: Board, move: Move) -> bool:
    piece = board.piece_at(move.start)
    return piece is not None and piece.king


def best_line(board: Board, tables: Tables | None = None) -> Iterator[Move]:
    """Best play by both sides to the end of the game; nothing for a draw or where distances are not known.

    >>> [str(move) for move in best_line(Board.from_fen("B:WK31:BK15,K23"))]
    ['15-18', '31-26', '23x30']
    """
    tables = tables or load()
    while probe(board, tables).plies:
        move = rank_moves(board, tables)[0].move
        yield move
        board = board.play_code(move.code)
