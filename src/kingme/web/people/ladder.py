"""The strength ladder: programs on one scale with the levels, from games that the server schedules.

A program asks for a game with its token, or its author has entered a spec that the server plays (`Examiner`). The
opponent is the level that tells most about its strength now (the largest information, `arena/placement.py`), with
colours in turn. Other games count for nothing here, such as those that somebody plays by hand from the same account.
The rating is worked out from all of these games at once, as `kingme rate` does it on one's own machine; the interval
holds it in 95 of 100 cases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from kingme.arena.placement import Anchor, Placement, Points, ladder
from kingme.outcome import Color
from kingme.players.presets import PRESETS
from kingme.web.people import entrants, profiles
from kingme.web.people.anchors import ANCHOR_DEVIATION, PREFIX, anchor_id, anchor_name
from kingme.web.people.entrants import ladder_games
from kingme.web.people.person import people
from kingme.web.people.rating_store import rated_games

LEAST_GAMES = 10  # of a program in the public table
MOST_ROWS = 100_000


def anchors() -> list[Anchor]:
    """The levels that the server lets programs play."""
    return [anchor for anchor in ladder() if anchor_id(anchor.spec) is not None]


def next_game(connection: sa.Connection, program: str) -> tuple[Anchor, Color]:
    """Whom a program plays next, and with which pieces."""
    results, blacks = _results(connection, program)
    anchor = place(results.get(program, {})).next_anchor()
    return anchor, Color.WHITE if blacks[anchor.spec] > 0 else Color.BLACK


def place(results: dict[str, Points]) -> Placement:
    """A program among the levels, by its results against each of them."""
    placement = Placement(anchors())
    for spec, points in results.items():
        if spec in placement.anchors:
            placement.record(spec, points)
    return placement


def standing(connection: sa.Connection, program: str) -> Placement:
    """What the games of a program tell so far."""
    results, _ = _results(connection, program)
    return place(results.get(program, {}))


def table(connection: sa.Connection, viewer: str) -> list[dict[str, Any]]:
    """Programs, levels and presets of the studies with ratings, the best first; `rating_schemas.LadderRow`."""
    results, _ = _results(connection)
    names = profiles.rivals(connection, [*results, *(f"{PREFIX}{name}" for name in PRESETS)])
    specs, own = entrants.specs_of(connection), {one.person for one in entrants.of_owner(connection, viewer)}
    rows = [
        _row(names[program], place(found)) | {"you": program == viewer or program in own, "spec": specs.get(program)}
        for program, found in results.items()
    ]
    rows = [row for row in rows if row["games"] >= LEAST_GAMES or row["you"]]
    rows += [
        _anchor_row(names[f"{PREFIX}{name}"], preset.rating)
        for name, preset in PRESETS.items()
        if preset.rating is not None
    ]
    return sorted(rows, key=lambda row: -row["rating"])


def _row(rival: dict[str, Any], placement: Placement) -> dict[str, Any]:
    value, low, high = placement.strength
    figures = {"rating": round(value), "low": round(low), "high": round(high)}
    return {"rival": rival, **figures, "games": placement.games}


def _anchor_row(rival: dict[str, Any], rating: int) -> dict[str, Any]:
    spread = round(1.96 * ANCHOR_DEVIATION)
    figures = {"rating": rating, "low": rating - spread, "high": rating + spread}
    return {"rival": rival, **figures, "games": 0, "you": False, "spec": None}


def _results(
    connection: sa.Connection, program: str | None = None
) -> tuple[dict[str, dict[str, Points]], Counter[str]]:
    """What programs scored against each level, and against which of them more games were as Black than as White."""
    found: dict[str, dict[str, Points]] = {}
    blacks: Counter[str] = Counter()
    for black, white, score in _games(connection, program):
        level, player, points = (white, black, score) if anchor_name(white) else (black, white, 1 - score)
        spec = anchor_name(level)
        if spec is None or anchor_name(player) is not None:
            continue
        known = found.setdefault(player, {}).get(spec, Points())
        found[player][spec] = Points(known.points + points, known.games + 1)
        blacks[spec] += 1 if player == black else -1
    return found, blacks


def _games(connection: sa.Connection, program: str | None) -> Iterable[tuple[str, str, float]]:
    """Counted games of programs against levels, as the server scheduled them."""
    query = sa.select(rated_games.c.black, rated_games.c.white, rated_games.c.score)
    query = query.join(ladder_games, ladder_games.c.game == rated_games.c.game)
    if program is None:
        query = query.join(people, people.c.id == ladder_games.c.program)
    else:
        query = query.where(ladder_games.c.program == program)
    counted = query.where(rated_games.c.status == "counted").limit(MOST_ROWS)
    return ((row.black, row.white, row.score) for row in connection.execute(counted))
