"""`kingme sprt`: play until it is clear whether one player is stronger than another."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from kingme.cli import arena_options as options
from kingme.cli.arguments import ForceOption, JsonOption

EXAMPLES = (
    "kingme sprt new=mcts:c=2 old=mcts:c=1.4 --elo0 0 --elo1 10",
    "kingme sprt minimax:depth=4 minimax:depth=3 --elo0 0 --elo1 20 --model logistic",
)


class Model(StrEnum):
    """The scale of the two hypotheses."""

    NORMALISED = "normalised"
    LOGISTIC = "logistic"


def sprt(
    first: Annotated[str, typer.Argument(metavar="A", help="The player to test: SPEC, NAME=SPEC or a player file.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The player to compare it with.")],
    elo0: Annotated[float, typer.Option("--elo0", help="Elo of A over B under the hypothesis H0.")] = 0.0,
    elo1: Annotated[float, typer.Option("--elo1", help="Elo of A over B under H1.")] = 5.0,
    alpha: Annotated[float, typer.Option("--alpha", help="Chance to accept H1 where H0 is true.")] = 0.05,
    beta: Annotated[float, typer.Option("--beta", help="Chance to accept H0 where H1 is true.")] = 0.05,
    model: Annotated[Model, typer.Option("--model", help="The kind of Elo.")] = Model.NORMALISED,
    games: Annotated[int, typer.Option("--games", "-n", metavar="N", help="Give up after so many games.")] = 40_000,
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
    """Play until a sequential test says which of two hypotheses about A and B the games fit.

    Usually a few hundred games tell large differences, and tens of thousands small ones.
    """
    from kingme.arena.participant import Participant
    from kingme.arena.plan import Plan
    from kingme.arena.sprt import Sprt
    from kingme.cli.running import run_plan

    plan = Plan(
        kind="sprt",
        players=(Participant.parse(first), Participant.parse(second)),
        games=games,
        conditions=options.make_conditions(limit, clock, rules, adjudicate, margin),
        openings=openings,
        seed=seed,
        sprt=Sprt(elo0, elo1, alpha, beta, model.value),
        name=run,
    )
    run_plan(plan, store, workers=workers, cluster=cluster, fresh=new, pdn=pdn, force=force, json=json)
