"""`Examiner`: plays the ladder's games of specs that their authors have entered, one after the other.

The opponent is the level that tells most, and a game begins from a three-move opening picked at random, so that players
without chance do not play one game again and again. Its searches are analyses to the server: they wait for everybody
who plays, take no worker that games need, and count within the limits of all. A game is stored when it is over, with
what it does to the ratings; one that was interrupted is played anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import sqlalchemy as sa

from kingme.arena.placement import Placement
from kingme.database.connection import transaction
from kingme.errors import KingMeError
from kingme.games.registry import DEFAULT
from kingme.outcome import Color
from kingme.play.seat import Seat
from kingme.players.base import Analysis
from kingme.web.people import entrants, ladder, person, rating_store
from kingme.web.people.anchors import PREFIX
from kingme.web.people.entrants import Entrant
from kingme.web.people.rating_store import Pool, RatedGame
from kingme.web.people.speeds import speed_of
from kingme.web.play import rated
from kingme.web.play.creation import Draft, draft_game
from kingme.web.play.sessions import first_row
from kingme.web.play.state import GameState
from kingme.web.resources import Resources
from kingme.web.schemas import NewGame, SeatRequest, Start
from kingme.web.searches import BusyError, Search
from kingme.web.store import Store

T = TypeVar("T")

LOOK_SECONDS = 30.0  # until the store is asked again: another process may have taken an entrant in
BUSY_SECONDS = 0.5
NARROW = 150  # rating points between the ends of the interval: enough games were played then
ADDRESS = "ladder"  # where its searches come from, for the limits by address

log = logging.getLogger("kingme.web")


class Examiner:
    """The games of all entrants of a server."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._news = asyncio.Event()
        self._search: Search | None = None
        self._is_closed = False
        self.current: Entrant | None = None
        self._task = asyncio.get_running_loop().create_task(self._run()) if resources.settings.ladder == "on" else None

    def look(self) -> None:
        """There is somebody new, or somebody less."""
        self._news.set()

    async def stop(self, id: str) -> None:
        """End the game that is being played, and play no more for this entrant until its author wants it."""
        await self._resources.writer.submit(partial(entrants.put, id=id, state="stopped"))
        self.drop(id)

    def drop(self, id: str) -> None:
        """Forget the game that is being played for somebody who is gone."""
        if self.current is not None and self.current.person == id and self._search is not None:
            self._search.drop()

    async def close(self) -> None:
        self._is_closed = True
        if self._search is not None:
            self._search.drop()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            self._news.clear()
            try:
                is_busy = await self.play_next()
            except Exception:
                log.exception("the ladder's games cannot be played at the moment")
                is_busy = False
            if not is_busy:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_SECONDS):
                        await self._news.wait()

    async def play_next(self) -> bool:
        """Play one game of whoever has fewest; False if nobody has one to play, or only at another process."""
        broker = self._resources.broker
        waiting = await self._read(_by_games)
        for entrant in waiting:
            if await broker.claim(entrant.person) != broker.process:
                continue
            self.current = entrant
            try:
                await self._play(entrant)
            except Exception as error:
                await self._fail(entrant, error)
            finally:
                self.current = self._search = None
                broker.release(entrant.person)
            return True
        return False

    async def _fail(self, entrant: Entrant, error: Exception) -> None:
        """A player that cannot go on waits for its author."""
        if not isinstance(error, KingMeError):
            log.exception("a player of the ladder failed")
        if not self._is_closed and await self._read(partial(_is_playing, id=entrant.person)):
            message = str(error) if isinstance(error, KingMeError) else "it failed: the server's log says why"
            await self._resources.writer.submit(
                partial(entrants.put, id=entrant.person, state="failed", message=message)
            )

    async def _play(self, entrant: Entrant) -> None:
        """Play a game, count it, and see whether enough is known."""
        anchor, color = await self._read(partial(ladder.next_game, program=entrant.person))
        holder = await self._read(partial(person.find, id=entrant.person))
        if holder is None:
            return
        draft = await self._draft(entrant, holder.name, anchor.spec, color)
        if not await self._play_out(entrant, draft):
            return
        work = partial(_keep, entrant=entrant, draft=draft, spec=anchor.spec, color=color)
        standing = await self._resources.writer.submit(work)
        if standing is not None and self._is_enough(standing):
            await self._resources.writer.submit(partial(entrants.put, id=entrant.person, state="done"))

    def _is_enough(self, standing: Placement) -> bool:
        if standing.games >= self._resources.settings.ladder_games:
            return True
        return standing.strength.high - standing.strength.low <= NARROW

    async def _draft(self, entrant: Entrant, name: str, level: str, color: Color) -> Draft:
        own, other = (SeatRequest(kind="ai", spec=spec) for spec in (entrant.spec, level))
        black, white = (own, other) if color is Color.BLACK else (other, own)
        request = NewGame(black=black, white=white, start=Start(opening="random"))
        await self._resources.preparation.compile_for(DEFAULT)
        draft = await asyncio.to_thread(draft_game, request, self._resources.settings)
        draft.seats = draft.seats | {color: Seat("ai", entrant.spec, name)}
        draft.game.tags |= {str(side): seat.title for side, seat in draft.seats.items()}
        draft.delay = None
        return draft

    async def _play_out(self, entrant: Entrant, draft: Draft) -> bool:
        """Have both players move until the game is over; False if nobody wants it any more."""
        game, id = draft.game, secrets.token_hex(8)
        while game.outcome() is None:
            if len(game.plies) >= self._resources.settings.game_plies:
                game.agree_draw()
                break
            turn = game.turn
            spec = draft.seats[turn].spec or ""
            player = await self._resources.searches.player(spec)
            analysis = await self._think(entrant, lambda: Search(
                entrant.person, f"ladder {id} {turn}", player, game.copy(), None,  # noqa: B023  (called at once)
                self._resources.settings.move_seconds, is_long=True, address=ADDRESS,
            ))  # fmt: skip
            if analysis is None:
                return False
            if analysis.move is None or analysis.move not in game.board.legal_moves():
                raise KingMeError(f"{draft.seats[turn].title} made no legal move")
            game.play(analysis.move, elapsed=round(analysis.time, 3))
            draft.authors.append("ai")
        return True

    async def _think(self, entrant: Entrant, make: Callable[[], Search]) -> Analysis | None:
        """The move of a player, after everybody who waits."""
        while True:
            while self._resources.searches.waiting:
                await asyncio.sleep(BUSY_SECONDS)
            if not await self._read(partial(_is_playing, id=entrant.person)):
                return None
            self._search = make()
            try:
                return await self._resources.searches.run(self._search)
            except BusyError:
                await asyncio.sleep(BUSY_SECONDS)

    async def _read(self, look: Callable[[sa.Connection], T]) -> T:
        store = self._resources.store

        def read() -> T:
            with transaction(store.engine, store.place) as connection:
                return look(connection)

        return await asyncio.to_thread(read)


def _by_games(connection: sa.Connection) -> list[Entrant]:
    """Those that have games to play, those with fewest games first."""
    waiting = entrants.playing(connection)
    return sorted(waiting, key=lambda one: ladder.standing(connection, one.person).games)


def _is_playing(connection: sa.Connection, id: str) -> bool:
    found = entrants.find(connection, id)
    return found is not None and found.state == "playing"


def _keep(connection: sa.Connection, entrant: Entrant, draft: Draft, spec: str, color: Color) -> Placement | None:
    """Store a game that is over, and what it tells; None if its author has removed the player meanwhile."""
    if not _is_playing(connection, entrant.person):
        return None
    row, moves = first_row(entrant.person, draft)
    state = GameState(row, draft.game, draft.authors)
    Store.insert(connection, row | state.row_values(), moves)
    level = f"{PREFIX}{spec}"
    black, white = (entrant.person, level) if color is Color.BLACK else (level, entrant.person)
    pool = Pool(DEFAULT, speed_of(None))
    rating_store.begin(connection, RatedGame(row["id"], pool, black, white, "playing", time.time()))
    entrants.count_game(connection, row["id"], entrant.person)
    outcome = draft.game.outcome()
    assert outcome is not None
    rated.end(connection, row["id"], outcome, len(moves) - draft.base, state.opening)
    return ladder.standing(connection, entrant.person)
