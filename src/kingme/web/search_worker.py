"""The life of a search process: it thinks about what comes through the pipe, several positions at a time.

    server ── Order, (number, "cancel") ──► this process
           ◄── (number, "info" | "done" | "refused" | "failed", …) ──

It makes players through the same gate as the server, and keeps them in a pool of its own.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from kingme.arena.lifeline import tie_to_parent
from kingme.errors import KingMeError
from kingme.game import Game
from kingme.players.base import Analysis, Info, Limit
from kingme.players.budget import BUDGET
from kingme.players.limit import Cap
from kingme.web.gate import PublicSpec
from kingme.web.memory import return_large_blocks, return_rest
from kingme.web.pool import PlayerPool
from kingme.web.settings import Settings

SWITCH_SECONDS = 0.001  # as in the server: what is told waits for a thread that is back from its kernel

log = logging.getLogger("kingme.web")


@dataclass(frozen=True)
class Order:
    """One position to think about."""

    number: int
    spec: str
    game_id: str
    game: Game
    limit: Limit | None
    cap: Cap
    is_heard: bool  # whether anybody wants to know how it goes


class Worker:
    """What the process does."""

    def __init__(self, pipe: Connection, settings: Settings, threads: int) -> None:
        self._pipe, self._settings = pipe, settings
        self._pool = PlayerPool(most_idle=threads + 2)
        self._threads = ThreadPoolExecutor(threads, "kingme-search")
        self._speaking = threading.Lock()
        self._cancels: dict[int, threading.Event] = {}
        BUDGET.spare = self._pool.let_go_oldest

    def run(self) -> None:
        """Work until the pipe closes."""
        self._say(0, "here", None)
        idle = self._settings.memory_idle_seconds
        while True:
            if not self._pipe.poll(idle):
                self._pool.let_go_idle(idle)
                if not self._cancels:
                    return_rest()
                continue
            message = self._pipe.recv()
            if isinstance(message, Order):
                self._cancels[message.number] = threading.Event()
                self._threads.submit(self._work, message)
            elif (cancel := self._cancels.get(message[0])) is not None:
                cancel.set()

    def _work(self, order: Order) -> None:
        try:
            self._say(order.number, "done", self._think(order))
        except KingMeError as error:
            self._say(order.number, "refused", str(error))
        except Exception as error:
            log.exception("a search failed")
            self._say(order.number, "failed", f"{type(error).__name__}: {error}")
        finally:
            self._cancels.pop(order.number, None)

    def _think(self, order: Order) -> Analysis:
        cancel = self._cancels[order.number]

        def tell(info: Info) -> None:
            info.tree = None
            self._say(order.number, "info", info)

        with self._pool.lend(PublicSpec(order.spec, self._settings), order.game_id) as lent:
            lent.start(cancel.is_set, order.game.board.game)  # the clock of a game does not run for this
            listener = tell if order.is_heard else None
            analysis = lent.analyse(order.game, order.limit, on_info=listener, cancel=cancel, cap=order.cap)
        analysis.tree, analysis.trace, analysis.words = None, [], ""  # large, and nobody over there asks for them
        return analysis

    def _say(self, number: int, kind: str, what: Any) -> None:
        with self._speaking, suppress(OSError):  # without the server there is nobody to tell
            self._pipe.send((number, kind, what))


def work(pipe: Connection, settings: Settings, threads: int, megabytes: int) -> None:
    """Begin; `megabytes` is what the trees and tables of this process may take together."""
    tie_to_parent()
    sys.setswitchinterval(SWITCH_SECONDS)
    return_large_blocks()
    BUDGET.limit = megabytes << 20
    with suppress(EOFError, OSError):
        Worker(pipe, settings, threads).run()
    os._exit(0)  # whatever still thinks does so for nobody
