"""`Ponder`: thinking on the opponent's time.

A player that has moved knows which reply it expects: the second move of its line. It searches the position after that
reply while the opponent thinks. If the reply comes, the search goes on and only now its clock starts; if another comes,
the search is cancelled. What the player keeps between moves, such as the engine's table, has grown either way.

    expected = game.copy()
    expected.play(analysis.pv[1])
    ponder = bot.ponder(expected, Limit(time=1))
    ...                                             # the opponent moves
    analysis = ponder.hit() if reply == analysis.pv[1] else None
    ponder.cancel()

What a player finds then depends on how long the opponent thought: matches and experiments do without.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from kingme.board import Board
from kingme.game import Game
from kingme.players.info import Analysis, OnInfo
from kingme.players.limit import Limit

_TICK = 0.05  # seconds between two chances for Ctrl-C


class Ponder:
    """A search in a thread of its own, of a position that is not yet on the board; made by `Player.ponder`."""

    def __init__(
        self,
        analyse: Callable[..., Analysis],
        position: Board | Game,
        limit: Limit | None,
        *,
        on_info: OnInfo | None = None,
    ) -> None:
        self.position = position
        self._cancel, self._hit = threading.Event(), threading.Event()
        self._analysis: Analysis | None = None
        self._error: BaseException | None = None

        def work() -> None:
            try:
                self._analysis = analyse(position, limit, cancel=self._cancel, on_info=on_info, ponder=self._hit)
            except BaseException as error:
                self._error = error

        self._thread = threading.Thread(target=work, daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether it is still searching; a limit of nodes or depth can end it before the opponent moves."""
        return self._thread.is_alive()

    def hit(self) -> Analysis:
        """The position came about: let the search go on with the time of its limit, and wait for its result.

        Ctrl-C leaves it running; `cancel` ends it.
        """
        self._hit.set()
        while self._thread.is_alive():
            self._thread.join(_TICK)
        if self._error is not None:
            raise self._error
        assert self._analysis is not None
        return self._analysis

    def cancel(self) -> None:
        """End the search, and wait until the player is free again: 50 ms at most."""
        self._cancel.set()
        self._thread.join()
