"""The guard in front of every request: who may ask, for how much, and what the browser may do with the answer.

It is an ASGI layer of its own, below FastAPI, so that no route can be without it. `docs/security.md` tells what each of
these defences is for.
"""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingme.web.addresses import UNKNOWN, Proxies, has_forwarding, is_loopback
from kingme.web.connections import CROWDED, Place
from kingme.web.cookies import COOKIE, cookie_header, new_owner_secret, owner_digest, read_secret, read_session
from kingme.web.people.identities import Identity
from kingme.web.people.measures import ForbiddenError
from kingme.web.people.tokens import is_bearer, read_bearer
from kingme.web.settings import Settings
from kingme.web.store import StoreError

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
UPLOADS = {"/api/import", "/api/games", "/api/analysis/read", "/api/analysis/write", "/api/ladder/estimate"}
"""Routes whose bodies may carry a file."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

HSTS = "max-age=31536000"
"""Over TLS: a browser that was here once asks for nothing unencrypted for a year."""


class Guard:
    """Checks every request before the app sees it, and completes every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._proxies = Proxies(settings.trusted_proxies)
        own = {settings.host, "localhost", *settings.allowed_hosts, _machine(), f"{_machine()}.local"}
        self._names = {name.lower().rstrip(".") for name in own if name}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        problem = self._locate(scope, headers) or self._refusal(scope, headers)
        fresh: str | None = None
        if problem is None:
            try:
                problem, fresh = await self._identify(scope, headers)
            except StoreError as error:
                problem = 503, str(error)
        if scope["type"] == "websocket":
            if problem is not None:
                await send({"type": "websocket.close", "code": 1008, "reason": problem[1]})  # before accept: HTTP 403
            else:
                await self._app(scope, receive, send)
            return
        # A form on another site can lead here without the cookie: what is refused must not put a new one in its place.
        secure: bool = scope["state"]["is_secure"]
        cookie = None if fresh is None or problem is not None else cookie_header(fresh, secure=secure)

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                complete(MutableHeaders(scope=message), cookie, secure=secure)
            await send(message)

        if problem is None:
            try:
                receive = replay(await self._read(scope, receive), receive)
            except ClientDisconnect:
                return
            except HTTPException as error:
                problem = error.status_code, error.detail
        if problem is not None:
            await JSONResponse({"detail": problem[1]}, problem[0])(scope, receive, answer)
        else:
            await self._app(scope, receive, answer)

    def _locate(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """Find out where a request comes from; why it is refused, if too many come from there."""
        peer, port = scope.get("client") or (UNKNOWN, 0)
        address = self._proxies.client(peer, headers)
        scope["client"] = (address, port)
        state = scope.setdefault("state", {})
        # Whatever has passed a proxy may come from anywhere, even if nobody has told us to trust that proxy.
        state["is_local"] = is_loopback(address) and not has_forwarding(headers)
        state["is_secure"] = scope["scheme"] in ("https", "wss") or self._proxies.says_secure(peer, headers)
        place: Place | None = state.get("place")
        return None if place is None or place.claim(address) else (503, CROWDED)

    async def _identify(self, scope: Scope, headers: Headers) -> tuple[tuple[int, str] | None, str | None]:
        """Find out whose a request is: why it is refused, or a secret for the browser's cookie if it needs one."""
        if is_bearer(headers.get("authorization")) and scope["path"].startswith("/api/"):
            return await self._identify_program(scope, headers), None
        state = scope["state"]
        secret = read_secret(headers)
        session = read_session(headers, secure=state["is_secure"])
        if scope["path"].startswith("/api/"):
            found = await scope["app"].state.services.identities.find(session, secret)
        else:  # the page itself is everybody's: it can be had while the store cannot be read
            is_new = secret is None and session is None
            found = Identity("" if secret is None else owner_digest(secret), needs_secret=is_new)
        fresh = new_owner_secret() if found.needs_secret else None
        state["owner"] = found.owner if fresh is None else owner_digest(fresh)
        state["session"] = found.session
        return None, fresh

    async def _identify_program(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """Find out whose token a program shows; why it is refused otherwise. Cookies are not looked at."""
        secret = read_bearer(headers["authorization"])
        try:
            found = None if secret is None else await scope["app"].state.services.identities.find_token(secret)
        except ForbiddenError as error:
            return 403, str(error)
        if found is None or found.token is None:
            return 401, "there is no such token"
        method = "WEBSOCKET" if scope["type"] == "websocket" else scope["method"]
        if not found.token.allows(method, scope["path"]):
            return 403, f"this token is for other things: its scopes are {found.token.scopes}"
        scope["state"] |= {"owner": found.owner, "session": None, "token": found.token}
        return None

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """Why a request is turned away at the door, with its status."""
        if len(headers.getlist("host")) != 1 or not self.is_own_host(headers["host"]):
            return 403, "this server is not known by that name: set KINGME_ALLOWED_HOSTS if it should be"
        if scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS:
            origin = headers.get("origin")
            if origin is not None and urlsplit_host(origin) != headers["host"].lower():
                return 403, "requests from other sites are not accepted"
            if origin is None and headers.get("sec-fetch-site") in ("cross-site", "same-site"):
                return 403, "requests from other sites are not accepted"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 15:
            return 400, "the length of the body is not a number"
        if int(length) > self._most_bytes(scope):
            return 413, self._too_large(scope)
        return None

    def is_own_host(self, host: str) -> bool:
        """Whether a Host header names this server. An address cannot be faked by a name server, a name can."""
        name = urlsplit_host(f"//{host}", with_port=False)
        if name is None:
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name.rstrip(".") in self._names
        return True

    def _most_bytes(self, scope: Scope) -> int:
        return self._settings.upload_bytes if scope["path"] in UPLOADS else self._settings.body_bytes

    def _too_large(self, scope: Scope) -> str:
        return f"the body is too large: at most {self._most_bytes(scope):,} bytes are accepted here"

    async def _read(self, scope: Scope, receive: Receive) -> bytes:
        """The whole body, if it is not too large: the app keeps no half of one whose rest never comes."""
        most, parts, count = self._most_bytes(scope), [], 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            parts.append(message.pop("body", b""))
            count += len(parts[-1])
            if count > most:
                raise HTTPException(413, self._too_large(scope))
            if not message.get("more_body"):
                return b"".join(parts)


def replay(body: bytes, receive: Receive) -> Receive:
    """Hand the app a body that has been read, and then whatever comes."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Message:
        return messages.pop() if messages else await receive()

    return replayed


def complete(headers: MutableHeaders, cookie: str | None, *, secure: bool = False) -> None:
    """Add what every answer carries; an answer that says how it may be kept, or what it may do, is left at that."""
    policy = headers.get("content-security-policy")
    if headers.get("content-type") == "application/json":
        headers.setdefault("content-disposition", 'attachment; filename="api.json"')
    for name, value in HEADERS.items():
        headers[name] = value
    if policy is not None:
        headers["content-security-policy"] = policy
    headers.setdefault("cache-control", "no-store")
    if secure:
        headers["strict-transport-security"] = HSTS
    if cookie is not None and not any(given.startswith(COOKIE) for given in headers.getlist("set-cookie")):
        headers.append("set-cookie", cookie)


def urlsplit_host(address: str, *, with_port: bool = True) -> str | None:
    """The host of an address in lower case, or None where there is none."""
    try:
        parts = urlsplit(address)
        _ = parts.port  # raises for a port that is not a number
    except ValueError:
        return None
    return (parts.netloc.lower() or None) if with_port else parts.hostname


def _machine() -> str:
    try:
        return socket.gethostname().lower()
    except OSError:
        return ""
