"""`Conductor`: begins the games of tournaments when their time has come, and ends what is over.

It is asked every second by the referee. Of several processes the one that holds the tournament does it, as with games.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import replace
from functools import partial

import sqlalchemy as sa

from kingme.errors import KingMeError
from kingme.outcome import Color
from kingme.play.seat import Seat
from kingme.web.people import person, tournaments
from kingme.web.people.matchmaker import Matchmaker
from kingme.web.people.person import Person
from kingme.web.people.results import rating_of
from kingme.web.people.speeds import speed_of
from kingme.web.people.tournaments import Meeting, Tournament
from kingme.web.play.creation import draft_game
from kingme.web.play.sessions import Sessions
from kingme.web.play.shared import SharedTerms
from kingme.web.resources import Resources
from kingme.web.schemas import NewGame
from kingme.web.store import shared_games

Pair = tuple[str, str]


class Conductor:
    """Leads the tournaments of one server."""

    def __init__(self, resources: Resources, sessions: Sessions, matchmaker: Matchmaker) -> None:
        self._resources, self._sessions, self._matchmaker = resources, sessions, matchmaker
        self._missed: dict[str, set[str]] = {}  # by tournament, the games that somebody was put away for: once only

    async def look(self) -> bool:
        """Do what is due in every tournament; whether any goes on."""
        going = await self._matchmaker.read(tournaments.running)
        broker = self._resources.broker
        self._missed = {one.id: self._missed.get(one.id, set()) for one in going}
        for tournament in going:
            with contextlib.suppress(KingMeError):  # the next look tries again
                if await broker.claim(tournament.id) == broker.process:
                    await self._lead(tournament)
        return bool(going)

    async def _lead(self, tournament: Tournament) -> None:
        played = await self._matchmaker.read(partial(tournaments.meetings, id=tournament.id))
        known = self._missed.setdefault(tournament.id, set())
        missed = {one.game: one.absent for one in played if one.absent is not None and one.game not in known}
        if set(missed.values()) & set(tournament.active):
            tournament = replace(tournament, away=sorted({*tournament.away, *missed.values()}))
            await self._put(tournament)
        known.update(missed)  # whoever comes back after that stays
        going = any(one.result == "*" for one in played)
        if tournament.kind == "arena":
            await self._lead_arena(tournament, played, going=going)
        elif missing := _missing_pairs(tournament, played):
            for pair in missing:
                await self._begin(tournament, pair)
        elif not going:
            await self._next_round(tournament)

    async def _lead_arena(self, tournament: Tournament, played: list[Meeting], *, going: bool) -> None:
        assert tournament.started is not None
        if time.time() < tournament.started + 60 * tournament.minutes:
            for pair in tournaments.free_pairs(tournament, played):
                await self._begin(tournament, pair)
        elif not going:
            await self._put(replace(tournament, ended=time.time()))

    async def _next_round(self, tournament: Tournament) -> None:
        number = tournament.round + 1
        if number > tournaments.rounds(tournament):
            await self._put(replace(tournament, ended=time.time()))
            return
        tournament = replace(tournament, round=number)
        await self._put(tournament)  # first: if the server is killed here, the next look finds the games missing
        for pair in _missing_pairs(tournament, []):
            await self._begin(tournament, pair)

    async def _begin(self, tournament: Tournament, pair: Pair) -> None:
        request = NewGame(game=tournament.game, clock=tournament.clock)
        await self._resources.preparation.compile_for(tournament.game)
        draft = await asyncio.to_thread(draft_game, request, self._resources.settings)
        sides = await self._matchmaker.read(partial(_seats, tournament=tournament, pair=pair))
        terms = SharedTerms(tournament.rated, tournament=tournament.id)
        once = tournament.kind == "round-robin"
        also = partial(_check_once, tournament=tournament.id, pair=pair) if once else _always
        await self._sessions.begin_shared(draft, sides, terms, also)

    async def _put(self, tournament: Tournament) -> None:
        """Keep what was decided; who has joined or left meanwhile is kept too."""

        def write(connection: sa.Connection) -> None:
            now = tournaments.find(connection, tournament.id)
            away = sorted({*now.away, *tournament.away})
            changed = replace(now, round=tournament.round, ended=now.ended or tournament.ended, away=away)
            tournaments.put(connection, changed)

        await self._resources.writer.submit(write)


def _missing_pairs(tournament: Tournament, played: list[Meeting]) -> list[Pair]:
    """Who is to meet in the present round of a round robin and has no game yet: all, when it has just begun."""
    if tournament.round == 0:
        return []
    met = {(one.black, one.white) for one in played}
    pairs = tournaments.round_of([id for id, _ in tournament.players], tournament.round)
    return [pair for pair in pairs if pair not in met and set(pair) <= set(tournament.active)]


def _check_once(connection: sa.Connection, game: str, tournament: str, pair: Pair) -> None:
    """Refuse a second game of a pair, should another process have begun the first a moment ago."""
    column = shared_games.c
    same = (column.tournament == tournament, column.black == pair[0], column.white == pair[1], column.game != game)
    if connection.execute(sa.select(column.game).where(*same)).first() is not None:
        raise KingMeError("these two have their game already")


def _always(connection: sa.Connection, game: str) -> None:
    """In an arena two people meet as often as it comes."""


def _seats(connection: sa.Connection, tournament: Tournament, pair: Pair) -> dict[Color, Seat]:
    known: dict[str, Person] = person.find_all(connection, pair)
    names: dict[str, str] = dict(tournament.players)
    speed = speed_of(tournament.clock)
    return {
        color: Seat(
            "human",
            None,
            known[id].name if id in known else names[id],
            rating_of(connection, id, tournament.game, speed),
            id,
        )
        for color, id in zip(Color, pair, strict=True)
    }
