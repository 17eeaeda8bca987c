"""`Broker`: how the processes of one site talk to each other, and which of them plays a game.

A game that is being played is in the memory of one process. A page may be connected to any of them: the one that it
reached asks who holds the game, and passes its messages on (`relay`). With one process there is nobody to ask, and
`Alone` answers that; with several, Redis or Valkey is between them (`redis_broker`).

Whether a move counts is never decided here. The store refuses a change that does not follow the one before, so that two
processes that both believe to hold a game cannot both change it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Protocol

from kingme.errors import KingMeError

Note = dict[str, Any]
"""What one process tells another: JSON with a `kind`."""


class AwayError(KingMeError):
    """The other processes cannot be reached."""


class Broker(Protocol):
    """A process among those of a site."""

    process: str
    """The name of this one."""

    async def open(self, hear: Callable[[str, Note], None], lose: Callable[[str | None], None]) -> None:
        """Begin. `hear` gets what others tell, and who does; `lose` whose process is gone, or None if all contact was
        lost and others may have taken over everything that was held here.
        """

    async def claim(self, game: str) -> str:
        """Which process holds a game: this one from now on, if nobody else does."""

    def release(self, game: str) -> None:
        """Hold a game no longer."""

    def watch(self, process: str) -> None:
        """Have `lose` called if that process is gone."""

    def send(self, process: str, note: Note) -> None:
        """Tell one process something; notes arrive in their order, or not at all."""

    def send_all(self, note: Note) -> None:
        """Tell all the others."""

    async def close(self) -> None:
        """Let all games go, and say goodbye."""


def new_process() -> str:
    return secrets.token_urlsafe(9)


class Alone:
    """The only process of a site: it holds every game, and there is nobody to talk to."""

    def __init__(self) -> None:
        self.process = new_process()

    async def open(self, hear: Callable[[str, Note], None], lose: Callable[[str | None], None]) -> None:
        """Nobody is there, and nobody goes."""

    async def claim(self, game: str) -> str:
        return self.process

    def release(self, game: str) -> None:
        """Nobody else wants it."""

    def watch(self, process: str) -> None:
        """There is no other one."""

    def send(self, process: str, note: Note) -> None:
        """There is no other one."""

    def send_all(self, note: Note) -> None:
        """There are no others."""

    async def close(self) -> None:
        """Nobody has to know."""
