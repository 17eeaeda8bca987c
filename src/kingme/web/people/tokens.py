"""Tokens: what a program shows instead of a cookie, to act for an account.

A token is 256 random bits that are shown once; the store keeps a digest. It opens the interface for programs only, and
of that what its scopes say: `read`, to see what goes on, and `play`. Whoever makes the first one with `play` turns the
account into that of a program, which is marked as one wherever its name stands.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

import sqlalchemy as sa

from kingme.database.checksum import row_checksum
from kingme.web.people import person, rating_store
from kingme.web.store import ConflictError, checksum_column, metadata

Scope = Literal["read", "play"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
MOST_TOKENS = 20  # of one account
PREFIX = "kingme_"
TOUCH_SECONDS = 3600.0

_SECRET = re.compile(r"kingme_[A-Za-z0-9_-]{43}")
_PLACES: dict[Scope, tuple[tuple[Collection[str], re.Pattern[str]], ...]] = {
    "read": (
        ({"GET"}, re.compile(r"/api/(bot|people)(/.*)?")),
        ({"GET"}, re.compile(r"/api/(games/[^/]+(/(pdn|json))?|profile|ratings|ladder)")),
        ({"WEBSOCKET"}, re.compile(r"/api/people/ws")),
    ),
    "play": (
        ({"POST", "DELETE"}, re.compile(r"/api/bot/.*")),
        ({"POST", "DELETE"}, re.compile(r"/api/people/(challenges|pairing|games)(/.*)?")),
        ({"WEBSOCKET"}, re.compile(r"/api/games/[^/]+/ws")),
    ),
}
"""Methods and addresses that each scope opens. Nothing of an account itself is among them."""

account_tokens = sa.Table(
    "account_tokens",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),  # a digest
    sa.Column("person", sa.String(64), nullable=False),
    sa.Column("title", sa.String(40), nullable=False),
    sa.Column("scopes", sa.String(40), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("used", sa.Float),
    checksum_column(),
    sa.Index("account_tokens_by_person", "person", "created"),
)


@dataclass(frozen=True)
class Token:
    """A token, as it is kept."""

    id: str
    person: str
    title: str
    scopes: str
    created: float
    used: float | None = None

    def allows(self, method: str, path: str) -> bool:
        """Whether a request is within the scopes.

        >>> token = Token("", "", "", "read", 0.0)
        >>> token.allows("GET", "/api/bot/events"), token.allows("POST", "/api/bot/ladder")
        (True, False)
        """
        return any(
            method in methods and pattern.fullmatch(path)
            for scope in SCOPES
            if scope in self.scopes.split()
            for methods, pattern in _PLACES[scope]
        )


def read_bearer(header: str | None) -> str | None:
    """The token of an `Authorization` header; None for anything else."""
    kind, _, secret = (header or "").partition(" ")
    secret = secret.strip()
    return secret if kind.lower() == "bearer" and _SECRET.fullmatch(secret) else None


def is_bearer(header: str | None) -> bool:
    """Whether a request means to show such a token, good or bad."""
    return (header or "").lower().startswith(f"bearer {PREFIX}")


def token_digest(secret: str) -> str:
    """What is stored of a token: whoever reads the database cannot use it."""
    return hashlib.sha256(f"kingme token {secret}".encode()).hexdigest()


# --- within a transaction ---------------------------------------------------------------------------------------------


def find(connection: sa.Connection, id: str) -> Token | None:
    """The token with this digest."""
    row = connection.execute(sa.select(account_tokens).where(account_tokens.c.id == id)).mappings().first()
    return None if row is None or not _is_sound(row) else _token(row)


def tokens_of(connection: sa.Connection, owner: str) -> list[Token]:
    """The tokens of somebody, the latest first."""
    query = sa.select(account_tokens).where(account_tokens.c.person == owner)
    rows = connection.execute(query.order_by(account_tokens.c.created.desc(), account_tokens.c.id)).mappings()
    return [_token(row) for row in rows if _is_sound(row)]


def create(connection: sa.Connection, owner: str, title: str, scopes: Collection[Scope]) -> str:
    """A new token; the answer is the only time that it can be read."""
    if len(tokens_of(connection, owner)) >= MOST_TOKENS:
        raise ConflictError(f"you have {MOST_TOKENS} tokens: revoke one first")
    if "play" in scopes:
        _become_program(connection, owner)
    secret = PREFIX + secrets.token_urlsafe(32)
    kept = " ".join(scope for scope in SCOPES if scope in scopes)
    row = asdict(Token(token_digest(secret), owner, title, kept, time.time()))
    connection.execute(sa.insert(account_tokens), row | {"checksum": row_checksum("account_tokens", row)})
    return secret


def touch(connection: sa.Connection, token: Token) -> None:
    """Note that a token was used; one that was revoked meanwhile stays so."""
    row = asdict(token) | {"used": time.time()}
    values = {"used": row["used"], "checksum": row_checksum("account_tokens", row)}
    connection.execute(sa.update(account_tokens).where(account_tokens.c.id == token.id).values(values))
    person.touch(connection, token.person)


def revoke(connection: sa.Connection, owner: str, id: str) -> str | None:
    """Revoke a token by the beginning of its digest; its whole digest, or None if there is none."""
    found = [token.id for token in tokens_of(connection, owner) if token.id.startswith(id)]
    if len(found) != 1:
        return None
    connection.execute(sa.delete(account_tokens).where(account_tokens.c.id == found[0]))
    return found[0]


def _become_program(connection: sa.Connection, owner: str) -> None:
    """Mark the account as that of a program, if no person has a rating in it."""
    holder = person.find(connection, owner)
    if holder is None or holder.kind == "bot":
        return
    if rating_store.ratings_of(connection, owner) or rating_store.count_running(connection, owner):
        raise ConflictError("this account has rated games of a person: make another account for the program")
    person.put(connection, owner, holder.name, "bot", created=holder.created)


def _token(row: Mapping[Any, Any]) -> Token:
    return Token(**{name: row[name] for name in Token.__dataclass_fields__})


def _is_sound(row: Mapping[Any, Any]) -> bool:
    return bool(row["checksum"] == row_checksum("account_tokens", row))
