"""What notebooks show of a run: a table with results as bars and ratings with their intervals drawn."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from markupsafe import Markup

from kingme.text.html import interval, results_bar, table

if TYPE_CHECKING:
    from kingme.arena.ratings import RatingList
    from kingme.arena.runner import RunResult
    from kingme.arena.stats import Summary, Tally


def result_html(result: RunResult) -> Markup:
    """A run with the state it is in."""
    from kingme.arena.ratings import rate
    from kingme.arena.record import pair_up
    from kingme.arena.stats import summarise

    info = result.info
    state = "" if result.is_complete else f", {info.done} of {info.games} games played"
    damaged = f", {len(result.damaged)} damaged and left out" if result.damaged else ""
    headline = Markup("<p><b>{}</b>{}{}</p>").format(info.name, state, damaged)
    if not result.records:
        said = "No game can be used." if result.damaged else "No game has ended yet."
        return headline + Markup("<p>{}</p>").format(said)
    ratings = rate(pair_up(result.records)) if len(info.plan.players) > 2 else None
    return headline + summary_html(summarise(result.records), ratings) + _test(result)


def _test(result: RunResult) -> Markup:
    verdict, test = result.verdict, result.info.plan.sprt
    if verdict is None or test is None:
        return Markup("")
    found = "not decided yet" if verdict.decision is None else f"{verdict.decision} is accepted"
    bounds = f"{verdict.lower:.2f} to {verdict.upper:.2f}"
    words = f"SPRT of {test.elo1:g} against {test.elo0:g} Elo: LLR {verdict.llr:.2f} ({bounds}), {found}"
    return Markup("<p>{}</p>").format(words)


def summary_html(summary: Summary, ratings: RatingList | None = None) -> Markup:
    """All players, best first; Elo is against all others, a rating is of the list."""
    rows = []
    bounds = _bounds(summary, ratings)
    for name in [rating.name for rating in ratings.ratings] if ratings else summary.ranking:
        tally = summary.players[name].tally
        value, low, high = _strength(tally, name, ratings)
        drawn = interval(value if math.isfinite(value) else None, *_finite(low, high, bounds), *bounds)
        cells = [name, str(tally.games), results_bar(tally.wins, tally.draws, tally.losses)]
        rows.append([*cells, f"{100 * tally.score:.1f} %", _text(value, low, high), drawn])
    headings = ("player", "games", "won, drawn, lost", "score", "rating" if ratings else "Elo", "95 %")
    return table(headings, rows, left=(0, 2, 5))


def ratings_html(ratings: RatingList) -> Markup:
    """A rating list on its own."""
    ends = [end for rating in ratings.ratings for end in (rating.low, rating.high)]
    low, high = min(ends, default=-1.0), max(ends, default=1.0)
    rows = [
        [
            str(place),
            rating.name,
            _text(rating.rating, rating.low, rating.high),
            interval(rating.rating, rating.low, rating.high, low, high),
            f"{rating.points:g}",
            str(rating.games),
        ]
        for place, rating in enumerate(ratings.ratings, start=1)
    ]
    return table(("", "player", "rating", "95 %", "points", "games"), rows, left=(1, 3))


def _strength(tally: Tally, name: str, ratings: RatingList | None) -> tuple[float, float, float]:
    if ratings is not None:
        rating = ratings[name]
        return rating.rating, rating.low, rating.high
    elo = tally.elo
    return elo.elo, elo.elo_low, elo.elo_high


def _bounds(summary: Summary, ratings: RatingList | None) -> tuple[float, float]:
    """A scale that all intervals fit on; those without an end reach to its edge."""
    ends = [
        end
        for name, found in summary.players.items()
        for end in _strength(found.tally, name, ratings)
        if math.isfinite(end)
    ]
    widest = max((abs(end) for end in ends), default=100.0) or 100.0
    return -widest, widest


def _finite(low: float, high: float, bounds: tuple[float, float]) -> tuple[float, float]:
    return max(low, bounds[0]), min(high, bounds[1])


def _text(value: float, low: float, high: float) -> str:
    if math.isinf(low) and math.isinf(high):
        return "?"
    if math.isinf(high):
        return f"> {low:+.0f}"
    if math.isinf(low):
        return f"< {high:+.0f}"
    return f"{value:+.0f} ± {(high - low) / 2:.0f}"
