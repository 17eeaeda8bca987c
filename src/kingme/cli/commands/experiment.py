"""`kingme experiment`: test the claims of the five studies again."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kingme.cli import arena_options as options
from kingme.cli.arguments import JsonOption

if TYPE_CHECKING:
    from kingme.arena.crew import Crew
    from kingme.arena.experiments.conduct import ExperimentResult, Watch
    from kingme.arena.experiments.measure import Tick
    from kingme.arena.plan import Plan
    from kingme.arena.runner import Runner
    from kingme.arena.standings import Listener

EXAMPLES = (
    "kingme experiment list",
    "kingme experiment run a-comparison --quick",
    "kingme experiment run e-simulations --budget 100000 --games 90",
)
FOLDER = Path("kingme-experiments")
INTERRUPTED = 130

app = typer.Typer(
    no_args_is_help=True,
    help="Replicate the claims of the five studies.",
    epilog="\n\n".join(("Examples:", *EXAMPLES)),
    rich_markup_mode="rich",
)


@app.command("list")
def list_experiments(json: JsonOption = False) -> None:
    """List the experiments: their questions, and how many games they play."""
    from kingme.arena.experiments.experiment import Size, experiments
    from kingme.cli.output import console, print_json, table

    full, quick = Size(), Size(quick=True)
    known = experiments().values()
    if json:
        fields = ("name", "study", "title", "question")
        print_json(
            [
                {key: getattr(item, key) for key in fields}
                | {"games": item.games(full), "quick_games": item.games(quick), "claims": len(item.claims)}
                for item in known
            ]
        )
        return
    shown = table("name", "games", "quick", "claims", "question")
    for item in known:
        counts = (f"{item.games(full):,}", f"{item.games(quick):,}", str(len(item.claims)))
        shown.add_row(item.name, *counts, item.question)
    console().print(shown)


@app.command("run")
def run_experiment(
    name: Annotated[str, typer.Argument(metavar="NAME", help="From `kingme experiment list`, or a study's letter.")],
    quick: Annotated[bool, typer.Option("--quick", help="Quick mode: at most two minutes.")] = False,
    games: Annotated[
        int | None, typer.Option("--games", "-n", metavar="N", min=2, help="Games per pairing, an even number.")
    ] = None,
    budget: Annotated[
        int | None, typer.Option("--budget", metavar="N", min=1, help="Simulations per move (study E).")
    ] = None,
    workers: options.WorkersOption = None,
    cluster: options.ClusterOption = None,
    store: options.StoreOption = options.STORE,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Folder for results; kingme-experiments/NAME by default."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Run an experiment: play, measure, and compare the results with the claims.

    If stopped, the same command resumes. Earlier results in the same folder are replaced.
    """
    from kingme.arena.crew import CrewError
    from kingme.arena.experiments.conduct import InterruptedExperimentError, conduct
    from kingme.arena.experiments.experiment import Size, find
    from kingme.arena.experiments.result_files import write_results
    from kingme.arena.experiments.write_up import json_text
    from kingme.arena.live import claim_folder
    from kingme.arena.store import Store
    from kingme.cli.output import note
    from kingme.cli.running import check_hands, failures, signals
    from kingme.core.folders import data_folder

    check_hands(workers, cluster)
    experiment, size = find(name), Size(quick=quick, games=games, budget=budget)
    experiment.games(size)  # what is wrong is told before anything begins
    folder = out or FOLDER / experiment.folder(size)
    live = claim_folder(data_folder(), store)
    with failures(), Store(store) as opened:
        try:
            watch = _watch(live)
            with signals():
                result = conduct(experiment, opened, lambda plan: _crew(plan, workers, cluster), folder, size, watch)
        except (InterruptedExperimentError, KeyboardInterrupt):
            _say_how_to_go_on(experiment.name, store)
            raise typer.Exit(INTERRUPTED) from None
        except CrewError:
            _say_how_to_go_on(experiment.name, store)
            raise
    page = write_results(result, folder)
    if json:
        typer.echo(json_text(result), nl=False)
    else:
        print_result(result)
    note(f"wrote {page}, and tables and plots beside it")


def _say_how_to_go_on(name: str, store: str) -> None:
    from kingme.cli.output import note
    from kingme.cli.running import resume_command

    note(f"{name}: stopped; what is done is stored in {store}.")
    note(f"To resume:  {resume_command(sys.argv)}")


def _crew(plan: Plan, workers: int | None, cluster: str | None) -> Crew:
    """Those who play a run of the experiment, its players compiled."""
    from kingme.cli.running import compile_players, hire

    compile_players(plan)
    return hire(plan, workers, cluster)


def _watch(live: Path) -> Watch:
    from kingme.arena.experiments.conduct import Watch
    from kingme.arena.live import on_air
    from kingme.cli.output import console
    from kingme.cli.watching import Watcher

    @contextmanager
    def run(runner: Runner, crew: Crew) -> Iterator[Listener | None]:
        with Watcher(runner, crew.size) as watcher, on_air(live, runner, crew, watcher.update) as listener:
            yield listener

    @contextmanager
    def measuring(name: str) -> Iterator[Tick]:
        screen = console(stderr=True)
        with screen.status(f"measuring {name} …") as status:
            done = 0

            def tick() -> None:
                nonlocal done
                done += 1
                if done % 10 == 0:
                    status.update(f"measuring {name}: {done:,} positions")

            yield tick

    return Watch(run, measuring)


def print_result(result: ExperimentResult) -> None:
    """Claims, runs and measurements on the console."""
    from kingme.arena.experiments.claims import RULE
    from kingme.arena.experiments.write_up import conditions_list, runs_table
    from kingme.cli.commands.report import print_table
    from kingme.cli.output import console

    screen = console()
    experiment = result.experiment
    screen.print(f"Study {experiment.study}: {experiment.title}", style="bold")
    screen.print(experiment.question)
    colours = {"agree": "green", "disagree": "red", "undecided": "yellow"}
    for finding in result.findings:
        screen.print()
        screen.print(f"{finding.source}  {finding.says}" + (f"  [{finding.where}]" if finding.where else ""))
        screen.print(f"    claimed   {finding.claimed_text}")
        screen.print(f"    measured  {finding.measured_text} from {finding.size_text}")
        remark = "; ".join(filter(None, (finding.measured.detail, finding.note)))
        screen.print(f"    {finding.verdict}", style=colours[finding.verdict], end="")
        screen.print(f"  ({remark})" if remark else "")
    screen.print()
    screen.print(RULE, style="dim")
    for line in conditions_list(result):
        screen.print(f"- {line}", style="dim")
    print_table(runs_table(result))
