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
from kingme.web.people import account, guesses, person, rating_store, recount, totp
from kingme.web.people.anchors import anchor_rating
from kingme.web.store import ConflictError, StoreError, checksum_column, games, metadata

Measure = Literal["ban", "mute"]
Reason = Literal["engine", "abuse", "name", "other"]

UNLOCKED_SECONDS = 3600.0
TRIES = 6  # codes, at once and again in an hour
REPORTS = 10  # of one person, at once and again in an hour
MOST_SHOWN = 200
PLACE_DIGITS = 5  # of a digest of an address: enough for a hint, too few to find the address
PLACE_SECONDS = 30 * 86400.0

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
measures = sa.Table(
    "measures",
    metadata,
    sa.Column("person", sa.String(64), primary_key=True),
    sa.Column("measure", sa.String(8), primary_key=True),
    sa.Column("until", sa.Float),  # none: until it is lifted
    sa.Column("reason", sa.String(200), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
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
account_places = sa.Table(
    "account_places",
    metadata,
    sa.Column("person", sa.String(64), primary_key=True),
    sa.Column("place", sa.String(16), primary_key=True),
    sa.Column("seen", sa.Float, nullable=False),
)


_MEASURE = ("measure", "until", "reason", "at")


class ForbiddenError(StoreError):
    """Somebody is banned or muted, or has no right to do this."""


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
    holder = found[0]
    if measure == "ban" and is_administrator(connection, holder.id):
        raise ConflictError("an administrator cannot be banned: `kingme account admin --remove` comes first")
    until = None if days is None else now + days * 86400.0
    row = {"person": holder.id, "measure": measure, "until": until, "reason": reason, "at": now}
    _put(connection, measures, ("person", "measure"), row)
    if measure == "ban":
        account.end_sessions(connection, holder.id)
    length = "for good" if days is None else f"for {days} days"
    note(connection, _name(connection, by), f"{measure} of {holder.name} {length}: {reason}")
    return holder.id


def lift(connection: sa.Connection, by: str, name: str, measure: Measure) -> bool:
    """End a ban or a mute; False if there is none."""
    found = account.find_named(connection, name)
    if found is None:
        return False
    this = sa.and_(measures.c.person == found[0].id, measures.c.measure == measure)
    gone = connection.execute(sa.delete(measures).where(this)).rowcount
    if gone:
        note(connection, _name(connection, by), f"lifted the {measure} of {found[0].name}")
    return bool(gone)


def check(connection: sa.Connection, id: str, measure: Measure, now: float) -> None:
    """`ForbiddenError` for somebody who is banned or muted; it tells why and until when."""
    this = sa.and_(measures.c.person == id, measures.c.measure == measure)
    row = connection.execute(sa.select(measures).where(this)).mappings().first()
    if row is None or (row["until"] is not None and row["until"] < now):
        return
    until = "" if row["until"] is None else time.strftime(" until %Y-%m-%d %H:%M", time.gmtime(row["until"]))
    what = "this account is closed" if measure == "ban" else "you may not write"
    raise ForbiddenError(f"{what}{until}: {row['reason']}")


def is_under(connection: sa.Connection, id: str, measure: Measure, now: float) -> bool:
    """Whether somebody is banned or muted."""
    try:
        check(connection, id, measure, now)
    except ForbiddenError:
        return True
    return False


def void_game(connection: sa.Connection, by: str, game: str, reason: str) -> bool:
    """Let a game count for nobody; False if it does not count anyway."""
    done = recount.void(connection, game)
    if done:
        note(connection, _name(connection, by), f"declared the game {game} void: {reason}")
    return done


# --- reports ----------------------------------------------------------------------------------------------------------


def report(connection: sa.Connection, author: str, game: str, reason: Reason, text: str, now: float) -> None:
    """Report the opponent in a rated game."""
    found = rating_store.find_game(connection, game)
    if found is None or author not in found.players:
        raise ConflictError("you can report whom you have played a rated game with")
    about = found.white if found.black == author else found.black
    if anchor_rating(about, found.pool.variant) is not None or about == rating_store.GONE:
        raise ConflictError("this opponent cannot be reported")
    guesses.take(connection, guesses.allowances("report", [((author,), REPORTS)]), now)
    values = {"author": author, "about": about, "game": game, "reason": reason, "text": text, "at": now}
    connection.execute(sa.insert(reports), values)


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
    in_force = connection.execute(sa.select(measures).order_by(measures.c.at.desc()).limit(MOST_SHOWN)).mappings().all()
    shared = _shared_places(connection, now)
    ids = {row[name] for row in found for name in ("author", "about")} | {row["person"] for row in in_force}
    known = person.find_all(connection, [*ids, *(id for group in shared for id in group)])
    names = {id: one.name for id, one in known.items()}
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
            {"name": names.get(row["person"], "?"), **{field: row[field] for field in _MEASURE}} for row in in_force
        ],
        "shared": [sorted(names[id] for id in group if id in names) for group in shared],
        "log": [
            dict(row) for row in connection.execute(log.order_by(office_log.c.id.desc()).limit(MOST_SHOWN)).mappings()
        ],
    }


def note(connection: sa.Connection, name: str, what: str) -> None:
    """Write into the log."""
    connection.execute(sa.insert(office_log), {"at": time.time(), "name": name[:80], "what": what[:400]})


def note_place(connection: sa.Connection, id: str, address: str, now: float) -> None:
    """Note from where somebody has logged in, as a short digest that is forgotten after a month."""
    place = guesses.digest("place", address)[:PLACE_DIGITS]
    connection.execute(sa.delete(account_places).where(account_places.c.seen < now - PLACE_SECONDS))
    this = sa.and_(account_places.c.person == id, account_places.c.place == place)
    connection.execute(sa.delete(account_places).where(this))
    connection.execute(sa.insert(account_places), {"person": id, "place": place, "seen": now})


def forget(connection: sa.Connection, id: str) -> None:
    """Forget somebody who deletes everything; a ban goes with the account, reports of others about it stay."""
    for table, column in (
        (administrators, administrators.c.person),
        (measures, measures.c.person),
        (reports, reports.c.author),
        (account_places, account_places.c.person),
    ):
        connection.execute(sa.delete(table).where(column == id))


def _shared_places(connection: sa.Connection, now: float) -> list[set[str]]:
    """Accounts that have logged in from one address, two or more of them."""
    query = sa.select(account_places.c.place, account_places.c.person).where(
        account_places.c.seen > now - PLACE_SECONDS
    )
    groups: dict[str, set[str]] = {}
    for row in connection.execute(query):
        groups.setdefault(row.place, set()).add(row.person)
    found = [group for group in groups.values() if len(group) > 1]
    return sorted(found, key=len, reverse=True)[:MOST_SHOWN]


def _name(connection: sa.Connection, id: str) -> str:
    found = person.find(connection, id)
    return "somebody" if found is None else found.name


def _put(connection: sa.Connection, table: sa.Table, key: tuple[str, ...], row: dict[str, Any]) -> None:
    connection.execute(sa.delete(table).where(*(table.c[name] == row[name] for name in key)))
    connection.execute(sa.insert(table), row | {"checksum": row_checksum(table.name, row)})
