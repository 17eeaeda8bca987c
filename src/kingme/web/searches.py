"""`Searches`: players think in threads, and a bounded queue decides who is next.

Kernels run without the interpreter lock, so a few worker threads keep all cores busy while the event loop answers. Each
browser has a line of its own, and the workers serve addresses in turn, and the lines of one address in turn: whoever
has fifty games running, or fifty cookies, waits for them, and not everybody else.

Most searches are over in a moment, which is spent around the kernel rather than in it. There the interpreter lets one
thread work at a time, and more than a few of them only hinder one another, and the event loop: so the next one begins
when another ends, or has lasted long enough to be in its kernel.

Analyses may last for minutes. They never take the last workers, which are for games, and while others wait for a place
each of them has to be content with a few seconds.
"""

from __future__ import annotations

import asyncio
import itertools
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from kingme.errors import KingMeError
from kingme.game import Game
from kingme.games.registry import DEFAULT
from kingme.players.base import Analysis, Info, Limit
from kingme.players.budget import BUDGET
from kingme.web.gate import PublicSpec
from kingme.web.memory import return_rest
from kingme.web.pool import PlayerPool
from kingme.web.prepare import Preparation
from kingme.web.search_processes import SearchProcesses
from kingme.web.settings import Settings

MOST_KNOWN = 256  # specs that need not be looked at again
FRESH_SECONDS = 0.05


class BusyError(KingMeError):
    """Too many searches are waiting already."""


@dataclass(eq=False)
class Search:
    """One decision: what to think about, for whom, and the means to end it."""

    owner: str
    game_id: str
    player: PublicSpec
    game: Game  # a copy: the game itself goes on
    limit: Limit | None = None
    seconds: float = 10.0
    on_info: Callable[[Any], None] | None = None
    digest: Callable[[Info], Any] | None = None  # what to make of an info before it is told, in the worker's thread
    is_long: bool = False  # an analysis, and no move that somebody waits for
    address: str = ""  # where it was asked for
    shows_tree: bool = False  # somebody looks at the tree of the search, which stays where it grows
    title: str = ""  # what whoever runs the server sees of it; a part of something else has none
    number: int = field(default_factory=itertools.count(1).__next__)
    phase: str = "preparing"
    began: float = 0.0
    cancel: threading.Event = field(default_factory=threading.Event)
    is_dropped: bool = False
    result: asyncio.Future[Analysis | None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def stop(self) -> None:
        """Answer with the best move so far."""
        self.cancel.set()

    def drop(self) -> None:
        """Forget it: nobody waits for the answer any more."""
        self.is_dropped = True
        self.cancel.set()
        if not self.result.done():
            self.result.set_result(None)


class Searches:
    """The workers and the lines in front of them."""

    def __init__(self, settings: Settings, preparation: Preparation) -> None:
        self._settings = settings
        self._preparation = preparation
        self._loop = asyncio.get_running_loop()
        self._pool = PlayerPool(most_idle=settings.search_workers + 4)
        self._threads = ThreadPoolExecutor(settings.search_workers, "kingme-search")
        self._lines: OrderedDict[str, deque[Search]] = OrderedDict()  # by owner; the first of an address is served next
        self._turns: dict[str, int] = {}  # when each address that waits was served last
        self._served = 0
        self._running: set[Search] = set()
        self._fresh: set[Search] = set()  # those of them that have just begun
        self._relief: asyncio.TimerHandle | None = None
        self._tidying: asyncio.TimerHandle | None = None
        self.begun = 0
        self._closed = False
        self._players: dict[str, PublicSpec] = {}
        self.processes = SearchProcesses(settings) if settings.search_processes else None
        megabytes = self.processes.megabytes if self.processes else settings.search_megabytes_in_all
        BUDGET.limit, BUDGET.spare = megabytes << 20, self._pool.let_go_oldest

    @property
    def waiting(self) -> int:
        return sum(not search.is_dropped for line in self._lines.values() for search in line)

    @property
    def running(self) -> int:
        return len(self._running)

    def long(self) -> list[Search]:
        """The analyses that run or wait."""
        queued = (search for line in self._lines.values() for search in line)
        return [search for search in (*queued, *self._running) if search.is_long and not search.is_dropped]

    async def player(self, spec: str) -> PublicSpec:
        """The player of a spec; its module may have to be imported, which is slow the first time."""
        found = self._players.get(spec)
        if found is None:
            found = await asyncio.to_thread(PublicSpec, spec, self._settings)
            if len(self._players) >= MOST_KNOWN:
                self._players.clear()
            self._players[spec] = found
        return found

    async def run(self, search: Search) -> Analysis | None:
        """The answer of a search; None if it was dropped. `BusyError` if the queue is full."""
        game = search.game.board.game.name
        if game != DEFAULT:
            await self._preparation.compile_for(game, search.player.module)
        elif not self._preparation.has_kernels(search.player.module):
            await self._preparation.wait_for(search.player.module)
        if not search.is_dropped:
            self._enqueue(search)
        return await search.result

    def _enqueue(self, search: Search) -> None:
        line = self._lines.get(search.owner, deque())
        own = [other for other in line if not other.is_dropped]
        own += [other for other in self._running if other.owner == search.owner and not other.is_dropped]
        settings = self._settings
        if search.is_long:
            self._admit(search)
        queued = (other for line in self._lines.values() for other in line if not other.is_dropped)
        near = sum(other.address == search.address for other in queued)
        is_full = self.waiting >= settings.search_waiting or near >= settings.waiting_per_address
        if self._closed or is_full or len(own) >= settings.searches_per_owner:
            raise BusyError("too many players are thinking at the moment: try again in a few seconds")
        search.phase = "queued"
        line.append(search)
        self._lines[search.owner] = line
        self._fill()
        if search.is_long and search.phase == "queued":
            self._relieve()

    def _admit(self, search: Search) -> None:
        """Refuse an analysis that is one too many: from one address, whatever its cookies, or in all."""
        long = self.long()
        near = sum(other.address == search.address for other in long)
        if near >= self._settings.analyses_per_address:
            raise BusyError(f"{near} analyses from your address are running already: stop one of them first")
        if len(long) >= self._settings.analyses_at_once:
            raise BusyError("too many analyses are running at the moment: try again in a few seconds")

    def _fill(self) -> None:
        """Give work to whoever is free, one search of each owner in turn."""
        while len(self._running) < self._settings.search_workers and not self._closed:
            search = self._next() if len(self._fresh) < self._settings.fresh_searches else None
            if search is None:
                return
            self._begin(search)

    def _settle(self, search: Search) -> None:
        """A search has lasted long enough to be in its kernel: there is room for a new one."""
        self._fresh.discard(search)
        self._fill()
        self._relieve()

    def _next(self) -> Search | None:
        """The search whose turn it is; an analysis only while there are workers left for games."""
        room = self._long_running < self._settings.long_searches
        for owner in sorted(self._lines, key=self._turn_of):
            line = deque(search for search in self._lines.pop(owner) if not search.is_dropped)
            chosen = next((search for search in line if room or not search.is_long), None)
            if chosen is not None:
                line.remove(chosen)
            if line:
                self._lines[owner] = line  # at the end: the others come first now
            if chosen is not None:
                self._served += 1
                self._turns[chosen.address] = self._served
                waiting = {line[0].address for line in self._lines.values()} | {chosen.address}
                self._turns = {where: turn for where, turn in self._turns.items() if where in waiting}
                return chosen
        return None

    def _turn_of(self, owner: str) -> int:
        """When the address of an owner's next search was served last."""
        return self._turns.get(self._lines[owner][0].address, 0)

    @property
    def _long_running(self) -> int:
        return sum(search.is_long for search in self._running)

    def _relieve(self) -> None:
        """Somebody waits for an analysis: whoever has had one for long enough has to be content with what it found."""
        settings = self._settings
        if self._long_running < settings.long_searches and len(self._running) < settings.search_workers:
            return  # there is room, and it is a matter of moments
        waiting = (item for line in self._lines.values() for item in line)
        if self._closed or not any(item.is_long and not item.is_dropped for item in waiting):
            return
        now, share = time.monotonic(), settings.long_share
        running = [search for search in self._running if search.is_long and not search.cancel.is_set()]
        if not running:
            return
        oldest = min(running, key=lambda search: search.began)
        if now - oldest.began >= share:
            oldest.stop()
        else:
            if self._relief is not None:
                self._relief.cancel()
            self._relief = self._loop.call_later(oldest.began + share - now, self._relieve)

    def _begin(self, search: Search) -> None:
        self._running.add(search)
        self.begun += 1
        search.phase = "searching"
        search.began = time.monotonic()
        end = self._loop.call_later(search.seconds, search.cancel.set)
        self._fresh.add(search)
        settled = self._loop.call_later(FRESH_SECONDS, self._settle, search)

        def finish(analysis: Analysis | None, error: BaseException | None) -> None:
            end.cancel()
            settled.cancel()
            self._running.discard(search)
            self._fresh.discard(search)
            if not search.result.done():
                if error is None:
                    search.result.set_result(analysis)
                else:
                    search.result.set_exception(error)
            self._fill()
            self._tidy_later()

        def work() -> None:
            analysis, error = None, None
            try:
                analysis = self._think(search)
            except BaseException as caught:
                error = caught
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(finish, analysis, error)

        self._threads.submit(work)

    def _think(self, search: Search) -> Analysis:
        """The search itself, in a worker thread."""
        listener, digest = search.on_info, search.digest

        def tell(info: Info) -> None:
            if listener is not None and not search.is_dropped:
                self._loop.call_soon_threadsafe(listener, info if digest is None else digest(info))

        if self.processes is not None and not search.shows_tree and not _learns(search.player):
            return self.processes.think(
                search.player,
                search.game_id,
                search.game,
                limit=search.limit,
                seconds=search.seconds,
                cancel=search.cancel,
                on_info=tell if listener else None,
            )
        with self._pool.lend(search.player, search.game_id) as lent:
            lent.start(search.cancel.is_set, search.game.board.game)  # the clock of a game does not run for this
            return lent.analyse(
                search.game,
                search.limit,
                on_info=tell if listener else None,
                cancel=search.cancel,
                cap=self._settings.search_cap(search.seconds),
            )

    def end_game(self, game: str, record: Game) -> None:
        """Let the players of a game that is over learn from it, where they have a memory."""
        if not self._closed:
            self._threads.submit(lambda: self._pool.end_game(game, record))

    def _tidy_later(self) -> None:
        """Look after memory when it may have been idle for long enough."""
        if self._tidying is None and not self._closed:
            self._tidying = self._loop.call_later(self._settings.memory_idle_seconds, self._begin_tidying)

    def _begin_tidying(self) -> None:
        self._tidying = None
        if not self._closed:
            self._loop.create_task(asyncio.to_thread(self._tidy)).add_done_callback(self._end_tidying)

    def _tidy(self) -> None:
        """Let idle players go; with nobody at work, give everything back that is free."""
        self._pool.let_go_idle(self._settings.memory_idle_seconds)
        if not self._running:
            return_rest()

    def _end_tidying(self, _: Any) -> None:
        if len(self._pool) or self._running:
            self._tidy_later()

    def close(self) -> None:
        """End every search; those that run stop within milliseconds."""
        self._closed = True
        for line in self._lines.values():
            for search in line:
                search.drop()
        self._lines.clear()
        for search in self._running:
            search.drop()
        if self.processes is not None:
            self.processes.close()
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._pool.let_go_idle(0)
        BUDGET.limit = BUDGET.spare = None


def _learns(player: PublicSpec) -> bool:
    """Whether a player keeps a memory of its games, which it learns from here when one is over (`end_game`)."""
    return bool(getattr(player.parameters, "memory", ""))
