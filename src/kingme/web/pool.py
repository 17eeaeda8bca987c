"""`PlayerPool`: players that are made once and lent to one search at a time.

A player keeps memory between moves (tables, trees). There are never more of them at work than there are workers, so
lending them out keeps the memory of a server with a thousand games as small as that of one with a few. A game gets the
player back that it had last, if that is still free; any other one has to forget what it knew first. Players that nobody
has asked for in a while are let go, and earlier if a search needs their memory.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from kingme.game import Game
from kingme.players.base import Player
from kingme.web.gate import PublicSpec


@dataclass
class _Idle:
    spec: PublicSpec
    game: str
    player: Player
    since: float = field(default_factory=time.monotonic)


def _close(gone: list[_Idle]) -> None:
    for item in gone:
        item.player.close()


class PlayerPool:
    """Idle players, the one that was used last at the end."""

    def __init__(self, most_idle: int) -> None:
        self._most_idle = most_idle
        self._idle: list[_Idle] = []
        self._lock = threading.Lock()

    @contextmanager
    def lend(self, spec: PublicSpec, game: str) -> Iterator[Player]:
        """A player for one search of a game. One that fails is not used again."""
        lent = self._take(spec, game)
        yield lent
        with self._lock:
            self._idle.append(_Idle(spec, game, lent))
            gone = self._idle[: -self._most_idle]
            del self._idle[: -self._most_idle]
        _close(gone)

    def end_game(self, game: str, record: Game) -> None:
        """A game is over: its players learn from it, if they have a memory."""
        with self._lock:
            at_rest = [item for item in self._idle if item.game == game]
            self._idle = [item for item in self._idle if item.game != game]
        for item in at_rest:
            item.player.end_game(record)
        with self._lock:
            self._idle += at_rest

    def _take(self, spec: PublicSpec, game: str) -> Player:
        with self._lock:
            same = [item for item in self._idle if item.spec == spec]
            chosen = next((item for item in same if item.game == game), same[0] if same else None)
            if chosen is not None:
                self._idle.remove(chosen)
        if chosen is None:
            return spec.make()
        if chosen.game != game:
            chosen.player.new_game()
        return chosen.player

    def let_go_oldest(self) -> bool:
        """Let the player go that has been idle for longest; False if there is none."""
        with self._lock:
            oldest = self._idle[:1]
            del self._idle[:1]
        _close(oldest)
        return bool(oldest)

    def let_go_idle(self, seconds: float) -> None:
        """Let all players go that nobody has asked for in so long."""
        with self._lock:
            since = time.monotonic() - seconds
            gone = [item for item in self._idle if item.since <= since]
            self._idle = [item for item in self._idle if item.since > since]
        _close(gone)

    def __len__(self) -> int:
        return len(self._idle)
