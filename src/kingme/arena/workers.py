"""`LocalCrew`: games in processes of this machine.

Each worker is a new process (started by `spawn`, so that it inherits no threads and no locks) with a pipe to this one.
A worker that dies, whoever killed it, is replaced and its game played again: games are pure tasks. Workers in turn
watch this process and end with it, so that nothing is left behind when it is killed.

Short games are sent ahead: while the result of one is stored, its worker already plays the next.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections import Counter, deque
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import Self

from kingme.arena.crew import MOST_DEATHS, CrewError, LostGame
from kingme.arena.glimpse import Glimpse, Window
from kingme.arena.lifeline import tie_to_parent
from kingme.arena.match import play_game
from kingme.arena.plan import GameTask
from kingme.arena.record import PlayedGame
from kingme.core.jit import compile_entries, is_compiled
from kingme.core.warmup import loaded_entries
from kingme.errors import KingMeError
from kingme.games.registry import DEFAULT, find_game
from kingme.players.control import NO_CAP
from kingme.players.limit import Cap

SHORT = 1.0  # seconds: games below this are sent ahead
GOODBYE = 2.0  # seconds for a worker to end

Outcome = PlayedGame | LostGame


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def warm_up() -> None:
    """Compile what is not compiled yet of all modules that are loaded: workers then find it, and do not race for it."""
    for _ in compile_entries([entry for entry in loaded_entries(find_game(DEFAULT)) if not is_compiled(entry)]):
        pass


@dataclass(eq=False, slots=True)
class _Worker:
    """A process, the pipe to it, and what it was told to play, in order."""

    process: SpawnProcess
    pipe: Connection
    tasks: deque[GameTask] = field(default_factory=deque)
    has_spoken: bool = False
    glimpse: Glimpse | None = None  # of the game that it plays


class LocalCrew:
    """Worker processes of this machine; see the head of this file.

    `watched`, they let their games be seen. No move may take more than `cap`.
    """

    def __init__(self, size: int | None = None, *, watched: bool = False, cap: Cap = NO_CAP) -> None:
        if size is not None and size < 1:
            raise KingMeError(f"there must be at least one worker, not {size}")
        self.size = size or processors()
        self._watched = watched
        self._cap = cap
        self._context = multiprocessing.get_context("spawn")
        self._deaths: Counter[int] = Counter()  # by number of the game
        self._stillborn = 0  # workers in a row that died before they said anything
        self._length = 0.0  # of a game, in seconds, about
        self._lost: list[LostGame] = []
        warm_up()
        self._workers = [self._hire() for _ in range(self.size)]

    def _hire(self) -> _Worker:
        here, there = self._context.Pipe()
        process = self._context.Process(target=work, args=(there, self._watched), daemon=True, name="kingme-worker")
        process.start()
        there.close()
        return _Worker(process, here)

    @property
    def room(self) -> int:
        ahead = 2 if 0 < self._length < SHORT else 1
        return max(0, ahead * self.size - sum(len(worker.tasks) for worker in self._workers))

    def submit(self, task: GameTask) -> None:
        task = replace(task, conditions=replace(task.conditions, cap=self._cap))
        worker = min(self._workers, key=lambda worker: len(worker.tasks))
        worker.tasks.append(task)
        with suppress(OSError):  # it is dead: `wait` will notice and give the task to another
            worker.pipe.send(task)

    def wait(self, timeout: float) -> list[Outcome]:
        if not self._lost:
            by_handle: dict[object, _Worker] = {worker.pipe: worker for worker in self._workers}
            by_handle |= {worker.process.sentinel: worker for worker in self._workers}
            ready = {by_handle[handle] for handle in wait(list(by_handle), timeout)}  # type: ignore[arg-type]
        else:
            ready = set()
        ended: list[Outcome] = []
        for worker in ready:
            ended += self._hear(worker)
        ended += self._lost
        self._lost = []
        return ended

    def _hear(self, worker: _Worker) -> list[Outcome]:
        """Take what a worker has to say, and replace it if it is dead."""
        games: list[Outcome] = []
        try:
            while worker.pipe.poll():
                message = worker.pipe.recv()
                worker.has_spoken, self._stillborn = True, 0
                if isinstance(message, Glimpse):
                    worker.glimpse = message
                elif isinstance(message, PlayedGame):
                    worker.tasks.popleft()
                    self._length += 0.2 * (message.seconds - self._length) if self._length else message.seconds
                    games.append(message)
                elif isinstance(message, str):
                    raise CrewError(message)
        except (EOFError, OSError):
            self._replace(worker)
        else:
            if not worker.process.is_alive() and not worker.pipe.poll():
                self._replace(worker)
        return games

    def _replace(self, worker: _Worker) -> None:
        """Bury a dead worker, hire another, and have its games played again."""
        worker.pipe.close()
        worker.process.join(GOODBYE)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        if not worker.has_spoken:
            self._stillborn += 1
            if self._stillborn > MOST_DEATHS * self.size:
                raise CrewError(f"workers cannot start: they end with exit code {worker.process.exitcode}")
        else:
            self._blame(worker)
        place = self._workers.index(worker)
        self._workers[place] = self._hire()
        orphans, worker.tasks = worker.tasks, deque()
        for task in orphans:
            self.submit(task)

    def _blame(self, worker: _Worker) -> None:
        """Count the death against the game that was being played; give the game up if there were too many."""
        if not worker.tasks or worker.process.exitcode == 0:  # it left by itself, after a game with a stuck player
            return
        number = worker.tasks[0].number
        self._deaths[number] += 1
        if self._deaths[number] >= MOST_DEATHS:
            worker.tasks.popleft()
            code = worker.process.exitcode
            how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
            self._lost.append(LostGame(number, f"{MOST_DEATHS} workers died while playing it, the last by {how}"))

    def glimpses(self) -> list[Glimpse]:
        """The games on the boards; of a game that has just begun, nothing is known for a moment."""
        return [worker.glimpse for worker in self._workers if worker.glimpse is not None]

    def close(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        deadline = time.monotonic() + GOODBYE
        for worker in self._workers:
            worker.process.join(max(0.0, deadline - time.monotonic()))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.pipe.close()
            worker.process.close()
        self._workers = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


# --- in the worker ----------------------------------------------------------------------------------------------------


def work(pipe: Connection, watched: bool = False) -> None:
    """The life of a worker: play what comes through the pipe until it closes."""
    tie_to_parent()
    with suppress(EOFError, OSError):
        pipe.send(None)  # here I am
        window = Window(pipe.send)
        while True:
            task = pipe.recv()
            try:
                game = play_game(task, window.on(task) if watched else None)
            except Exception as error:
                pipe.send(f"game {task.number + 1} cannot be played: {_words(error)}")
                return
            pipe.send(game)
            if game.tainted:  # a player of it still runs in a thread that nobody can stop
                os._exit(0)


def _words(error: Exception) -> str:
    return str(error) if isinstance(error, KingMeError) else f"{type(error).__name__}: {error}"
