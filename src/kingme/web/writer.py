"""`Writer`: one thread that writes, so that the event loop never waits for the disk.

Whatever has queued up while the last transaction was being committed goes into the next one together: a hundred games
cost little more than one. A future is done when its work is on disk, and not before.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import sqlalchemy as sa

from kingme.errors import KingMeError
from kingme.web.store import Store, UnavailableError

T = TypeVar("T")
Work = Callable[[sa.Connection], Any]

LARGEST_BATCH = 200

log = logging.getLogger("kingme.web")


@dataclass
class _Job:
    work: Work
    future: asyncio.Future[Any]
    result: Any = None
    error: Exception | None = None


class Writer:
    """Writes to a store in the order of `submit`; made and used on one event loop."""

    def __init__(self, store: Store) -> None:
        self._engine = store.engine.execution_options(write=True)
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self.written = self.failures = self.transactions = 0
        self.seconds = 0.0  # of the transactions
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="kingme-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        return self._jobs.qsize()

    async def submit(self, work: Callable[[sa.Connection], T]) -> T:
        """Do this work in a transaction, and return when that is committed."""
        if self._closed:
            raise UnavailableError("the server is closing")
        job = _Job(work, self._loop.create_future())
        self._jobs.put(job)
        result: T = await job.future  # whoever stops waiting does not stop the work
        return result

    def close(self) -> None:
        """Write what is waiting, and end."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            self._thread.join()

    # --- in the thread --------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            batch, last = [job], False
            while len(batch) < LARGEST_BATCH and not self._jobs.empty():
                more = self._jobs.get()
                if more is None:
                    last = True
                    break
                batch.append(more)
            if not self._write(batch):
                for single in batch:  # one of them failed, and the others must not suffer for it
                    self._write([single])
            self._loop.call_soon_threadsafe(_settle, batch)
            if last:
                return

    def _write(self, batch: list[_Job]) -> bool:
        began = time.perf_counter()
        try:
            with self._engine.begin() as connection:
                for job in batch:
                    job.result, job.error = job.work(connection), None
        except Exception as error:
            if not isinstance(error, KingMeError | sa.exc.SQLAlchemyError):
                log.exception("a game could not be stored")
            for job in batch:
                job.error = error if isinstance(error, KingMeError) else UnavailableError("the games cannot be stored")
            if isinstance(error, sa.exc.SQLAlchemyError):
                log.error("the games cannot be stored: %s", getattr(error, "orig", None) or type(error).__name__)
            self.failures += len(batch) == 1  # of several, each is tried again by itself
            return False
        self.transactions += 1
        self.written += len(batch)
        self.seconds += time.perf_counter() - began
        return True


def _settle(batch: list[_Job]) -> None:
    for job in batch:
        if job.future.done():
            continue
        if job.error is not None:
            job.future.set_exception(job.error)
        else:
            job.future.set_result(job.result)
