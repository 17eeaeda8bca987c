"""`Sessions`: the games that are in memory, loaded when they are asked for and forgotten when they are idle.

The store is the truth: a session can be dropped at any moment, and the next page that asks for the game loads it again
as it was confirmed last.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from functools import partial
from typing import Any

from kingme.errors import KingMeError
from kingme.files.save_data import game_data
from kingme.web.clients import FAILED, GONE, RESTART
from kingme.web.creation import Draft, draft_game
from kingme.web.gate import PublicSpec
from kingme.web.restoring import restore
from kingme.web.schemas import NewGame
from kingme.web.seats import color_name
from kingme.web.services import Services
from kingme.web.session import Session
from kingme.web.state import row_values
from kingme.web.store import Store, StoredPly

PATIENCE = 4
"""Idle games whose clock still runs are kept, but not more than this many times the limit."""


class TooManyError(KingMeError):
    """A client has used up what it may have."""


class Sessions:
    """All games of a server, of which those that are being played are in memory."""

    def __init__(self, services: Services) -> None:
        self.players: dict[str, PublicSpec] = {}  # specs that were looked at already
        self._services = services
        self._open: dict[str, Session] = {}
        self._idle: OrderedDict[str, None] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Session | None]] = {}

    def __len__(self) -> int:
        return len(self._open)

    def watched(self) -> list[Session]:
        """Games between two players that go on while a page looks at them."""
        sessions = (session for session in self._open.values() if session.turn is not None)
        return [session for session in sessions if all(seat.is_ai for seat in session.seats.values())]

    async def create(self, owner: str, request: NewGame) -> Session:
        """Begin a game and store it."""
        services = self._services
        if await asyncio.to_thread(services.store.count, owner) >= services.settings.games_per_owner:
            raise TooManyError(f"you have {services.settings.games_per_owner} games: delete some to begin another")
        draft = await asyncio.to_thread(draft_game, request, services.settings)
        row, moves = first_row(owner, draft)
        session = Session(services, row, draft.game, draft.authors)
        row |= row_values(session)
        await services.writer.submit(partial(Store.insert, row=row, moves=moves))
        self._open[session.id] = session
        self.release(session)
        return session

    async def get(self, game: str) -> Session | None:
        """The session of a game, loaded if need be; None if there is no such game."""
        if (session := self._open.get(game)) is not None:
            return session
        task = self._loading.get(game)
        if task is None:
            task = self._loading[game] = asyncio.get_running_loop().create_task(self._load(game))
            task.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(task)

    async def _load(self, game: str) -> Session | None:
        found = await asyncio.to_thread(self._services.store.load, game)
        if found is None:
            return None
        row, moves = found
        restored = await asyncio.to_thread(restore, row, moves)
        session = self._open[game] = Session(self._services, row, restored, [move.author for move in moves])
        self.release(session)
        return session

    async def delete(self, game: str, owner: str) -> bool:
        """Delete a game for good; False if this owner has no such game."""
        session = self._open.get(game)
        if session is None:
            return await self._services.writer.submit(partial(Store.delete, game=game, owner=owner))
        async with session.lock:
            if session.owner != owner:
                return False
            self.discard(session, GONE, "the game was deleted")
            return await self._services.writer.submit(partial(Store.delete, game=game, owner=owner))

    def release(self, session: Session) -> None:
        """A session may have become idle; the oldest idle ones are forgotten when there are too many."""
        if session.is_closed or self._open.get(session.id) is not session:
            return
        self._idle.pop(session.id, None)
        if session.clients:
            return
        self._idle[session.id] = None
        limit = self._services.settings.idle_sessions
        for game in list(self._idle):
            if len(self._idle) <= limit:
                break
            candidate = self._open.get(game)
            if candidate is None or candidate.clients:
                del self._idle[game]
            elif candidate.is_idle or len(self._idle) > PATIENCE * limit:
                self.discard(candidate, RESTART, "idle")

    def discard(self, session: Session, code: int = FAILED, reason: str = "the game could not be stored") -> None:
        """Forget a session; its pages are closed with this code."""
        if self._open.get(session.id) is session:
            del self._open[session.id]
            self._idle.pop(session.id, None)
        session.close(code, reason)

    def close(self) -> None:
        """The server ends: pages are told to come back later."""
        for session in list(self._open.values()):
            self.discard(session, RESTART, "the server restarts")


def first_row(owner: str, draft: Draft) -> tuple[dict[str, Any], list[StoredPly]]:
    """What is stored of a new game; `row_values` adds the columns that change."""
    data = game_data(draft.game)
    now = time.time()
    setup = {
        **{key: data[key] for key in ("start", "rules", "tags", "comment")},
        "seats": {color_name(color): seat.data() for color, seat in draft.seats.items()},
        "clock": draft.control,
        "autoplay": draft.delay,
        "opening": draft.opening,
        "base": draft.base,
    }
    row = {
        "id": secrets.token_urlsafe(16),
        "owner": owner,
        "version": 1,
        "moved": 1,
        "created": now,
        "updated": now,
        "setup": setup,
        "paused": False,
        "draw_offer": None,
        "rules": draft.game.rules.text(),
        "opening": draft.opening,
    }
    moves = [StoredPly(author, move) for author, move in zip(draft.authors, data["moves"], strict=True)]
    return row, moves
