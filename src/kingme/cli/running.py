"""What all commands of the arena do: play a plan, show how it goes, and say what came of it or how to go on."""

from __future__ import annotations

import shlex
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from kingme.cli.output import note, print_json
from kingme.errors import KingMeError

if TYPE_CHECKING:
    from kingme.arena.crew import Crew
    from kingme.arena.participant import Sheet
    from kingme.arena.plan import Plan
    from kingme.arena.runner import RunResult
    from kingme.arena.store import RunInfo, Store
    from kingme.cli.arena_options import PlayOptions, Workplace

FAILURE, INTERRUPTED = 1, 130


def run_plan(plan: Plan, where: PlayOptions) -> None:
    """Play a plan to its end, or until it is stopped, and print its result."""
    from kingme.arena.live import claim_folder
    from kingme.arena.store import Store
    from kingme.core.folders import data_folder

    place, pdn = where.store, where.pdn
    if pdn is not None and pdn.exists() and not where.force:
        raise KingMeError(f"{pdn} exists: use --force to replace it, or choose another name")
    check_hands(where.workers, where.cluster)
    compile_players(plan)
    folder = claim_folder(data_folder(), place)
    with failures(), Store(place) as store:
        result = play_plan(plan, store, folder, where, fresh=where.new)
        show_result(result, store.sheets(result.info.id), place, json=where.json)
        if pdn is not None and result.is_complete:
            export(store, result.info, pdn, force=True)
        elif pdn is not None:  # a part of the games would only stand in the way of the command that goes on
            note(f"{pdn} is written when the run is complete.")
    say_how_it_ended(result, place)


def play_plan(
    plan: Plan, store: Store, folder: Path, where: Workplace, *, fresh: bool = False, known: int = 0
) -> RunResult:
    """Play what a plan has left to play, showing how it goes; other programs look on, and stop it, by way of `folder`.

    `fresh` begins anew what is stored already; `known` games are stored and need not be talked about.
    """
    from kingme.arena.live import on_air
    from kingme.arena.runner import Runner
    from kingme.cli.watching import Watcher

    runner = Runner(plan, store, fresh=fresh)
    for skipped in runner.schedule.openings.skipped:
        note(f"opening left out: {skipped}")
    if runner.resumed > known:
        note(f"{runner.info.name}: {runner.resumed} games are in {where.store} already, and are not played again")
    if runner.is_over:
        return runner.result()
    with (
        signals(),
        hire(runner.plan, where.workers, where.cluster) as crew,
        Watcher(runner, crew.size) as watcher,
        on_air(folder, runner, crew, watcher.update) as listener,
    ):
        return runner.play(crew, listener)


def check_hands(workers: int | None, cluster: str | None) -> None:
    """Refuse two answers to the question who plays."""
    if cluster is not None and workers is not None:
        raise KingMeError("--workers are processes of this machine, --cluster are those of others: use one of them")


def compile_players(plan: Plan) -> None:
    """Load the code of all players and compile what is not compiled, showing that it happens."""
    from kingme.cli.compiling import prepare
    from kingme.protocol.specs import read_any

    for participant in plan.players:
        read_any(participant.spec)
    prepare(plan.conditions.rules.game)


def hire(plan: Plan, workers: int | None, cluster: str | None) -> Crew:
    """Those who play a plan: so many processes, as many as the processors have room for, or a cluster."""
    if cluster is not None:
        from kingme.arena.cluster import ClusterCrew

        return ClusterCrew(cluster)
    from kingme.arena.participant import most_threads
    from kingme.arena.workers import LocalCrew, processors

    return LocalCrew(workers or max(1, processors() // most_threads(plan.players)), watched=True)


@contextmanager
def failures() -> Iterator[None]:
    """Tell what keeps a run from going on (a full disk, a cluster that is gone) apart from what was asked wrongly."""
    from kingme.arena.crew import CrewError
    from kingme.arena.store import StoreError

    try:
        yield
    except (CrewError, StoreError) as error:
        typer.secho("Error: ", err=True, fg="red", bold=True, nl=False)
        note(str(error))
        raise typer.Exit(FAILURE) from error


@contextmanager
def signals() -> Iterator[None]:
    """Let a polite request to end (SIGTERM, as schedulers and systemd send it) do what Ctrl-C does."""

    def interrupt(number: int, frame: Any) -> None:
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGTERM, interrupt)
    except ValueError:  # not in the main thread: nobody can send us one
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def show_result(result: RunResult, sheets: Sequence[Sheet], place: str, *, json: bool) -> None:
    """Print the table of a run, or all of it as JSON."""
    from kingme.cli.run_results import as_data, print_standings

    if json:
        print_json(as_data(result, sheets, place))
    else:
        print_standings(result, sheets)


def export(store: Store, info: RunInfo, path: Path, *, force: bool) -> None:
    """Write the games of a run as PDN."""
    from kingme.arena.pdn_export import write_pdn

    if path.exists() and not force:
        raise KingMeError(f"{path} exists: use --force to replace it, or choose another name")
    count = write_pdn(store, path, info.id)
    note(f"{count} games written to {path}")


def say_how_it_ended(result: RunResult, place: str) -> None:
    """Name the games that are missing and the command that plays them; nothing if the run is complete."""
    for lost in result.lost:
        note(f"game {lost.number + 1} has no result: {lost.reason}")
    if result.is_complete:
        return
    note(f"{result.info.name}: {result.info.done} of {result.info.games} games are done and stored in {place}.")
    note(f"To resume:  {resume_command(sys.argv)}")
    raise typer.Exit(INTERRUPTED if result.interrupted else FAILURE)


def resume_command(arguments: Sequence[str]) -> str:
    """The command that goes on with what this one began."""
    kept = [argument for argument in arguments[1:] if argument != "--new"]
    return shlex.join(["kingme", *kept])
