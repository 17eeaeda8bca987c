"""Numbers with intervals that claims are about, from the tables of runs and from measurements.

A claim's `measure` names one of these (`what`) with its arguments:

    win draw loss score            a rate of `player`, against `opponent` or everyone
    plies pieces kings crowned …   a mean of study B's figures of `player`, `in` all, won, drawn or lost games;
                                   with `minus`, less that of another player or of its own other games (`minus_in`)
    draws-lead                     how far draws lead: their rate less the higher one of wins and losses
    extreme                        a figure (`of`) of `player` less the lowest (or highest: `is`) among the others
    effect                         of a sweep: the largest difference in score between two values of the parameter
    time                           seconds for a move of `player`, as the clock on the wall saw it in the games
    measured                       `value` of the measurement `name`, perhaps less or divided by another
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from kingme.arena.elo import EloEstimate
from kingme.arena.intervals import NORMAL, NOTHING, Estimate
from kingme.arena.report import RunReport
from kingme.arena.standings import Tally
from kingme.arena.stats import Figures
from kingme.errors import KingMeError

Measurements = Mapping[str, Mapping[str, Estimate]]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A measured number; `counted` says what its `n` counts."""

    found: Estimate
    counted: str = "games"
    detail: str = ""


def quantity(table: Mapping[str, Any], run: RunReport | None, measurements: Measurements) -> Quantity:
    """The number that a claim's `measure` asks for, in one of its runs."""
    what = table["what"]
    if what == "measured":
        return _measured(table, measurements)
    if run is None:
        raise KingMeError(f"{what} is measured in a run, and none is named")
    if what in ("win", "draw", "loss", "score"):
        return Quantity(_rate(_figures(run, table).tally, what))
    if what == "draws-lead":
        return Quantity(draws_lead(_figures(run, table).tally))
    if what == "effect":
        return effect(run, str(table["opponent"]))
    if what == "extreme":
        return _extreme(run, table)
    if what == "time":
        return Quantity(_figures(run, table).move_time.mean, "moves")
    return _figure(run, table)


def _figures(run: RunReport, table: Mapping[str, Any]) -> Figures:
    name, opponent = str(table["player"]), table.get("opponent")
    if opponent is None:
        return run.summary.players[name]
    return run.summary.pairings[name, str(opponent)]


def score_estimate(tally: Tally) -> Estimate:
    """The score of a player with the interval that its pairs of games give."""
    if not tally.games:
        return NOTHING
    elo: EloEstimate = tally.elo
    return Estimate(tally.score, elo.score_low, elo.score_high, tally.games)


def _rate(tally: Tally, what: str) -> Estimate:
    if what == "score":
        return score_estimate(tally)
    found: Estimate = getattr(tally.rates, what)
    return found


def draws_lead(tally: Tally) -> Estimate:
    """The rate of draws less the higher one of wins and losses; shares of one total, so their errors are linked."""
    n = tally.games
    if not n:
        return NOTHING
    draw, other = tally.draws / n, max(tally.wins, tally.losses) / n
    lead = draw - other
    # One pseudo-game of each kind keeps the interval honest where all games ended alike.
    filled = [(count + 1) / (n + 3) for count in (tally.draws, max(tally.wins, tally.losses))]
    variance = (sum(filled) - (filled[0] - filled[1]) ** 2) / n
    half = NORMAL.inv_cdf(0.975) * math.sqrt(variance)
    return Estimate(lead, max(-1.0, lead - half), min(1.0, lead + half), n)


def difference(first: Estimate, second: Estimate) -> Estimate:
    """The difference of two means; their errors are taken as independent."""
    value = first.value - second.value
    half = math.hypot(first.error, second.error)
    return Estimate(value, value - half, value + half, min(first.n, second.n))


def quotient(first: Estimate, second: Estimate) -> Estimate:
    """The ratio of two positive means, its interval by the errors of their logarithms."""
    value = first.value / second.value
    half = math.hypot(first.error / first.value, second.error / second.value)
    return Estimate(value, value * math.exp(-half), value * math.exp(half), min(first.n, second.n))


def _split(run: RunReport, player: str, what: str, part: str, opponent: object = None) -> Estimate:
    figures = run.summary.players[player] if opponent is None else run.summary.pairings[player, str(opponent)]
    split = getattr(figures, what, None)
    if split is None:
        raise KingMeError(f"{what!r} is nothing that is measured of a player")
    found: Estimate = getattr(split, part)
    return found


def _figure(run: RunReport, table: Mapping[str, Any]) -> Quantity:
    player, what, part = str(table["player"]), str(table["what"]), str(table.get("in", "all"))
    found = _split(run, player, what, part, table.get("opponent"))
    scale = float(table.get("scale", 1.0))
    found = Estimate(found.value * scale, found.low * scale, found.high * scale, found.n)
    if "minus" not in table and "minus_in" not in table:
        return Quantity(found)
    other = _split(run, str(table.get("minus", player)), what, str(table.get("minus_in", part)))
    return Quantity(difference(found, other), detail=f"{found.value:.2f} − {other.value:.2f}")


def _extreme(run: RunReport, table: Mapping[str, Any]) -> Quantity:
    """The player's figure less that of the others' most extreme one: below zero for a player that is the lowest."""
    player, what, part = str(table["player"]), str(table["of"]), str(table.get("in", "all"))
    own = _split(run, player, what, part)
    others = [(name, _split(run, name, what, part)) for name in run.names if name != player]
    known = [(name, found) for name, found in others if found.n > 1]
    if not known or own.n < 2:
        return Quantity(NOTHING)
    pick = min if table["is"] == "lowest" else max
    name, nearest = pick(known, key=lambda item: item[1].value)
    return Quantity(difference(own, nearest), detail=f"{own.value:.2f}; next {nearest.value:.2f} ({name})")


def effect(run: RunReport, opponent: str) -> Quantity:
    """The largest difference in score between two players that met the same opponent.

    Of many differences the largest is large by chance; so its interval is that of all differences at once (Bonferroni).
    """
    scores = {
        name: score_estimate(found.tally) for (name, other), found in run.summary.pairings.items() if other == opponent
    }
    pairs = list(combinations(scores, 2))
    if not pairs:
        return Quantity(NOTHING)
    first, second = max(pairs, key=lambda pair: abs(scores[pair[0]].value - scores[pair[1]].value))
    if scores[first].value < scores[second].value:
        first, second = second, first
    found = difference(scores[first], scores[second])
    widen = NORMAL.inv_cdf(1 - 0.025 / len(pairs)) / NORMAL.inv_cdf(0.975)
    half = widen * found.error
    total = sum(score.n for score in scores.values())
    detail = f"{first} {100 * scores[first].value:.0f} %, {second} {100 * scores[second].value:.0f} %"
    return Quantity(Estimate(found.value, found.value - half, found.value + half, total), detail=detail)


def _measured(table: Mapping[str, Any], measurements: Measurements) -> Quantity:
    values = measurements[str(table["name"])]
    found = values[str(table["value"])]
    if "minus" in table:
        found = difference(found, values[str(table["minus"])])
    if "over" in table:
        found = quotient(found, values[str(table["over"])])
    return Quantity(found, str(table.get("counted", "positions")))
