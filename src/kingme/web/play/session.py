"""`Session`: one game that is being played, with its players, its clock and the pages that show it.

Everything that changes a game happens while its lock is held, and is stored before anybody is told (`commit`). What the
players think about happens outside the lock, on copies; an answer counts only if the position is still the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Hashable
from functools import partial
from typing import Any

from kingme.errors import KingMeError
from kingme.move import Move
from kingme.outcome import Termination
from kingme.web.clients import Client
from kingme.web.play.state import GameState
from kingme.web.play.thinking import Answer, Consultation, Thought, Turn
from kingme.web.play.timer import TurnTimer
from kingme.web.resources import Resources
from kingme.web.store import Change, Store, StoredPly, StoreError
from kingme.web.views import encode
from kingme.web.writer import Work

log = logging.getLogger("kingme.web")


class ClosedError(KingMeError):
    """The session has ended, and the game must be loaded again."""


class Session:
    """A game in memory: its state, and the lock to hold while it changes.

    `on_idle` is called when nothing goes on any more, `on_end` when the session ends before its pages do: with the code
    and the reason that they are closed with, or without where a change could not be stored.
    """

    def __init__(
        self,
        resources: Resources,
        state: GameState,
        on_idle: Callable[[Session], None],
        on_end: Callable[..., None],
    ) -> None:
        self.resources = resources
        self.state = state
        self.lock = asyncio.Lock()
        self.is_closed = False
        self._on_idle, self._on_end = on_idle, on_end
        self._clients: set[Client] = set()
        self._turn: Turn | None = None  # the move that a player is thinking about
        self._consultation: Consultation | None = None  # a hint, or what to say to a draw
        self._thought: Thought | None = None  # the search behind a player's last move
        self._is_watched = False  # some page shows the figures of searches
        self._steps = 0  # moves to make although the game is paused
        self._timer = TurnTimer()
        self._attended = False  # the owner has been here since the game was loaded
        self._tasks: set[asyncio.Task[None]] = set()

    # --- who is here ----------------------------------------------------------------------------------------------

    async def attach(self, client: Client) -> None:
        """A page has opened: it gets the state, and players may think while its owner looks on."""
        async with self.lock:
            if self.is_closed:
                raise ClosedError("the game was loaded again")
            self._clients.add(client)
            self._attended |= client.is_owner
            self._drive()
            self.tell_state(client)

    async def detach(self, client: Client) -> None:
        """A page has closed; when the owner's last one has, nobody needs to think any more."""
        async with self.lock:
            self._clients.discard(client)
            self._is_watched = any(other.watches for other in self._clients)
            if self._consultation is not None and self._consultation.client is client:
                self._drop_consultation()
            self._drive()

    @property
    def has_pages(self) -> bool:
        return bool(self._clients)

    @property
    def is_attended(self) -> bool:
        return any(client.is_owner for client in self._clients)

    @property
    def is_thinking(self) -> bool:
        """Whether a player is at its move."""
        return self._turn is not None

    @property
    def address(self) -> str:
        """Where its owner looks on from."""
        return next((client.address for client in self._clients if client.is_owner), "")

    @property
    def is_idle(self) -> bool:
        """Whether nothing would be lost if the session were forgotten."""
        has_clock = self.state.active.game.clock is not None
        return not self._clients and not self._tasks and not (self._timer.is_running and has_clock)

    def close(self, code: int, reason: str) -> None:
        """End the session and its pages, which may connect again."""
        self.is_closed = True
        self._stop_thinking()
        self._timer.halt()
        for client in list(self._clients):
            client.close(code, reason)

    # --- changing the game: with the lock held --------------------------------------------------------------------

    async def play(self, move: Move, author: str, elapsed: float | None = None) -> None:
        """Make a move that is known to be legal."""
        cut, added = self.state.play(move, self._timer.elapsed if elapsed is None else elapsed, author)
        await self.commit(cut=cut, added=added, moved=True)

    async def pause(self, paused: bool) -> None:
        """Hold the players, or let them go on."""
        if self.state.active.outcome() is not None:
            raise KingMeError("the game is over")
        if self.state.paused is not paused:
            self.state.paused, self._steps = paused, 0
            await self.commit()

    def step(self) -> None:
        """Let a player make one move although the game is paused."""
        self._steps = 1
        self._drive()
        self.tell_state()

    async def change_pace(self, delay: float) -> None:
        """Another time between the moves of two players."""
        self.state.delay = delay
        if self._turn is not None:
            self._turn.change_pace()
        await self.commit(setup=True)

    async def commit(
        self, *, cut: int | None = None, added: StoredPly | None = None, moved: bool = False, setup: bool = False
    ) -> None:
        """Store what has changed, then go on with the game and tell everybody."""
        overtaken = self._consultation if moved else None
        if moved:
            self._stop_thinking()
            self._timer.reset()
        change = self.state.change(cut=cut, added=added, moved=moved, setup=setup)
        try:
            is_counted = self.state.must_be_counted
            info = await self.resources.writer.submit(self._work(change))
            if is_counted:
                self.state.rated = info
        except StoreError:
            self._on_end(self)  # what is stored is right: the pages load it again
            raise
        if (record := self.state.active.game).outcome() is not None:
            self.resources.searches.end_game(self.state.id, record.copy())
        self._drive()
        self.tell_state()
        if overtaken is not None and self.state.active.outcome() is None:
            overtaken.lapse()

    def _work(self, change: Change) -> Work:
        """What stores a change; at the end of a rated game it gives what pages see of the ratings."""
        if self.state.must_be_counted:
            return partial(self.state.count, change=change)
        return partial(Store.change, change=change)

    # --- the course of the game -----------------------------------------------------------------------------------

    def _drive(self) -> None:
        """Let the player think whose turn it is, or end its thinking; let the right clock run."""
        active, game = self.state.active, self.state.active.game
        over = self.is_closed or active.outcome() is not None
        halted = over or (self.state.paused and not self._steps)
        is_ai = active.seat.is_ai
        if halted or not is_ai or not self.is_attended:
            self._stop_thinking(keep_consultation=self.is_attended and not over)
        elif self._turn is None:
            self._turn = Turn(self.resources, self.state, self.address, self.tell, lambda: self._is_watched)
            self._keep(self._let_move(self._turn))
        if halted or not active.has_begun or not (self._turn if is_ai else self._is_clock_on):
            self._timer.halt()
        else:
            clock = game.clock
            self._timer.start(None if clock is None or is_ai else clock.left(game.turn), self._flag)

    @property
    def _is_clock_on(self) -> bool:
        """Whether the time of a person runs."""
        return self._attended

    async def _let_move(self, turn: Turn) -> None:
        """Have a player think, then move."""
        try:
            analysis = await turn.think()
        except Exception as error:
            if not isinstance(error, KingMeError):
                log.exception("a player failed")
            async with self.lock:
                await self._fail(turn, error)
            return
        if analysis is not None and not self._steps:
            await turn.keep_pace(analysis)
        async with self.lock:
            if analysis is None or self._turn is not turn:
                return
            if analysis.move is None or analysis.move not in self.state.active.game.board.legal_moves():
                await self._fail(turn, KingMeError(f"{analysis.move} is not a legal move"))
                return
            turn.info = None
            self._steps = max(0, self._steps - 1)
            self._tell_thought(turn.thought(analysis))
            with contextlib.suppress(StoreError):  # the session is closed then, and its pages come back
                await self.play(analysis.move, "ai", analysis.time if self.state.active.has_begun else 0.0)

    async def _fail(self, turn: Turn, error: Exception) -> None:
        """A player that cannot go on stops the game, and nothing is lost: another level can take over."""
        if self._turn is not turn:
            return
        self._turn, turn.info = None, None
        self.state.paused, self._steps = True, 0
        reason = str(error) if isinstance(error, KingMeError) else "it failed"
        self.tell({"type": "error", "message": f"{turn.title} cannot move, and the game is paused: {reason}"})
        with contextlib.suppress(StoreError):
            await self.commit()

    def consult(self, client: Client, answer: Answer, lapse: Callable[[], None] | None = None) -> None:
        """Ask the analyst about the position, which takes one question at a time.

        If the game goes on before it has answered, the question is dropped and `lapse` is called.
        """
        if self._consultation is not None:
            raise KingMeError("one question at a time: wait for the answer")
        self._consultation = Consultation(self.resources, self.state, client, lapse)
        self._keep(self._have_answered(self._consultation, answer))

    async def _have_answered(self, consultation: Consultation, answer: Answer) -> None:
        analysis = await consultation.ask()
        async with self.lock:
            if self._consultation is consultation:
                self._consultation = None
            if analysis is not None and not consultation.is_dropped and not self.is_closed:
                with contextlib.suppress(StoreError):
                    await answer(analysis)

    def hurry(self) -> None:
        """Have the player move at once, with the best it has found."""
        if self._turn is not None:
            self._turn.stop()

    def stop_turn(self) -> None:
        """End a player's thinking without a move; the next `commit` lets another begin."""
        if self._turn is not None:
            self._turn.drop()
            self._turn = None

    def _stop_thinking(self, keep_consultation: bool = False) -> None:
        self.stop_turn()
        if not keep_consultation:
            self._drop_consultation()

    def _drop_consultation(self) -> None:
        if self._consultation is not None:
            self._consultation.drop()
            self._consultation = None

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a task that belongs to the session."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, StoreError):
            log.error("a game's task failed", exc_info=error)
        if self.is_idle:
            self._on_idle(self)

    def _flag(self) -> None:
        self._keep(self._forfeit())

    async def _forfeit(self) -> None:
        async with self.lock:
            game = self.state.active.game
            clock, color = game.clock, game.turn
            if self.is_closed or clock is None or self.state.active.outcome() is not None:
                return
            if clock.left(color) > self._timer.elapsed:  # a move was faster than the flag, and this is another turn
                self._timer.halt()
                self._drive()
                return
            clock.spend(color, clock.left(color))
            game.forfeit(color, Termination.TIME_FORFEIT)
            with contextlib.suppress(StoreError):
                await self.commit(moved=True)

    # --- telling --------------------------------------------------------------------------------------------------

    def watch(self, client: Client, on: bool) -> None:
        """A page shows the figures of searches, or no longer does; it gets those of the last one."""
        if self.state.is_rated:
            return
        client.watches = on
        self._is_watched = any(other.watches for other in self._clients)
        if on and self._thought is not None:
            client.post(self._thought.message())
        if on and self._turn is not None:
            self._turn.show_decision()

    def _tell_thought(self, thought: Thought | None) -> None:
        """A player has decided: pages that show figures get all of them."""
        self._thought = thought or self._thought
        if thought is not None and self._is_watched:
            text = encode(thought.message())
            for client in self._clients:
                if client.watches:
                    client.post_text("thought", text)

    def tell(self, message: dict[str, Any]) -> None:
        text = encode(message)
        for client in self._clients:
            client.post_text(message["type"], text)

    def may_play(self, person: str) -> bool:
        """Whether the game is somebody's to play."""
        return self.state.owner == person

    def text_for(self, person: str, common: str | None = None) -> str:
        """The state of the game as JSON, as somebody may see it."""
        return self.state.text(
            is_owner=self.may_play(person), timer=self._timer, thinking=self._thinking, common=common
        )

    @property
    def _thinking(self) -> dict[str, Any] | None:
        return None if self._turn is None else self._turn.info

    def _view_of(self, person: str) -> Hashable:
        """Those with the same view see the same."""
        return self.may_play(person)

    def tell_state(self, only: Client | None = None) -> None:
        """Send the state of the game to every page, or to one."""
        texts: dict[Hashable, str] = {}
        common = self.state.common_text(self._timer, self._thinking) if self._clients else ""
        for client in self._clients if only is None else (only,):
            view = self._view_of(client.person)
            if view not in texts:
                texts[view] = f'{{"type":"state","state":{self.text_for(client.person, common)}}}'
            client.post_text("state", texts[view])
