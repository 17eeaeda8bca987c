"""A root that the endgame tables know: the values of its moves, and which of them are worth a search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from kingme.board import Board
from kingme.endgame.blocks import LARGEST, SolvedBlock, block_of
from kingme.endgame.question import rank_moves
from kingme.endgame.tables import Tables
from kingme.move import Move
from kingme.outcome import Color
from kingme.players.base import Root
from kingme.players.control import Control
from kingme.players.endplay.at_hand import AtHand
from kingme.score import Score

NAMES = {1: "win", 0: "draw", -1: "loss"}
LONGEST_LINE = 24  # moves of a variation that is read from the tables
POSITIONS_A_SECOND = 2_000_000  # of a block that is solved at the root, on a slow machine


class MoveValue(NamedTuple):
    """What the tables and the rules of the game say of a move, for the side that makes it."""

    move: Move
    wdl: int  # 1 win, 0 draw, -1 loss
    plies: int | None  # to the end of the game, counted from before the move
    over: bool = False  # whether the game is drawn as soon as the move is made, by repetition or by quiet moves

    @property
    def name(self) -> str:
        return NAMES[self.wdl]

    @property
    def rank(self) -> tuple[int, int]:
        """Larger for better moves: quick wins, draws, slow losses."""
        return self.wdl, -self.wdl * (self.plies or 0)

    @property
    def score(self) -> Score:
        return Score.known(self.wdl, self.plies)


class RootValues:
    """A root that the tables know: the values of its moves, and what there is left to search for.

    Where distances are known, every move of the winner brings the end closer, whatever the loser does, and so no
    position can come again: no search is needed, unless the rule of eighty quiet plies comes in between. Then, and
    where distances are not known, a capture or a man's move must come in time: those moves are worth a search that
    bring it closest, or put it off longest for the side that loses (`kingme.endgame.blocks`). A block too large to be
    solved in the time of the decision is left to the search alone, and so is one whose solution was cancelled.
    """

    def __init__(self, root: Root, tables: Tables, control: Control) -> None:
        self.root, self.tables, self.control = root, tables, control
        self.values = list(_move_values(root, tables))  # in the order of the root's moves
        self._by_code = {value.move.code: value for value in self.values}
        self.choice = max(self.values, key=lambda value: (value.rank, self._turned(value.move)))
        self.best = self.choice.wdl
        """What the side to move can get by the tables and the rules: 1 win, 0 draw, -1 loss."""

    def _turned(self, move: Move) -> tuple[int, ...]:
        """Decides between equal moves, so that mirrored positions get mirrored answers."""
        return tuple(square - 33 if self.root.board.turn is Color.WHITE else -square for square in move.path)

    def of(self, move: Move) -> MoveValue:
        """The value of a move; captures that take the same pieces by different paths have the same."""
        return self._by_code[move.code]

    def best_of(self, moves: Sequence[Move]) -> list[Move]:
        """Those of the moves that are worth a search: the best result, and the best way to it as far as it is known."""
        ranks = [self._progress_rank(self.of(move)) for move in moves]
        return [move for move, rank in zip(moves, ranks, strict=True) if rank == max(ranks)]

    def _progress_rank(self, value: MoveValue) -> tuple[int, int]:
        """Larger for better results, and among equal ones for quick progress of the winner."""
        if value.wdl == 0 or value.wdl != self.best or self._progress is None:
            return value.wdl, 0
        after = self.root.board.play_code(value.move.code)
        if not after.legal_moves():
            return value.wdl, 2  # the end itself, which nothing else comes near
        is_inside = _is_reversible(self.root.board, value.move)
        return value.wdl, -value.wdl * ((self._progress.plies(after) or 0) if is_inside else -1)

    @cached_property
    def _progress(self) -> SolvedBlock | None:
        if self.is_settled:
            return None
        seconds, stop = self.control.limit.seconds(), self.control.stop
        largest = LARGEST if seconds is None else min(LARGEST, int(seconds * POSITIONS_A_SECOND))
        block = block_of(self.root.board, self.tables, largest)
        if block is not None and not block.is_solved:
            self.control.run(lambda: block.solve(stop))
        return block if block is not None and block.is_solved else None

    @cached_property
    def is_settled(self) -> bool:
        """Whether the distances decide: they are known, and best play by both sides meets no rule that makes a draw."""
        if self.best == 0 or any(value.plies is None for value in self.values if value.wdl == self.best):
            return False
        assert self.choice.plies is not None
        quiet = self.root.quiet_plies
        if quiet + self.choice.plies < self.root.quiet_limit:
            return True
        board = self.root.board
        for move in self._best_play(self.choice.move):
            quiet = quiet + 1 if _is_reversible(board, move) else 0
            if quiet >= self.root.quiet_limit:
                return False
            board = board.play_code(move.code)
        return True

    def details(self, move: Move) -> dict[str, Any]:
        """What the tables say of a move, for its line."""
        value = self.of(move)
        return {"table": value.name} | ({} if value.plies is None else {"plies": value.plies})

    def line(self, move: Move) -> tuple[Move, ...]:
        """A move and best play by both sides after it, as far as the tables know the distance."""
        return tuple(islice(self._best_play(move), LONGEST_LINE))

    def _best_play(self, move: Move) -> Iterator[Move]:
        yield move
        board = self.root.board.play_code(move.code)
        while board.legal_moves() and self.tables.plies(*board.state) is not None:
            move = rank_moves(board, self.tables)[0].move
            yield move
            board = board.play_code(move.code)


def root_values(root: Root, known: AtHand, control: Control) -> RootValues | None:
    """What the tables say of the root, or None where they do not know it; `control` bounds the whole decision."""
    if known.tables is None or not known.know(root.board):
        return None
    return RootValues(root, known.tables, control)


def _move_values(root: Root, tables: Tables) -> Iterator[MoveValue]:
    past = root.past()
    for move in root.moves:
        after = root.board.play_code(move.code)
        if _draws_at_once(root, past, move, after):
            yield MoveValue(move, 0, None, True)
            continue
        outcome, plies = tables.outcome(*after.state), tables.plies(*after.state)
        assert outcome is not None  # no larger than the root, and so at hand
        yield MoveValue(move, -outcome, None if plies is None else plies + 1)


def _draws_at_once(root: Root, past: list[Board], move: Move, after: Board) -> bool:
    """Whether a move ends the game as a draw by the rules: the position came too often, or too many quiet plies."""
    if not _is_reversible(root.board, move) or not after.legal_moves():
        return False
    repetition = root.game.rules.repetition if root.game else None
    if repetition is not None and past.count(after) + 1 >= repetition:
        return True
    return root.quiet_plies + 1 >= root.quiet_limit


def _is_reversible(board: Board, move: Move) -> bool:
    """Whether a king moves without a capture, which counts towards a draw."""
    piece = board.piece_at(move.start)
    return not move.is_capture and piece is not None and piece.king
