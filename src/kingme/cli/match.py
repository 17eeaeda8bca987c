"""`kingme match`: two players, many games, and how sure the result is."""

from __future__ import annotations

from typing import Annotated

import typer

from kingme.cli import arena_options as options
from kingme.cli.arguments import ForceOption, JsonOption

EXAMPLES = (
    "kingme match hard easy --games 100",
    "kingme match mcts minimax:depth=6 --games 200 --limit time=0.1 --pdn games.pdn",
    "kingme match new=mcts:c=2 old=mcts:c=1.4 --openings random:6 --workers 2",
    "kingme match hard 'hub:command=./engine hub,memory=512' --limit time=1",
)


def match(
    first: Annotated[str, typer.Argument(metavar="A", help="A player: SPEC, NAME=SPEC or a player file (.toml).")],
    second: Annotated[str, typer.Argument(metavar="B", help="Its opponent.")],
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
    """Let two players meet, in pairs of games with colours swapped.

    Every game is stored as soon as it is over. The same command goes on where it was stopped.
    """
    from kingme.arena.participant import Participant
    from kingme.arena.plan import Plan
    from kingme.cli.running import run_plan

    plan = Plan(
        kind="match",
        players=(Participant.parse(first), Participant.parse(second)),
        games=games,
        conditions=options.make_conditions(limit, clock, rules, adjudicate, margin),
        openings=openings,
        seed=seed,
        name=run,
    )
    run_plan(plan, store, workers=workers, cluster=cluster, fresh=new, pdn=pdn, force=force, json=json)
