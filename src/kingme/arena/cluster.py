"""`ClusterCrew`: games on a Dask cluster, one machine or many.

The tasks are those that local workers play. Dask runs the tasks of a worker that died again on another, and so may play
a game twice; games are pure tasks, and the store keeps the first result of each. `docs/cluster.md` shows how to start a
scheduler and workers.
"""

from __future__ import annotations

import queue
import uuid
from concurrent.futures import Executor
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

from kingme import __version__
from kingme.arena.crew import CrewError, LostGame
from kingme.arena.glimpse import Glimpse
from kingme.arena.match import play_game
from kingme.arena.plan import GameTask
from kingme.arena.record import PlayedGame
from kingme.errors import KingMeError

CONNECT = 15.0  # seconds to find the scheduler
AHEAD = 2  # tasks for each thread of the cluster
PATIENCE = 60.0  # seconds without any worker


class ClusterCrew:
    """The workers of a Dask scheduler, by its address such as `tcp://host:8786`, or of a client that is connected."""

    def __init__(self, address: str | None = None, *, client: Any = None) -> None:
        try:
            import distributed
        except ImportError:
            raise KingMeError("a cluster needs Dask: pip install 'kingme[cluster]'") from None
        self._distributed: Any = distributed
        self._owns_client = client is None
        try:
            self._client = client or self._distributed.Client(address, timeout=CONNECT, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise CrewError(f"there is no Dask scheduler at {address}: {error}") from None
        self._ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._numbers: dict[str, int] = {}  # tasks that are out, by key
        self._futures: dict[str, Any] = {}
        self._session = uuid.uuid4().hex[:8]
        try:
            self._check()
        except BaseException:
            self.close()
            raise

    def _check(self) -> None:
        """Wait for workers, and see that they run this version."""
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise CrewError("the cluster has no workers: start some with `dask worker`") from None
        versions = set(self._client.run(_version).values())
        if versions != {__version__}:
            found = ", ".join(sorted(versions))
            raise CrewError(f"the workers must run KingMe {__version__}, as this machine does, and they run {found}")

    @property
    def size(self) -> int:
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def executor(self) -> Executor:
        """The same workers, for other work than games."""
        found: Executor = self._client.get_executor()
        return found

    @property
    def room(self) -> int:
        return max(0, AHEAD * self.size - len(self._futures))

    def submit(self, task: GameTask) -> None:
        key = f"kingme-{self._session}-{task.number}"
        future = self._client.submit(play_game, task, key=key, pure=False)
        self._numbers[key], self._futures[key] = task.number, future
        future.add_done_callback(self._ended.put)

    def wait(self, timeout: float) -> list[PlayedGame | LostGame]:
        games: list[PlayedGame | LostGame] = []
        try:
            games += self._take(self._ended.get(timeout=timeout))
            while True:
                games += self._take(self._ended.get_nowait())
        except queue.Empty:
            pass
        return games

    def _take(self, future: Any) -> list[PlayedGame | LostGame]:
        """The game of a task that has ended."""
        if future.key not in self._futures:
            return []
        if not future.done():  # its result was lost with its worker: Dask plays it again
            future.add_done_callback(self._ended.put)
            return []
        number = self._numbers.pop(future.key)
        try:
            ended: PlayedGame | LostGame = future.result()
        except self._distributed.KilledWorker as error:
            ended = LostGame(number, f"workers died while playing it: {error}")
        except (self._distributed.CancelledError, OSError, TimeoutError) as error:
            raise CrewError(f"the cluster is gone: {error}. The same command resumes when it is back") from None
        except Exception as error:
            words = str(error) if isinstance(error, KingMeError) else f"{type(error).__name__}: {error}"
            raise CrewError(f"game {number + 1} cannot be played: {words}") from None
        finally:
            del self._futures[future.key]
        return [ended]

    def glimpses(self) -> list[Glimpse]:
        return []  # they are far away

    def close(self) -> None:
        futures, self._futures = list(self._futures.values()), {}
        with suppress(Exception):
            self._client.cancel(futures, force=True)
        if self._owns_client:
            with suppress(Exception):
                self._client.close(timeout=CONNECT)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _version() -> str:
    from kingme import __version__ as version

    return version
