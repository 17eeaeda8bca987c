"""What is to be seen of people who play: one's own games that go on, and the lobby with everybody's."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from kingme.errors import KingMeError
from kingme.games.registry import find_game
from kingme.web.people import blocks, challenges, person, tournaments
from kingme.web.people.challenges import Challenge
from kingme.web.people.person import Person
from kingme.web.people.tournaments import Tournament
from kingme.web.play.session import Session
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


async def games_to_watch(rows: Iterable[Any], sessions: Sessions) -> list[dict[str, Any]]:
    """Games that go on, whichever process of a site holds them; `rows` are those of `running_rows`."""
    here = {session.state.id: session for session in sessions.shared_games()}
    found = []
    for row in rows:
        session: Session | None = here.get(row["game"])
        report = _watchable(row)
        if row["delay"]:  # the store knows more than spectators may
            with contextlib.suppress(KingMeError):
                session = await sessions.look(row["game"])
            if not isinstance(session, SharedSession):
                continue
            seen = session.seen_by_all()
            report |= {"plies": seen, "fen": session.state.active.game.positions[seen].named_fen()}
        found.append(report | {"watchers": session.watchers if isinstance(session, SharedSession) else None})
    return found


def running_rows(connection: sa.Connection) -> list[Any]:
    """The games between people that go on; those whose next move is due first come first."""
    columns = (shared_games, games.c.black.label("name_black"), games.c.white.label("name_white"))
    query = sa.select(*columns, games.c.final_fen, games.c.length, games.c.setup)
    query = query.join(games, games.c.id == shared_games.c.game).where(shared_games.c.deadline.is_not(None))
    return list(connection.execute(query.order_by(shared_games.c.deadline).limit(MOST_SHOWN)).mappings())


def _watchable(row: Any) -> dict[str, Any]:
    seats = row["setup"]["seats"]
    return {
        "id": row["game"],
        "black": row["name_black"],
        "white": row["name_white"],
        "black_rating": seats["black"]["rating"],
        "white_rating": seats["white"]["rating"],
        "game": row["kind"],
        "title": find_game(row["kind"]).title,
        "speed": row["speed"],
        "rated": row["rated"],
        "fen": row["final_fen"],
        "plies": row["length"],
    }


def lobby_report(connection: sa.Connection, who: str, here: list[str]) -> dict[str, Any]:
    """Open challenges, tournaments, and who is on; without those who have to do nothing with each other."""
    blocked = {id for id, _ in blocks.blocked_by(connection, who)}
    on = set(here)
    offered = [
        one
        for one in challenges.in_lobby(connection, 4 * MOST_SHOWN)
        if one.owner not in blocked and (one.owner in on or one.clock is None)
        and not blocks.is_between(connection, one.owner, who)
    ]  # fmt: skip
    known = person.find_all(connection, here[: 10 * MOST_SHOWN])
    named = sorted(known.values(), key=lambda one: one.name.casefold())[: 2 * MOST_SHOWN]
    busy = _playing(connection, [one.id for one in named])
    return {
        "challenges": challenge_reports(connection, offered[:MOST_SHOWN], who),
        "tournaments": [_listed(one, who) for one in tournaments.listed(connection, who, MOST_SHOWN)],
        "people": [
            {"name": one.name, "kind": one.kind, "playing": one.id in busy, "me": one.id == who} for one in named
        ],
        "here": len(on),
    }


def _listed(one: Tournament, who: str) -> dict[str, Any]:
    names = ("id", "title", "kind", "game", "clock", "rated", "started")
    return {
        **{name: getattr(one, name) for name in names},
        "game_title": find_game(one.game).title,
        "players": len(one.active),
        "owner": one.owner == who,
        "joined": who in one.active,
    }


def _playing(connection: sa.Connection, ids: list[str]) -> set[str]:
    """Which of these people are in a game with a clock."""
    sides = (shared_games.c.black, shared_games.c.white)
    is_going = shared_games.c.deadline.is_not(None), shared_games.c.speed != "correspondence"
    query = sa.select(*sides).where(sa.or_(*(side.in_(ids) for side in sides)), *is_going)
    return {id for row in connection.execute(query) for id in row}
