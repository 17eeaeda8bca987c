"""From a form to a plan: the plans are those of the command line, within what a browser may ask of this server.

Players and openings pass the gate, which refuses programs and files. How many games, players and workers there may be
is limited here.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace

from kingme.arena.experiments.experiment import Experiment, Size, find
from kingme.arena.plan import Plan
from kingme.arena.sprt import Sprt
from kingme.errors import KingMeError
from kingme.games.registry import find_game
from kingme.players.limit import Limit
from kingme.profile import Rules
from kingme.web.arena.schemas import ExperimentOrder, RunOrder, SeatOrder
from kingme.web.caps import check_move_limit
from kingme.web.gate import PublicPlan, public_openings
from kingme.web.settings import Settings

MOST_REPETITIONS = 10


def plan_of(order: RunOrder, settings: Settings) -> PublicPlan:
    """The plan that a form asks for; `KingMeError` says what is wrong with it."""
    texts = [seat_text(seat) for seat in order.players]
    options = order.options()
    public_openings(options.openings)
    if order.kind == "sweep":
        if not order.players:
            raise KingMeError("a sweep needs a player to vary")
        plan = Plan.sweep(texts[0], [order.vary], texts[1:], options)
    elif order.kind in ("match", "sprt"):
        if len(texts) != 2:
            raise KingMeError(f"a {'match' if order.kind == 'match' else 'test'} has two players, not {len(texts)}")
        test = Sprt(order.elo0, order.elo1, model=order.model) if order.kind == "sprt" else None
        plan = Plan.parse(order.kind, texts, options, sprt=test)
    else:
        plan = Plan.tournament(texts, options, kind=order.kind, heroes=order.heroes)
    if order.kind != "sweep":
        limits = [_limit(seat.limit) for seat in order.players]
        players = (replace(player, limit=limit) for player, limit in zip(plan.players, limits, strict=True))
        plan = replace(plan, players=tuple(players))
    return check_plan(plan, settings)


def seat_text(seat: SeatOrder) -> str:
    """A player as the command line has it: SPEC or NAME=SPEC."""
    name = seat.name.strip()
    if re.search(r"[=:\x00-\x1f]", name):
        raise KingMeError(f"{name[:40]!r} is no name for a player: leave out = and :")
    return f"{name}={seat.spec.strip()}" if name else seat.spec.strip()


def _limit(text: str) -> Limit | None:
    return Limit.parse(text) if text.strip() else None


def check_plan(plan: Plan, settings: Settings, *, stored: bool = False) -> PublicPlan:
    """Whether this server plays such a plan for a browser; `stored` if it is one that is resumed."""
    passed = PublicPlan(plan, settings, stored=stored)
    if len(plan.players) > settings.arena_players:
        raise KingMeError(f"a run has at most {settings.arena_players} players here, not {len(plan.players)}")
    games = len(plan.schedule())
    if games > settings.arena_games:
        raise KingMeError(f"{games:,} games are too many: a run has at most {settings.arena_games:,} here")
    check_rules(plan.conditions.rules, settings)
    for limit in (plan.conditions.limit, *(player.limit for player in plan.players)):
        check_move_limit(limit, settings, settings.arena_move_seconds)
    return passed


def check_rules(rules: Rules, settings: Settings) -> None:
    """Refuse rules under which a game need never end; where no position comes back, every game ends."""
    if find_game(rules.game).REPETITION is None:
        return
    plies = min(rules.move_cap or math.inf, rules.quiet_limit or math.inf)
    if plies > settings.game_plies and (rules.repetition or math.inf) > MOST_REPETITIONS:
        raise KingMeError(
            f"a game under these rules might never end: set cap or quiet to at most {settings.game_plies} plies here, "
            f"or repetition to at most {MOST_REPETITIONS}"
        )


def experiment_of(order: ExperimentOrder, settings: Settings) -> tuple[Experiment, Size]:
    """The experiment that a form asks for, and its size; `KingMeError` says what is wrong with it."""
    experiment = find(order.name)
    size = Size(quick=order.quick, games=order.games, budget=order.budget)
    check_experiment(experiment, size, settings)
    return experiment, size


def check_experiment(experiment: Experiment, size: Size, settings: Settings) -> None:
    """Whether this server conducts an experiment of such a size for a browser."""
    for plan in experiment.plans(size).values():
        check_plan(plan, settings)
    games = experiment.games(size)
    if games > settings.arena_games:
        raise KingMeError(f"{games:,} games are too many: an experiment has at most {settings.arena_games:,} here")
