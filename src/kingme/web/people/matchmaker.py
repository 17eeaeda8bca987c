"""`Matchmaker`: from a challenge to a game: made, accepted, withdrawn, or paired by rating.

Whoever speaks is named by the id of the person, so that pages, programs and tournaments use the same functions.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

import sqlalchemy as sa

from kingme.board import Board
from kingme.clock import Clock
from kingme.database.connection import transaction
from kingme.errors import KingMeError
from kingme.games.registry import DEFAULT, find_game, game_name_of
from kingme.outcome import Color
from kingme.play.seat import Seat
from kingme.profile import Rules
from kingme.web.people import blocks, challenges, entrants, measures, person, places
from kingme.web.people.challenges import Challenge, TakenError
from kingme.web.people.meeting_schemas import NewChallenge
from kingme.web.people.person import Person
from kingme.web.people.results import rating_of
from kingme.web.people.speeds import speed_of
from kingme.web.play.creation import Draft, draft_game
from kingme.web.play.sessions import Sessions
from kingme.web.play.shared import SharedTerms, count_running, find_shared
from kingme.web.resources import Resources
from kingme.web.schemas import NewGame, Start

T = TypeVar("T")

LONGEST_CLOCK = 180 * 60.0  # seconds
NO_NAME = "choose a name first: your opponent will see it"


class TooBusyError(KingMeError):
    """Somebody has as many games as they may have."""


class Matchmaker:
    """Brings people together on one server."""

    def __init__(self, resources: Resources, sessions: Sessions) -> None:
        self._resources, self._sessions = resources, sessions

    async def arrive(self, who: str, address: str) -> None:
        """Somebody wants to meet others: note where they are; `ForbiddenError` if they are banned."""
        now = time.time()

        def note(connection: sa.Connection) -> None:
            places.note(connection, who, address, now)

        if not await self.read(partial(places.is_fresh, id=who, address=address, now=now)):
            await self._resources.writer.submit(note)
        await self.read(partial(measures.check, id=who, measure="ban", now=now))

    # --- challenges -----------------------------------------------------------------------------------------------

    async def challenge(self, who: str, wanted: NewChallenge) -> Challenge:
        """Keep a challenge until somebody accepts it."""
        planned = await asyncio.to_thread(self._plan, who, wanted)

        def write(connection: sa.Connection) -> Challenge:
            named = self.named(connection, who, wanted.name)
            target = None if wanted.opponent is None else self._target(connection, named, wanted.opponent)
            return challenges.add(connection, self._completed(connection, planned, named, target))

        made = await self._resources.writer.submit(write)
        if made.target is not None:
            self._resources.hub.tell(made.target, {"type": "challenge", "challenge": made.id})
        if made.place == "lobby":
            self._resources.hub.tell_lobby()
        return made

    async def find(self, id: str) -> Challenge:
        return await self.read(partial(challenges.find, id=id))

    async def accept(self, who: str, id: str, name: str | None = None) -> str:
        """Accept a challenge: the id of the game, also for whoever has done so already."""
        found = await self.find(id)
        if found.game is not None:
            if await self.read(partial(_plays, who=who, game=found.game)):
                return found.game
            raise TakenError("somebody else has accepted this challenge")
        if found.owner == who:
            raise KingMeError("this is your own challenge: send its link to somebody else")
        if found.target not in (None, who):
            raise KingMeError("this challenge is for somebody else")
        return await self._begin(found, who, name)

    async def withdraw(self, who: str, id: str) -> None:
        """Take back one's own challenge, or decline one."""
        found = await self._resources.writer.submit(partial(challenges.withdraw, id=id, person=who))
        if found.owner != who:
            self._resources.hub.tell(found.owner, {"type": "declined", "challenge": id})
        elif found.target is not None:
            self._resources.hub.tell(found.target, {"type": "challenge", "challenge": id})
        self._resources.hub.tell_lobby()

    async def pair(self, who: str, wanted: NewChallenge) -> tuple[str | None, Challenge | None]:
        """Look for an opponent: the game, or what waits. Whoever goes on waiting calls this again."""
        planned = await asyncio.to_thread(self._plan, who, wanted)

        def write(connection: sa.Connection) -> tuple[Challenge, Challenge | None]:
            named = self.named(connection, who, wanted.name)
            return challenges.seek(connection, self._completed(connection, planned, named, None))

        mine, theirs = await self._resources.writer.submit(write)
        if theirs is None:
            return None, mine
        try:
            return await self._begin(theirs, who, None, mine), None
        except (TakenError, challenges.NoChallengeError):
            return None, mine  # they have found somebody else this moment

    async def stop_pairing(self, who: str) -> None:
        await self._resources.writer.submit(partial(challenges.withdraw_quick, owner=who))

    async def _begin(self, found: Challenge, who: str, name: str | None, mine: Challenge | None = None) -> str:
        """Begin the game that a challenge asks for."""
        draft = await self.draft(found)
        terms = SharedTerms(found.rated, found.days, found.delay)

        def look(connection: sa.Connection) -> tuple[Person | None, bool, Person]:
            if blocks.is_between(connection, found.owner, who):
                raise KingMeError("you cannot accept this challenge")
            self._check_games(connection, who)
            self._check_games(connection, found.owner, "your opponent has")
            is_closed = measures.is_under(connection, found.owner, "ban", time.time())
            return person.find(connection, found.owner), is_closed, self.named(connection, who, name)

        challenger, is_closed, other = await self._resources.writer.submit(look)
        if challenger is None or is_closed:
            raise challenges.NoChallengeError("whoever made this challenge has left")
        color = _own_color(found, mine)
        sides = await self.read(partial(self._seats, found=found, people={color: challenger, color.other: other}))
        withdrawn = () if mine is None else (mine.id,)

        def take(connection: sa.Connection, game: str) -> None:
            challenges.take(connection, found.id, game, *withdrawn)

        session = await self._sessions.begin_shared(draft, sides, terms, take)
        return session.state.id

    async def draft(self, found: Challenge) -> Draft:
        """The game that a challenge asks for, before anybody sits at it."""
        await self._resources.preparation.compile_for(found.kind)
        request = NewGame(game=found.kind, rules=found.rules, clock=found.clock)
        if found.start is not None:
            request.start = Start(**found.start)
        return await asyncio.to_thread(draft_game, request, self._resources.settings)

    # --- parts: within a transaction ------------------------------------------------------------------------------

    def _plan(self, who: str, wanted: NewChallenge) -> Challenge:
        """A challenge without what the store knows; `KingMeError` says what is wrong with it."""
        if wanted.clock is not None and wanted.days is not None:
            raise KingMeError("a game has a clock, or days for each move, or neither")
        if wanted.clock is not None:
            check_clock(wanted.clock)
        if wanted.rated and wanted.clock is None and wanted.days is None:
            raise KingMeError("a rated game needs a clock, or days for each move")
        start = None if wanted.start is None else wanted.start.model_dump(exclude_none=True) or None
        if wanted.rated and start is not None and "fen" in start:
            raise KingMeError("a rated game begins at the start")
        if wanted.rated and wanted.rules is not None:
            raise KingMeError("a rated game has the official rules")
        if wanted.place == "quick" and wanted.clock is None:
            raise KingMeError("quick pairing needs a clock")
        if wanted.place == "quick" and wanted.opponent is not None:
            raise KingMeError("quick pairing chooses the opponent")
        fen = None if start is None else start.get("fen")
        kind = wanted.game or game_name_of(fen or "") or DEFAULT
        find_game(kind)
        if wanted.rules is not None:
            Rules.parse(wanted.rules)
        if fen is not None and Board.from_fen(fen).game.name != kind:
            raise KingMeError("the position is one of another game")
        if start is not None and "opening" in start and kind != DEFAULT:
            raise KingMeError("three-move openings are those of English draughts")
        now, days = time.time(), None if wanted.days is None else float(wanted.days)
        until = now + challenges.lifetime(wanted.place, days, wanted.clock is not None)
        speed = speed_of(wanted.clock)
        return Challenge(
            who, wanted.place, kind, speed, wanted.color, wanted.rated, now, until,
            start=start, rules=wanted.rules, clock=wanted.clock, days=days, delay=wanted.delay,
        )  # fmt: skip

    def _completed(self, connection: sa.Connection, planned: Challenge, named: Person, target: str | None) -> Challenge:
        self._check_games(connection, named.id)
        return replace(planned, target=target, rating=rating_of(connection, named.id, planned.kind, planned.speed))

    def named(self, connection: sa.Connection, who: str, name: str | None) -> Person:
        """Who somebody is; with a name, they are called that from now on. An account keeps the name that it has."""
        measures.check(connection, who, "ban", time.time())
        found = person.find(connection, who)
        if found is not None and (name is None or name == found.name or found.kind != "guest"):
            return found
        if name is None:
            raise KingMeError(NO_NAME)
        return person.set_name(connection, who, name)

    def _target(self, connection: sa.Connection, named: Person, opponent: str) -> str:
        found = person.find_by_name(connection, opponent)
        if found is None or found.kind == "level" or blocks.is_between(connection, found.id, named.id):
            raise KingMeError(f"there is nobody called {opponent} whom you can challenge")
        if found.id == named.id:
            raise KingMeError("you cannot challenge yourself")
        if entrants.find(connection, found.id) is not None:
            raise KingMeError(f"{found.name} plays for the strength ladder only")
        return found.id

    def _check_games(self, connection: sa.Connection, who: str, whose: str = "you have") -> None:
        most = self._resources.settings.shared_games_per_person
        if count_running(connection, who) >= most:
            raise TooBusyError(f"{whose} {most} games that are not over: finish one first")

    def _seats(self, connection: sa.Connection, found: Challenge, people: dict[Color, Person]) -> dict[Color, Seat]:
        return {
            color: Seat("human", None, one.name, rating_of(connection, one.id, found.kind, found.speed), one.id)
            for color, one in people.items()
        }

    async def read(self, look: Callable[[sa.Connection], T]) -> T:
        """Ask the store."""
        store = self._resources.store

        def read() -> T:
            with transaction(store.engine, store.place) as connection:
                return look(connection)

        return await asyncio.to_thread(read)


def check_clock(text: str) -> None:
    """Refuse a clock that nobody would wait for."""
    clock = Clock.parse(text)
    if clock.black > LONGEST_CLOCK:
        raise KingMeError(f"a clock has at most {LONGEST_CLOCK / 60:.0f} minutes, not {clock.black / 60:g}")
    if clock.increment > LONGEST_CLOCK / 60:
        raise KingMeError(f"an increment has at most {LONGEST_CLOCK / 60:.0f} seconds")


def _own_color(found: Challenge, mine: Challenge | None) -> Color:
    """The side of whoever has made a challenge."""
    if found.color != "random":
        return Color.parse(found.color)
    if mine is not None and mine.color != "random":
        return Color.parse(mine.color).other
    return secrets.choice(list(Color))


def _plays(connection: sa.Connection, who: str, game: str) -> bool:
    found = find_shared(connection, game)
    return found is not None and bool(found.sides_of(who))
