"""What kind of puzzle it is, told from its line alone.

A combination lasts until two quiet moves have followed its last capture. What the sides take in it tells most themes.
"""

from __future__ import annotations

from typing import NamedTuple

from kingme.board import Board
from kingme.core.squares import mask_of
from kingme.library.puzzles.puzzle import Goal, PuzzleTheme, positions
from kingme.move import Move

ENDGAME_PIECES = 7
SHOT_PIECES = 4


class Swing(NamedTuple):
    """What happens to the pieces in a combination, for the solver."""

    gave: int
    took: int
    kings: int  # enemy kings among those taken
    gave_first: bool


def find_themes(start: Board, line: tuple[Move, ...], after: tuple[Move, ...], goal: Goal) -> tuple[PuzzleTheme, ...]:
    """Every theme of a puzzle, the most telling first; there is always one."""
    moves = line + after
    boards = positions(start, moves)
    swing = _swing(boards, moves)
    themes = []
    gain = swing.took - swing.gave
    first = line[0]
    if goal is Goal.WIN and gain > 0:
        if swing.gave_first:
            if swing.took >= SHOT_PIECES:
                themes.append(PuzzleTheme.SHOT)
            elif (swing.gave, swing.took) == (1, 3):
                themes.append(PuzzleTheme.THREE_FOR_ONE)
            elif (swing.gave, swing.took) == (1, 2):
                themes.append(PuzzleTheme.TWO_FOR_ONE)
            else:
                themes.append(PuzzleTheme.COMBINATION)
        elif not first.is_capture and swing.gave == 0:
            themes.append(PuzzleTheme.STEAL)
    if goal is Goal.WIN and _traps_king(boards, swing, first):
        themes.append(PuzzleTheme.KING_TRAP)
    few = (start.own | start.opp).bit_count() <= ENDGAME_PIECES
    if few:
        themes.append(PuzzleTheme.ENDGAME_WIN if goal is Goal.WIN else PuzzleTheme.ENDGAME_DRAW)
    if _is_race(boards, moves):
        themes.append(PuzzleTheme.RACE)
    if not few and _is_quiet(moves):
        themes.append(PuzzleTheme.QUIET)
    if first.is_capture:
        themes.append(PuzzleTheme.CAPTURE)
    if goal is Goal.DRAW and not few:
        themes.append(PuzzleTheme.DEFENCE)
    return tuple(themes) or (PuzzleTheme.COMBINATION,)


def _swing(boards: list[Board], moves: tuple[Move, ...]) -> Swing:
    gave = took = kings = quiet = 0
    gave_first = False
    for ply, move in enumerate(moves):
        if not move.is_capture:
            quiet += 1
            if quiet == 2 and gave + took:
                break
            continue
        quiet = 0
        if ply % 2:
            gave_first |= took == 0
            gave += len(move.captured)
        else:
            took += len(move.captured)
            kings += (mask_of(move.captured) & boards[ply].kings).bit_count()
    return Swing(gave, took, kings, gave_first)


def _traps_king(boards: list[Board], swing: Swing, first: Move) -> bool:
    """Whether a king is hunted down: a quiet move at first, and a king is taken, or has no move left."""
    if first.is_capture:
        return False
    if swing.kings and swing.took > swing.gave:
        return True
    last = boards[-1]
    loser = boards[0].turn.other
    return bool(last.pieces_mask(loser, king=True)) and last.turn is loser and not last.legal_moves()


def _is_race(boards: list[Board], moves: tuple[Move, ...]) -> bool:
    """Whether the solver gets a king by walking, with both sides' men on the way and nothing taken before."""
    solver = boards[0].turn
    men = [boards[0].pieces_mask(color, king=False) for color in (solver, solver.other)]
    if not all(men):
        return False
    for ply, move in enumerate(moves):
        if move.is_capture:
            return False
        piece, end = boards[ply].piece_at(move.start), boards[ply + 1].piece_at(move.end)
        if ply % 2 == 0 and ply >= 2 and piece is not None and not piece.king and end is not None and end.king:
            return True
    return False


def _is_quiet(moves: tuple[Move, ...]) -> bool:
    """Whether neither the first move nor the reply captures, nor the next move."""
    return len(moves) >= 3 and not any(move.is_capture for move in moves[:3])
