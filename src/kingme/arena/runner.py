"""`Runner`: plays a plan to its end, storing every game as it comes in.

What is stored already is not played again, so that running the same plan once more goes on where it stopped. Whatever
stops it (Ctrl-C, a full disk, a crew that is gone), the games that had ended are stored.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from markupsafe import Markup

from kingme.arena.crew import Crew, CrewError, LostGame
from kingme.arena.plan import Plan, prepare
from kingme.arena.ratings import rate
from kingme.arena.record import GameRecord, PlayedGame, pair_up
from kingme.arena.result_html import standings_html, verdict_html
from kingme.arena.sprt import SprtRun, Verdict
from kingme.arena.standings import Listener, Scoreboard, Standing, ranked, rated, standings
from kingme.arena.store import RunInfo, Store
from kingme.database.damage import Damage, warn

BATCH = 0.025  # seconds between two transactions: many short games share one, and a game of 50 ms has its own
REPORT = 0.1  # seconds between two reports of progress
WAIT = 0.2  # seconds: the longest wait for a game
LOOK = 5.0  # seconds between two looks at what others have stored


@dataclass(frozen=True, slots=True)
class RunResult:
    """What came of a run.

    `lost` are games whose workers died; they have no result, and are tried again next time. `damaged` are games that
    are stored and cannot be used; they are played again next time.
    """

    info: RunInfo
    records: list[GameRecord]
    verdict: Verdict | None = None
    interrupted: bool = False
    lost: list[LostGame] = field(default_factory=list)
    damaged: list[Damage] = field(default_factory=list)

    @property
    def is_complete(self) -> bool:
        return self.info.is_complete

    @property
    def standings(self) -> list[Standing]:
        """The players of a match in the order of the plan with their Elo; of more players the rating list."""
        rows = [row for row in standings(self.records, self.info.players) if row.tally.games]
        return rated(rows, rate(pair_up(self.records))) if len(self.info.players) > 2 and rows else rows

    def _repr_html_(self) -> str:
        info = self.info
        state = "" if self.is_complete else f", {info.done} of {info.games} games played"
        damaged = f", {len(self.damaged)} damaged and left out" if self.damaged else ""
        headline = Markup("<p><b>{}</b>{}{}</p>").format(info.name, state, damaged)
        if not self.records:
            said = "No game can be used." if self.damaged else "No game has ended yet."
            return headline + Markup("<p>{}</p>").format(said)
        rows = self.standings if len(info.players) > 2 else ranked(self.standings)
        test, verdict = info.plan.sprt, self.verdict
        decision = "" if test is None or verdict is None else verdict_html(test, verdict)
        return headline + standings_html(rows) + decision


def load_result(store: Store, run: int | str | None = None) -> RunResult:
    """A run as it stands in a store, whoever played it."""
    info = store.run(run)
    damaged: list[Damage] = []
    records = store.records(info.id, damaged.append)
    test = None if info.plan.sprt is None else SprtRun(info.plan.sprt)
    if test is not None:
        test.extend((unit.pair, unit.half_points) for unit in pair_up(records) if unit.games == 2)
    return RunResult(info, records, None if test is None else test.verdict, damaged=damaged)


class Runner:
    """A plan on its way through a store. Making one begins the run or finds it again; `play` plays it."""

    def __init__(self, plan: Plan, store: Store, *, fresh: bool = False, run: int | None = None) -> None:
        """Check the plan, start each player once, and find out what is stored already (nothing, if `fresh`).

        `run` names the run to go on with where the same plan was begun several times.
        """
        self.plan, sheets = prepare(plan)
        self.schedule = self.plan.schedule()
        self.store = store
        if run is None:
            self.info = store.begin(self.plan, sheets, fresh=fresh)
        else:
            self.info = store.resume(run, self.plan, sheets)
        for damage in store.set_damaged_aside(self.info.id):  # they are missing now, and are played again
            warn(damage)
        self.board = Scoreboard(self.schedule, len(self.plan.players), self.plan.sprt)
        for game in store.outlines(self.info.id, all_numbers=True):
            self.board.add(game, is_new=False)
        self.resumed = len(self.board.done)  # games that were there before
        self.lost: list[LostGame] = []
        self._buffer: list[PlayedGame] = []

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to play: all is done or lost, or a test is decided, or can never be.

        A test takes its pairs in order and waits for each, so that one lost game keeps it from its decision.
        """
        if self.board.decision is not None:
            return True
        lost = {game.number for game in self.lost} - self.board.done  # another process may have played it
        if lost and self.plan.sprt is not None:
            return True
        return len(self.board.done) + len(lost) >= len(self.schedule)

    def play(self, crew: Crew, on_progress: Listener | None = None) -> RunResult:
        """Play what is missing; Ctrl-C ends it early, and the result says so."""
        interrupted = False
        try:
            self._play(crew, on_progress)
        except KeyboardInterrupt:
            interrupted = True
        except CrewError:
            self._flush()
            raise
        self._flush()
        if self.board.decision is not None:
            self.store.decide(self.info.id, self.board.decision, self.board.counting)
        if on_progress is not None:
            on_progress(self.board.progress())
        return self.result(interrupted=interrupted)

    def _play(self, crew: Crew, on_progress: Listener | None) -> None:
        missing = self._missing()
        last_flush = last_report = 0.0
        last_look = time.monotonic()
        in_hand = 0
        while not self.is_over:
            while crew.room > 0 and (number := next(missing, None)) is not None:
                crew.submit(self.plan.task(self.schedule, number))
                in_hand += 1
            if not in_hand and not self._buffer:
                break
            due = last_flush + BATCH - time.monotonic() if self._buffer else WAIT
            for ended in crew.wait(max(0.0, due)):
                in_hand -= 1
                if isinstance(ended, LostGame):
                    self.lost.append(ended)
                else:
                    self._buffer.append(ended)
            now = time.monotonic()
            if self._buffer and now - last_flush >= BATCH:
                self._flush()
                last_flush = now
            if on_progress is not None and now - last_report >= REPORT:
                on_progress(self.board.progress())
                last_report = now
            if now - last_look >= LOOK:
                self._look()
                last_look = now

    def _missing(self) -> Iterator[int]:
        """The numbers of games that are not stored by the time they are asked for."""
        return (number for number in range(len(self.schedule)) if number not in self.board.done)

    def _flush(self) -> None:
        """Store what has come in, and count it."""
        if not self._buffer:
            return
        games = self._buffer
        new = self.store.add(self.info.id, games)
        self._buffer = []
        for game in new:
            self.board.add(game)
        if len(new) < len(games):
            self._look()

    def _look(self) -> None:
        """Count games that another process has stored: several may play the same plan, and the first game stays."""
        if self.store.count(self.info.id) != len(self.board.done):
            for game in self.store.outlines(self.info.id, all_numbers=True):
                self.board.add(game, is_new=False)

    def result(self, *, interrupted: bool = False) -> RunResult:
        """The run as it stands in the store."""
        return replace(load_result(self.store, self.info.id), interrupted=interrupted, lost=self.lost)
