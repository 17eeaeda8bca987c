"""How a run is getting on: results counted as they come in, and what there is to say of them at any moment."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from kingme.arena.schedule import Schedule
from kingme.arena.sprt import Sprt, SprtRun, Verdict
from kingme.arena.stats import Tally
from kingme.arena.store import Result


@dataclass(frozen=True, slots=True)
class Progress:
    """A run at one moment. `total` is the most that is going to be played; an SPRT may end before.

    `rate` is in games per second since the run was last begun, `left` the seconds to go; None while nobody can know.
    `tallies` are the results so far by player, in the order of the plan.
    """

    done: int
    total: int
    rate: float | None
    left: float | None
    tallies: tuple[Tally, ...]
    verdict: Verdict | None = None


Listener = Callable[[Progress], None]


class Scoreboard:
    """Counts results; they may come in any order."""

    def __init__(self, schedule: Schedule, players: int, sprt: Sprt | None) -> None:
        self.schedule = schedule
        self.done: set[int] = set()
        self.test = None if sprt is None else SprtRun(sprt)
        self._results = [[0, 0, 0] for _ in range(players)]  # losses, draws, wins
        self._pairs = [[0] * 5 for _ in range(players)]
        self._halves: dict[int, int] = {}  # half points of the first player in the half of a pair that is there
        self._new = 0  # results since the run was last begun
        self._first = 0.0  # when the first of them came: starting workers says nothing about their speed

    def add(self, result: Result, *, is_new: bool = True) -> bool:
        """Count a result; False if it was counted before, or is not of this schedule."""
        if result.number in self.done or result.number >= len(self.schedule):
            return False
        self.done.add(result.number)
        if is_new:
            self._first = self._first or time.monotonic()
            self._new += 1
        points = {0: 1, 1: 1} if result.winner is None else {result.winner: 2, 1 - result.winner: 0}
        self._results[result.black][points[0]] += 1
        self._results[result.white][points[1]] += 1
        first, second = self.schedule.pairing_of(result.pair)
        half = points[0 if result.black == first else 1]
        if result.pair in self._halves:
            half += self._halves.pop(result.pair)
            self._pairs[first][half] += 1
            self._pairs[second][4 - half] += 1
            if self.test is not None:
                self.test.add(result.pair, half)
        else:
            self._halves[result.pair] = half
        return True

    @property
    def decision(self) -> str | None:
        return None if self.test is None else self.test.verdict.decision

    @property
    def counting(self) -> int:
        """How many games of the schedule count: all, or those that brought a test to its decision."""
        return 2 * self.test.pairs if self.test is not None and self.decision else len(self.schedule)

    def progress(self) -> Progress:
        elapsed = time.monotonic() - self._first
        rate = (self._new - 1) / elapsed if self._new > 1 and elapsed > 0 else None
        total = self.counting
        done = min(len(self.done), total)
        tallies = tuple(
            Tally(wins, draws, losses, tuple(pairs))
            for (losses, draws, wins), pairs in zip(self._results, self._pairs, strict=True)
        )
        left = (total - done) / rate if rate else None
        return Progress(done, total, rate, left, tallies, None if self.test is None else self.test.verdict)
