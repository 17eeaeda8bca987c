"""`Job`: what a browser has asked the arena for, kept in a file beside the news of the run that it plays."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from kingme.arena.live import LiveFiles
from kingme.files.atomic import atomic_write

State = Literal["running", "paused", "stopped", "done", "failed"]
"""`paused` goes on by itself when the server comes back; `running` without a process is one that was killed."""


@dataclass
class Job:
    """A run or an experiment that a browser has begun.

    `owner` is the digest of that browser's secret, `address` where it was when it asked for this. `cap` (see
    `kingme.players.limit.Cap`) holds for each move and `seconds` for the process that plays: both are the server's, and
    are set whenever it launches the job.
    """

    key: str
    owner: str
    store: str
    workers: int
    plan: dict[str, Any] | None = None
    run: int | None = None
    experiment: str | None = None
    quick: bool = False
    games: int | None = None
    budget: int | None = None
    out: str = ""
    state: State = "running"
    message: str = ""
    address: str = ""
    cap: dict[str, Any] = field(default_factory=dict)
    seconds: float | None = None

    @property
    def is_open(self) -> bool:
        """Whether it is meant to be played."""
        return self.state in ("running", "paused")


def job_files(folder: Path, key: str) -> LiveFiles:
    """The files of the process that plays a job; its lock is held as long as that process lives."""
    return LiveFiles(folder, f"job-{key}")


def read_job(folder: Path, key: str) -> Job | None:
    """The job of a run or an experiment; None if no browser has asked for it, or its file is damaged."""
    try:
        return Job(**json.loads(job_files(folder, key).path("json").read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def write_job(folder: Path, job: Job) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with atomic_write(job_files(folder, job.key).path("json")) as file:
        json.dump(asdict(job), file)


def all_jobs(folder: Path) -> list[Job]:
    keys = (path.name.removeprefix("job-").removesuffix(".json") for path in sorted(folder.glob("job-*.json")))
    return [job for key in keys if (job := read_job(folder, key)) is not None]
