"""Profiles and leader boards: what everybody may see of somebody's rated games."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa

from kingme.arena.glicko2 import GlickoRating
from kingme.games.registry import DEFAULT
from kingme.players.presets import PRESETS
from kingme.web.people import person, rating_store
from kingme.web.people.anchors import PREFIX, anchor_name, anchor_rating
from kingme.web.people.person import Person
from kingme.web.people.rating_store import GONE, Pool, Rated, RatedGame
from kingme.web.store import games as stored_games

MOST_GAMES = 1000  # of a profile: the latest
SHOWN_GAMES = 50
MOST_POINTS = 200  # of a curve
MOST_RIVALS = 20
MOST_LEADERS = 100

RESULTS = {1.0: "won", 0.5: "drawn", 0.0: "lost"}


def find_id(connection: sa.Connection, name: str) -> str | None:
    """The id of an account, a program or a level by its name."""
    if anchor_rating(f"{PREFIX}{name}") is not None:
        return f"{PREFIX}{name}"
    found = person.find_by_name(connection, name)
    return None if found is None else found.id


def profile(connection: sa.Connection, id: str, viewer: str) -> dict[str, Any]:
    """All of somebody's rated games, in figures; the shape is `rating_schemas.Profile`."""
    played = rating_store.games_of(connection, id, MOST_GAMES)
    names = rivals(connection, {id} | {player for game in played for player in game.players})
    known = person.find(connection, id)
    shown = played[:SHOWN_GAMES]
    kept = _kept(connection, [game.game for game in shown])
    return {
        "rival": names[id],
        "you": id == viewer,
        "since": None if known is None else known.created,
        "seen": None if known is None else known.seen,
        "ratings": own_ratings(connection, id),
        "curves": _curves(played, id),
        "rivals": [
            {"rival": names[rival], **results}
            for rival, results in _results(played, id, lambda game: _other(game, id))[:MOST_RIVALS]
        ],
        "openings": [
            {"opening": opening, **results}
            for opening, results in _results(played, id, lambda game: game.opening or "")[:MOST_RIVALS]
            if opening
        ],
        "games": [_played(game, id, names, kept) for game in shown],
    }


def own_ratings(connection: sa.Connection, id: str) -> list[dict[str, Any]]:
    """The ratings of somebody in all pools, those with most games first."""
    found = rating_store.ratings_of(connection, id)
    anchor = anchor_rating(id)
    if anchor is not None:
        found = {Pool(DEFAULT, "correspondence"): Rated(anchor)}
    now = time.time()
    return [_pool_rating(pool, one, now) for pool, one in sorted(found.items(), key=lambda item: -item[1].games)]


def leader_board(connection: sa.Connection, pool: Pool, viewer: str) -> dict[str, Any]:
    """The best of a pool among the levels; the shape is `rating_schemas.LeaderBoard`."""
    now = time.time()
    found = rating_store.best_of(connection, pool, MOST_LEADERS)
    levels = [(f"{PREFIX}{name}", anchor_rating(f"{PREFIX}{name}", pool.variant)) for name in PRESETS]
    everybody = [*found, *((id, Rated(rating)) for id, rating in levels if rating is not None)]
    names = rivals(connection, [id for id, _ in everybody])
    everybody.sort(key=lambda item: -item[1].rating.rating)
    own = rating_store.find_rating(connection, viewer, pool)
    return {
        "variant": pool.variant,
        "speed": pool.speed,
        "leaders": [
            {"rival": names[id], **_figures(one.at(now)), "games": one.games, "you": id == viewer}
            for id, one in everybody
        ],
        "you": _pool_rating(pool, own, now) if own.games else None,
    }


def rivals(connection: sa.Connection, ids: Collection[str]) -> dict[str, dict[str, Any]]:
    """What people see of these; the shape is `rating_schemas.Rival`."""
    known = person.find_all(connection, [id for id in ids if id != GONE and not id.startswith(PREFIX)])
    return {id: _rival(id, known.get(id)) for id in ids}


def _rival(id: str, known: Person | None) -> dict[str, Any]:
    if (name := anchor_name(id)) is not None:
        preset = PRESETS[name]
        return {"name": preset.persona or preset.title, "link": f"/people/{name}", "kind": "level"}
    if id == GONE:
        return {"name": "a deleted account", "link": None, "kind": "gone"}
    if known is None or known.kind == "guest":
        return {"name": "Guest" if known is None else known.name, "link": None, "kind": "guest"}
    return {"name": known.name, "link": f"/people/{quote(known.name, safe='')}", "kind": known.kind}


def _pool_rating(pool: Pool, one: Rated, now: float) -> dict[str, Any]:
    rating = one.at(now)
    return {
        "variant": pool.variant,
        "speed": pool.speed,
        **_figures(rating),
        "certain": rating.deviation <= rating_store.CERTAIN,
        "won": one.won,
        "drawn": one.drawn,
        "lost": one.lost,
    }


def _figures(rating: GlickoRating) -> dict[str, int]:
    spread = 1.96 * rating.deviation
    return {
        "rating": round(rating.rating),
        "low": round(rating.rating - spread),
        "high": round(rating.rating + spread),
    }


def _curves(played: list[RatedGame], id: str) -> list[dict[str, Any]]:
    """How the ratings went, the latest points where there are many."""
    pools: dict[Pool, list[dict[str, Any]]] = defaultdict(list)
    for game in reversed(played):
        if game.sides is None or (game.black != id and game.white != id):
            continue
        after = game.sides[0 if game.black == id else 1].after
        point = {"at": game.ended, "rating": round(after.rating), "deviation": round(after.deviation)}
        pools[game.pool].append(point)
    return [
        {"variant": pool.variant, "speed": pool.speed, "points": points[-MOST_POINTS:]}
        for pool, points in sorted(pools.items(), key=lambda item: -len(item[1]))
    ]


def _results(played: Iterable[RatedGame], id: str, key: Any) -> list[tuple[str, dict[str, int]]]:
    """Results by something of the games, that with most games first."""
    found: dict[str, dict[str, int]] = defaultdict(lambda: {"won": 0, "drawn": 0, "lost": 0})
    for game in played:
        found[key(game)][_result(game, id)] += 1
    return sorted(found.items(), key=lambda item: (-sum(item[1].values()), item[0]))


def _result(game: RatedGame, id: str) -> str:
    score = game.score or 0.0
    return RESULTS[score if game.black == id else 1 - score]


def _other(game: RatedGame, id: str) -> str:
    return game.white if game.black == id else game.black


def _played(game: RatedGame, id: str, names: dict[str, dict[str, Any]], kept: Collection[str]) -> dict[str, Any]:
    assert game.sides is not None
    side = game.sides[0 if game.black == id else 1]
    return {
        "game": game.game if game.game in kept else None,
        "variant": game.pool.variant,
        "speed": game.pool.speed,
        "color": "black" if game.black == id else "white",
        "rival": names[_other(game, id)],
        "result": _result(game, id),
        "rating": round(side.after.rating),
        "change": round(side.after.rating) - round(side.before.rating),
        "opening": game.opening,
        "ended": game.ended,
    }


def _kept(connection: sa.Connection, ids: Collection[str]) -> set[str]:
    """Those of these games that were not deleted."""
    query = sa.select(stored_games.c.id).where(stored_games.c.id.in_(list(ids)))
    return set(connection.execute(query).scalars())
