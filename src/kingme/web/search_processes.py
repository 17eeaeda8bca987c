"""`SearchProcesses`: the searches of a server in processes of their own (`KINGME_SEARCH_PROCESSES`).

Kernels run without the interpreter lock, but what stands around them does not: with many games against players the
event loop waits for it. In other processes searches take nothing from it, and one that dies or hangs takes nothing
down with it: it is replaced, and what it was thinking about is begun again.

A thread of `Searches` waits for each search here, as it would compute it there. A game goes to the process that it
went to before, where its player still knows the tree, unless another one has less to do.
"""

from __future__ import annotations

import itertools
import logging
import multiprocessing
import queue
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from kingme.errors import KingMeError
from kingme.game import Game
from kingme.players.base import Analysis, Info, Limit
from kingme.web.gate import PublicSpec
from kingme.web.search_worker import Order, work
from kingme.web.settings import Settings

TICK = 0.02  # seconds between two looks whether a search was cancelled
STUCK_SECONDS = 10.0  # for a search to end when it is told to; then its process is ended
MOST_TRIES = 3  # of a search whose processes die
MOST_GAMES = 500  # of which a process is remembered
GOODBYE = 2.0  # seconds for a process to end

log = logging.getLogger("kingme.web")


class _DiedError(Exception):
    """The process of a search is gone."""


class _Hand:
    """One process, and the searches that it has."""

    def __init__(self, settings: Settings, threads: int, megabytes: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, there = context.Pipe()
        arguments = (there, settings, threads, megabytes)
        self.process = context.Process(target=work, args=arguments, daemon=True, name="kingme-search")
        self.process.start()
        there.close()
        self.inboxes: dict[int, queue.SimpleQueue[tuple[str, Any]]] = {}
        self.is_dead = False
        self._lock = threading.Lock()
        threading.Thread(target=self._listen, args=(self.pipe,), name="kingme-search-pipe", daemon=True).start()

    def order(self, order: Order) -> queue.SimpleQueue[tuple[str, Any]]:
        """Let the process think; what it has to say about it comes out of the queue."""
        inbox: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        with self._lock:
            self.inboxes[order.number] = inbox
            if self.is_dead:
                inbox.put(("died", None))
        self.send(order)
        return inbox

    def send(self, message: Any) -> None:
        with self._lock, suppress(OSError, ValueError):  # it is dead, and the listener says so
            self.pipe.send(message)

    def _listen(self, pipe: Connection) -> None:
        with suppress(EOFError, OSError):
            while True:
                number, kind, what = pipe.recv()
                inbox = self.inboxes.get(number)
                if inbox is not None:
                    inbox.put((kind, what))
        with self._lock:
            self.is_dead = True
            for inbox in list(self.inboxes.values()):
                inbox.put(("died", None))

    def end(self) -> None:
        """End the process, whatever it does."""
        self.process.terminate()
        self.process.join(GOODBYE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class SearchProcesses:
    """The processes of one server; they start with it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        count = settings.search_processes
        self._threads = -(-settings.search_workers // count)
        self.megabytes = settings.search_megabytes_in_all // (count + 1)  # the server has a share for what stays there
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._games: OrderedDict[str, _Hand] = OrderedDict()
        self.deaths = 0
        self._is_closed = False
        self._hands = [self._hire() for _ in range(count)]

    def _hire(self) -> _Hand:
        return _Hand(self._settings, self._threads, self.megabytes)

    @property
    def pids(self) -> list[int]:
        """The processes that are there."""
        return [hand.process.pid for hand in self._hands if not hand.is_dead and hand.process.pid is not None]

    def think(
        self,
        player: PublicSpec,
        game_id: str,
        game: Game,
        *,
        limit: Limit | None,
        seconds: float,
        cancel: threading.Event,
        on_info: Callable[[Info], None] | None,
    ) -> Analysis:
        """The analysis of a position; blocks until it is there, in a thread of the caller's."""
        cap = self._settings.search_cap(seconds)
        for _ in range(MOST_TRIES):
            hand = self._choose(game_id)
            order = Order(next(self._numbers), player.text, game_id, game, limit, cap, on_info is not None)
            inbox = hand.order(order)
            try:
                return self._follow(hand, order.number, inbox, cancel, on_info)
            except _DiedError:
                continue
            finally:
                hand.inboxes.pop(order.number, None)
        raise KingMeError(f"its search was lost {MOST_TRIES} times, because the process that computed it died")

    def _choose(self, game_id: str) -> _Hand:
        """The process that a search goes to; where one has died, another takes its place."""
        with self._lock:
            if self._is_closed:
                raise KingMeError("the server is closing")
            for place, hand in enumerate(self._hands):
                if hand.is_dead:
                    hand.process.join(GOODBYE)
                    log.warning("a search process has died (exit code %s): another begins", hand.process.exitcode)
                    self.deaths += 1
                    hand.pipe.close()
                    self._hands[place] = self._hire()
            free = min(self._hands, key=lambda hand: len(hand.inboxes))
            last = self._games.pop(game_id, None)
            chosen = last if last in self._hands and len(last.inboxes) < self._threads else free
            self._games[game_id] = chosen
            if len(self._games) > MOST_GAMES:
                self._games.popitem(last=False)
            return chosen

    def _follow(
        self,
        hand: _Hand,
        number: int,
        inbox: queue.SimpleQueue[tuple[str, Any]],
        cancel: threading.Event,
        on_info: Callable[[Info], None] | None,
    ) -> Analysis:
        """Wait for the end of a search, hand on what it tells, and tell it when it has to end."""
        cancelled: float | None = None
        while True:
            if cancelled is None and cancel.is_set():
                cancelled = time.monotonic()
                hand.send((number, "cancel"))
            if cancelled is not None and time.monotonic() - cancelled > STUCK_SECONDS:
                log.error("a search did not end when it was told to: its process is ended")
                hand.process.kill()
                raise KingMeError("it did not stop thinking when it had to")
            try:
                kind, what = inbox.get(timeout=TICK)
            except queue.Empty:
                continue
            if kind == "info" and on_info is not None:
                on_info(what)
            elif kind == "done":
                analysis: Analysis = what
                return analysis
            elif kind == "refused":
                raise KingMeError(what)
            elif kind == "failed":
                raise RuntimeError(what)
            elif kind == "died":
                raise _DiedError

    def close(self) -> None:
        """End all processes; whoever waits for a search is told."""
        with self._lock:
            self._is_closed = True
        for hand in self._hands:
            hand.process.terminate()
        for hand in self._hands:
            hand.end()
