"""`kingme sweep`: one player with one parameter at several values."""

from __future__ import annotations

from typing import Annotated

import typer

from kingme.cli import arena_options as options
from kingme.cli.arguments import ForceOption, JsonOption

EXAMPLES = (
    "kingme sweep rave --vary beta=0.1/0.3/0.5/0.7 --against mcts --games 100",
    "kingme sweep minimax --vary depth=2/3/4/5 --games 40",
)


def sweep(
    spec: Annotated[str, typer.Argument(metavar="SPEC", help="The player to vary.")],
    vary: Annotated[
        list[str], typer.Option("--vary", metavar="KEY=V/V/…", help="A parameter and its values; several give a grid.")
    ],
    against: Annotated[
        list[str] | None,
        typer.Option("--against", "-a", metavar="SPEC", help="An opponent of all; without any, all meet each other."),
    ] = None,
    games: options.GamesOption = 100,
    limit: options.LimitOption = "",
    clock: options.ClockOption = None,
    openings: options.OpeningsOption = "three-move",
    rules: options.RulesOption = "official",
    adjudicate: options.AdjudicateOption = "off",
    margin: options.MarginOption = 1.0,
    seed: options.SeedOption = 0,
    workers: options.WorkersOption = None,
    cluster: options.ClusterOption = None,
    store: options.StoreOption = options.STORE,
    run: options.RunOption = "",
    new: options.NewOption = False,
    pdn: options.PdnOption = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """Measure what a parameter is worth: the same player at several values, against the same opponents."""
    from kingme.arena.files import Variation
    from kingme.arena.files import sweep as make_sweep
    from kingme.arena.participant import Participant
    from kingme.cli.running import run_plan

    plan = make_sweep(
        spec,
        [Variation.parse(text) for text in vary],
        [Participant.parse(text) for text in against or []],
        games=games,
        conditions=options.make_conditions(limit, clock, rules, adjudicate, margin),
        openings=openings,
        seed=seed,
        name=run,
    )
    run_plan(plan, store, workers=workers, cluster=cluster, fresh=new, pdn=pdn, force=force, json=json)
