"""What notebooks show of a run: a table with results as bars and ratings with their intervals drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup

from kingme.arena.sprt import Sprt, Verdict
from kingme.arena.standings import Standing
from kingme.text.html import interval, results_bar, table


def standings_html(rows: Sequence[Standing]) -> Markup:
    """The players in this order; Elo is against all others, a rating is of the list."""
    ends = [end for row in rows for end in row.strength if math.isfinite(end)]
    widest = max((abs(end) for end in ends), default=100.0) or 100.0  # intervals without an end reach to the edge
    cells = []
    for row in rows:
        tally, strength = row.tally, row.strength
        value = strength.value if math.isfinite(strength.value) else None
        drawn = interval(value, max(strength.low, -widest), min(strength.high, widest), -widest, widest)
        bar = results_bar(tally.wins, tally.draws, tally.losses)
        score = f"{100 * tally.score:.1f} %"
        cells.append([row.name, str(tally.games), bar, score, strength.text, drawn])
    kind = "rating" if any(row.rating is not None for row in rows) else "Elo"
    return table(("player", "games", "won, drawn, lost", "score", kind, "95 %"), cells, left=(0, 2, 5))


def verdict_html(test: Sprt, verdict: Verdict) -> Markup:
    """Where a sequential test stands."""
    found = "not decided yet" if verdict.decision is None else f"{verdict.decision} is accepted"
    bounds = f"{verdict.lower:.2f} to {verdict.upper:.2f}"
    words = f"SPRT of {test.elo1:g} against {test.elo0:g} Elo: LLR {verdict.llr:.2f} ({bounds}), {found}"
    return Markup("<p>{}</p>").format(words)
