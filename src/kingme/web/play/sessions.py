"""`Sessions`: the games that are in memory, loaded when they are asked for and forgotten when they are idle.

The store is the truth: a session can be dropped at any moment, and the next page that asks for the game loads it again
as it was confirmed last.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import sqlalchemy as sa

from kingme.board import Board
from kingme.clock import Clock
from kingme.database.connection import transaction
from kingme.errors import KingMeError
from kingme.files.save_data import game_data
from kingme.game import Game
from kingme.games.registry import game_name_of
from kingme.outcome import Color
from kingme.play.seat import Seat
from kingme.web.broker import AwayError, Note
from kingme.web.clients import FAILED, GONE, RESTART
from kingme.web.play import rated
from kingme.web.play.creation import EVENT, Draft, draft_game, today
from kingme.web.play.restoring import restore
from kingme.web.play.session import Session
from kingme.web.play.shared import (
    SHARED,
    SharedGame,
    SharedTerms,
    check_rematch,
    find_shared,
    insert_shared,
    new_shared,
    note_rematch,
)
from kingme.web.play.shared_session import SharedSession
from kingme.web.play.state import GameState
from kingme.web.resources import Resources
from kingme.web.schemas import NewGame
from kingme.web.store import Store, StoredPly
from kingme.web.views import color_name

TAKE_TRIES, TAKE_SECONDS = 100, 0.05
PATIENCE = 4
"""Idle games whose clock still runs are kept, but not more than this many times the limit."""


class TooManyError(KingMeError):
    """A client has used up what it may have."""


class ElsewhereError(KingMeError):
    """Another process holds the game."""

    def __init__(self, holder: str) -> None:
        super().__init__("this game is played at another process of the server")
        self.holder = holder


class Sessions:
    """All games of a server, of which those that are being played are in memory."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._open: dict[str, Session] = {}
        self._idle: OrderedDict[str, None] = OrderedDict()
        self.shared_begun = asyncio.Event()  # a game between people has begun
        self._loading: dict[str, asyncio.Task[Session | None]] = {}

    def __len__(self) -> int:
        return len(self._open)

    @property
    def thinking(self) -> int:
        """In how many of them a player is at its move."""
        return sum(session.is_thinking for session in self._open.values())

    def watched(self) -> list[Session]:
        """Games between two players that go on while a page looks at them."""
        sessions = self._open.values()
        return [session for session in sessions if session.is_thinking and not session.state.active.people]

    def shared_games(self) -> list[SharedSession]:
        """Games between people that go on, the latest first."""
        found = [session for session in self._open.values() if isinstance(session, SharedSession)]
        return [session for session in reversed(found) if session.state.active.outcome() is None]

    async def create(
        self, owner: str, request: NewGame, also: Callable[[sa.Connection, str], None] = lambda connection, game: None
    ) -> Session:
        """Begin a game and store it; `also` is done with it, or neither is done."""
        resources = self._resources
        if await asyncio.to_thread(resources.store.count, owner) >= resources.settings.games_per_owner:
            raise TooManyError(f"you have {resources.settings.games_per_owner} games: delete some to begin another")
        start = request.start.fen if request.start is not None else None
        await resources.preparation.compile_for(request.game or game_name_of(start or ""))
        if request.rated:
            rated.check_request(request)
        draft = await asyncio.to_thread(draft_game, request, resources.settings)
        row, moves = first_row(owner, draft)
        session = self._session(row, draft.game, draft.authors)
        row |= session.state.row_values()
        counts = rated.against_level(row["id"], owner, draft.seats, draft.control) if request.rated else None

        def insert(connection: sa.Connection) -> dict[str, Any] | None:
            Store.insert(connection, row, moves)
            also(connection, row["id"])
            if counts is None:
                return None
            rated.begin(connection, counts, owner)
            return rated.rated_info(connection, counts)

        session.state.rated = await resources.writer.submit(insert)
        await self._keep(session)
        return session

    async def _keep(self, session: Session) -> None:
        """Hold a game that has just begun; where the others cannot be asked, whoever opens it does."""
        with contextlib.suppress(AwayError):
            await self._resources.broker.claim(session.state.id)
            self._open[session.state.id] = session
            self.release(session)

    async def take(self, game: str, person: str) -> Session | None:
        """The session of a game, to change it: whoever else holds it lets it go, and its pages connect again.

        Somebody who may not play it moves nothing: they get a copy to look at.
        """
        for attempt in range(TAKE_TRIES):
            try:
                return await self.get(game)
            except ElsewhereError as error:
                if attempt == 0:
                    copy = await self._restore(game)
                    if copy is None or not copy.may_play(person):
                        return copy
                self._resources.broker.send(error.holder, {"kind": "yield", "game": game})
                await asyncio.sleep(TAKE_SECONDS)
        raise AwayError("the game cannot be opened at the moment: try again in a few seconds")

    async def look(self, game: str) -> Session | None:
        """The session of a game, to look at: where another process holds it, a copy of what was confirmed last."""
        try:
            return await self.get(game)
        except (ElsewhereError, AwayError):
            return await self._restore(game)

    async def begin_shared(
        self,
        draft: Draft,
        sides: Mapping[Color, Seat],
        terms: SharedTerms,
        also: Callable[[sa.Connection, str], None] = lambda connection, game: None,
    ) -> SharedSession:
        """Begin a game between two people and store it; `also` is done with it, or neither is done."""
        resources = self._resources
        draft.seats = dict(sides)
        draft.game.tags |= {str(color): seat.title for color, seat in sides.items()}
        row, moves = first_row(SHARED, draft)
        people = {color: seat.person or "" for color, seat in sides.items()}
        shared = new_shared(row["id"], draft.game, draft.control, people, terms)
        session = self._session(row, draft.game, draft.authors, shared)
        assert isinstance(session, SharedSession)
        row |= session.state.row_values()
        shared_row = shared.row(session.state.active)

        def write(connection: sa.Connection) -> dict[str, Any] | None:
            insert_shared(connection, row, moves, shared_row, shared.as_rated())
            also(connection, row["id"])
            return rated.read_info(connection, row["id"])

        session.state.rated = await resources.writer.submit(write)
        await self._keep(session)
        self.shared_begun.set()
        for person in people.values():
            resources.hub.tell(person, {"type": "start", "game": row["id"]})
        resources.hub.tell_lobby()
        return session

    async def begin_rematch(self, session: SharedSession) -> str:
        """The same game again with colours exchanged; its id."""
        state, shared = session.state, session.shared
        setup = state.setup
        start = Board.from_fen(state.active.game.start.named_fen())
        game = Game(start, rules=state.active.game.rules, tags={"Event": EVENT, "Date": today()})
        game.clock = Clock.parse(setup["clock"]) if setup["clock"] else None
        draft = Draft(game, [], {}, setup["clock"], None)
        seats = {color: state.active.seats[color.other] for color in Color}
        terms = SharedTerms(shared.rated, shared.days, shared.delay)
        most = self._resources.settings.shared_games_per_person

        def also(connection: sa.Connection, game: str) -> None:
            check_rematch(connection, shared, most)
            note_rematch(shared.game, connection, game)

        following = await self.begin_shared(draft, seats, terms, also)
        return following.state.id

    async def get(self, game: str) -> Session | None:
        """The session of a game, loaded if need be; None if there is no such game.

        `ElsewhereError` if another process holds it.
        """
        if (session := self._open.get(game)) is not None:
            return session
        task = self._loading.get(game)
        if task is None:
            task = self._loading[game] = asyncio.get_running_loop().create_task(self._load(game))
            task.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(task)

    async def _load(self, game: str) -> Session | None:
        broker = self._resources.broker
        holder = await broker.claim(game)
        if holder != broker.process:
            raise ElsewhereError(holder)
        session = None
        try:
            session = await self._restore(game)
        finally:
            if session is None:
                broker.release(game)
        if session is not None:
            self._open[game] = session
            if isinstance(session, SharedSession):
                await session.wake()
            self.release(session)
        return session

    async def _restore(self, game: str) -> Session | None:
        found = await asyncio.to_thread(self._resources.store.load, game)
        if found is None:
            return None
        row, moves = found
        await self._resources.preparation.compile_for(game_name_of(row["final_fen"]))
        restored = await asyncio.to_thread(restore, row, moves)
        shared = await asyncio.to_thread(self._find_shared, game) if row["owner"] == SHARED else None
        session = self._session(row, restored, [move.author for move in moves], shared)
        session.state.rated = await asyncio.to_thread(self._rated, game)
        return session

    def _rated(self, game: str) -> dict[str, Any] | None:
        with transaction(self._resources.store.engine, self._resources.store.place) as connection:
            return rated.read_info(connection, game)

    def _session(
        self, row: dict[str, Any], game: Game, authors: list[str], shared: SharedGame | None = None
    ) -> Session:
        state = GameState(row, game, authors, shared)
        if shared is not None:
            return SharedSession(self._resources, state, self.release, self.discard, self.begin_rematch)
        return Session(self._resources, state, on_idle=self.release, on_end=self.discard)

    def _find_shared(self, game: str) -> SharedGame | None:
        store = self._resources.store
        with transaction(store.engine, store.place) as connection:
            return find_shared(connection, game)

    async def delete(self, game: str, owner: str) -> bool:
        """Delete a game for good; False if this owner has no such game."""
        session = self._open.get(game)
        if session is None:
            is_deleted = await self._resources.writer.submit(partial(_delete, game=game, owner=owner))
            if is_deleted:
                self._resources.broker.send_all({"kind": "deleted", "game": game})
            return is_deleted
        async with session.lock:
            if session.state.owner != owner:
                return False
            self.discard(session, GONE, "the game was deleted")
            return await self._resources.writer.submit(partial(_delete, game=game, owner=owner))

    async def close_all_of(self, owner: str, *, deleted: bool = False) -> None:
        """Forget the games of an owner that are in memory: their rows become somebody else's, or are deleted."""
        self._resources.broker.send_all({"kind": "owner", "owner": owner, "deleted": deleted})
        await self._close_own(owner, deleted=deleted)

    async def _close_own(self, owner: str, *, deleted: bool) -> None:
        for session in [session for session in self._open.values() if session.may_play(owner)]:
            async with session.lock:
                if deleted and session.state.owner == owner:
                    self.discard(session, GONE, "the game was deleted")
                else:
                    self.discard(session, RESTART, "logged in")

    def release(self, session: Session) -> None:
        """A session may have become idle; the oldest idle ones are forgotten when there are too many."""
        if session.is_closed or self._open.get(session.state.id) is not session:
            return
        self._idle.pop(session.state.id, None)
        if session.has_pages:
            return
        self._idle[session.state.id] = None
        limit = self._resources.settings.idle_sessions
        for game in list(self._idle):
            if len(self._idle) <= limit:
                break
            candidate = self._open.get(game)
            if candidate is None or candidate.has_pages:
                del self._idle[game]
            elif candidate.is_idle or len(self._idle) > PATIENCE * limit:
                self.discard(candidate, RESTART, "idle")

    def discard(self, session: Session, code: int = FAILED, reason: str = "the game could not be stored") -> None:
        """Forget a session; its pages are closed with this code."""
        if self._open.get(session.state.id) is session:
            del self._open[session.state.id]
            self._idle.pop(session.state.id, None)
            self._resources.broker.release(session.state.id)
        session.close(code, reason)

    async def hear(self, note: Note) -> None:
        """What another process tells about games."""
        if note["kind"] == "owner":
            await self._close_own(note["owner"], deleted=note["deleted"])
            return
        session = self._open.get(note["game"])
        if session is None:
            self._resources.broker.release(note["game"])
            return
        async with session.lock:
            if note["kind"] == "deleted":
                self.discard(session, GONE, "the game was deleted")
            else:
                self.discard(session, RESTART, "the game goes on at another process")

    def close(self, code: int = RESTART, reason: str = "the server restarts") -> None:
        """Forget all games; pages are told to come back."""
        for session in list(self._open.values()):
            self.discard(session, code, reason)


def _delete(connection: sa.Connection, game: str, owner: str) -> bool:
    """Delete a game of this owner; one that is rated and not over is lost."""
    rated.deleted(connection, game, owner)
    return Store.delete(connection, game, owner)


def first_row(owner: str, draft: Draft) -> tuple[dict[str, Any], list[StoredPly]]:
    """What is stored of a new game; `row_values` adds the columns that change."""
    data = game_data(draft.game)
    now = time.time()
    setup = {
        **{key: data[key] for key in ("start", "rules", "tags", "comment")},
        **({"game": data["game"]} if "game" in data else {}),
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
