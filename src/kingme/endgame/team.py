"""`Team`: a few threads that work through a list of jobs while the caller stays responsive.

Kernels release the interpreter lock, so two threads keep two cores busy. The caller waits in short turns: Ctrl-C is
heard at once, sets the stop flag that kernels read, and ends the work.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from queue import Empty, SimpleQueue
from typing import Any

import numpy as np

from kingme.errors import KingMeError

Job = Callable[[int], Any]
"""Called with the number of the thread that runs it, which may own buffers."""


class Team:
    """So many threads; `stop[0]` is set when work must end."""

    def __init__(self, threads: int) -> None:
        if threads < 1:
            raise KingMeError(f"work needs at least one thread, not {threads}")
        self.threads = threads
        self.stop = np.zeros(1, np.int64)

    def run(self, jobs: Iterable[Job], on_done: Callable[[Any], None] | None = None) -> list[Any]:
        """Run all jobs, in their order, and return their results in that order; the first error ends everything.

        `on_done` hears each result as it comes, in the caller's thread.
        """
        listed = list(jobs)
        results: list[Any] = [None] * len(listed)
        waiting: SimpleQueue[tuple[int, Job]] = SimpleQueue()
        finished: SimpleQueue[tuple[int, Any, BaseException | None]] = SimpleQueue()
        for item in enumerate(listed):
            waiting.put(item)

        def work(thread: int) -> None:
            while not self.stop[0]:
                try:
                    number, job = waiting.get_nowait()
                except Empty:
                    return
                try:
                    finished.put((number, job(thread), None))
                except BaseException as error:
                    finished.put((number, None, error))
                    return

        count = min(self.threads, len(listed))
        threads = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(count)]
        for thread in threads:
            thread.start()
        try:
            for _ in listed:
                number, result, error = _next(finished)
                if error is not None:
                    raise error
                results[number] = result
                if on_done is not None:
                    on_done(result)
        except BaseException:
            self.stop[0] = 1
            for thread in threads:
                thread.join()
            raise
        for thread in threads:
            thread.join()
        return results


def _next(finished: SimpleQueue[Any]) -> Any:
    while True:
        try:
            return finished.get(timeout=0.1)
        except Empty:
            continue
