"""What goes on outside a game's lock: a player's turn, and questions to the analyst."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kingme.errors import KingMeError
from kingme.outcome import Color
from kingme.players.base import Analysis, Info, Limit
from kingme.web.analysis.endings import MOST_PIECES, TABLES, table_value
from kingme.web.analysis.snapshot import Snapshots
from kingme.web.clients import Client
from kingme.web.gate import PublicSpec
from kingme.web.searches import BusyError, Search
from kingme.web.seats import Seat, analyst_spec, color_name
from kingme.web.store import StoreError
from kingme.web.views import thinking_info

if TYPE_CHECKING:
    from kingme.web.session import Session

log = logging.getLogger("kingme.web")

Answer = Callable[[Analysis], Awaitable[None]]
"""What to do with what the analyst has found."""

MOST_KNOWN = 256  # specs that need not be looked at again
BUSY_PAUSE = 0.5  # seconds until a player asks again for a place in a full queue


@dataclass
class Thought:
    """What a player thought before a move; its figures are made when a page asks for them."""

    color: Color
    snapshots: Snapshots
    analysis: Analysis

    def message(self) -> dict[str, Any]:
        info = self.snapshots.take(self.analysis, final=True)
        return {"type": "thought", "color": color_name(self.color), "info": info}


class Turn:
    """One turn of a player: from the moment it may think to the move on the board."""

    def __init__(self, session: Session, color: Color, seat: Seat) -> None:
        self._session, self._color, self._seat = session, color, seat
        self._search: Search | None = None
        self._pace = asyncio.Event()
        self._is_dropped = False
        self._must_stop = False
        self._snapshots: Snapshots | None = None
        self.info: dict[str, Any] | None = self._describe("preparing")  # for the page

    def drop(self) -> None:
        """The turn is over without a move: the game was taken back, paused or left."""
        self._is_dropped = True
        self._pace.set()
        if self._search is not None:
            self._search.drop()
        if self.info is not None:
            self._session.tell({"type": "thinking", "thinking": None})

    def stop(self) -> None:
        """Play the best that was found so far, also if the search has yet to begin."""
        self._must_stop = True
        if self._search is not None:
            self._search.stop()

    def change_pace(self) -> None:
        self._pace.set()

    async def run(self) -> None:
        """Think, then move."""
        try:
            await self._run()
        finally:
            self._search = None  # it knows this turn, and so the game: let go, or both wait for the garbage collector

    async def _run(self) -> None:
        session = self._session
        started = asyncio.get_running_loop().time()
        try:
            analysis = await self._think()
        except Exception as error:
            if not isinstance(error, KingMeError):
                log.exception("a player failed")
            await self._fail(error)
            return
        if analysis is not None and not session.steps:
            await self._wait(started)
        async with session.lock:
            if analysis is None or self._is_dropped or session.turn is not self:
                return
            if analysis.move not in session.game.board.legal_moves():
                await self._fail_locked(KingMeError(f"{analysis.move} is not a legal move"))
                return
            self.info = None
            session.steps = max(0, session.steps - 1)
            if self._snapshots is not None:
                analysis.tree = None  # it may be large, and the figures are enough
                session.tell_thought(Thought(self._color, self._snapshots, analysis))
            with contextlib.suppress(StoreError):  # the session is closed then, and its pages come back
                await session.play(analysis.move, "ai", analysis.time)

    async def _think(self) -> Analysis | None:
        session = self._session
        assert self._seat.spec is not None
        settings = session.services.settings
        if len(session.game.plies) >= settings.game_plies:
            raise KingMeError("the game is too long to go on")
        player = await resolved(self._seat.spec, session)
        clock = session.game.clock
        limit = None if clock is None else Limit(clock=max(0.01, clock.left(self._color)), increment=clock.increment)
        while not self._is_dropped:
            self._search = Search(
                session.owner,
                session.id,
                player,
                session.game.copy(),
                limit,
                settings.move_seconds,
                self._hear,
                digest=self._digest,
                address=session.address,
            )
            self._snapshots = Snapshots(session.game.board, self._seat.title)
            if session.services.preparation.has_kernels(TABLES) and len(session.game.board.pieces()) <= MOST_PIECES:
                self._snapshots.table = await asyncio.to_thread(table_value, session.game.board)
            if self._must_stop:
                self._search.stop()
            try:
                return await session.services.searches.run(self._search)
            except BusyError:
                self._search.phase = "queued"
                self._hear((Info(), None))
                await asyncio.sleep(BUSY_PAUSE)
        return None

    def _digest(self, info: Info) -> tuple[Info, dict[str, Any] | None]:
        """In the worker's thread: all that the page shows of a search."""
        if self._snapshots is None or not self._session.is_watched:
            return info, None
        return info, self._snapshots.take(info)

    def _hear(self, news: tuple[Info, dict[str, Any] | None]) -> None:
        """Progress of the search, for the page."""
        if self._search is not None and not self._is_dropped:
            self.info = self._describe(self._search.phase, *news)
            self._session.tell({"type": "thinking", "thinking": self.info})

    def _describe(self, phase: str, info: Info | None = None, snapshot: dict[str, Any] | None = None) -> dict[str, Any]:
        return thinking_info(phase, self._seat.title, self._session.game.board, info, snapshot)

    async def _wait(self, started: float) -> None:
        """Keep the moves of two players apart, so that people can follow."""
        loop = asyncio.get_running_loop()
        while not self._is_dropped:
            delay = self._session.setup.get("autoplay")
            left = 0.0 if delay is None else started + delay - loop.time()
            if left <= 0:
                return
            self._pace.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._pace.wait()

    async def _fail(self, error: Exception) -> None:
        async with self._session.lock:
            await self._fail_locked(error)

    async def _fail_locked(self, error: Exception) -> None:
        """A player that cannot go on stops the game, and nothing is lost: another level can take over."""
        session = self._session
        if self._is_dropped or session.turn is not self:
            return
        session.turn, self.info = None, None
        session.paused, session.steps = True, 0
        reason = str(error) if isinstance(error, KingMeError) else "it failed"
        session.tell({"type": "error", "message": f"{self._seat.title} cannot move, and the game is paused: {reason}"})
        with contextlib.suppress(StoreError):
            await session.commit()


class Consultation:
    """A question to the analyst about the current position."""

    def __init__(
        self, session: Session, client: Client, answer: Answer, lapse: Callable[[], None] | None = None
    ) -> None:
        self.client = client
        self._session, self._answer, self._lapse = session, answer, lapse
        self._search: Search | None = None
        self._game = session.game.copy()
        self._is_dropped = False

    def drop(self) -> None:
        self._is_dropped = True
        if self._search is not None:
            self._search.drop()

    def lapse(self) -> None:
        """The game has gone on before the answer was there: whoever waits for it is told."""
        if self._lapse is not None:
            self._lapse()

    async def run(self) -> None:
        session = self._session
        analysis = None
        try:
            player = await resolved(await asyncio.to_thread(analyst_spec), session)
            if not self._is_dropped:
                seconds = session.services.settings.hint_seconds
                name, address = f"{session.id} analyst", self.client.address
                self._search = Search(session.owner, name, player, self._game, seconds=seconds, address=address)
                analysis = await session.services.searches.run(self._search)
        except BusyError as error:
            self.client.error(str(error))
        except Exception:
            log.exception("the analyst failed")
            self.client.error("no answer could be found")
        async with session.lock:
            if session.consultation is self:
                session.consultation = None
            if analysis is not None and not self._is_dropped and not session.is_closed:
                with contextlib.suppress(StoreError):
                    await self._answer(analysis)


async def resolved(spec: str, session: Session) -> PublicSpec:
    """The player of a spec; its module may have to be imported, which is slow the first time."""
    settings = session.services.settings
    known = session.services.sessions.players
    found = known.get(spec)
    if found is None:
        found = await asyncio.to_thread(PublicSpec, spec, settings)
        if len(known) >= MOST_KNOWN:
            known.clear()
        known[spec] = found
    return found
