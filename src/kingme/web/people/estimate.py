"""How strong a player seems to be by games in a file, against players of the strength ladder.

Anybody can write such a file, so the estimate is told to whoever asks, marked as unverified, and kept nowhere. Games
count if they are finished games of English draughts, of which one side has the name that was asked for and the other
one that is listed; a game that is there twice counts once.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import sqlalchemy as sa

from kingme.arena.placement import Anchor, Placement, Points
from kingme.errors import KingMeError
from kingme.game import Game
from kingme.games.registry import DEFAULT
from kingme.outcome import Color
from kingme.players.presets import PRESETS
from kingme.web.people import ladder
from kingme.web.people.names import name_key
from kingme.web.uploads import games_of

POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}  # of Black


def listed_players(connection: sa.Connection) -> dict[str, Anchor]:
    """Everybody with a rating on the ladder, by the keys of their names."""
    found = {}
    for row in ladder.table(connection, ""):
        anchor = Anchor(row["rival"]["name"], row["rival"]["name"], row["rating"])
        found[name_key(anchor.title)] = anchor
    for name, preset in PRESETS.items():
        if (known := found.get(name_key(preset.persona or preset.title))) is not None:
            found |= {name_key(called): known for called in (name, preset.title)}
    return found


def estimate(listed: dict[str, Anchor], text: str, name: str, most: int) -> dict[str, Any]:
    """The estimate; the shape is `rating_schemas.Estimate`. It reads a file, which takes long: call it in a thread."""
    wanted = name_key(name)
    if not wanted or wanted in listed:
        raise KingMeError("give the name that the player has in the file, which no listed player has")
    points: dict[str, Points] = {}
    seen: set[tuple[Any, ...]] = set()
    left: Counter[str] = Counter()
    for game in islice(games_of(text, lambda _: left.update(("unreadable",))), most):
        sides = [name_key(game.tags.get(str(color), "")) for color in Color]
        other = listed.get(sides[1 if sides[0] == wanted else 0]) if wanted in sides else None
        score = POINTS.get(game.result())
        moves = (*sides, *(ply.move.path for ply in game.plies))
        why = _left_out(game, wanted in sides, other is not None, score is not None, moves in seen)
        if why or other is None or score is None:
            left[why] += 1
            continue
        seen.add(moves)
        known = points.get(other.spec, Points())
        points[other.spec] = Points(known.points + (score if sides[0] == wanted else 1 - score), known.games + 1)
    if not points:
        raise KingMeError(f"no finished game of {name[:40]} against a listed player is in this file")
    anchors = {anchor.spec: anchor for anchor in listed.values()}
    placement = Placement(list(anchors.values()))
    for spec, result in points.items():
        placement.record(spec, result)
    value, low, high = placement.strength
    return {
        "rating": round(value),
        "low": round(low),
        "high": round(high),
        "verified": False,
        "opponents": [
            {"name": spec, "rating": round(anchors[spec].rating), "points": result.points, "games": result.games}
            for spec, result in points.items()
        ],
        "left_out": dict(left),
    }


def _left_out(game: Game, is_named: bool, is_listed: bool, is_finished: bool, is_known: bool) -> str:
    """Why a game does not count; empty for one that does."""
    if game.board.game.name != DEFAULT:
        return "other game"
    if not is_named:
        return "other players"
    if not is_listed:
        return "opponent not listed"
    if not is_finished:
        return "not finished"
    return "there twice" if is_known else ""
