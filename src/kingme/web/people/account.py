"""Accounts: a person who has a password, and the browsers in which that person is logged in.

An account has the id of the guest who made it, and so all of that guest's games. A session belongs to one browser: its
secret is in a cookie, its digest here. Log-in always makes a new one.

Functions take a connection: those that write are called within a transaction of the `Writer`.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import sqlalchemy as sa

from kingme.database.checksum import row_checksum
from kingme.web.cookies import SESSION_SECONDS
from kingme.web.people import person
from kingme.web.people.names import NameRefusedError, person_name
from kingme.web.people.tokens import account_tokens
from kingme.web.store import ConflictError, StoreError, checksum_column, metadata

MOST_SESSIONS = 20  # of one account: the oldest make room
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that looks like another
CODE_GROUPS, GROUP = 4, 5

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),  # of the person
    sa.Column("password", sa.String(200), nullable=False),  # its hash
    sa.Column("changed", sa.Float, nullable=False),  # when it was chosen
    sa.Column("email", sa.String(254)),
    sa.Column("code", sa.String(64)),  # the digest of a code that replaces the password once
    sa.Column("code_until", sa.Float),
    checksum_column(),
)

sessions = sa.Table(
    "account_sessions",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),  # a digest: the secret is in the browser's cookie only
    sa.Column("person", sa.String(64), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("used", sa.Float, nullable=False),
    sa.Column("browser", sa.String(80), nullable=False),  # for people: Firefox on Linux
    checksum_column(),
    sa.Index("account_sessions_by_person", "person", "created"),
)


class NoAccountError(StoreError):
    """The name, the password or the code is wrong, and it is not told which."""


@dataclass(frozen=True)
class Account:
    """What is kept of an account beside the person's name."""

    id: str
    password: str
    changed: float
    email: str | None = None
    code: str | None = None
    code_until: float | None = None


@dataclass(frozen=True)
class AccountSession:
    """A browser in which somebody is logged in."""

    id: str
    person: str
    created: float
    used: float
    browser: str


# --- reading ----------------------------------------------------------------------------------------------------------


def find(connection: sa.Connection, id: str) -> Account | None:
    """The account with this id; `StoreError` if its row was changed: no guess must come in that way."""
    row = connection.execute(sa.select(accounts).where(accounts.c.id == id)).mappings().first()
    if row is None:
        return None
    _check(row, "accounts", "this account cannot be read any more: restore a backup")
    return Account(**{name: row[name] for name in Account.__dataclass_fields__})


def find_named(connection: sa.Connection, name: str) -> tuple[person.Person, Account] | None:
    """The account of this name, with its person."""
    holder = person.find_by_name(connection, name)
    account = None if holder is None or holder.kind not in ("account", "bot") else find(connection, holder.id)
    return None if holder is None or account is None else (holder, account)


def all_accounts(connection: sa.Connection) -> list[person.Person]:
    """Everybody with an account, those that were seen last first."""
    ids = list(connection.execute(sa.select(accounts.c.id)).scalars())
    return sorted(person.find_all(connection, ids).values(), key=lambda one: -one.seen)


def find_session(connection: sa.Connection, id: str, now: float) -> AccountSession | None:
    """A session that has not ended."""
    row = connection.execute(sa.select(sessions).where(sessions.c.id == id)).mappings().first()
    if row is None or row["created"] + SESSION_SECONDS < now or not _is_sound(row, "account_sessions"):
        return None
    return _session(row)


def sessions_of(connection: sa.Connection, id: str, now: float) -> list[AccountSession]:
    """Where a person is logged in, the latest first."""
    query = sa.select(sessions).where(sessions.c.person == id, sessions.c.created > now - SESSION_SECONDS)
    rows = connection.execute(query.order_by(sessions.c.created.desc())).mappings()
    return [_session(row) for row in rows if _is_sound(row, "account_sessions")]


# --- writing ----------------------------------------------------------------------------------------------------------


def create(connection: sa.Connection, id: str, text: str, password: str, email: str | None) -> person.Person:
    """Turn a guest into a person with an account."""
    name = person_name(text)
    if find(connection, id) is not None:
        raise ConflictError("you have an account already")
    holder = person.find_by_name(connection, name)
    if holder is not None and holder.id != id:
        raise NameRefusedError(f"the name {name} belongs to somebody else: choose another")
    known = person.find(connection, id)
    made = person.put(connection, id, name, "account", created=None if known is None else known.created)
    _put(connection, Account(id, password, time.time(), email))
    return made


def change_password(connection: sa.Connection, account: Account, password: str) -> None:
    """A new password: every session ends, and a code that was handed out is void."""
    _put(connection, replace(account, password=password, changed=time.time(), code=None, code_until=None))
    end_sessions(connection, account.id)


def renew_hash(connection: sa.Connection, account: Account, password: str) -> None:
    """The same password, hashed with the parameters in use."""
    _put(connection, replace(account, password=password))


def set_email(connection: sa.Connection, account: Account, email: str | None) -> None:
    _put(connection, replace(account, email=email))


def hand_out_code(connection: sa.Connection, account: Account, seconds: float, now: float) -> str:
    """A code with which the person may choose a new password, once and soon; an earlier one is void."""
    code = "-".join("".join(secrets.choice(CODE_LETTERS) for _ in range(GROUP)) for _ in range(CODE_GROUPS))
    _put(connection, replace(account, code=_code_digest(code), code_until=now + seconds))
    return code


def takes_code(account: Account, code: str, now: float) -> bool:
    """Whether this is the code that was handed out last, in time."""
    if account.code is None or account.code_until is None or now > account.code_until:
        return False
    return hmac.compare_digest(account.code, _code_digest(code))


def begin_session(connection: sa.Connection, id: str, session: str, browser: str) -> None:
    """Log a browser in."""
    now = time.time()
    row = asdict(AccountSession(session, id, now, now, browser[:80]))
    connection.execute(sa.insert(sessions), row | {"checksum": row_checksum("account_sessions", row)})
    oldest = sa.select(sessions.c.id).where(sessions.c.person == id).order_by(sessions.c.created.desc())
    kept = list(connection.execute(oldest).scalars())[:MOST_SESSIONS]
    connection.execute(sa.delete(sessions).where(sessions.c.person == id, sessions.c.id.not_in(kept)))


def touch_session(connection: sa.Connection, session: AccountSession) -> None:
    """Note that a session is in use."""
    row = asdict(replace(session, used=time.time()))
    values = {"used": row["used"], "checksum": row_checksum("account_sessions", row)}
    connection.execute(sa.update(sessions).where(sessions.c.id == session.id).values(values))
    person.touch(connection, session.person)


def end_session(connection: sa.Connection, session: str) -> None:
    connection.execute(sa.delete(sessions).where(sessions.c.id == session))


def end_sessions(connection: sa.Connection, id: str, but: str | None = None) -> None:
    """Log a person out everywhere, or everywhere but in one browser."""
    connection.execute(sa.delete(sessions).where(sessions.c.person == id, sessions.c.id != (but or "")))


def delete(connection: sa.Connection, id: str) -> None:
    """Forget an account and its person; what belongs to them is another matter (`belongings`)."""
    end_sessions(connection, id)
    connection.execute(sa.delete(account_tokens).where(account_tokens.c.person == id))
    connection.execute(sa.delete(accounts).where(accounts.c.id == id))
    connection.execute(sa.delete(person.people).where(person.people.c.id == id))


# --- rows -------------------------------------------------------------------------------------------------------------


def _put(connection: sa.Connection, account: Account) -> None:
    row = asdict(account)
    row["checksum"] = row_checksum("accounts", row)
    connection.execute(sa.delete(accounts).where(accounts.c.id == account.id))
    connection.execute(sa.insert(accounts), row)


def _session(row: Mapping[Any, Any]) -> AccountSession:
    return AccountSession(**{name: row[name] for name in AccountSession.__dataclass_fields__})


def _is_sound(row: Mapping[Any, Any], table: str) -> bool:
    return bool(row["checksum"] == row_checksum(table, row))


def _check(row: Mapping[Any, Any], table: str, message: str) -> None:
    if not _is_sound(row, table):
        raise StoreError(message)


def _code_digest(code: str) -> str:
    """Of the letters alone: people leave out dashes and capitals."""
    letters = "".join(letter for letter in code.upper() if letter.isalnum())
    return hashlib.sha256(f"kingme code {letters}".encode("utf-8", "surrogatepass")).hexdigest()
