"""`SharedSession`: a game between two people, each in a browser of their own, or with a program that speaks for them.

What differs from a game of one browser: each side is somebody's, the clock runs whoever looks on, offers go from one
side to the other, and whoever looks on sees the game without offers and chat, and later if the players want that.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Hashable
from functools import partial
from typing import Any

from kingme.database.connection import transaction
from kingme.errors import KingMeError
from kingme.move import Move
from kingme.outcome import Color
from kingme.web.clients import GONE, Client
from kingme.web.people.chat import lines_of
from kingme.web.people.hub import Hub
from kingme.web.play.session import Session
from kingme.web.play.shared import CLAIM_SECONDS, FORFEITS, Ending, SharedGame, cancel, change_shared, is_cancellable
from kingme.web.play.state import GameState
from kingme.web.resources import Resources
from kingme.web.store import Change, StoredPly, StoreError
from kingme.web.views import color_name
from kingme.web.writer import Work

SECOND = 1.0  # a spectator's page waits no shorter


class SharedSession(Session):
    """A game of two people in memory. `on_rematch` begins the next one, with the lock of this one held."""

    def __init__(
        self,
        resources: Resources,
        state: GameState,
        on_idle: Callable[[Session], None],
        on_end: Callable[..., None],
        on_rematch: Callable[[SharedSession], Awaitable[str]],
    ) -> None:
        super().__init__(resources, state, on_idle, on_end)
        assert state.shared is not None
        self.shared: SharedGame = state.shared
        self.on_rematch = on_rematch
        self._asked: dict[tuple[str, Color], int] = {}  # when an offer was made last, by the number of moves
        self._away = dict.fromkeys(Color, time.time())  # since when a side has no page open
        self._is_ending = False  # the change that is being stored is the last
        self._later: asyncio.TimerHandle | None = None  # the next move that spectators may see
        if state.active.has_begun and state.active.outcome() is None:
            self._timer.set(time.time() - self.shared.since)

    @property
    def _hub(self) -> Hub:
        return self.resources.hub

    # --- who is here ----------------------------------------------------------------------------------------------

    def may_play(self, person: str) -> bool:
        return bool(self.shared.sides_of(person))

    def sides_here(self) -> set[Color]:
        """The sides that have a page open."""
        return {color for client in self._clients for color in self.shared.sides_of(client.person)}

    async def attach(self, client: Client) -> None:
        before = self.sides_here()
        await super().attach(client)
        if client.is_owner:
            client.post({"type": "chat", "lines": await asyncio.to_thread(self._chat)})
        self._note_presence(before)

    def _chat(self) -> list[dict[str, Any]]:
        with transaction(self.resources.store.engine, self.resources.store.place) as connection:
            return lines_of(connection, self.state.id)

    async def detach(self, client: Client) -> None:
        before = self.sides_here()
        await super().detach(client)
        self._note_presence(before)

    def _note_presence(self, before: set[Color]) -> None:
        here = self.sides_here()
        for color in before - here:
            self._away[color] = time.time()
        self.tell({"type": "presence", **self._presence()})

    def _presence(self) -> dict[str, Any]:
        here = self.sides_here()
        present = {color_name(color): color in here for color in Color}
        return {"present": present, "watchers": self.watchers, "claim_at": self._claim_times(here)}

    def _claim_times(self, here: set[Color]) -> dict[str, float | None]:
        """From when on a side may be said to have left the game."""
        has_clock = self.state.active.game.clock is not None
        return {
            color_name(color): self._away[color] + CLAIM_SECONDS if has_clock and color not in here else None
            for color in Color
        }

    def has_left(self, color: Color) -> bool:
        """Whether a side that is to move has been away for so long that the other may end the game."""
        at = self._claim_times(self.sides_here())[color_name(color)]
        return at is not None and time.time() >= at and self.state.active.game.turn is color

    def close(self, code: int, reason: str) -> None:
        if self._later is not None:
            self._later.cancel()
        super().close(code, reason)

    # --- changing the game: with the lock held --------------------------------------------------------------------

    async def play(self, move: Move, author: str, elapsed: float | None = None) -> None:
        if await self.end_by_time():
            raise KingMeError("your time is up")
        active = self.state.active
        mover, offer = active.game.turn, active.draw_offer
        cut, added = self.state.play(move, self._timer.elapsed if elapsed is None else elapsed, author)
        self.shared.takeback = None
        self._away[mover] = time.time()  # also who moves without a page open was here just now
        if offer is mover and active.outcome() is None:
            active.draw_offer = offer  # it goes with the move, and is for the other side to answer
        await self.commit(cut=cut, added=added, moved=True)

    async def commit(
        self, *, cut: int | None = None, added: StoredPly | None = None, moved: bool = False, setup: bool = False
    ) -> None:
        self._is_ending = self.state.active.outcome() is not None and self.shared.ended is None
        if moved:
            self.shared.since = time.time()
        if self._is_ending:
            self.shared.ended, self.shared.takeback = time.time(), None
        await super().commit(cut=cut, added=added, moved=moved, setup=setup)
        if moved:
            self._tell_absent()

    def _work(self, change: Change) -> Work:
        active = self.state.active
        row = self.shared.row(active)
        return partial(change_shared, change=change, row=row, ending=self._ending() if self._is_ending else None)

    def _ending(self) -> Ending:
        active, ended = self.state.active, self.shared.ended
        outcome = active.outcome()
        assert outcome is not None
        assert ended is not None
        return Ending(self.shared.as_rated(), outcome, active.moves_made, self.state.opening, ended)

    def _tell_absent(self) -> None:
        """Whoever has no page open on this game is told elsewhere that it has gone on."""
        here = self.sides_here()
        for color, person in self.shared.people.items():
            if color not in here:
                self._hub.tell(person, {"type": "games", "game": self.state.id})

    async def call_off(self, reason: str) -> None:
        """End a game that had not begun; nothing is left of it."""
        await self.resources.writer.submit(partial(cancel, game=self.state.id))
        self._on_end(self, GONE, reason)
        self._tell_absent()

    def check_offer(self, kind: str, color: Color) -> None:
        """Refuse to be asked the same again and again: once for every move."""
        now = len(self.state.active.game.plies)
        if self._asked.get((kind, color)) == now:
            raise KingMeError("you have asked already: make a move before you ask again")
        self._asked[kind, color] = now

    # --- the course of the game -----------------------------------------------------------------------------------

    @property
    def _is_clock_on(self) -> bool:
        return True

    def _is_time_up(self) -> bool:
        deadline, timer = self.shared.deadline(self.state.active), self._timer
        if self.is_closed or deadline is None:
            return False
        if self.state.active.game.clock is not None and timer.is_running:
            return timer.elapsed >= deadline - self.shared.since  # the system's clock may have been set meanwhile
        return time.time() >= deadline

    async def end_by_time(self) -> bool:
        """End the game if its time is up, whoever is here; whether it has ended."""
        active, game = self.state.active, self.state.active.game
        if not self._is_time_up():
            return False
        color = game.turn
        if is_cancellable(active) and self.shared.tournament is None:
            await self.call_off(f"{active.name(color)} has not moved: the game is cancelled")
            return True
        is_timed = not is_cancellable(active) and (game.clock is not None or self.shared.days is not None)
        if game.clock is not None and is_timed:
            game.clock.spend(color, game.clock.left(color))
        game.forfeit(color, FORFEITS[is_timed])
        await self.commit(moved=True)
        return True

    async def _forfeit(self) -> None:
        async with self.lock:
            with contextlib.suppress(StoreError):
                if not await self.end_by_time():
                    self._timer.halt()
                    self._drive()

    async def wake(self) -> None:
        """Let the clock run, and end the game if its time is up: also where nobody looks on."""
        async with self.lock:
            if not self.is_closed and not await self.end_by_time():
                self._drive()

    # --- telling --------------------------------------------------------------------------------------------------

    def tell_players(self, message: dict[str, Any]) -> None:
        for client in self._clients:
            if client.is_owner:
                client.post(message)

    def text_for(self, person: str, common: str | None = None) -> str:
        sides = self.shared.sides_of(person)
        seen = None if sides else self._seen()
        shared = self._info(sides, seen)
        return self.state.text(
            is_owner=bool(sides), timer=self._timer, thinking=None, shared=shared, seen=seen, common=common
        )

    def _view_of(self, person: str) -> Hashable:
        return tuple(self.shared.sides_of(person))

    def tell_state(self, only: Client | None = None) -> None:
        super().tell_state(only)
        self._plan_next_sight()

    def seen_by_all(self) -> int:
        """How many moves everybody may see."""
        seen = self._seen()
        return len(self.state.active.game.plies) if seen is None else seen

    @property
    def watchers(self) -> int:
        """How many pages look on."""
        return sum(not client.is_owner for client in self._clients)

    def is_hidden(self, person: str) -> bool:
        """Whether there are moves, or an end, that somebody may not see yet."""
        return not self.may_play(person) and self._seen() is not None

    def _sight_times(self) -> list[float]:
        """When spectators may see each move that was made here, and the end."""
        shared, times, at = self.shared, [], self.shared.since
        for ply in reversed(self.state.active.game.plies):
            times.append(at + shared.delay)
            at -= ply.elapsed or 0.0
        return times[::-1]

    def _seen(self) -> int | None:
        """How many moves spectators may see; None if that is everything."""
        if not self.shared.delay:
            return None
        times, now = self._sight_times(), time.time()
        hidden = sum(at > now for at in times)
        is_ending = self.shared.ended is not None and self.shared.ended + self.shared.delay > now
        return len(times) - hidden if hidden or is_ending else None

    def _plan_next_sight(self) -> None:
        """Show spectators the next move when its time has come."""
        if self._later is not None:
            self._later.cancel()
            self._later = None
        if self._seen() is None or all(client.is_owner for client in self._clients):
            return
        wait = min([at - time.time() for at in self._sight_times() if at > time.time()], default=SECOND)
        self._later = asyncio.get_running_loop().call_later(max(SECOND, wait), self._show_next)

    def _show_next(self) -> None:
        for client in list(self._clients):
            if not client.is_owner:
                super().tell_state(client)
        self._plan_next_sight()

    def _info(self, sides: list[Color], seen: int | None) -> dict[str, Any]:
        """What a page is told of the two; offers are for the players."""
        shared, active = self.shared, self.state.active
        side = sides[0] if len(sides) == 1 else None
        is_over = active.outcome() is not None and seen is None
        return {
            "me": None if side is None else color_name(side),
            "kind": shared.kind,
            "speed": shared.speed,
            "rated": shared.rated,
            "days": shared.days,
            "delay": shared.delay,
            "deadline": None if seen is not None or active.game.clock else shared.deadline(active),
            "can_cancel": bool(sides) and not is_over and not shared.tournament and is_cancellable(active),
            "can_take_back": side is not None
            and not is_over
            and not shared.rated
            and active.last_turn_of(side) is not None,
            "takeback": None if not sides or shared.takeback is None else color_name(shared.takeback),
            "rematch": None if not sides or shared.rematch is None else color_name(shared.rematch),
            "next": shared.next if is_over else None,
            "tournament": shared.tournament,
            **self._presence(),
        }
