"""`Desk`: the searches of one page, each in a lane of its own, and what they tell.

A search runs in the same queue as the players of games. While it runs, its state is turned into text in the worker's
own thread and handed to the event loop; whatever costs more than a few milliseconds is told less often, so that looking
on takes at most a twenty-fifth of one core from the search.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from importlib import import_module
from typing import Any

from kingme.errors import KingMeError
from kingme.games.registry import game_name_of
from kingme.players.base import Info, Limit
from kingme.web.analysis.endings import TABLES, table_value
from kingme.web.analysis.messages import MOST_LANES, StartMessage
from kingme.web.analysis.positions import analyst, game_at
from kingme.web.analysis.snapshot import FEW_NODES, Snapshots
from kingme.web.caps import check_amounts
from kingme.web.clients import Client
from kingme.web.play.rated import check_analysis
from kingme.web.searches import Search
from kingme.web.services import Services
from kingme.web.views import encode

log = logging.getLogger("kingme.web")

INTERVAL = 0.1  # seconds between two messages of a lane, at least
COST = 25  # a message that took a millisecond is followed by this many without one
MOST_BYTES = 64 << 10

_numbers = itertools.count()


class Stream:
    """What one search tells the page: thinned in time, bounded in size."""

    def __init__(self, lane: int, number: int, snapshots: Snapshots) -> None:
        self._head = {"lane": lane, "id": number}
        self._snapshots = snapshots
        self._due = 0.0
        self._tree_due = 0.0

    def take(self, info: Info) -> str | None:
        """The message for the state of a search, or None if it is too soon for one."""
        begin, busy = time.perf_counter(), time.thread_time()
        if begin < self._due:
            return None
        with_tree = begin >= self._tree_due
        text = self._encode("info", self._snapshots.take(info, with_tree=with_tree))
        few = FEW_NODES
        while len(text) > MOST_BYTES and few > 1:
            few //= 2
            text = self._encode("info", self._snapshots.take(info, with_tree=with_tree, most_nodes=few))
        cost = time.thread_time() - busy
        if with_tree:
            self._tree_due = begin + COST * cost
            self._due = begin + INTERVAL * 0.95
        else:
            self._due = begin + max(INTERVAL * 0.95, COST * cost)
        return text

    def finish(self, info: Info) -> str:
        return self._encode("done", self._snapshots.take(info, final=True))

    def _encode(self, kind: str, snapshot: dict[str, Any]) -> str:
        return encode({"type": kind, **self._head, "info": snapshot})


class Desk:
    """The lanes of one page."""

    def __init__(self, services: Services, owner: str, address: str, client: Client) -> None:
        self._services, self._owner, self._address, self._client = services, owner, address, client
        self._name = f"desk {next(_numbers)}"
        self._lanes: list[_Task | None] = [None] * MOST_LANES

    def start(self, message: StartMessage) -> None:
        """Think about a position; what the lane did before is forgotten."""
        self._drop(message.lane)
        name = f"{self._name} {message.lane}"
        task = _Task(self._services, self._owner, self._address, name, self._client, message)
        self._lanes[message.lane] = task
        task.work = asyncio.get_running_loop().create_task(task.run())

    def stop(self, lane: int) -> None:
        """Come to an end with what was found so far."""
        task = self._lanes[lane]
        if task is not None:
            task.stop()

    def close(self) -> None:
        for lane in range(MOST_LANES):
            self._drop(lane)

    def _drop(self, lane: int) -> None:
        task = self._lanes[lane]
        if task is not None:
            task.drop()
            self._lanes[lane] = None


class _Task:
    """One search of a lane, from the request to its last message."""

    def __init__(
        self, services: Services, owner: str, address: str, name: str, client: Client, message: StartMessage
    ) -> None:
        self._services, self._owner, self._address, self._name = services, owner, address, name
        self._client, self._message = client, message
        self._search: Search | None = None
        self._is_dropped = self._must_stop = False
        self.work: asyncio.Task[None] | None = None

    def stop(self) -> None:
        self._must_stop = True
        if self._search is not None:
            self._search.stop()

    def drop(self) -> None:
        self._is_dropped = True
        if self._search is not None:
            self._search.drop()

    async def run(self) -> None:
        try:
            await self._think()
        except KingMeError as error:
            self._tell({"type": "error", "message": str(error)})
        except Exception:
            log.exception("an analysis failed")
            self._tell({"type": "error", "message": "the analysis failed: the server's log says why"})
        finally:
            self._search = None  # it knows this task, and its result may hold a large tree: let go

    async def _think(self) -> None:
        message, services = self._message, self._services
        if not services.preparation.has_kernels(TABLES):
            await asyncio.to_thread(import_module, TABLES)
            await services.preparation.wait_for(TABLES)
        await services.preparation.compile_for(game_name_of(message.position.fen))
        search, stream = await asyncio.to_thread(self._prepare, asyncio.get_running_loop())
        if self._is_dropped:
            return
        self._search = search
        if self._must_stop:
            search.stop()
        running = asyncio.get_running_loop().create_task(services.searches.run(search))
        await asyncio.sleep(0)
        if search.phase != "searching" and not running.done():
            self._tell({"type": "queued", "preparing": search.phase == "preparing"})  # still to be compiled
        analysis = await running
        if analysis is not None and not self._is_dropped:
            text = await asyncio.to_thread(stream.finish, analysis)
            if not self._is_dropped:
                self._client.post_text(f"done {message.lane}", text, frozenset({f"info {message.lane}"}))

    def _prepare(self, loop: asyncio.AbstractEventLoop) -> tuple[Search, Stream]:
        """Read the request; positions and players may take a while."""
        message, settings = self._message, self._services.settings
        given = {} if message.limit is None else message.limit.model_dump(exclude_none=True)
        check_amounts(given, settings.search_nodes)
        game = game_at(message.position.fen, message.position.moves)
        check_analysis(self._services.store, self._owner, (game.board,))
        chosen = analyst(
            message.player, settings, lines=message.lines, tables=message.tables and game.board.game.TABLES
        )
        snapshots = Snapshots(game.board, message.player.strip(), lines=message.lines, tree=message.tree)
        snapshots.table = table_value(game.board)
        stream = Stream(message.lane, message.id, snapshots)
        seconds = min(given.get("time", settings.analysis_seconds), settings.analysis_seconds)
        limit = Limit(**given) if given else Limit(time=seconds)
        result: asyncio.Future[Any] = loop.create_future()
        search = Search(
            self._owner,
            self._name,
            chosen,
            game,
            limit,
            seconds + 0.5,
            self._hear,
            digest=stream.take,
            is_long=True,
            address=self._address,
            shows_tree=message.tree,
            title=message.player.strip(),
            result=result,
        )
        return search, stream

    def _hear(self, text: str | None) -> None:
        if text is not None and not self._is_dropped:
            kind = f"info {self._message.lane}"
            self._client.post_text(kind, text, frozenset({kind}))

    def _tell(self, message: dict[str, Any]) -> None:
        if not self._is_dropped:
            self._client.post(message | {"lane": self._message.lane, "id": self._message.id})
