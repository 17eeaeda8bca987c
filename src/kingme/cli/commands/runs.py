"""`kingme runs`: what is in a store, the table of a run, and its games; `kingme runs verify` replays them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kingme.cli import arena_options as options
from kingme.cli.arguments import ForceOption, JsonOption
from kingme.errors import KingMeError

if TYPE_CHECKING:
    from kingme.arena.run_check import Verification
    from kingme.arena.store import RunInfo, Store

EXAMPLES = (
    "kingme runs",
    "kingme runs match-3f2a91c0",
    "kingme runs verify",
    "kingme runs match-3f2a91c0 --pdn games.pdn",
    "kingme runs match-3f2a91c0 --stop",
)
VERIFY = "verify"
MOST_NAMED = 50  # damaged games that are named one by one


def runs(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[verify] [RUN]", help="A run's name or number; 'verify' replays all games first."),
    ] = None,
    store: options.StoreOption = options.STORE,
    pdn: options.PdnOption = None,
    stop: Annotated[
        bool, typer.Option("--stop", help="Ask the process that plays this run to stop, here or in a browser.")
    ] = False,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """List the runs of a store, show the result of one, or verify every game."""
    from pathlib import Path

    from kingme.arena.store import Store
    from kingme.cli.running import failures

    if "://" not in store and not Path(store).expanduser().exists():
        raise KingMeError(f"there is no store {store}: a match makes one, or --store names another")
    given = words or []
    verify = given[:1] == [VERIFY]
    names = given[1:] if verify else given
    if len(names) > 1:
        raise KingMeError(f"name one run, not {len(names)}: {', '.join(names)[:80]}")
    name = names[0] if names else None
    with failures(), Store(store) as opened:
        if stop:
            _stop(opened.run(name), store)
        elif verify:
            _verify(opened, name, json=json)
        elif name is None and pdn is None:
            _list(opened, json=json)
        else:
            _show(opened, name, store, pdn, force=force, json=json)


def _list(opened: Store, *, json: bool) -> None:
    from kingme.cli.output import print_json
    from kingme.cli.run_results import list_runs

    listed = opened.runs()
    damaged = [info.aside + len(opened.damaged(info.id)) for info in listed]
    if json:
        print_json(
            [
                {"run": info.name, "kind": info.plan.kind, "games": info.games, "done": info.done, "damaged": number}
                for info, number in zip(listed, damaged, strict=True)
            ]
        )
    else:
        list_runs(listed, damaged)


def _show(opened: Store, name: str | None, place: str, pdn: options.PdnOption, *, force: bool, json: bool) -> None:
    from kingme.arena.runner import load_result
    from kingme.cli.running import export, show_result

    result = load_result(opened, name)
    show_result(result, opened.sheets(result.info.id), place, json=json)
    if pdn is not None:
        export(opened, result.info, pdn, force=force)


def _verify(opened: Store, name: str | None, *, json: bool) -> None:
    """Replay every game by the rules, and compare it with its checksum and its result."""
    from kingme.arena.run_check import verify_run
    from kingme.cli.compiling import prepare
    from kingme.cli.output import console, note, print_json
    from kingme.database.damage import Damage

    broken = [Damage(f"the file {opened.place}", line) for line in opened.structure_problems()]
    infos = opened.runs(broken.append) if name is None else [opened.run(name)]
    prepare()
    found: list[Verification] = []
    with console(stderr=True).status("replaying …") as status:
        done = 0

        def tick() -> None:
            nonlocal done
            done += 1
            if done % 100 == 0:
                status.update(f"replaying: {done:,} games")

        for info in infos:
            found.append(verify_run(opened, info, tick))
    broken += [damage for item in found for damage in item.damaged]
    if json:
        counts = [
            {"run": item.run, "sound": item.sound, "damaged": len(item.damaged), "set_aside": item.aside}
            for item in found
        ]
        print_json({"runs": counts, "damaged": [damage._asdict() for damage in broken]})
    else:
        _print_verified(found)
    for damage in broken[:MOST_NAMED]:
        note(f"{damage.what}: {damage.problem}")
    if len(broken) > MOST_NAMED:
        note(f"and {len(broken) - MOST_NAMED} more; --json lists all")
    if broken:
        note("The command that began a run plays its damaged games again; kingme restore brings back a backup.")
        raise typer.Exit(1)


def _print_verified(found: list[Verification]) -> None:
    from kingme.cli.output import console, table

    made = table("run", "sound", "damaged", "set aside")
    for item in found:
        made.add_row(item.run, str(item.sound), str(len(item.damaged)), str(item.aside))
    console().print(made)


def _stop(info: RunInfo, place: str) -> None:
    """Ask the process that plays a run to stop, as Ctrl-C would."""
    from kingme.arena.live import LiveFiles, live_folder, run_key
    from kingme.cli.output import note
    from kingme.core.folders import data_folder

    files = LiveFiles(live_folder(data_folder(), place), run_key(info.id))
    if not files.is_taken:
        raise KingMeError(f"{info.name} is not being played on this machine")
    files.ask("stop")
    note(f"{info.name} stops in a moment; what was played is stored.")
