"""What is to be seen of people who play: one's own games that go on, and the lobby with everybody's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from kingme.games.registry import find_game
from kingme.play.active_game import ActiveGame
from kingme.web.people import blocks, challenges, person
from kingme.web.people.challenges import Challenge
from kingme.web.people.person import Person
from kingme.web.play.sessions import Sessions
from kingme.web.play.shared_session import SharedSession
from kingme.web.store import games, is_of, shared_games

MOST_SHOWN = 50  # of each list
MOST_OWN = 200
NOBODY = "Somebody"


def running_games(connection: sa.Connection, who: str) -> list[dict[str, Any]]:
    """The games of somebody that go on; those where it is their turn first, the most urgent before all."""
    columns = (shared_games, games.c.black.label("name_black"), games.c.white.label("name_white"))
    query = sa.select(*columns, games.c.final_fen, games.c.length, games.c.updated, games.c.setup)
    query = query.join(games, games.c.id == shared_games.c.game)
    query = query.where(is_of(who), shared_games.c.deadline.is_not(None)).order_by(shared_games.c.deadline)
    found = [_running(row, who) for row in connection.execute(query.limit(MOST_OWN)).mappings()]
    return sorted(found, key=lambda game: not game["my_turn"])


def _running(row: Any, who: str) -> dict[str, Any]:
    color, other = ("black", "white") if row["black"] == who else ("white", "black")
    return {
        "id": row["game"],
        "color": color,
        "opponent": row[f"name_{other}"],
        "my_turn": row["turn"] == color,
        "game": row["kind"],
        "speed": row["speed"],
        "rated": row["rated"],
        "fen": row["final_fen"],
        "plies": row["length"],
        "clock": row["setup"].get("clock"),
        "deadline": row["deadline"],
        "updated": row["updated"],
    }


def meeting_report(connection: sa.Connection, who: str) -> dict[str, Any]:
    """Who somebody is, and what waits for them."""
    found = person.find(connection, who)
    waiting = [*challenges.to_person(connection, who), *challenges.of_owner(connection, who)]
    blocked = blocks.blocked_by(connection, who)
    return {
        "name": None if found is None else found.name,
        "kind": "guest" if found is None else found.kind,
        "games": running_games(connection, who),
        "challenges": challenge_reports(connection, waiting, who),
        "blocked": [{"number": number, "name": name} for number, (_, name) in enumerate(blocked)],
    }


def challenge_reports(connection: sa.Connection, found: Iterable[Challenge], who: str) -> list[dict[str, Any]]:
    """Challenges for a page: the names of people instead of their ids."""
    wanted = list(found)
    ids = {one.owner for one in wanted} | {one.target for one in wanted if one.target is not None}
    names = person.find_all(connection, ids)
    return [_challenge_report(one, names, who) for one in wanted]


def _challenge_report(one: Challenge, names: dict[str, Person], who: str) -> dict[str, Any]:
    owner, target = names.get(one.owner), names.get(one.target or "")
    start = one.start or {}
    return {
        "id": one.id,
        "mine": one.owner == who,
        "name": NOBODY if owner is None else owner.name,
        "rating": one.rating,
        "to_me": one.target == who,
        "opponent": None if target is None else target.name,
        "place": one.place,
        "game": one.kind,
        "title": find_game(one.kind).title,
        "fen": start.get("fen"),
        "opening": start.get("opening"),
        "rules": one.rules,
        "clock": one.clock,
        "days": one.days,
        "speed": one.speed,
        "color": one.color,
        "rated": one.rated,
        "delay": one.delay,
        "created": one.created,
        "until": one.until,
        "accepted": one.game,
    }


def lobby_report(connection: sa.Connection, who: str, here: list[str], sessions: Sessions) -> dict[str, Any]:
    """Open challenges, games to watch, and who is on; without those who have to do nothing with each other."""
    blocked = {id for id, _ in blocks.blocked_by(connection, who)}
    on = set(here)
    offered = [
        one
        for one in challenges.in_lobby(connection, 4 * MOST_SHOWN)
        if one.owner not in blocked and (one.owner in on or one.clock is None)
        and not blocks.is_between(connection, one.owner, who)
    ]  # fmt: skip
    playing = sessions.shared_games()
    busy = {id for session in playing for id in session.shared.people.values()}
    known = person.find_all(connection, here[: 10 * MOST_SHOWN])
    named = sorted(known.values(), key=lambda one: one.name.casefold())
    return {
        "challenges": challenge_reports(connection, offered[:MOST_SHOWN], who),
        "games": [_watchable(session) for session in playing[:MOST_SHOWN]],
        "people": [
            {"name": one.name, "kind": one.kind, "playing": one.id in busy, "me": one.id == who}
            for one in named[: 2 * MOST_SHOWN]
        ],
        "here": len(on),
    }


def _watchable(session: SharedSession) -> dict[str, Any]:
    shared, active = session.shared, session.state.active
    seen = session.seen_by_all()
    return {
        "id": session.state.id,
        **_names(active),
        "game": shared.kind,
        "title": active.game.board.game.title,
        "speed": shared.speed,
        "rated": shared.rated,
        "fen": active.game.positions[seen].named_fen(),
        "plies": seen,
        "watchers": session.watchers,
    }


def _names(active: ActiveGame) -> dict[str, Any]:
    names: dict[str, Any] = {}
    for color, seat in active.seats.items():
        side = str(color).lower()
        names |= {side: active.name(color), f"{side}_rating": seat.rating}
    return names
