"""What a memory holds, for people: the moves it knows best, as lines from the start."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kingme.board import Board
from kingme.memories.remembered import Experience, experience_of, find_row
from kingme.outcome import Color

DEEPEST = 6  # plies


class KnownLine(NamedTuple):
    """A line from the start whose last move the player made, and what became of the games."""

    line: str
    wins: int
    draws: int
    losses: int
    blames: int


def known_openings(rows: np.ndarray, game: str, most: int) -> list[KnownLine]:
    """The lines that most games went, from the start of the game, for either side; the most played first."""
    found: dict[str, Experience] = {}
    boards = [(Board(game=game), "")]
    for _ in range(DEEPEST):
        following = []
        for board, text in boards:
            for move in board.legal_moves():
                after = board.play_code(move.code)
                line = f"{text} {board.notation(move)}".strip()
                known = _of_mover(rows, board, after)
                if known.wins + known.draws + known.losses:
                    found[line] = known
                    following.append((after, line))
                elif _is_met(rows, after):
                    following.append((after, line))
        boards = following
    ranked = sorted(found.items(), key=lambda item: -(item[1].wins + item[1].draws + item[1].losses))
    return [KnownLine(line, one.wins, one.draws, one.losses, one.blames) for line, one in ranked[:most]]


def _of_mover(rows: np.ndarray, board: Board, after: Board) -> Experience:
    return experience_of(rows, after.flip().hash if board.turn is Color.WHITE else after.hash)


def _is_met(rows: np.ndarray, board: Board) -> bool:
    """Whether the player had to move here."""
    return find_row(rows, board.flip().hash if board.turn is Color.WHITE else board.hash) is not None
