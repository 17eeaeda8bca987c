"""`Runs`: begins runs for browsers, each in a process of its own; stops them and goes on with them; lists all.

A server that ends politely asks its jobs to pause, and the next one goes on with them. A server that is killed leaves
them playing, and the next one finds them at it. Everything here is slow in the sense of an event loop (files, the
store): the routes call it in threads.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kingme.arena.experiments.experiment import Experiment, Size, find
from kingme.arena.live import LiveFiles, Wish, claim_folder, live_folder, run_key
from kingme.arena.participant import Sheet
from kingme.arena.plan import Plan
from kingme.arena.store import RunInfo, Store
from kingme.database.damage import Damage
from kingme.errors import KingMeError
from kingme.web.arena.jobs import Job, all_jobs, job_files, read_job, write_job
from kingme.web.arena.orders import check_experiment, check_plan
from kingme.web.arena.run_table import make_table
from kingme.web.arena.schemas import Entrant, News, Run, RunDetail, RunTable, Status
from kingme.web.gate import PublicPlan, shown_openings, shown_spec
from kingme.web.settings import Settings

log = logging.getLogger("kingme.web")

NEWS_FIELDS = set(News.model_fields)
GOODBYE = 4.0  # seconds for jobs to end with the server
LEAST_GROWTH = 0.01  # a table of many games is made again only when so much has been added


class BusyError(KingMeError):
    """Too much is being played already."""


class ForbiddenError(KingMeError):
    """It belongs to somebody else."""


class MissingError(KingMeError):
    """There is no such run."""


class Client:
    """Who asks: the owner of a browser, its address, and whether it is on this machine."""

    def __init__(self, owner: str, address: str, *, is_local: bool) -> None:
        self.owner = owner
        self.address = address
        self.is_local = is_local

    def may_lead(self, job: Job | None) -> bool:
        """Whether it may stop and resume a run; what the command line began belongs to this machine."""
        return self.is_local if job is None else self.owner == job.owner


class Runs:
    """The arena of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.place = settings.arena_store
        self.folder = live_folder(settings.data_dir, self.place)
        self.closing = threading.Event()  # pages that listen are told to come back later
        self._children: dict[str, subprocess.Popen[bytes]] = {}
        self._lock = threading.Lock()
        self._opening = threading.Lock()
        self._opened: tuple[int, Store] | None = None
        self._tables: dict[int, RunTable] = {}

    # --- coming and going -------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Go on with the jobs that an earlier server paused, or that were killed with it."""
        claim_folder(self.settings.data_dir, self.place)
        for job in all_jobs(self.folder) if self.folder.is_dir() else ():
            if job.is_open and not self.is_alive(job.key):
                try:
                    self._launch(job)
                except OSError as error:
                    log.warning("%s could not go on: %s", job.key, error)

    def close(self) -> None:
        """Ask all jobs to pause, and give them a moment to store what they have."""
        self.closing.set()
        for job in self.playing():
            self.ask(job, "pause")
        deadline = time.monotonic() + GOODBYE
        for child in self._children.values():
            for last in (deadline - GOODBYE / 2, deadline):
                with suppress(subprocess.TimeoutExpired):
                    child.wait(max(0.05, last - time.monotonic()))
                    break
                child.terminate()  # it is not at the point where it could look for a wish
            else:
                child.returncode = 0  # it ends when it can, and the next server finds it by its lock
        with self._opening:
            self._forget_store()

    def is_alive(self, key: str) -> bool:
        """Whether a process plays this job."""
        child = self._children.get(key)
        return (child is not None and child.poll() is None) or job_files(self.folder, key).is_taken

    def _launch(self, job: Job) -> None:
        job.state, job.message = "running", ""
        job.cap = asdict(self.settings.search_cap(self.settings.arena_move_seconds))
        job.seconds = self.settings.arena_seconds
        write_job(self.folder, job)
        job_files(self.folder, job.key).path("wish").unlink(missing_ok=True)
        command = [sys.executable, "-m", "kingme.web.arena.job", str(self.folder), job.key]
        with job_files(self.folder, job.key).path("log").open("wb") as output:
            self._children[job.key] = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,  # Ctrl-C is for the server, which asks its jobs to pause
            )

    def ask(self, job: Job, wish: Wish) -> None:
        """Ask the process that plays a job to end, whoever it belongs to; it takes a moment."""
        job_files(self.folder, job.key).ask(wish)

    def playing(self) -> list[Job]:
        """The runs and experiments that are being played for browsers."""
        jobs = all_jobs(self.folder) if self.folder.is_dir() else []
        return [job for job in jobs if job.is_open and self.is_alive(job.key)]

    def _admit(self, client: Client) -> None:
        """Refuse what would be too much at once: in all, or for one address, whatever its cookies."""
        playing = self.playing()
        near = sum(job.address == client.address for job in playing)
        for count, most, where in (
            (len(playing), self.settings.arena_runs, ""),
            (0 if client.is_local else near, self.settings.arena_runs_per_address, " for your address"),
        ):
            if count >= most:
                what = "a run is" if most == 1 else f"{most} runs are"
                raise BusyError(f"{what} being played{where} already: stop one, or wait until it is done")

    def workers(self, wanted: int) -> int:
        return min(wanted, self.settings.arena_workers)

    # --- runs -------------------------------------------------------------------------------------------------------

    def begin(self, plan: PublicPlan, client: Client, workers: int, *, fresh: bool) -> int:
        """Start a run, or resume the same one; the number of the run."""
        with self._lock:
            self._admit(client)
            with self._new_or_old_store() as store:
                ready, sheets = plan.prepare()
                if not fresh:
                    self._check_same(store, ready, sheets, client)
                info = store.begin(ready, sheets, fresh=fresh)
            if not info.is_complete and not self.is_alive_run(info.id):
                self._launch(self._job(info, ready, client, workers))
        return info.id

    def _new_or_old_store(self) -> Store:
        """The store to play in; a new one begins without what an earlier one at its place has left."""
        claim_folder(self.settings.data_dir, self.place)
        if "://" not in self.place:
            Path(self.place).parent.mkdir(parents=True, exist_ok=True)
        return Store(self.place)

    def _check_same(self, store: Store, plan: Plan, sheets: Sequence[Sheet], client: Client) -> None:
        """Refuse the same run of somebody else, and fewer games of one's own: it would be rewritten by beginning it."""
        info = store.same(plan, sheets)
        if info is None or (info.is_complete and info.plan.games == plan.games):
            return  # nothing is there, or nothing is left to do: a finished run may be looked at by everybody
        job = read_job(self.folder, run_key(info.id))
        if not client.may_lead(job):
            where = "on the machine of the server" if job is None else "in another browser"
            raise ForbiddenError(f"this run was begun {where}: change something, or begin it again")
        if info.decided is None and plan.games < info.plan.games:
            each = "" if len(plan.players) == 2 else " of each pairing"
            raise KingMeError(f"the same run is there with {info.plan.games:,} games{each}: ask for at least as many")

    def _job(self, info: RunInfo, plan: Plan, client: Client, workers: int) -> Job:
        data = plan.as_data() | {"name": info.name}
        key = run_key(info.id)
        workers = self.workers(workers)
        return Job(key, client.owner, self.place, workers, plan=data, run=info.id, address=client.address)

    def resume(self, run_id: int, client: Client, workers: int) -> None:
        """Resume a run, whoever began it."""
        with self._lock, self.store() as store:
            info = find_run(store, run_id)
            job = read_job(self.folder, run_key(run_id))
            if not client.may_lead(job):
                raise ForbiddenError(_not_yours(job))
            if info.is_complete:
                raise KingMeError("this run is finished: every game of it is played")
            if self.is_alive_run(run_id):
                raise KingMeError("this run is being played already")
            ready, sheets = check_plan(info.plan, self.settings, stored=True).prepare()
            store.resume(run_id, ready, sheets)
            self._admit(client)
            made = self._job(info, ready, client, workers)
            made.owner = job.owner if job else client.owner
            self._launch(made)

    def stop(self, run_id: int, client: Client) -> None:
        """Ask whoever plays a run to stop; it takes a moment."""
        with self.store() as store:
            find_run(store, run_id)
        job = read_job(self.folder, run_key(run_id))
        if not client.may_lead(job):
            raise ForbiddenError(_not_yours(job))
        if not self.is_alive_run(run_id):
            raise KingMeError("this run is not being played")
        if job is not None and self.is_alive(job.key):
            self.ask(job, "stop")
        else:
            LiveFiles(self.folder, run_key(run_id)).ask("stop")

    def is_alive_run(self, run_id: int) -> bool:
        """Whether somebody plays this run, here or at the command line."""
        return LiveFiles(self.folder, run_key(run_id)).is_taken or self.is_alive(run_key(run_id))

    # --- experiments ------------------------------------------------------------------------------------------------

    def out_folder(self, experiment: Experiment, size: Size) -> Path:
        """Where the results of an experiment go: where the command line would put them, beside the store."""
        return self.experiments_folder() / experiment.folder(size)

    def experiments_folder(self) -> Path:
        base = self.settings.data_dir if "://" in self.place else Path(self.place).parent
        return base / "kingme-experiments"

    def begin_experiment(self, experiment: Experiment, size: Size, client: Client, workers: int) -> str:
        """Start an experiment, or resume it; its key."""
        name = experiment.folder(size)
        key = experiment_key(name)
        with self._lock:
            job = read_job(self.folder, key)
            self._check_idle(experiment)
            if job is not None and job.state != "done" and job.owner != client.owner:
                raise ForbiddenError(_not_yours(job))
            self._admit(client)
            self._new_or_old_store().close()
            made = Job(key, client.owner, self.place, self.workers(workers), experiment=experiment.name)
            made.address = client.address
            made.quick, made.games, made.budget = size.quick, size.games, size.budget
            made.out = str(self.out_folder(experiment, size))
            self._launch(made)
        return name

    def resume_experiment(self, name: str, client: Client, workers: int) -> None:
        """Resume an experiment in the size in which it was begun."""
        key = experiment_key(name)
        with self._lock:
            job = read_job(self.folder, key)
            if job is None:
                raise KingMeError("this experiment was not begun in a browser: begin it")
            if not client.may_lead(job):
                raise ForbiddenError(_not_yours(job))
            experiment = find(str(job.experiment))
            self._check_idle(experiment)
            check_experiment(experiment, Size(job.quick, job.games, job.budget), self.settings)
            self._admit(client)
            job.workers, job.address = self.workers(workers), client.address
            self._launch(job)

    def _check_idle(self, experiment: Experiment) -> None:
        """Refuse to conduct an experiment twice at once: its sizes share runs, which the smaller would cut short."""
        for size in (Size(quick=True), Size()):
            if self.is_alive(experiment_key(experiment.folder(size))):
                raise KingMeError(f"{experiment.name} is being conducted already, in its {size.name} size")

    def stop_experiment(self, name: str, client: Client) -> None:
        job = read_job(self.folder, experiment_key(name))
        if job is None or not self.is_alive(job.key):
            raise KingMeError("this experiment is not being conducted")
        if not client.may_lead(job):
            raise ForbiddenError(_not_yours(job))
        self.ask(job, "stop")

    # --- looking ----------------------------------------------------------------------------------------------------

    @contextmanager
    def store(self) -> Iterator[Store]:
        """The store, which must be there already; it stays open, as long as its file is the same."""
        try:
            mark = 0 if "://" in self.place else Path(self.place).stat().st_ino
        except OSError:
            raise MissingError("there is no run yet") from None
        with self._opening:
            if self._opened is None or self._opened[0] != mark:
                self._forget_store()
                self._opened = mark, Store(self.place)
            store = self._opened[1]
        yield store

    def _forget_store(self) -> None:
        if self._opened is not None:
            self._opened[1].close()
            self._opened = None
            self._tables.clear()

    def runs(self, client: Client) -> list[Run]:
        """All runs of the store, the latest first."""
        try:
            with self.store() as store:
                return [self._run(info, client) for info in reversed(store.runs())]
        except MissingError:
            return []

    def _run(self, info: RunInfo, client: Client) -> Run:
        return Run(**self._run_data(info, client))

    def _run_data(self, info: RunInfo, client: Client) -> dict[str, Any]:
        job = read_job(self.folder, run_key(info.id))
        status, message = self._status(info, job)
        return {
            "id": info.id,
            "name": info.name,
            "kind": info.plan.kind,
            "players": [player.name for player in info.plan.players],
            "games": info.games,
            "done": min(info.done, info.games),
            "status": status,
            "message": message,
            "created": info.created,
            "mine": client.may_lead(job),
            "resumable": self._can_go_on(info.plan),
            "decided": info.decided,
        }

    def _status(self, info: RunInfo, job: Job | None) -> tuple[Status, str]:
        if self.is_alive_run(info.id):
            return "playing", ""
        if info.is_complete:
            return "finished", ""
        if job is not None and job.state == "failed":
            return "failed", job.message
        if job is not None and job.state == "running" and job.key in self._children:
            return "failed", "the process that played it ended unexpectedly; what was played is stored"
        return "stopped", job.message if job is not None else ""

    def _can_go_on(self, plan: Plan) -> bool:
        try:
            PublicPlan(plan, self.settings, stored=True)
        except KingMeError:
            return False
        return True

    def detail(self, run_id: int, client: Client) -> RunDetail:
        """Everything about a run but its results."""
        with self.store() as store:
            info = find_run(store, run_id)
        plan = info.plan
        data = plan.as_data()
        seats = [
            Entrant(name=player["name"], spec=shown_spec(player["spec"]), limit=limit_text(player["limit"]))
            for player in data["players"]
        ]
        return RunDetail(
            **self._run_data(info, client),
            seats=seats,
            rules=data["rules"],
            openings=shown_openings(data["openings"]),
            limit=limit_text(data["limit"]),
            adjudication=data["adjudication"],
            seed=data["seed"],
            news=self.news(run_id),
        )

    def news(self, run_id: int) -> News | None:
        """What the process that plays a run has told last; nothing once nobody plays."""
        key = run_key(run_id)
        if LiveFiles(self.folder, key).is_taken:
            return read_news(LiveFiles(self.folder, key))
        return read_news(job_files(self.folder, key)) or News(state="preparing") if self.is_alive(key) else None

    def table(self, run_id: int) -> RunTable:
        """The results of a run so far; kept until there are new ones."""
        with self.store() as store:
            info = find_run(store, run_id)
            known = self._tables.get(run_id)
            growth = LEAST_GROWTH if self.is_alive_run(run_id) else 0.0
            if known is not None:
                stored = known.done + known.damaged
                if stored <= info.done <= (1 + growth) * stored:
                    return known
            damaged: list[Damage] = []
            table = make_table(info, info.players, store.outlines(run_id, damaged.append))
            table.damaged = len(damaged)
        if len(self._tables) > 100:
            self._tables.clear()
        self._tables[run_id] = table
        return table


def experiment_key(name: str) -> str:
    return f"experiment-{name}"


def find_run(store: Store, run_id: int) -> RunInfo:
    try:
        return store.run(run_id)
    except KingMeError:
        raise MissingError("there is no such run") from None


def read_news(files: LiveFiles) -> News | None:
    found = files.news()
    if found is None:
        return None
    return News.model_validate({name: value for name, value in found.items() if name in NEWS_FIELDS})


def limit_text(limit: dict[str, Any] | None) -> str:
    return ", ".join(f"{name} {value:g}" for name, value in (limit or {}).items())


def _not_yours(job: Job | None) -> str:
    if job is None:
        return "this run was begun on the machine of the server: it can be led from there only"
    return "this was begun in another browser: only there can it be stopped or resumed"
