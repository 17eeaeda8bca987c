"""Conducting an experiment: its runs one after another, then its measurements, then the claims.

Everything can be stopped and goes on where it was: games are in the store, and finished measurements in a file
beside the results, under a key that says what exactly was measured.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kingme import __version__
from kingme.arena.crew import Crew, CrewError
from kingme.arena.experiments.claims import Finding, judge
from kingme.arena.experiments.experiment import SEED, Experiment, Size
from kingme.arena.experiments.measure import Tick, Values, measure
from kingme.arena.intervals import Estimate
from kingme.arena.plan import Plan
from kingme.arena.report import RunReport
from kingme.arena.runner import Runner, RunResult
from kingme.arena.standings import Listener
from kingme.arena.store import Store
from kingme.database.checksum import row_checksum
from kingme.database.damage import WRONG_CHECKSUM
from kingme.database.salvage import free_name
from kingme.files.atomic import atomic_write
from kingme.players.control import NO_CAP
from kingme.players.limit import Cap

log = logging.getLogger("kingme.arena")

NOTES = "measurements.json"


class InterruptedExperimentError(Exception):
    """The experiment was stopped in the middle; the same command resumes."""


@dataclass(frozen=True)
class Watch:
    """How somebody looks on: `run` wraps the playing of a run, `measuring` the making of a measurement.

    `cap` is what each search of a measurement may take at most; for games it is the crew's business.
    """

    run: Callable[[Runner, Crew], AbstractContextManager[Listener | None]]
    measuring: Callable[[str], AbstractContextManager[Tick]]
    cap: Cap = NO_CAP


@contextmanager
def _nobody(*_: object) -> Iterator[None]:
    yield None


@contextmanager
def _no_tick(_: str) -> Iterator[Tick]:
    yield lambda: None


NOBODY = Watch(_nobody, _no_tick)


@dataclass(frozen=True)
class ExperimentResult:
    """What came of an experiment. `playing` is the sum of the games' own durations in seconds, by run."""

    experiment: Experiment
    size: Size
    reports: dict[str, RunReport]
    measurements: dict[str, Values]
    findings: list[Finding]
    playing: dict[str, float]
    elapsed: float
    machine: dict[str, Any] = field(default_factory=dict)


def conduct(
    experiment: Experiment, store: Store, crew: Callable[[Plan], Crew], folder: Path, size: Size, watch: Watch = NOBODY
) -> ExperimentResult:
    """Play, measure and judge; what is in the store or in `folder` already is not done again."""
    started = time.monotonic()
    notes = Notes(folder / NOTES)
    reports: dict[str, RunReport] = {}
    playing: dict[str, float] = {}
    try:
        for name, plan in experiment.plans(size).items():
            result = _play(plan, store, crew, watch, notes)
            reports[name] = report_of(experiment, name, result, store)
            playing[name] = sum(game.seconds for game in store.games(result.info.id))
        measurements = _measure_all(experiment, reports, size, notes, watch)
    finally:
        notes.spend(time.monotonic() - started)
    findings = judge(experiment, reports, measurements)
    return ExperimentResult(experiment, size, reports, measurements, findings, playing, notes.elapsed, machine())


def _play(plan: Plan, store: Store, crew: Callable[[Plan], Crew], watch: Watch, notes: Notes) -> RunResult:
    runner = Runner(plan, store)
    if runner.is_over:
        return runner.result()
    notes.is_busy = True
    with crew(runner.plan) as hands, watch.run(runner, hands) as listener:
        result = runner.play(hands, listener)
    if result.is_complete:
        return result
    if result.lost and not result.interrupted:  # nobody stopped it: going on at once would lose the same game again
        lost = result.lost[0]
        raise CrewError(f"game {lost.number + 1} of {result.info.name} has no result: {lost.reason}")
    raise InterruptedExperimentError


def report_of(experiment: Experiment, name: str, result: RunResult, store: Store) -> RunReport:
    """The report of one run, with its conditions."""
    plan = result.info.plan
    rules = plan.conditions.rules
    cap = {"repetition": rules.repetition, "quiet plies": rules.quiet_limit, "cap in plies": rules.move_cap}
    switches = ", ".join(f"{what} {value if value is not None else 'off'}" for what, value in cap.items())
    return RunReport.of(
        result.records,
        name=f"{experiment.name}-{name}",
        title=experiment.run_title(name),
        specs={sheet.participant.name: sheet.participant.spec for sheet in store.sheets(result.info.id)},
        conditions={
            "Rules": f"{rules.name} ({switches}, stuck is a {rules.stuck})",
            "Openings": plan.openings,
            "Seed": str(plan.seed),
        },
    )


# --- measurements -----------------------------------------------------------------------------------------------------


class Notes:
    """The file of finished measurements, and of the time spent so far."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.is_busy = False
        self._data: dict[str, Any] = {"elapsed": 0.0, "measurements": {}}
        if path.exists():
            self._data = self._read() or self._data

    @property
    def elapsed(self) -> float:
        return float(self._data["elapsed"])

    def spend(self, seconds: float) -> None:
        """Add the time since the experiment was last begun, if anything was done in it."""
        if self.is_busy:
            self._data["elapsed"] += seconds
            self._write()

    def find(self, key: str) -> Values | None:
        found = self._data["measurements"].get(key)
        return None if found is None else {name: Estimate(*values) for name, values in found.items()}

    def keep(self, key: str, values: Values) -> None:
        self.is_busy = True
        self._data["measurements"][key] = {name: list(value) for name, value in values.items()}
        self._write()

    def _read(self) -> dict[str, Any] | None:
        """What the file says; a damaged one is set aside, and its measurements are made again."""
        try:
            data = json.loads(self._path.read_text(encoding="utf-8"))
            if data.get("checksum", row_checksum(NOTES, data)) != row_checksum(NOTES, data):
                raise ValueError(WRONG_CHECKSUM)
            return {"elapsed": float(data["elapsed"]), "measurements": dict(data["measurements"])}
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            aside = free_name(self._path, "damaged")
            self._path.rename(aside)
            log.warning(
                "%s was damaged and is kept in %s; its measurements are made again: %s", self._path, aside, error
            )
            return None

    def _write(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(self._path) as file:
            json.dump(self._data | {"checksum": row_checksum(NOTES, self._data)}, file, indent=1)


def _measure_all(
    experiment: Experiment, reports: dict[str, RunReport], size: Size, notes: Notes, watch: Watch
) -> dict[str, Values]:
    found = {}
    budget = str(experiment.budget_of(size))
    for original in experiment.measurements:
        table = json.loads(json.dumps(original).replace("{budget}", budget))
        count = size.pick(table, "positions")
        records = reports[table["run"]].records if "run" in table else ()
        lines = [record.line for record in records]
        what = json.dumps([__version__, table, count, lines], sort_keys=True)
        key = f"{table['name']}-{hashlib.sha256(what.encode()).hexdigest()[:16]}"
        values = notes.find(key)
        if values is None:
            with watch.measuring(str(table["name"])) as tick:
                values = measure(table, records, count, SEED, tick, watch.cap)
            notes.keep(key, values)
        found[str(table["name"])] = values
    return found


def machine() -> dict[str, Any]:
    """Where the experiment was conducted: times mean little without it."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        "kingme": __version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "processor": _processor(),
        "processors": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "load at the end": load,
    }


def _processor() -> str:
    path = Path("/proc/cpuinfo")
    if path.exists():
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()
