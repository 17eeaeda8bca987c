"""`kingme sprt`: play until it is clear whether one player is stronger than another."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer

from kingme.arena.run_options import RunOptions, option
from kingme.cli.arena_options import PlayOptions, with_options

EXAMPLES = (
    "kingme sprt new=mcts:c=2 old=mcts:c=1.4 --elo0 0 --elo1 10",
    "kingme sprt minimax:depth=4 minimax:depth=3 --elo0 0 --elo1 20 --model logistic",
)


class Model(StrEnum):
    """The scale of the two hypotheses."""

    NORMALISED = "normalised"
    LOGISTIC = "logistic"


@dataclass(frozen=True, kw_only=True)
class SprtOptions(RunOptions):
    """The usual options, with another meaning of how many games."""

    games: int = option(40_000, "Give up after so many games.", letter="-n", value="N")


@with_options
def sprt(
    first: Annotated[str, typer.Argument(metavar="A", help="The player to test: SPEC, NAME=SPEC or a player file.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The player to compare it with.")],
    options: SprtOptions,
    where: PlayOptions,
    elo0: Annotated[float, typer.Option("--elo0", help="Elo of A over B under the hypothesis H0.")] = 0.0,
    elo1: Annotated[float, typer.Option("--elo1", help="Elo of A over B under H1.")] = 5.0,
    alpha: Annotated[float, typer.Option("--alpha", help="Chance to accept H1 where H0 is true.")] = 0.05,
    beta: Annotated[float, typer.Option("--beta", help="Chance to accept H0 where H1 is true.")] = 0.05,
    model: Annotated[Model, typer.Option("--model", help="The kind of Elo.")] = Model.NORMALISED,
) -> None:
    """Play until a sequential test says which of two hypotheses about A and B the games fit.

    Usually a few hundred games tell large differences, and tens of thousands small ones.
    """
    from kingme.arena.plan import Plan
    from kingme.arena.sprt import Sprt
    from kingme.cli.running import run_plan

    run_plan(Plan.test(first, second, Sprt(elo0, elo1, alpha, beta, model.value), options), where)
