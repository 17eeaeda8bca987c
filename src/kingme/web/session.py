"""`Session`: one game that is being played, with its players, its clock and the pages that show it.

Everything that changes a game happens while its lock is held, and is stored before anybody is told (`commit`). What the
players think about happens outside the lock, on copies; an answer counts only if the position is still the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kingme.board import Board
from kingme.clock import Clock
from kingme.errors import KingMeError
from kingme.game import Game
from kingme.move import Move
from kingme.outcome import Color, Outcome, Termination
from kingme.web.clients import Client
from kingme.web.seats import seats_from_data
from kingme.web.services import Services
from kingme.web.state import row_values, state_text
from kingme.web.store import Change, Store, StoredPly, StoreError
from kingme.web.thinking import Answer, Consultation, Thought, Turn
from kingme.web.timer import TurnTimer
from kingme.web.views import encode, ply_data, ply_text, ply_texts

log = logging.getLogger("kingme.web")


class ClosedError(KingMeError):
    """The session has ended, and the game must be loaded again."""


class Session:
    """A game in memory. `row` is what is stored of it beside its moves; `authors` tells who made each of them."""

    def __init__(self, services: Services, row: dict[str, Any], game: Game, authors: list[str]) -> None:
        self.services = services
        self.id: str = row["id"]
        self.owner: str = row["owner"]
        self.version: int = row["version"]
        self.moved: int = row["moved"]
        self.created: float = row["created"]
        self.updated: float = row["updated"]
        self.setup: dict[str, Any] = row["setup"]
        self.paused: bool = row["paused"]
        self.draw_offer: Color | None = Color.parse(row["draw_offer"]) if row["draw_offer"] else None
        self.game = game
        self.authors = authors  # of moves that were taken back too
        self.seats = seats_from_data(self.setup["seats"])
        self.lock = asyncio.Lock()
        self.clients: set[Client] = set()
        self.is_closed = False
        self.turn: Turn | None = None  # the move that a player is thinking about
        self.consultation: Consultation | None = None  # a hint, or what to say to a draw
        self.thought: Thought | None = None  # what a player thought before its last move
        self.is_watched = False  # some page shows the figures of searches
        self.steps = 0  # moves to make although the game is paused
        self.declined = -1  # the state of the game in which a draw was declined
        self.timer = TurnTimer()
        self.shown = ply_texts(game, authors)  # the moves for the page
        self.start_fen = game.start.fen()
        self.rules_text = game.rules.text()
        self._outcome: tuple[Board, Outcome | None, Outcome | None] | None = None
        self._attended = False  # the owner has been here since the game was loaded
        self._tasks: set[asyncio.Task[None]] = set()

    # --- who is here ----------------------------------------------------------------------------------------------

    async def attach(self, client: Client) -> None:
        """A page has opened: it gets the state, and players may think while its owner looks on."""
        async with self.lock:
            if self.is_closed:
                raise ClosedError("the game was loaded again")
            self.clients.add(client)
            self._attended |= client.is_owner
            self.drive()
            self.tell_state(client)

    async def detach(self, client: Client) -> None:
        """A page has closed; when the owner's last one has, nobody needs to think any more."""
        async with self.lock:
            self.clients.discard(client)
            self.is_watched = any(other.watches for other in self.clients)
            if self.consultation is not None and self.consultation.client is client:
                self._drop_consultation()
            self.drive()

    @property
    def is_attended(self) -> bool:
        return any(client.is_owner for client in self.clients)

    @property
    def address(self) -> str:
        """Where its owner looks on from."""
        return next((client.address for client in self.clients if client.is_owner), "")

    @property
    def is_idle(self) -> bool:
        """Whether nothing would be lost if the session were forgotten."""
        return not self.clients and not self._tasks and not (self.timer.is_running and self.game.clock is not None)

    def close(self, code: int, reason: str) -> None:
        """End the session and its pages, which may connect again."""
        self.is_closed = True
        self._stop_thinking()
        self.timer.halt()
        for client in list(self.clients):
            client.close(code, reason)

    # --- changing the game: with the lock held --------------------------------------------------------------------

    async def play(self, move: Move, author: str, elapsed: float | None = None) -> None:
        """Make a move that is known to be legal."""
        number = len(self.game.plies)
        spent = self.timer.elapsed if elapsed is None else elapsed
        self.game.play(move, elapsed=round(spent, 3))
        ply = self.game.plies[-1]
        ply.clock = None if ply.clock is None else round(ply.clock, 3)
        cut = number if len(self.authors) > number else None
        self.authors[number:] = [author]
        self.shown.append(ply_text(self.game.positions[-2], self.game.board, ply, author))
        self.draw_offer = None
        if author == "human":
            self.paused = False
        await self.commit(cut=cut, add=[StoredPly(author, ply_data(ply))], moved=True)

    def outcome(self) -> Outcome | None:
        """How the game ended; looked up once for each position, as everything here asks for it."""
        key = self.game.board, self.game.declared
        if self._outcome is None or self._outcome[0] is not key[0] or self._outcome[1] != key[1]:
            self._outcome = (*key, self.game.outcome())
        return self._outcome[2]

    async def go_to(self, number: int) -> None:
        """Take back moves, or play them again, until so many are on the board."""
        while len(self.game.plies) > number:
            self.game.undo()
        while len(self.game.plies) < number:
            self.game.redo()
        del self.shown[number:]
        for index in range(len(self.shown), number):
            boards = self.game.positions
            self.shown.append(ply_text(boards[index], boards[index + 1], self.game.plies[index], self.authors[index]))
        self._restore_clock()
        self.draw_offer = None
        if all(seat.is_ai for seat in self.seats.values()):
            self.paused = True  # otherwise what was taken back would be played again at once
        await self.commit(moved=True)

    async def commit(
        self, *, cut: int | None = None, add: Sequence[StoredPly] = (), moved: bool = False, setup: bool = False
    ) -> None:
        """Store what has changed, then go on with the game and tell everybody."""
        overtaken = self.consultation if moved else None
        if moved:
            self._stop_thinking()
            self.timer.reset()
        follows, self.version = self.version, self.version + 1
        self.moved = self.version if moved else self.moved
        self.updated = time.time()
        values = row_values(self) | ({"setup": self.setup} if setup else {})
        try:
            change = Change(self.id, follows, values, cut, len(self.game.plies) - len(add), add)
            await self.services.writer.submit(partial(Store.change, change=change))
        except StoreError:
            self.services.sessions.discard(self)  # what is stored is right: the pages load it again
            raise
        self.drive()
        self.tell_state()
        if overtaken is not None and self.outcome() is None:
            overtaken.lapse()

    # --- the course of the game -----------------------------------------------------------------------------------

    def drive(self) -> None:
        """Let the player think whose turn it is, or end its thinking; let the right clock run."""
        over = self.is_closed or self.outcome() is not None
        halted = over or (self.paused and not self.steps)
        seat = self.seats[self.game.turn]
        if halted or not seat.is_ai or not self.is_attended:
            self._stop_thinking(keep_consultation=self.is_attended and not over)
        elif self.turn is None:
            self.turn = Turn(self, self.game.turn, seat)
            self.keep(self.turn.run())
        if halted or not (self.turn if seat.is_ai else self._attended):
            self.timer.halt()
        else:
            clock = self.game.clock
            self.timer.start(None if clock is None or seat.is_ai else clock.left(self.game.turn), self._flag)

    def consult(self, client: Client, answer: Answer, lapse: Callable[[], None] | None = None) -> bool:
        """Ask the analyst about the position; False if it is busy with another question of this game.

        If the game goes on before it has answered, the question is dropped and `lapse` is called.
        """
        if self.consultation is not None:
            return False
        self.consultation = Consultation(self, client, answer, lapse)
        self.keep(self.consultation.run())
        return True

    def keep(self, work: Any) -> None:
        """Run a task that belongs to the session."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, StoreError):
            log.error("a game's task failed", exc_info=error)
        if self.is_idle:
            self.services.sessions.release(self)

    def stop_turn(self) -> None:
        """End a player's thinking without a move; `drive` lets the next one begin."""
        if self.turn is not None:
            self.turn.drop()
            self.turn = None

    def _stop_thinking(self, keep_consultation: bool = False) -> None:
        self.stop_turn()
        if not keep_consultation:
            self._drop_consultation()

    def _drop_consultation(self) -> None:
        if self.consultation is not None:
            self.consultation.drop()
            self.consultation = None

    def _flag(self) -> None:
        self.keep(self._forfeit())

    async def _forfeit(self) -> None:
        async with self.lock:
            clock, color = self.game.clock, self.game.turn
            if self.is_closed or clock is None or self.outcome() is not None:
                return
            if clock.left(color) > self.timer.elapsed:  # a move was faster than the flag, and this is another turn
                self.timer.halt()
                self.drive()
                return
            clock.spend(color, clock.left(color))
            self.game.forfeit(color, Termination.TIME_FORFEIT)
            with contextlib.suppress(StoreError):
                await self.commit(moved=True)

    def _restore_clock(self) -> None:
        """Give back the time of moves that were taken back: each side has what it had after its last move."""
        clock, control = self.game.clock, self.setup.get("clock")
        if clock is None or control is None:
            return
        fresh = Clock.parse(control)
        clock.black, clock.white = fresh.black, fresh.white
        for number, ply in enumerate(self.game.plies):
            if ply.clock is not None and self.authors[number] in ("human", "ai"):
                if self.game.positions[number].turn is Color.BLACK:
                    clock.black = ply.clock
                else:
                    clock.white = ply.clock

    def undo_target(self) -> int | None:
        """How many moves are left after an undo: back to where a person was to move, over any answers to it."""
        people = [color for color, seat in self.seats.items() if not seat.is_ai]
        first = self.setup.get("base", 0)
        for number in range(len(self.game.plies) - 1, first - 1, -1):
            if not people or self.game.positions[number].turn in people:
                return number
        return None

    def redo_target(self) -> int | None:
        """How many moves are on the board after a redo: up to where a person is to move again."""
        people = [color for color, seat in self.seats.items() if not seat.is_ai]
        turns = (self.game.start.turn, self.game.start.turn.other)
        for number in range(len(self.game.plies) + 1, len(self.authors) + 1):
            if not people or turns[number % 2] in people or number == len(self.authors):
                return number
        return None

    # --- figures of searches --------------------------------------------------------------------------------------

    def watch(self, client: Client, on: bool) -> None:
        """A page shows the figures of searches, or no longer does; it gets those of the last one."""
        client.watches = on
        self.is_watched = any(other.watches for other in self.clients)
        if on and self.thought is not None:
            client.post(self.thought.message())

    def tell_thought(self, thought: Thought) -> None:
        """A player has decided: pages that show figures get all of them."""
        self.thought = thought
        if self.is_watched:
            text = encode(thought.message())
            for client in self.clients:
                if client.watches:
                    client.post_text("thought", text)

    # --- telling --------------------------------------------------------------------------------------------------

    def name(self, color: Color) -> str:
        """What to call a side: as an imported file does, or by its player."""
        return self.game.tags.get(str(color)) or self.seats[color].title

    def tell(self, message: dict[str, Any]) -> None:
        text = encode(message)
        for client in self.clients:
            client.post_text(message["type"], text)

    def tell_state(self, only: Client | None = None) -> None:
        """Send the state of the game to every page, or to one."""
        texts: dict[bool, str] = {}
        for client in self.clients if only is None else (only,):
            owner = client.is_owner
            if owner not in texts:
                texts[owner] = f'{{"type":"state","state":{state_text(self, is_owner=owner)}}}'
            client.post_text("state", texts[owner])
