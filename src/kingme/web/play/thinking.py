"""What goes on outside a game's lock: a player's turn, and questions to the analyst."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.outcome import Color
from kingme.play.analyst import analyst_spec
from kingme.players.base import Analysis, Info, Limit
from kingme.web.analysis.endings import MOST_PIECES, TABLES, table_value
from kingme.web.analysis.snapshot import Snapshots
from kingme.web.clients import Client
from kingme.web.play.state import GameState
from kingme.web.resources import Resources
from kingme.web.searches import BusyError, Search
from kingme.web.views import color_name, finite, score_info

log = logging.getLogger("kingme.web")

Answer = Callable[[Analysis], Awaitable[None]]
"""What to do with what the analyst has found."""

BUSY_PAUSE = 0.5  # seconds until a player asks again for a place in a full queue
MOST_LINES = 5


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
    """One turn of a player: from the moment it may think to the move that it has chosen.

    `tell` gets what pages are to know meanwhile; `is_watched` says whether any of them shows the figures of searches.
    """

    def __init__(
        self,
        resources: Resources,
        state: GameState,
        address: str,
        tell: Callable[[dict[str, Any]], None],
        is_watched: Callable[[], bool],
    ) -> None:
        self._resources, self._state, self._address = resources, state, address
        self._tell, self._is_watched = tell, is_watched
        self._color, self._seat = state.active.game.turn, state.active.seat
        self._started = asyncio.get_running_loop().time()
        self._search: Search | None = None
        self._snapshots: Snapshots | None = None
        self._pace = asyncio.Event()
        self._is_dropped = False
        self._must_stop = False
        self._decision: Analysis | None = None
        self.info: dict[str, Any] | None = self._describe("preparing")  # for the page

    @property
    def title(self) -> str:
        return self._seat.title

    def drop(self) -> None:
        """The turn is over without a move: the game was taken back, paused or left."""
        self._is_dropped = True
        self._pace.set()
        if self._search is not None:
            self._search.drop()
        if self.info is not None:
            self._tell({"type": "thinking", "thinking": None})

    def stop(self) -> None:
        """Play the best that was found so far, also if the search has yet to begin."""
        self._must_stop = True
        if self._search is not None:
            self._search.stop()

    def change_pace(self) -> None:
        self._pace.set()

    async def think(self) -> Analysis | None:
        """Search the position; None if the turn was dropped meanwhile."""
        try:
            return await self._think()
        finally:
            self._search = None  # it knows this turn, and so the game: let go, or both wait for the garbage collector

    async def _think(self) -> Analysis | None:
        resources, game, settings = self._resources, self._state.active.game, self._resources.settings
        assert self._seat.spec is not None
        if len(game.plies) >= settings.game_plies:
            raise KingMeError("the game is too long to go on")
        player = await resources.searches.player(self._seat.spec)
        clock = game.clock
        limit = None if clock is None else Limit(clock=max(0.01, clock.left(self._color)), increment=clock.increment)
        while not self._is_dropped:
            self._search = Search(
                self._state.owner,
                self._state.id,
                player,
                game.copy(),
                limit,
                settings.move_seconds,
                self._hear,
                digest=self._digest,
                address=self._address,
            )
            self._snapshots = Snapshots(game.board, self._seat.title)
            if resources.preparation.has_kernels(TABLES) and len(game.board.pieces()) <= MOST_PIECES:
                self._snapshots.table = await asyncio.to_thread(table_value, game.board)
            if self._must_stop:
                self._search.stop()
            try:
                return await resources.searches.run(self._search)
            except BusyError:
                self._search.phase = "queued"
                self._hear((Info(), None))
                await asyncio.sleep(BUSY_PAUSE)
        return None

    async def keep_pace(self, analysis: Analysis) -> None:
        """Keep the moves of two players apart, so that people can follow; pages keep the figures."""
        self._decision = analysis
        loop = asyncio.get_running_loop()
        while not self._is_dropped:
            delay = self._state.delay
            left = 0.0 if delay is None else self._started + delay - loop.time()
            if left <= 0:
                return
            self._pace.clear()
            if self.info is None or self.info["phase"] != "waiting":
                self.show_decision()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._pace.wait()

    def show_decision(self) -> None:
        """Tell pages of a move that is chosen and waits, with its figures if any page shows them."""
        if self._decision is None or self._is_dropped:
            return
        watched = self._snapshots is not None and self._is_watched()
        snapshot = self._snapshots.take(self._decision, final=True) if self._snapshots and watched else None
        self.info = self._describe("waiting", self._decision, snapshot)
        self._tell({"type": "thinking", "thinking": self.info})

    def thought(self, analysis: Analysis) -> Thought | None:
        """What pages may ask for after the move."""
        if self._snapshots is None:
            return None
        analysis.tree = None  # it may be large, and the figures are enough
        return Thought(self._color, self._snapshots, analysis)

    def _digest(self, info: Info) -> tuple[Info, dict[str, Any] | None]:
        """In the worker's thread: all that the page shows of a search."""
        if self._snapshots is None or not self._is_watched():
            return info, None
        return info, self._snapshots.take(info)

    def _hear(self, news: tuple[Info, dict[str, Any] | None]) -> None:
        """Progress of the search, for the page."""
        if self._search is not None and not self._is_dropped:
            self.info = self._describe(self._search.phase, *news)
            self._tell({"type": "thinking", "thinking": self.info})

    def _describe(self, phase: str, info: Info | None = None, snapshot: dict[str, Any] | None = None) -> dict[str, Any]:
        if self._state.is_rated:
            info = snapshot = None  # what the opponent expects would be help
        return _thinking_info(phase, self._seat.title, self._state.active.game.board, info, snapshot)


class Consultation:
    """A question to the analyst about the current position."""

    def __init__(
        self, resources: Resources, state: GameState, client: Client, lapse: Callable[[], None] | None = None
    ) -> None:
        self.client = client
        self.is_dropped = False
        self._resources, self._state, self._lapse = resources, state, lapse
        self._game = state.active.game.copy()
        self._search: Search | None = None

    def drop(self) -> None:
        self.is_dropped = True
        if self._search is not None:
            self._search.drop()

    def lapse(self) -> None:
        """The game has moved on before the answer was there: whoever waits for it is told."""
        if self._lapse is not None:
            self._lapse()

    async def ask(self) -> Analysis | None:
        """The analyst's answer; None if there is none, of which the page has been told, or if nobody wants it."""
        resources, state = self._resources, self._state
        try:
            player = await resources.searches.player(await asyncio.to_thread(analyst_spec, self._game.board))
            if not self.is_dropped:
                seconds = resources.settings.hint_seconds
                name, address = f"{state.id} analyst", self.client.address
                self._search = Search(state.owner, name, player, self._game, seconds=seconds, address=address)
                return await resources.searches.run(self._search)
        except BusyError as error:
            self.client.error(str(error))
        except Exception:
            log.exception("the analyst failed")
            self.client.error("no answer could be found")
        return None


def _thinking_info(
    phase: str, player: str, board: Board, info: Info | None = None, snapshot: dict[str, Any] | None = None
) -> dict[str, Any]:
    """What the player whose turn it is is doing, for the page; `snapshot` is the whole of it."""
    info = info or Info()
    lines = [
        {
            "text": board.notation(line.move),
            "value": finite(line.value),
            "visits": line.visits,
            "score": score_info(line.score),
        }
        for line in info.best_lines()[:MOST_LINES]
    ]
    return {
        "phase": phase,
        "color": color_name(board.turn),
        "player": player,
        "depth": finite(info.depth) or 0.0,
        "iterations": info.iterations,
        "nodes": info.nodes,
        "rate": finite(info.rate) or 0.0,
        "time": round(info.time, 3),
        "move": None if info.move is None else board.notation(info.move),
        "value": finite(info.value),
        "lines": lines,
        "info": snapshot,
    }
