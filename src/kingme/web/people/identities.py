"""Whose request it is: the account that has logged in with a browser, or else the guest that the browser is.

Every request asks, so answers are kept for a moment. What this process changes it forgets at once, and tells the other
processes of the server; what the command `kingme account` changes is noticed after `KEPT_SECONDS`.

The id of an account was a guest's once. From then on the secret of that guest opens nothing: whoever had planted it in
the browser, or read it there, must not come into the account.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import sqlalchemy as sa

from kingme.database.connection import transaction
from kingme.web.broker import Broker, Note
from kingme.web.cookies import owner_digest, session_digest
from kingme.web.people import account, measures, tokens
from kingme.web.people.tokens import Token
from kingme.web.store import Store, StoreError
from kingme.web.writer import Writer

T = TypeVar("T")

KEPT_SECONDS = 5.0
MOST_KEPT = 20_000
TOUCH_SECONDS = 3600.0  # a session that is in use is noted so often


@dataclass(frozen=True)
class Identity:
    """The owner of a request; with a session, the account that is logged in. A guest may need a new secret.

    A program shows a token instead.
    """

    owner: str
    session: str | None = None
    needs_secret: bool = False
    token: Token | None = None


class Identities:
    """Finds out whose a request is, by its cookies."""

    def __init__(self, store: Store, writer: Writer, broker: Broker) -> None:
        self._broker = broker
        self._store = store
        self._writer = writer
        self._kept: OrderedDict[str, tuple[str | None, float]] = OrderedDict()  # of a session, or of an owner
        self._forgotten = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def find(self, session_secret: str | None, owner_secret: str | None) -> Identity:
        """Whose request it is that came with these secrets."""
        if session_secret is not None:
            session = session_digest(session_secret)
            person = await self._ask(session, self._person_of)
            if person is not None:
                return Identity(person, session)
        if owner_secret is None:
            return Identity("", needs_secret=True)
        owner = owner_digest(owner_secret)
        is_account = await self._ask(owner, self._account_of) is not None
        return Identity("" if is_account else owner, needs_secret=is_account)

    async def find_token(self, secret: str) -> Identity | None:
        """Whose request it is that came with this token; None if there is no such token, `ForbiddenError` if banned."""

        def look(connection: sa.Connection) -> Token | None:
            token = tokens.find(connection, tokens.token_digest(secret))
            if token is not None:
                measures.check(connection, token.person, "ban", time.time())
            return token

        found = await asyncio.to_thread(self._read, look)
        if found is None:
            return None
        if found.used is None or found.used < time.time() - tokens.TOUCH_SECONDS:
            self._start(self._write(partial(tokens.touch, token=found)))
        return Identity(found.person, token=found)

    def forget(self, *keys: str) -> None:
        """Ask the store again about these sessions and owners; about all without any."""
        self._broker.send_all({"kind": "identities", "keys": list(keys)})
        self._forget(*keys)

    def hear(self, note: Note) -> None:
        """Another process has changed something."""
        self._forget(*note["keys"])

    def _forget(self, *keys: str) -> None:
        self._forgotten += 1  # what is being looked up now may be old already
        for key in keys or list(self._kept):
            self._kept.pop(key, None)

    async def _ask(self, key: str, look: Callable[[str], Awaitable[str | None]]) -> str | None:
        known = self._kept.get(key)
        if known is not None and known[1] > time.monotonic():
            return known[0]
        before = self._forgotten
        found = await look(key)
        if before == self._forgotten:
            self._kept.pop(key, None)
            self._kept[key] = found, time.monotonic() + KEPT_SECONDS
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found

    async def _person_of(self, session: str) -> str | None:
        now = time.time()
        found = await asyncio.to_thread(self._read, partial(account.find_session, id=session, now=now))
        if found is not None and found.used < now - TOUCH_SECONDS:
            self._start(self._write(partial(account.touch_session, session=found)))
        return None if found is None else found.person

    async def _account_of(self, owner: str) -> str | None:
        found = await asyncio.to_thread(self._read, partial(account.find, id=owner))
        return None if found is None else found.id

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _write(self, work: Callable[[sa.Connection], None]) -> None:
        with contextlib.suppress(StoreError):
            await self._writer.submit(work)

    def _read(self, look: Callable[[sa.Connection], T]) -> T:
        with transaction(self._store.engine, self._store.place) as connection:
            return look(connection)
