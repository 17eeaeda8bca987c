"""The process that plays what a browser has asked for: `python -m kingme.web.arena.job FOLDER KEY`.

It depends on nobody: a server that is killed leaves it playing, and one that comes back finds it again by its lock. It
ends when all is played, when it is asked to (see `kingme.arena.live`), or politely on SIGTERM; what was played is
stored as always, and the job's file says how it ended.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import traceback
from _thread import interrupt_main
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from kingme.arena.crew import Crew
from kingme.arena.experiments.conduct import InterruptedExperimentError, Watch, conduct
from kingme.arena.experiments.experiment import Size, find
from kingme.arena.experiments.measure import Tick
from kingme.arena.experiments.result_files import write_results
from kingme.arena.live import NEWS, LiveFiles, on_air
from kingme.arena.participant import Participant, most_threads
from kingme.arena.plan import Plan
from kingme.arena.runner import Runner
from kingme.arena.standings import Listener, Progress
from kingme.arena.store import Store
from kingme.arena.workers import LocalCrew
from kingme.errors import KingMeError
from kingme.players.limit import Cap
from kingme.web.arena.jobs import Job, State, job_files, read_job, write_job

NICE = 5  # whoever plays in the browser meanwhile goes first
GRACE = 10.0  # seconds for a job to end that was asked to


def main(folder: Path, key: str) -> None:
    """Play a job to its end."""
    files = job_files(folder, key)
    lock = files.take(keep_wish=True)  # whoever began this job forgot the old ones; a new one may be there already
    if lock is None:
        return  # somebody does it already
    with lock:
        job = read_job(folder, key)
        if job is None:
            return
        job.state, job.message = _in_time(job, files, folder)
        write_job(folder, job)


def _in_time(job: Job, files: LiveFiles, folder: Path) -> tuple[State, str]:
    """Play, but not longer than this server allows."""
    is_late, has_ended = threading.Event(), threading.Event()

    def end() -> None:
        if not has_ended.wait(None if job.seconds is None else min(job.seconds, threading.TIMEOUT_MAX)):
            is_late.set()
            files.ask("stop")
            if not has_ended.wait(GRACE):
                interrupt_main()  # it is not at the point where it could look for a wish

    threading.Thread(target=end, daemon=True).start()
    state, message = _try(job, files, folder)
    has_ended.set()
    if is_late.is_set() and state == "stopped":
        hours = (job.seconds or 0) / 3600
        message = f"stopped after {hours:.3g} hours, the longest that a run is played here: it can be resumed"
    return state, message


def _try(job: Job, files: LiveFiles, folder: Path) -> tuple[State, str]:
    """Play, and say how it ended."""
    files.tell({"state": "preparing", "run": job.run})
    try:
        work = _play_run if job.experiment is None else _conduct
        done = files.wish is None and work(job, files, folder)
    except (KeyboardInterrupt, InterruptedExperimentError):
        done = False
    except KingMeError as error:
        return "failed", str(error)
    except Exception as error:
        traceback.print_exc()
        return "failed", f"it broke off: {type(error).__name__}: {error}"[:300]
    if done:
        return "done", ""
    return ("stopped" if files.wish == "stop" else "paused"), ""  # a machine that shuts down has no wish


def _ignore(progress: Progress) -> None:
    pass


def _crew(players: tuple[Participant, ...], job: Job) -> LocalCrew:
    return LocalCrew(max(1, job.workers // most_threads(players)), watched=True, cap=Cap(**job.cap))


def _play_run(job: Job, files: LiveFiles, folder: Path) -> bool:
    assert job.plan is not None
    with Store(job.store) as store:
        runner = Runner(Plan.from_data(job.plan), store, run=job.run)
        if runner.is_over:
            return True
        with (
            _crew(runner.plan.players, job) as crew,
            on_air(folder, runner, crew, _ignore, others=[files]) as listener,
        ):
            result = runner.play(crew, listener)
        if result.lost and not result.interrupted:
            raise KingMeError(f"game {result.lost[0].number + 1} has no result: {result.lost[0].reason}")
        return result.is_complete


def _conduct(job: Job, files: LiveFiles, folder: Path) -> bool:
    experiment = find(str(job.experiment))
    size = Size(quick=job.quick, games=job.games, budget=job.budget)
    out = Path(job.out)

    @contextmanager
    def run(runner: Runner, crew: Crew) -> Iterator[Listener | None]:
        with on_air(folder, runner, crew, _ignore, others=[files]) as listener:
            yield listener

    @contextmanager
    def measuring(name: str) -> Iterator[Tick]:
        yield _ticker(files, {"state": "measuring", "note": name})

    with Store(job.store) as store:
        watch = Watch(run, measuring, Cap(**job.cap))
        result = conduct(experiment, store, lambda plan: _crew(plan.players, job), out, size, watch)
    files.tell({"state": "writing"})
    write_results(result, out)
    return True


def _ticker(files: LiveFiles, news: dict[str, Any]) -> Tick:
    """Tells how many positions were measured, and ends when asked to."""
    done, last = 0, 0.0

    def tick() -> None:
        nonlocal done, last
        done += 1
        if time.monotonic() - last >= NEWS:
            last = time.monotonic()
            files.tell(news | {"measured": done})
            if files.wish is not None:
                raise KeyboardInterrupt

    return tick


def _interrupt(number: int, frame: Any) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _interrupt)
    main(Path(sys.argv[1]), sys.argv[2])
