"""`Reviews`: whole games judged in the background, position by position, from the end to the start.

Backwards, because what the engine has learned about later positions stays in its table and helps with earlier ones: a
blunder is seen as one. Each position that is done is stored, so that a review goes on after the server was stopped, and
the same game is never reviewed twice. Searches go through the same queue as everybody's.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import logging
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.game import Game
from kingme.move import Move
from kingme.play.analyst import analyst_spec
from kingme.players.base import Limit
from kingme.web.analysis import review_store
from kingme.web.analysis.endings import TABLES, table_value
from kingme.web.analysis.judge import Opinion, exact_value, judge, summary
from kingme.web.analysis.positions import analyst, game_at
from kingme.web.gate import PublicSpec
from kingme.web.play.rated import check_analysis
from kingme.web.resources import Resources
from kingme.web.searches import BusyError, Search
from kingme.web.store import StoreError

log = logging.getLogger("kingme.web")

VERSION = 1  # raise it when reviews are to be made anew
NODES = {"quick": 30_000, "normal": 200_000, "deep": 2_000_000}
SECONDS = {"quick": 2.0, "normal": 5.0, "deep": 20.0}
SPEC = "engine:hash=32"
STORE_EVERY = 8  # positions
MOST_STORED = 200
BUSY_PAUSE = 0.5
LONGEST_LINE = 24


@dataclass
class Review:
    """One review, as far as it is."""

    id: str
    owner: str
    request: dict[str, Any]
    game: Game
    address: str = ""  # where it was asked for last
    opinions: dict[int, Opinion] = field(default_factory=dict)
    state: str = "running"
    message: str = ""
    task: asyncio.Task[None] | None = None
    judged: dict[int, dict[str, Any]] = field(default_factory=dict)

    @property
    def is_worked_on(self) -> bool:
        return self.task is not None and not self.task.done()

    @property
    def total(self) -> int:
        return len(self.game.positions)

    def report(self) -> dict[str, Any]:
        """Everything so far; the shape is `schemas.ReviewReport`.

        It is made in a thread while the review goes on: all of it is about the moment at which it was begun. A review
        is called done after its last opinion has come, so the state is looked at first.
        """
        state, message = self.state, self.message
        opinions = dict(self.opinions)
        plies = [
            self._judged(number, opinions[number], opinions[number + 1])
            for number in range(len(self.game.plies))
            if number in opinions and number + 1 in opinions
        ]
        values = [
            None if (found := opinions.get(number)) is None else 1 - found.value if board.turn else found.value
            for number, board in enumerate(self.game.positions)
        ]
        return {
            "id": self.id,
            "state": state,
            "message": message,
            "done": len(opinions),
            "total": self.total,
            "depth": self.request["depth"],
            "player": "engine",
            "evaluations": values,
            "plies": plies,
            "black": summary("black", plies),
            "white": summary("white", plies),
        }

    def _judged(self, number: int, before: Opinion, after: Opinion) -> dict[str, Any]:
        """What is said of a move; opinions do not change, so it is said once."""
        if number not in self.judged:
            self.judged[number] = judge(
                number, self.game.positions[number], self.game.plies[number].move, before, after
            )
        return self.judged[number]


class Reviews:
    """All reviews of a server; those that are worked on or were asked for lately are in memory."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._open: dict[str, Review] = {}

    async def begin(self, owner: str, address: str, request: dict[str, Any]) -> Review:
        """Begin a review, or go on with it, or find that it is done; `BusyError` if too many are worked on."""
        review = review_id(owner, request)
        found = self._open.get(review)
        if found is None:
            self._admit(address)
            await asyncio.to_thread(self._check, owner, request)
            write = partial(review_store.begin, review=review, owner=owner, request=request, most=MOST_STORED)
            await self._resources.writer.submit(write)
            found = await self.get(owner, address, review)
            assert found is not None
        self._go_on(found, address)
        return found

    def _check(self, owner: str, request: dict[str, Any]) -> None:
        """Refuse a game that makes no sense, and one that its owner is just playing for a rating."""
        game = game_at(request["fen"], request["moves"])
        check_analysis(self._resources.store, owner, game.positions)

    async def get(self, owner: str, address: str, review: str) -> Review | None:
        """A review of this owner; one that was interrupted goes on, one that was stopped or failed does not.

        While too many others are worked on, it waits until somebody looks at it again.
        """
        found = self._open.get(review)
        if found is None:
            loaded = await asyncio.to_thread(self._load, owner, review)
            if loaded is None:
                return None
            found = self._open.setdefault(review, loaded)
            self._forget()
        if found.owner != owner:
            return None
        if found.state not in ("cancelled", "failed"):
            with suppress(BusyError):
                self._go_on(found, address)
        return found

    def running(self) -> list[Review]:
        """The reviews that are being worked on."""
        return [review for review in self._open.values() if review.is_worked_on]

    def _admit(self, address: str) -> None:
        """Refuse a review that is one too many: from one address, whatever its cookies, or in all."""
        settings, running = self._resources.settings, self.running()
        near = sum(review.address == address for review in running)
        if near >= settings.reviews_per_address:
            raise BusyError(f"{near} reviews from your address are running already: wait for one of them")
        if len(running) >= settings.reviews_at_once:
            raise BusyError(f"{len(running)} reviews are running already: try again in a few minutes")

    def cancel(self, found: Review) -> None:
        """Stop working on it; what was found stays, and it can be taken up again."""
        if found.state == "running":
            found.state, found.message = "cancelled", "stopped"
            if found.task is not None:
                found.task.cancel()

    def close(self) -> None:
        for review in self._open.values():
            if review.task is not None:
                review.task.cancel()

    def _load(self, owner: str, review: str) -> Review | None:
        stored = review_store.load(self._resources.store, review, owner)
        if stored is None:
            return None
        request, rows = stored
        if not is_request_of(review, owner, request):
            raise StoreError("this review cannot be read any more: its request is not what was stored")
        game = game_at(request["fen"], request["moves"])
        made = Review(review, owner, request, game)
        for number, data in rows.items():
            if number < len(game.positions):
                made.opinions[number] = _opinion(game.positions[number], data)
        return made

    def _forget(self) -> None:
        """Keep the memory bounded: reviews that are done can be read again."""
        idle = [key for key, item in self._open.items() if not item.is_worked_on]
        for key in idle[: max(0, len(self._open) - 50)]:
            del self._open[key]

    def _go_on(self, review: Review, address: str) -> None:
        if len(review.opinions) == review.total:
            review.state = "done"
        elif not review.is_worked_on:
            self._admit(address)
            review.address = address
            review.state, review.message = "running", ""
            review.task = asyncio.get_running_loop().create_task(self._work(review))

    async def _work(self, review: Review) -> None:
        unsaved: list[tuple[int, dict[str, Any]]] = []
        try:
            await asyncio.to_thread(import_module, TABLES)
            await self._resources.preparation.wait_for(TABLES)
            await self._look(review, unsaved)
            review.state = "done"
        except asyncio.CancelledError:
            if review.state == "running":
                review.state = "cancelled"
        except KingMeError as error:
            review.state, review.message = "failed", str(error)
        except Exception:
            log.exception("a review failed")
            review.state, review.message = "failed", "the review failed: the server's log says why"
        await self._save(review, unsaved)

    async def _look(self, review: Review, unsaved: list[tuple[int, dict[str, Any]]]) -> None:
        """Look at every position that is not known yet, the last one first."""
        settings, depth = self._resources.settings, review.request["depth"]
        board = review.game.board
        spec = await asyncio.to_thread(analyst_spec, board)
        chosen = SPEC if spec.startswith("engine") else spec
        player = await asyncio.to_thread(analyst, chosen, settings, tables=board.game.TABLES)
        game = review.game.copy()
        for number in range(review.total - 1, -1, -1):
            if number not in review.opinions:
                opinion = await self._think(review, game, player, Limit(nodes=NODES[depth]), SECONDS[depth])
                review.opinions[number] = opinion
                unsaved.append((number, _opinion_data(opinion)))
                if len(unsaved) >= STORE_EVERY:
                    await self._save(review, unsaved)
            if number:
                game.undo()

    async def _think(self, review: Review, game: Game, player: PublicSpec, limit: Limit, seconds: float) -> Opinion:
        board = game.board
        if not board.legal_moves():
            return Opinion(0.0, ())
        table = await asyncio.to_thread(table_value, board)
        while True:
            name = f"review {review.id}"
            where = review.address
            search = Search(review.owner, name, player, game.copy(), limit, seconds, is_long=True, address=where)
            try:
                analysis = await self._resources.searches.run(search)
                break
            except BusyError:
                await asyncio.sleep(BUSY_PAUSE)
            except asyncio.CancelledError:
                search.drop()
                raise
        if analysis is None or analysis.move is None:
            raise KingMeError("the server is closing")
        value = 0.5 if analysis.value is None else analysis.value
        return Opinion(exact_value(value, table), analysis.pv[:LONGEST_LINE] or (analysis.move,))

    async def _save(self, review: Review, unsaved: list[tuple[int, dict[str, Any]]]) -> None:
        found, unsaved[:] = list(unsaved), []
        if found:
            try:
                await self._resources.writer.submit(partial(review_store.add, review=review.id, found=found))
            except KingMeError as error:
                log.warning("a review could not be stored: %s", error)


def review_id(owner: str, request: dict[str, Any]) -> str:
    """The name of a review: the same game, judged in the same way for the same browser, is the same review."""
    text = json.dumps([VERSION, owner, request], sort_keys=True)
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest())[:22].decode()


def is_request_of(review: str, owner: str, request: Any) -> bool:
    """Whether what is stored as the request of a review is what was asked for."""
    return isinstance(request, dict) and review_id(owner, request) == review


def _opinion_data(opinion: Opinion) -> dict[str, Any]:
    return {"value": opinion.value, "line": [list(move.path) for move in opinion.line]}


def _opinion(board: Board, data: dict[str, Any]) -> Opinion:
    moves: list[Move] = []
    for path in data["line"]:
        move = board.find_move(path)
        moves.append(move)
        board = board.play_code(move.code)
    return Opinion(data["value"], tuple(moves))
