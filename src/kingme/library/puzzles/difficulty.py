"""How hard a puzzle is, as a rating that the first solvers then correct.

What counts is how far one has to look: the depth from which on the engine stays with the right move. To that come the
number of moves to choose from, the moves that have to be found one after another, and what looks unlikely to people.
"""

from __future__ import annotations

from kingme.board import Board
from kingme.library.puzzles.puzzle import EASIEST, HARDEST, Goal
from kingme.move import Move
from kingme.players.limit import Limit
from kingme.players.registry import player

DEPTHS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13)
BASE = 800
PLY = 85  # for each ply of depth
DECISION = 70  # for each further move to find
CHOICE = 15  # for each further legal move
QUIET = 40  # a move that neither captures nor gives anything is harder to see
GIFT = 120  # and one that gives something first is harder still
LATER = 20  # for each ply of the line after the first
SAVING = 100


class Difficulty:
    """Estimates ratings; the same puzzle gets the same one."""

    def __init__(self) -> None:
        self._engine = player("engine:hash=1")

    def rate(self, start: Board, line: tuple[Move, ...], goal: Goal) -> int:
        decisions = 0
        board = start
        for ply, move in enumerate(line):
            if ply % 2 == 0 and len({each.code for each in board.legal_moves()}) > 1:
                decisions += 1
            board = board.play_code(move.code)
        choices = len({move.code for move in start.legal_moves()})
        gives = len(line) > 1 and line[1].is_capture and not line[0].is_capture
        quiet = not any(move.is_capture for move in line[:2])
        rating = BASE + PLY * self.depth(start, line[0]) + DECISION * (decisions - 1) + CHOICE * (choices - 2)
        rating += QUIET * quiet + GIFT * gives + LATER * (len(line) - 1) + SAVING * (goal is Goal.DRAW)
        return max(EASIEST, min(HARDEST, round(rating, -1)))

    def depth(self, board: Board, move: Move) -> int:
        """The depth from which on the engine would play this move."""
        needed = DEPTHS[0]
        for depth in DEPTHS:
            self._engine.new_game()
            chosen = self._engine.analyse(board, Limit(depth=depth)).move
            if chosen is None or chosen.code != move.code:
                needed = DEPTHS[-1] + 2 if depth == DEPTHS[-1] else depth + 1
        return needed
