"""`Crew`: those who play the games of a run, wherever they are.

A crew takes tasks and gives back what became of each, in any order. There are three: `SerialCrew` here plays in this
process, `LocalCrew` (`workers`) in processes of this machine, `ClusterCrew` (`cluster`) on other machines.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from kingme.arena.glimpse import Glimpse
from kingme.arena.match import play_game
from kingme.arena.plan import GameTask
from kingme.arena.record import PlayedGame
from kingme.errors import KingMeError

MOST_DEATHS = 3
"""Workers that may die over one game before it is given up: whatever kills them is not going to stop."""


class CrewError(KingMeError):
    """The crew cannot go on playing. Nothing that was stored is lost."""


@dataclass(frozen=True, slots=True)
class LostGame:
    """A game that could not be played because its workers died. It has no result: nobody knows whose fault it was."""

    number: int
    reason: str


class Crew(Protocol):
    """What a run needs of those who play its games."""

    @property
    def size(self) -> int:
        """Games that are played at once."""

    @property
    def room(self) -> int:
        """How many more tasks it can use now."""

    def submit(self, task: GameTask) -> None: ...

    def wait(self, timeout: float) -> list[PlayedGame | LostGame]:
        """The games that have ended, waiting up to `timeout` seconds for the first."""

    def glimpses(self) -> list[Glimpse]:
        """Games in progress, as far as it knows of them."""

    def close(self) -> None:
        """Give up the games in progress, at once."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None: ...


class SerialCrew:
    """Plays one game after another in this process: for tests, and where there can be no other processes."""

    size = 1

    def __init__(self) -> None:
        self._tasks: deque[GameTask] = deque()

    @property
    def room(self) -> int:
        return 1 - len(self._tasks)

    def submit(self, task: GameTask) -> None:
        self._tasks.append(task)

    def wait(self, timeout: float) -> list[PlayedGame | LostGame]:
        return [play_game(self._tasks.popleft())] if self._tasks else []

    def glimpses(self) -> list[Glimpse]:
        return []  # nobody can look on while it plays

    def close(self) -> None:
        self._tasks.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
