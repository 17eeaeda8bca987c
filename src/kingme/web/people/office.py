"""What administrators do, on disk: who is one, who is banned or muted, what was reported, and the log of it all.

An administrator is an account that whoever runs the server has made one (`kingme account admin NAME`). The rights come
with a code of an authenticator app, for one browser and an hour; every use of them is in the log.

Functions take a connection: those that write are called within a transaction of the `Writer`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Literal

import sqlalchemy as sa

from kingme.database.checksum import row_checksum
from kingme.outcome import Color
from kingme.web.people import account, guesses, measures, person, places, rating_store, recount, totp
from kingme.web.people.anchors import anchor_rating
from kingme.web.people.measures import PLACE_DAYS, Measure
from kingme.web.store import ConflictError, checksum_column, games, metadata, shared_games
from kingme.web.views import color_name

Reason = Literal["engine", "abuse", "name", "other"]

UNLOCKED_SECONDS = 3600.0
TRIES = 6  # codes, at once and again in an hour
REPORTS = 10  # of one person, at once and again in an hour
MOST_SHOWN = 200
DAY = 86400.0

administrators = sa.Table(
    "administrators",
    metadata,
    sa.Column("person", sa.String(64), primary_key=True),
    sa.Column("secret", sa.String(64), nullable=False),
    sa.Column("used", sa.BigInteger, nullable=False),  # the step of the last code: none is good twice
    sa.Column("session", sa.String(64)),  # the browser that is unlocked
    sa.Column("until", sa.Float),
    checksum_column(),
)
reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("author", sa.String(64), nullable=False),
    sa.Column("about", sa.String(64), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("reason", sa.String(16), nullable=False),
    sa.Column("text", sa.String(500), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("closed", sa.Float),
    sa.Index("reports_by_author", "author"),
)
office_log = sa.Table(
    "office_log",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("what", sa.String(400), nullable=False),
)
_MEASURE = ("measure", "until", "reason", "at")


# --- administrators ---------------------------------------------------------------------------------------------------


def appoint(connection: sa.Connection, id: str) -> str:
    """Make somebody an administrator, or give one a new secret; the secret for the app."""
    secret = totp.new_secret()
    _put(connection, administrators, ("person",), {"person": id, "secret": secret, "used": 0})
    note(connection, "The server's operator", f"made {_name(connection, id)} an administrator")
    return secret


def dismiss(connection: sa.Connection, id: str) -> bool:
    """Take the rights back; False if there were none."""
    gone = connection.execute(sa.delete(administrators).where(administrators.c.person == id)).rowcount
    if gone:
        note(connection, "The server's operator", f"made {_name(connection, id)} an administrator no more")
    return bool(gone)


def is_administrator(connection: sa.Connection, id: str) -> bool:
    return _administrator(connection, id) is not None


def is_unlocked(connection: sa.Connection, id: str, session: str | None, now: float) -> bool:
    """Whether somebody may use the rights of an administrator in this browser now."""
    row = _administrator(connection, id)
    return row is not None and session is not None and row["session"] == session and (row["until"] or 0.0) > now


def take_try(connection: sa.Connection, id: str, now: float) -> None:
    """Count a try of a code."""
    guesses.take(connection, guesses.allowances("totp", [((id,), TRIES)]), now)


def unlock(connection: sa.Connection, id: str, session: str, code: str, now: float) -> bool:
    """Give this browser the rights for an hour, if the code is right."""
    row = _administrator(connection, id)
    step = None if row is None else totp.matching_step(row["secret"], code, now, row["used"])
    if row is None or step is None:
        return False
    values = {"person": id, "secret": row["secret"], "used": step, "session": session, "until": now + UNLOCKED_SECONDS}
    _put(connection, administrators, ("person",), values)
    note(connection, _name(connection, id), "logged in as an administrator")
    return True


def _administrator(connection: sa.Connection, id: str) -> Mapping[Any, Any] | None:
    row = connection.execute(sa.select(administrators).where(administrators.c.person == id)).mappings().first()
    return None if row is None or row["checksum"] != row_checksum("administrators", row) else row


# --- measures ---------------------------------------------------------------------------------------------------------


def impose(
    connection: sa.Connection, by: str, name: str, measure: Measure, days: int | None, reason: str, now: float
) -> str:
    """Ban or mute an account; the id. Whoever is banned is logged out everywhere."""
    found = account.find_named(connection, name)
    if found is None:
        raise ConflictError("there is no such account")
    return impose_on(connection, by, found[0].id, measure, days, reason, now)


def impose_on(
    connection: sa.Connection, by: str, id: str, measure: Measure, days: int | None, reason: str, now: float,
    *, with_places: bool = False,
) -> str:  # fmt: skip
    """Ban or mute somebody, who may be a guest; with the places where a guest has been, for a month at most."""
    holder = person.find(connection, id)
    is_account = holder is not None and holder.kind != "guest"
    if measure == "ban" and is_administrator(connection, id):
        raise ConflictError("an administrator cannot be banned: `kingme account admin --remove` comes first")
    measures.impose(connection, id, measure, None if days is None else now + days * DAY, reason, now)
    where = [] if is_account or not with_places else places.of_person(connection, id, now)
    for place in where:
        most = PLACE_DAYS if days is None else min(days, PLACE_DAYS)
        measures.impose(connection, place, measure, now + most * DAY, reason, now)
    if measure == "ban":
        account.end_sessions(connection, id)
    length = "for good" if days is None else f"for {days} days"
    name = "a guest" if holder is None else holder.name if is_account else f"the guest {holder.name}"
    also = " and the address" if where else ""
    note(connection, _name(connection, by), f"{measure} of {name}{also} {length}: {reason}")
    return id


def about_whom(connection: sa.Connection, report: int) -> str:
    """Whom a report is about."""
    found = connection.execute(sa.select(reports.c.about).where(reports.c.id == report)).scalar_one_or_none()
    if found is None:
        raise ConflictError("there is no such report")
    return str(found)


def player_of(connection: sa.Connection, game: str, color: Color) -> str:
    """Who plays one side of a game between two people."""
    sides = sa.select(shared_games.c[color_name(color)]).where(shared_games.c.game == game)
    found = connection.execute(sides).scalar_one_or_none()
    if not found:
        raise ConflictError("there is no such game between two people, or this player has left")
    return str(found)


def lift(connection: sa.Connection, by: str, name: str, measure: Measure) -> bool:
    """End a ban or a mute of an account; False if there is none."""
    found = account.find_named(connection, name)
    return found is not None and _lift(connection, by, found[0].id, found[0].name, measure)


def lift_handle(connection: sa.Connection, by: str, handle: str, measure: Measure) -> bool:
    """The same for whomever, or whichever place, a handle of the list names."""
    whom = measures.find_whom(connection, handle)
    return whom is not None and _lift(connection, by, whom, _whom(connection, whom), measure)


def _lift(connection: sa.Connection, by: str, whom: str, name: str, measure: Measure) -> bool:
    gone = measures.lift(connection, whom, measure)
    if gone:
        note(connection, _name(connection, by), f"lifted the {measure} of {name}")
    return gone


def void_game(connection: sa.Connection, by: str, game: str, reason: str) -> bool:
    """Let a game count for nobody; False if it does not count anyway."""
    done = recount.void(connection, game)
    if done:
        note(connection, _name(connection, by), f"declared the game {game} void: {reason}")
    return done


# --- reports ----------------------------------------------------------------------------------------------------------


def report(connection: sa.Connection, author: str, game: str, reason: Reason, text: str, now: float) -> None:
    """Report the opponent in a rated game, or in any game between two people."""
    about = _opponent(connection, author, game)
    guesses.take(connection, guesses.allowances("report", [((author,), REPORTS)]), now)
    values = {"author": author, "about": about, "game": game, "reason": reason, "text": text, "at": now}
    connection.execute(sa.insert(reports), values)


def _opponent(connection: sa.Connection, author: str, game: str) -> str:
    found = rating_store.find_game(connection, game)
    sides = found.players if found is not None else _two(connection, game)
    if author not in sides:
        raise ConflictError("you can report whom you have played with")
    about = sides[1] if sides[0] == author else sides[0]
    if (found is not None and anchor_rating(about, found.pool.variant) is not None) or about == rating_store.GONE:
        raise ConflictError("this opponent cannot be reported")
    return about


def _two(connection: sa.Connection, game: str) -> tuple[str, str]:
    """The two people of a game that is not rated."""
    query = sa.select(shared_games.c.black, shared_games.c.white).where(shared_games.c.game == game)
    row = connection.execute(query).first()
    return ("", "") if row is None else (row.black, row.white)


def close_report(connection: sa.Connection, by: str, id: int, now: float) -> bool:
    open_one = sa.and_(reports.c.id == id, reports.c.closed.is_(None))
    done = connection.execute(sa.update(reports).where(open_one).values(closed=now)).rowcount
    if done:
        note(connection, _name(connection, by), f"closed report {id}")
    return bool(done)


# --- what administrators see ------------------------------------------------------------------------------------------


def overview(connection: sa.Connection, now: float) -> dict[str, Any]:
    """Open reports, measures, accounts that share an address, and the log."""
    open_ones = sa.select(reports).where(reports.c.closed.is_(None)).order_by(reports.c.at.desc()).limit(MOST_SHOWN)
    found = connection.execute(open_ones).mappings().all()
    shared = places.shared(connection, now)
    ids = {row[name] for row in found for name in ("author", "about")}
    known = person.find_all(connection, [*ids, *(id for group in shared for id in group)])
    names = {id: f"{one.name} (guest)" if one.kind == "guest" else one.name for id, one in known.items()}
    log = sa.select(office_log.c.at, office_log.c.name, office_log.c.what)
    exists = set(
        connection.execute(sa.select(games.c.id).where(games.c.id.in_([row["game"] for row in found]))).scalars()
    )
    return {
        "reports": [
            {
                "id": row["id"],
                "author": names.get(row["author"], "Guest"),
                "about": names.get(row["about"], "Guest"),
                "game": row["game"],
                "game_exists": row["game"] in exists,
                "reason": row["reason"],
                "text": row["text"],
                "at": row["at"],
            }
            for row in found
        ],
        "measures": [
            {
                "name": _whom(connection, row["person"]),
                "handle": measures.handle_of(row["person"]),
                **{field: row[field] for field in _MEASURE},
            }
            for row in measures.in_force(connection, MOST_SHOWN)
        ],
        "shared": [
            {
                "names": sorted(names[id] for id in group if id in names),
                "games": rating_store.count_among(connection, group),
            }
            for group in shared
        ],
        "log": [
            dict(row) for row in connection.execute(log.order_by(office_log.c.id.desc()).limit(MOST_SHOWN)).mappings()
        ],
    }


def note(connection: sa.Connection, name: str, what: str) -> None:
    """Write into the log."""
    connection.execute(sa.insert(office_log), {"at": time.time(), "name": name[:80], "what": what[:400]})


def forget(connection: sa.Connection, id: str) -> None:
    """Forget somebody who deletes everything; a ban goes with the account, reports of others about it stay."""
    for table, column in (
        (administrators, administrators.c.person),
        (reports, reports.c.author),
        (places.account_places, places.account_places.c.person),
    ):
        connection.execute(sa.delete(table).where(column == id))
    measures.forget(connection, id)


def _whom(connection: sa.Connection, whom: str) -> str:
    """Whom a measure is about, in words."""
    if whom.startswith(places.PREFIX):
        return f"address {whom.removeprefix(places.PREFIX)}"
    found = person.find(connection, whom)
    return "a guest" if found is None else found.name if found.kind != "guest" else f"{found.name} (guest)"


def _name(connection: sa.Connection, id: str) -> str:
    found = person.find(connection, id)
    return "somebody" if found is None else found.name


def _put(connection: sa.Connection, table: sa.Table, key: tuple[str, ...], row: dict[str, Any]) -> None:
    connection.execute(sa.delete(table).where(*(table.c[name] == row[name] for name in key)))
    connection.execute(sa.insert(table), row | {"checksum": row_checksum(table.name, row)})
