"""`kingme runs`: what is in a store, the table of a run, and its games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kingme.cli import arena_options as options
from kingme.cli.arguments import ForceOption, JsonOption
from kingme.errors import KingMeError

if TYPE_CHECKING:
    from kingme.arena.store import RunInfo

EXAMPLES = (
    "kingme runs",
    "kingme runs match-3f2a91c0",
    "kingme runs match-3f2a91c0 --pdn games.pdn",
    "kingme runs match-3f2a91c0 --stop",
)


def runs(
    name: Annotated[str | None, typer.Argument(metavar="[RUN]", help="A run's name or number.")] = None,
    store: options.StoreOption = options.STORE,
    pdn: options.PdnOption = None,
    stop: Annotated[
        bool, typer.Option("--stop", help="Ask whoever plays this run to stop, here or in a browser.")
    ] = False,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """List the runs of a store, or show the result of one."""
    from pathlib import Path

    from kingme.arena.runner import load_result
    from kingme.arena.store import Store
    from kingme.cli.output import print_json
    from kingme.cli.running import export, show_result
    from kingme.cli.standings import list_runs

    if "://" not in store and not Path(store).exists():
        raise KingMeError(f"there is no store {store}: a match makes one, or --store names another")
    with Store(store) as opened:
        if stop:
            _stop(opened.run(name), store)
            return
        if name is None and pdn is None:
            listed = opened.runs()
            if json:
                print_json(
                    [
                        {"run": info.name, "kind": info.plan.kind, "games": info.games, "done": info.done}
                        for info in listed
                    ]
                )
            else:
                list_runs(listed)
            return
        result = load_result(opened, name)
        show_result(result, opened.sheets(result.info.id), store, json=json)
        if pdn is not None:
            export(opened, result.info, pdn, force=force)


def _stop(info: RunInfo, place: str) -> None:
    """Ask the process that plays a run to stop, as Ctrl-C would."""
    from kingme.arena.live import Desk, live_folder, run_key
    from kingme.cli.folders import data_folder
    from kingme.cli.output import note

    desk = Desk(live_folder(data_folder(), place), run_key(info.id))
    if not desk.is_taken:
        raise KingMeError(f"{info.name} is not being played on this machine")
    desk.ask("stop")
    note(f"{info.name} stops in a moment; what was played is stored.")
