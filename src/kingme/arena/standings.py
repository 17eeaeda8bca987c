"""Standings: who scored what, and how certain that is.

`standings` makes the rows that the console, the reports, notebooks and the page draw, each in its own way. `Scoreboard`
counts results while a run is played.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from kingme.arena.elo import EloEstimate, Strength, estimate
from kingme.arena.intervals import Estimate, rate
from kingme.arena.ratings import Rating, RatingList
from kingme.arena.record import GameRecord, PairResult, pair_up
from kingme.arena.schedule import Schedule
from kingme.arena.sprt import Sprt, SprtRun, Verdict
from kingme.arena.stored import Outline
from kingme.outcome import Color, Termination


class Rates(NamedTuple):
    """Shares of games won, drawn and lost, each with its interval."""

    win: Estimate
    draw: Estimate
    loss: Estimate


@dataclass(frozen=True, slots=True)
class Tally:
    """Wins, draws and losses of a player, and its colour-swapped pairs by half points: LL, LD, DD + WL, WD, WW."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, ...] = (0, 0, 0, 0, 0)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """Points per game; one half if there is no game."""
        return self.points / self.games if self.games else 0.5

    @property
    def rates(self) -> Rates:
        return Rates(*(rate(number, self.games) for number in (self.wins, self.draws, self.losses)))

    @property
    def elo(self) -> EloEstimate:
        """Elo from pairs, as long as they hold at least half of the games; from single games otherwise."""
        paired = 4 * sum(self.pairs) >= self.games > 0
        return estimate(self.pairs if paired else (self.losses, self.draws, self.wins))


class GameSide(NamedTuple):
    """A game from the side of one of its players."""

    record: GameRecord
    color: Color

    @property
    def result(self) -> str:
        return ("lost", "drawn", "won")[self.record.half_points(self.color)]


def tally(sides: Iterable[GameSide], units: Iterable[PairResult] = ()) -> Tally:
    """Count results, and complete pairs by their half points."""
    results = Counter(side.result for side in sides)
    pairs = Counter(unit.half_points for unit in units if unit.games == 2)
    return Tally(results["won"], results["drawn"], results["lost"], tuple(pairs[points] for points in range(5)))


# --- rows -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in the standings of a run; `move_time` is the mean in seconds, `forfeits` how it lost off the board."""

    name: str
    tally: Tally
    move_time: float = math.nan
    forfeits: Counter[Termination] = field(default_factory=Counter)
    rating: Rating | None = None

    @property
    def strength(self) -> Strength:
        """The rating, where there is a list of them; otherwise Elo against all others."""
        if self.rating is not None:
            return self.rating.strength
        return self.tally.elo.strength


def standings(records: Iterable[GameRecord], names: Sequence[str] = ()) -> list[Standing]:
    """A row for each player: those of `names` first, then all others as they appear."""
    games = sorted(records, key=lambda record: record.number)
    sides: dict[str, list[GameSide]] = {name: [] for name in names}
    for record in games:
        for color in Color:
            sides.setdefault(record.players[color], []).append(GameSide(record, color))
    units: dict[str, list[PairResult]] = {name: [] for name in sides}
    for unit in pair_up(games):
        for name in (unit.first, unit.second):
            units[name].append(unit.seen_by(name))
    return [_standing(name, own, units[name]) for name, own in sides.items()]


def _standing(name: str, sides: Sequence[GameSide], units: Sequence[PairResult]) -> Standing:
    times = [seconds for side in sides for seconds in side.record.times[side.color]]
    lost = Counter(side.record.termination for side in sides if side.record.is_forfeit and side.result == "lost")
    return Standing(name, tally(sides, units), math.fsum(times) / len(times) if times else math.nan, lost)


def rated(rows: Iterable[Standing], ratings: RatingList) -> list[Standing]:
    """The same players with their ratings, best first; players without a game have none, and come last."""
    known = {rating.name: rating for rating in ratings.ratings}
    order = {name: place for place, name in enumerate(known)}
    return sorted(
        (replace(row, rating=known.get(row.name)) for row in rows),
        key=lambda row: order.get(row.name, len(order)),
    )


def ranked(rows: Iterable[Standing]) -> list[Standing]:
    """The same players from the highest score to the lowest; equal ones stay in their order."""
    return sorted(rows, key=lambda row: -row.tally.score)


# --- while a run is played --------------------------------------------------------------------------------------------


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

    def add(self, game: Outline, *, is_new: bool = True) -> bool:
        """Count a game; False if it was counted before, or is not of this schedule."""
        if game.number in self.done or game.number >= len(self.schedule):
            return False
        self.done.add(game.number)
        if is_new:
            self._first = self._first or time.monotonic()
            self._new += 1
        points = {0: 1, 1: 1} if game.winner is None else {game.winner: 2, 1 - game.winner: 0}
        self._results[game.black][points[0]] += 1
        self._results[game.white][points[1]] += 1
        first, second = self.schedule.pairing_of(game.pair)
        half = points[0 if game.black == first else 1]
        if game.pair in self._halves:
            half += self._halves.pop(game.pair)
            self._pairs[first][half] += 1
            self._pairs[second][4 - half] += 1
            if self.test is not None:
                self.test.add(game.pair, half)
        else:
            self._halves[game.pair] = half
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
