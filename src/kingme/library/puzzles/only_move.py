"""Whether there is exactly one move that wins, or exactly one that does not lose.

Where the endgame tables have the position they answer. Elsewhere the engine scores its two best moves: one must be
clearly won and the next clearly not, first with `NODES` nodes and again with ten times as many.
"""

from __future__ import annotations

from typing import NamedTuple

from kingme.board import Board
from kingme.endgame.tables import load
from kingme.library.puzzles.puzzle import Goal, Proof
from kingme.move import Move
from kingme.players.info import Line
from kingme.players.limit import Limit
from kingme.players.registry import player
from kingme.score import Score

NODES = 30_000
TIMES = 10  # as many nodes again, and the move must still be the only one

CLEAR = 2.25  # men ahead that decide a game: a man and a good position
CLEAR_LATE = 4.0  # with few pieces a man is not enough
FEW_PIECES = 10
EVEN = 0.9  # men: no side is winning
HOLDS = -0.6  # men: not losing


class OnlyMove(NamedTuple):
    """The one move, and what it is worth beside the next best."""

    move: Move
    goal: Goal
    proof: Proof
    score: Score
    rest: Score
    pv: tuple[Move, ...]


class OnlyMoves:
    """Asks tables and engine about positions; the same question gets the same answer."""

    def __init__(self, nodes: int = NODES) -> None:
        self.nodes = nodes
        self.tables = load()
        self._engine = player("engine:tables=on,lines=2,hash=16")

    def candidate(self, board: Board, nodes: int) -> bool:
        """A quick look: whether it is worth while to ask further."""
        return self._look(board, nodes, 0.75) is not None

    def find(self, board: Board) -> OnlyMove | None:
        """The only move of a position, if it stays so at ten times the nodes."""
        first = self._look(board, self.nodes)
        if first is None or first.proof is Proof.TABLES:
            return first
        again = self._look(board, TIMES * self.nodes)
        same = again is not None and again.move.code == first.move.code and again.goal is first.goal
        return again if same else None

    def reply(self, board: Board) -> tuple[Move, ...]:
        """What the other side does best, and how play goes on."""
        self._engine.new_game()
        return self._engine.analyse(board, Limit(nodes=self.nodes)).pv

    def _look(self, board: Board, nodes: int, margin: float = 1.0) -> OnlyMove | None:
        if len({move.code for move in board.legal_moves()}) < 2:
            return None
        if (board.own | board.opp).bit_count() <= self.tables.pieces:
            return self._ask_tables(board)
        self._engine.new_game()
        lines = [
            line for line in self._engine.analyse(board, Limit(nodes=nodes)).best_lines() if line.score is not None
        ]
        different = [line for line in lines if line.move.code != lines[0].move.code]
        return _compare(board, lines[0], different[0], margin) if different else None

    def _ask_tables(self, board: Board) -> OnlyMove | None:
        values: dict[int, int] = {}
        for move in board.legal_moves():
            outcome = self.tables.outcome(*board.play_code(move.code).state)
            if outcome is None:
                return None
            values[move.code] = -outcome
        best, *rest = sorted(values.items(), key=lambda item: item[1], reverse=True)
        if best[1] < 0 or rest[0][1] >= best[1] or (best[1] == 0 and rest[0][1] == 0):
            return None
        move = board.decode(best[0])
        goal = Goal.WIN if best[1] > 0 else Goal.DRAW
        return OnlyMove(move, goal, Proof.TABLES, Score.known(best[1]), Score.known(rest[0][1]), (move,))


def _compare(board: Board, best: Line, rest: Line, margin: float) -> OnlyMove | None:
    """The only move, if the scores of the two best are far enough apart; `margin` below 1 asks for less."""
    assert best.score is not None
    assert rest.score is not None
    few = (board.own | board.opp).bit_count() <= FEW_PIECES
    clear = (CLEAR_LATE if few else CLEAR) * margin
    first, second = best.score.lead, rest.score.lead
    if first >= clear and second <= EVEN / margin:
        goal = Goal.WIN
    elif clear > first >= HOLDS / margin and second <= -clear:
        goal = Goal.DRAW
    else:
        return None
    return OnlyMove(best.move, goal, Proof.SEARCH, best.score, rest.score, best.pv)
