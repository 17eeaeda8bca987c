"""`Glimpse`: a game that is being played, at one moment."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from kingme.arena.plan import GameTask
from kingme.game import Game

EVERY = 0.2  # seconds between two looks at a game


class Glimpse(NamedTuple):
    """Where a game stands; `last` are the squares of its last move."""

    number: int
    black: str
    white: str
    fen: str
    last: tuple[int, ...]
    plies: int


OnMove = Callable[[Game], None]


class Window:
    """Through which the games of one worker are seen: not more often than `EVERY`, however short they are."""

    def __init__(self, send: Callable[[Glimpse], None]) -> None:
        self._send = send
        self._last = 0.0

    def on(self, task: GameTask) -> OnMove:
        """A listener for the moves of a game."""

        def on_move(game: Game) -> None:
            now = time.monotonic()
            if now - self._last >= EVERY:
                self._last = now
                path = game.plies[-1].move.path if game.plies else ()
                names = task.black.name, task.white.name
                self._send(Glimpse(task.number, *names, game.board.named_fen(), path, len(game.plies)))

        return on_move
