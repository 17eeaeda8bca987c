"""Why a move is refused: the game knows the rule that it breaks."""

from __future__ import annotations

from typing import Protocol

from kingme.errors import KingMeError
from kingme.games.contract import Game


class PositionLike(Protocol):
    """What a refusal has to know of a position; `Board`, which refuses moves by it, is one."""

    @property
    def game(self) -> Game: ...
    @property
    def state(self) -> tuple[int, int, int, int]: ...


class IllegalMoveError(KingMeError):
    """A move that the rules forbid; the message names the rule, and the moves that it demands."""


def refuse(board: PositionLike, squares: list[int]) -> IllegalMoveError:
    """The error for a move that was named by these squares and is not legal on this board."""
    return IllegalMoveError(board.game.refusal(board.state, squares))
