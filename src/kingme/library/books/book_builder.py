"""`BookBuilder`: lets a book grow until somebody says stop.

It leads: takes the next leaf from the graph, hands the search of its children to a worker, and backs up what comes
back. What has come back is in the journal at once and in the book every few minutes; after a stop of any kind the same
command goes on from there. Workers are threads of this process, each with an engine of its own (kernels leave the
interpreter free), or those of a Dask cluster: anything that is an `Executor`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from itertools import chain, zip_longest
from pathlib import Path
from types import TracebackType
from typing import Self

from filelock import FileLock, Timeout

from kingme.board import Board
from kingme.book.book_file import BookError, BookFile, write_book
from kingme.errors import KingMeError
from kingme.games.registry import DEFAULT
from kingme.library.books.book_graph import WEIGHT, BookGraph, BookNode, LeafScore
from kingme.library.books.book_journal import BookJournal
from kingme.library.books.leaf_search import LEAF_MEGABYTES, LeafTask, search_leaves

LEAF_NODES = 1_000_000
CHECKPOINT = 300.0  # seconds between two writings of the book
TURN = 0.2  # seconds after which the builder looks whether it must stop


@dataclass(frozen=True, slots=True)
class BookPlan:
    """How a book is built. What a book was begun with stays: its game and the nodes of its leaves."""

    game: str = DEFAULT
    nodes: int = LEAF_NODES
    megabytes: int = LEAF_MEGABYTES
    weight: float = WEIGHT


@dataclass(frozen=True, slots=True)
class BookProgress:
    """How far a build is."""

    positions: int  # in the book
    leaves: int  # searched since the start
    first: int  # positions of the openings that are still to be expanded
    seconds: float


class Workers:
    """Those who search: threads of this process, or an executor that somebody else has, such as that of a cluster."""

    def __init__(self, size: int, executor: Executor | None = None) -> None:
        if size < 1:
            raise BookError(f"a book needs at least one worker, not {size}")
        self._stop = threading.Event()
        self._search = search_leaves if executor is not None else partial(search_leaves, stop=self._stop)
        self._own = ThreadPoolExecutor(size, thread_name_prefix="book") if executor is None else None
        self._executor = executor or self._own
        self.size = size

    def submit(self, task: LeafTask) -> Future[list[LeafScore]]:
        assert self._executor is not None
        return self._executor.submit(self._search, task)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stop.set()
        if self._own is not None:
            self._own.shutdown(wait=True, cancel_futures=True)


class BookBuilder:
    """A book that grows in a file; nobody else may build or edit it meanwhile."""

    def __init__(self, path: Path, plan: BookPlan, openings: Iterable[Sequence[Board]] = ()) -> None:
        """Open a book, or begin one.

        It grows from the first position and from the last one of each opening; all positions of the openings come
        before anything else, those of a few plies first.
        """
        self.path = path
        self._lock = lock_book(path)
        try:
            self.graph = self._open(plan)
            self.plan = plan
            lines = list(openings)
            for position in chain.from_iterable(zip_longest(*lines)):
                if position is not None:
                    self.graph.put_first(position)
            for line in lines:
                self.graph.add_root(line[-1])
            self.journal = BookJournal(path)
            self.journal.replay(self.graph)
            self.graph.expand_all_forced()
            self.publish()
        except BaseException:
            self._lock.release()
            raise

    def _open(self, plan: BookPlan) -> BookGraph:
        if not self.path.exists():
            graph = BookGraph(plan.game, plan.nodes, plan.weight)
            graph.add_root(Board(game=plan.game, seed=0))
            return graph
        contents = BookFile(self.path).read()
        if contents.game != plan.game:
            raise BookError(f"{self.path} is a book of {contents.game}, not of {plan.game}: name another file")
        if contents.nodes not in (0, plan.nodes):
            raise BookError(
                f"the leaves of {self.path} were searched with {contents.nodes:,} nodes: use --nodes {contents.nodes}"
            )
        contents.nodes = plan.nodes
        return BookGraph.of(contents, plan.weight)

    def publish(self) -> None:
        """Write the book; what the journal had is in it then."""
        write_book(self.path, self.graph.contents())
        self.journal.start(self.graph)

    def run(
        self,
        workers: Workers,
        *,
        positions: int | None = None,
        seconds: float | None = None,
        report: Callable[[BookProgress], None] | None = None,
    ) -> BookProgress:
        """Expand until the book has so many positions, the time is up, or there is nothing left to expand."""
        began = written = time.monotonic()
        busy: dict[Future[list[LeafScore]], tuple[BookNode, list[BookNode]]] = {}
        leaves = 0

        def progress() -> BookProgress:
            first = sum(node.edges is None for node in self.graph.first)
            return BookProgress(self.graph.expanded, leaves, first, time.monotonic() - began)

        def may_go_on() -> bool:
            is_small = positions is None or self.graph.expanded + len(busy) < positions
            return is_small and (seconds is None or time.monotonic() - began < seconds)

        try:
            while True:
                while len(busy) < workers.size and may_go_on() and (node := self.graph.next_leaf()) is not None:
                    wanted = self.graph.missing(node)
                    if wanted:
                        busy[workers.submit(self._task(wanted))] = node, wanted
                    else:
                        self._take(node, [])
                if not busy:
                    break
                for future in wait(busy, timeout=TURN, return_when=FIRST_COMPLETED).done:
                    node, wanted = busy.pop(future)
                    found = _result(future)
                    self._take(node, list(zip(wanted, found, strict=True)))
                    leaves += len(found)
                    if report is not None:
                        report(progress())
                if time.monotonic() - written > CHECKPOINT:
                    self.publish()
                    written = time.monotonic()
        finally:
            for node, _ in busy.values():
                self.graph.set_busy(node, False)
            self.publish()
        return progress()

    def _task(self, wanted: list[BookNode]) -> LeafTask:
        states = tuple(node.board.state for node in wanted)
        return LeafTask(self.plan.game, states, self.plan.nodes, self.plan.megabytes)

    def _take(self, node: BookNode, found: list[tuple[BookNode, LeafScore]]) -> None:
        self.journal.write(node, found)
        for child, score in found:
            self.graph.score(child, score)
        self.graph.expand(node)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.journal.close()
        self._lock.release()


def _result(future: Future[list[LeafScore]]) -> list[LeafScore]:
    try:
        return future.result()
    except KingMeError:
        raise
    except Exception as error:
        words = f"{type(error).__name__}: {error}"
        raise BookError(f"a worker could not search: {words}. Nothing is lost; the same command resumes") from None


def lock_book(path: Path) -> FileLock:
    """Keep others from changing a book; a lock ends with its process."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path.with_name(f".{path.name}.lock"), thread_local=False, fallback_to_soft=False)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise BookError(f"{path} is being built or edited by another process: try again when that has ended") from None
    return lock
