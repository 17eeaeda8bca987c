"""The two cookies: one says whose games a browser has, the other who has logged in there.

Both hold random secrets of which the store knows digests only, so that whoever reads the database can use neither.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers

COOKIE = "kingme_owner"
COOKIE_SECONDS = 400 * 86400  # browsers allow no more
SESSION = "kingme_session"
SESSION_SECONDS = 30 * 86400
SECURE_PREFIX = "__Host-"  # browsers take such a cookie only over TLS, for this host alone

_OWNER = re.compile(r"[A-Za-z0-9_-]{22}")
_SESSION = re.compile(r"[A-Za-z0-9_-]{43}")


def new_owner_secret() -> str:
    return secrets.token_urlsafe(16)


def new_session_secret() -> str:
    return secrets.token_urlsafe(32)


def owner_digest(secret: str) -> str:
    """What is stored of a browser's secret: whoever reads the database cannot play in its games."""
    return hashlib.sha256(f"kingme owner {secret}".encode()).hexdigest()[:32]


def session_digest(secret: str) -> str:
    """What is stored of the secret of a session."""
    return hashlib.sha256(f"kingme session {secret}".encode()).hexdigest()


def read_secret(headers: Headers) -> str | None:
    """The secret that the browser has sent, if it is one of ours."""
    return _read(headers, COOKIE, _OWNER)


def read_session(headers: Headers, *, secure: bool) -> str | None:
    """The secret of a session, if the browser has sent one; over TLS only the cookie that was set there counts."""
    return _read(headers, _session_name(secure=secure), _SESSION)


def _read(headers: Headers, name: str, pattern: re.Pattern[str]) -> str | None:
    for line in headers.getlist("cookie"):
        try:
            cookies = SimpleCookie(line)
        except CookieError:
            continue
        if name in cookies and pattern.fullmatch(cookies[name].value):
            return cookies[name].value
    return None


def cookie_header(secret: str, *, secure: bool) -> str:
    """The cookie with the secret.

    Lax, because a link on another site must bring it along: a request without it gets a new one, and the games of the
    old one would be lost. Nothing that changes anything is a GET, and the rest must come from our own origin.
    """
    return _header(COOKIE, secret, COOKIE_SECONDS, secure=secure)


def session_header(secret: str, *, secure: bool) -> str:
    """The cookie of a session; an empty secret removes it."""
    return _header(_session_name(secure=secure), secret, SESSION_SECONDS if secret else 0, secure=secure)


def _session_name(*, secure: bool) -> str:
    return SECURE_PREFIX + SESSION if secure else SESSION


def _header(name: str, secret: str, seconds: int, *, secure: bool) -> str:
    text = f"{name}={secret}; HttpOnly; SameSite=Lax; Path=/; Max-Age={seconds}"
    return text + "; Secure" if secure else text
