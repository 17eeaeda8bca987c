"""The experiments for the page: what there is, how far each one is, and what came of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kingme.arena.experiments.claims import show, show_range
from kingme.arena.experiments.experiment import Experiment, Size, experiments
from kingme.arena.plan import Plan
from kingme.arena.store import RunInfo
from kingme.web.arena.jobs import Job, job_files, read_job
from kingme.web.arena.runs import Client, MissingError, Runs, experiment_key, read_news
from kingme.web.arena.schemas import (
    ExperimentBrief,
    ExperimentInfo,
    ExperimentResult,
    ExperimentRun,
    Finding,
    News,
    Status,
)

SIZES = (Size(quick=True), Size())


def list_experiments(lab: Runs, client: Client) -> list[ExperimentInfo]:
    """All experiments with what was conducted of them, here or at the command line."""
    stored = _stored(lab)
    return [_info(lab, experiment, client, stored) for experiment in experiments().values()]


def _stored(lab: Runs) -> dict[str, RunInfo]:
    """The runs of the store by name."""
    try:
        with lab.store() as store:
            return {info.name: info for info in store.runs()}
    except MissingError:
        return {}


def _info(lab: Runs, experiment: Experiment, client: Client, stored: dict[str, RunInfo]) -> ExperimentInfo:
    results = []
    for size in SIZES:
        found = result_of(lab, experiment, size, client, stored)
        if found.status != "new":
            fields = {name: getattr(found, name) for name in ExperimentBrief.model_fields}
            results.append(ExperimentBrief(**fields))
    return ExperimentInfo(
        name=experiment.name,
        study=experiment.study,
        title=experiment.title,
        question=experiment.question,
        claims=len(experiment.claims),
        games=sum(map(_length, experiment.plans(Size()).values())),
        quick_games=sum(map(_length, experiment.plans(Size(quick=True)).values())),
        budget=experiment.budget.get("full"),
        results=results,
    )


def _length(plan: Plan) -> int:
    """How many games a plan has: pairings times games, without loading its openings."""
    count = len(plan.players)
    if plan.kind in ("gauntlet", "sweep") and plan.heroes < count:
        return plan.games * plan.heroes * (count - plan.heroes)
    return plan.games * count * (count - 1) // 2


def find_result(lab: Runs, key: str, client: Client) -> ExperimentResult:
    """An experiment by the name of its folder, such as `a-comparison-quick`."""
    for experiment in experiments().values():
        for size in SIZES:
            if experiment.folder(size) == key:
                return result_of(lab, experiment, size, client, _stored(lab))
    raise MissingError("there is no such experiment")


def result_of(
    lab: Runs, experiment: Experiment, size: Size, client: Client, stored: dict[str, RunInfo]
) -> ExperimentResult:
    """How far an experiment is in one size."""
    key = experiment_key(experiment.folder(size))
    job = read_job(lab.folder, key)
    if job is not None:
        size = Size(quick=job.quick, games=job.games, budget=job.budget)
    runs = _runs(lab, experiment, size, stored)
    done, games = sum(run.done for run in runs), sum(run.games for run in runs)
    folder = lab.out_folder(experiment, size)
    data = _read(folder / "result.json")
    status, message = _status(lab, key, job, has_result=data is not None)
    alive = status == "playing"
    return ExperimentResult(
        key=experiment.folder(size),
        name=experiment.name,
        study=experiment.study,
        title=experiment.title,
        question=experiment.question,
        differs=list(experiment.differs),
        quick=size.quick,
        size=size.name,
        status=status,
        message=message,
        mine=job is None or client.may_lead(job),
        done=done,
        games=games,
        runs=runs,
        findings=[] if data is None else [_finding(row) for row in data.get("claims", [])],
        report=(folder / "report.html").is_file(),
        news=(read_news(job_files(lab.folder, key)) or News(state="preparing")) if alive else None,
    )


def _status(lab: Runs, key: str, job: Job | None, *, has_result: bool) -> tuple[Status, str]:
    if lab.is_alive(key):
        return "playing", ""
    if job is not None and job.state == "failed":
        return "failed", job.message
    if job is not None and job.state != "done":
        return "stopped", job.message
    return ("finished", "") if has_result else ("new", "")


def _runs(lab: Runs, experiment: Experiment, size: Size, stored: dict[str, RunInfo]) -> list[ExperimentRun]:
    found = []
    for name, plan in experiment.plans(size).items():
        games = _length(plan)
        info = stored.get(plan.name)
        done = 0 if info is None else min(info.done, games)
        playing = info is not None and lab.is_alive_run(info.id)
        status: Status = "playing" if playing else "finished" if done >= games else "stopped" if done else "new"
        run_id = None if info is None else info.id
        found.append(ExperimentRun(id=run_id, title=experiment.run_title(name), done=done, games=games, status=status))
    return found


def _read(path: Path) -> dict[str, Any] | None:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def _finding(row: dict[str, Any]) -> Finding:
    """A claim of `result.json` in words."""
    unit = str(row.get("unit", "%"))
    low, high, said = row.get("claimed_low"), row.get("claimed_high"), row.get("claimed_value")
    if high is None:
        claimed = f"above {show(low, unit, short=True)}" if low is not None else ""
    elif low is None:
        claimed = f"below {show(high, unit, short=True)}"
    else:
        claimed = show_range(low, high, unit, short=True)
    if said is not None:
        claimed = f"{show(said, unit, short=True)} ({claimed})"
    return Finding(
        source=str(row.get("source", "")),
        claim=str(row.get("claim", "")),
        where=str(row.get("tested_in", "")),
        claimed=claimed,
        measured=_measured(row.get("measured") or {}, unit),
        verdict=str(row.get("verdict", "undecided")),
    )


def _measured(found: dict[str, Any], unit: str) -> str:
    value, low, high = (found.get(name) for name in ("value", "low", "high"))
    if value is None or not found.get("n"):
        return "no data"
    if low is None or high is None:
        return show(value, unit)
    return f"{show(value, unit)} ({show_range(low, high, unit)})"
