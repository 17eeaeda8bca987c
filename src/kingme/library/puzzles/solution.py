"""The line of a puzzle: the only move, the best reply, the next only move, until there are several or play is quiet."""

from __future__ import annotations

from typing import NamedTuple

from kingme.board import Board
from kingme.endgame.question import rank_moves
from kingme.library.puzzles.only_move import OnlyMove, OnlyMoves
from kingme.library.puzzles.puzzle import Goal
from kingme.move import Move

LONGEST = 15  # plies that are asked for at most
LONGEST_AFTER = 8  # plies that show how play goes on


class Solution(NamedTuple):
    line: tuple[Move, ...]
    after: tuple[Move, ...]


def solve(start: Board, first: OnlyMove, judge: OnlyMoves) -> Solution:
    """Follow the only moves from `start`, of which `first` is the answer there.

    Moves that are the only legal ones belong to the line if they capture; quiet ones do where an only move follows.
    """
    line: list[Move] = []
    asked = 0  # plies up to the last move that has to be found
    board = start
    found: OnlyMove | None = first
    seen = {start}
    while True:
        line.append(found.move if found is not None else board.legal_moves()[0])
        board = board.play_code(line[-1].code)
        if found is not None or line[-1].is_capture:
            asked = len(line)
        if len(line) >= LONGEST or not board.legal_moves():
            break
        line.append(_answer(board, first.goal, judge))
        board = board.play_code(line[-1].code)
        moves = {move.code for move in board.legal_moves()}
        if not moves or board in seen:
            break
        seen.add(board)
        found = None
        if len(moves) > 1:
            found = judge.find(board)
            if found is None or found.goal is not first.goal:
                break
    return Solution(tuple(line[:asked]), _after(start, line, asked, judge))


def _answer(board: Board, goal: Goal, judge: OnlyMoves) -> Move:
    """The other side's best move; in endgames that the tables know, one after which it is hardest to go on."""
    moves = board.legal_moves()
    if len(moves) == 1:
        return moves[0]
    if (board.own | board.opp).bit_count() <= judge.tables.pieces:
        ranked = rank_moves(board, judge.tables)
        equal = [item.move for item in ranked if item.value.wdl == ranked[0].value.wdl]
        if goal is Goal.DRAW or ranked[0].value.plies is None:
            tricky = [move for move in equal if judge.find(board.play_code(move.code)) is not None]
            return (tricky or equal)[0]
        return equal[0]
    pv = judge.reply(board)
    return pv[0] if pv else moves[0]


def _after(start: Board, line: list[Move], asked: int, judge: OnlyMoves) -> tuple[Move, ...]:
    """How play goes on after the last move that was asked for."""
    board = start
    for move in line[:asked]:
        board = board.play_code(move.code)
    rest = line[asked:]
    for move in rest:
        board = board.play_code(move.code)
    if board.legal_moves() and len(rest) < LONGEST_AFTER:
        rest = [*rest, *judge.reply(board)]
    return tuple(rest[:LONGEST_AFTER])
