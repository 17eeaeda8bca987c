"""Small tournaments on disk: whoever has the link joins, and who began it starts it.

In a round robin everybody meets everybody once, in rounds by the circle method; a round begins when the one before is
over. In an arena whoever is free is paired again, until the time is up; nobody meets the same person twice in a row if
anybody else is free. A win counts 2 points and a draw 1. The table follows from the games.
"""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

import sqlalchemy as sa

from kingme.database.checksum import row_checksum
from kingme.web.store import StoreError, checksum_column, games, metadata, shared_games

Kind = Literal["round-robin", "arena"]

MOST_PLAYERS = {"round-robin": 16, "arena": 64}
MOST_OF_OWNER = 10  # that are not over
MOST_IN_ALL = 2000
OPEN_DAYS = 7.0  # until it must have started

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False),
    sa.Column("title", sa.String(80), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("clock", sa.String(40), nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("minutes", sa.Integer, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("started", sa.Float),
    sa.Column("ended", sa.Float),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("players", sa.JSON, nullable=False),  # [[id, name], …] in the order in which they joined
    sa.Column("away", sa.JSON, nullable=False),  # ids of those who have left
    sa.Column("public", sa.Boolean),  # whether the lobby lists it for everybody; older ones have none
    checksum_column(),
    sa.Index("tournaments_of_owner", "owner"),
    sa.Index("tournaments_by_end", "ended"),
)


class NoTournamentError(StoreError):
    """There is no such tournament."""


@dataclass(frozen=True)
class Tournament:
    """A tournament as it is stored."""

    id: str
    owner: str
    title: str
    kind: Kind
    game: str
    clock: str
    rated: bool
    minutes: int  # of an arena
    created: float
    started: float | None
    ended: float | None
    round: int
    players: list[list[str]]
    away: list[str]
    public: bool | None = None

    @property
    def is_running(self) -> bool:
        return self.started is not None and self.ended is None

    @property
    def active(self) -> list[str]:
        """The ids of those who are still there."""
        return [id for id, _ in self.players if id not in self.away]


@dataclass(frozen=True)
class Meeting:
    """A game of a tournament."""

    game: str
    black: str
    white: str
    result: str
    plies: int
    turn: str = "black"  # the side that was to move last

    @property
    def absent(self) -> str | None:
        """Who lost it without having made a move."""
        loser = {"0-1": "black", "1-0": "white"}.get(self.result)
        if loser is None or self.plies > 1 or (self.plies == 1 and loser != self.turn):
            return None
        return self.black if loser == "black" else self.white


@dataclass
class Standing:
    """What a player has reached."""

    name: str
    points: int = 0
    played: int = 0
    won: int = 0


# --- reading ----------------------------------------------------------------------------------------------------------


def find(connection: sa.Connection, id: str) -> Tournament:
    """A tournament by its id."""
    row = connection.execute(sa.select(tournaments).where(tournaments.c.id == id)).mappings().first()
    if row is None or row["checksum"] != row_checksum("tournaments", row):
        raise NoTournamentError("there is no such tournament")
    return _tournament(row)


def running(connection: sa.Connection) -> list[Tournament]:
    """All that go on."""
    return _all(connection, tournaments.c.started.is_not(None), tournaments.c.ended.is_(None))


def of_person(connection: sa.Connection, who: str) -> list[Tournament]:
    """Those that somebody has begun and that are not over, the latest first."""
    return _all(connection, tournaments.c.owner == who, tournaments.c.ended.is_(None))


def listed(connection: sa.Connection, who: str, most: int) -> list[Tournament]:
    """What the lobby shows somebody: those that are not over and are public, or their own, the latest first."""
    is_mine = sa.or_(
        tournaments.c.owner == who, sa.cast(tournaments.c.players, sa.String).contains(f'"{who}"', autoescape=True)
    )
    is_fresh = sa.or_(tournaments.c.started.is_not(None), tournaments.c.created > time.time() - OPEN_DAYS * 86_400)
    return _all(
        connection, tournaments.c.ended.is_(None), is_fresh, sa.or_(tournaments.c.public.is_(True), is_mine), most=most
    )


def meetings(connection: sa.Connection, id: str) -> list[Meeting]:
    """The games of a tournament in their order."""
    shared = (shared_games.c.game, shared_games.c.black, shared_games.c.white, shared_games.c.turn)
    query = sa.select(*shared, games.c.result, games.c.length).join(games, games.c.id == shared_games.c.game)
    query = query.where(shared_games.c.tournament == id).order_by(shared_games.c.created, shared_games.c.game)
    rows = connection.execute(query)
    return [Meeting(row.game, row.black, row.white, row.result, row.length, row.turn) for row in rows]


def _all(connection: sa.Connection, *where: sa.ColumnElement[bool], most: int = MOST_IN_ALL) -> list[Tournament]:
    query = sa.select(tournaments).where(*where).order_by(tournaments.c.created.desc()).limit(most)
    rows = connection.execute(query).mappings()
    return [_tournament(row) for row in rows if row["checksum"] == row_checksum("tournaments", row)]


# --- who plays whom ---------------------------------------------------------------------------------------------------


def standings(tournament: Tournament, played: list[Meeting]) -> list[tuple[str, Standing]]:
    """The table, by person: points, then wins, then fewer games."""
    table = {id: Standing(name) for id, name in tournament.players}
    for meeting in played:
        if meeting.result == "*":
            continue
        for id, win in ((meeting.black, "1-0"), (meeting.white, "0-1")):
            if (standing := table.get(id)) is not None:
                standing.played += 1
                standing.won += meeting.result == win
                standing.points += 2 if meeting.result == win else meeting.result == "1/2-1/2"
    return sorted(table.items(), key=lambda item: (-item[1].points, -item[1].won, item[1].played))


def round_of(players: list[str], number: int) -> list[tuple[str, str]]:
    """The pairs of a round, from 1, by the circle method: Black first.

    >>> [round_of(["a", "b", "c", "d"], number) for number in (1, 2, 3)]
    [[('a', 'd'), ('b', 'c')], [('c', 'a'), ('b', 'd')], [('a', 'b'), ('c', 'd')]]
    """
    seats = [*players] + ([""] if len(players) % 2 else [])
    fixed, turning = seats[0], seats[1:]
    shift = (number - 1) % len(turning)
    order = [fixed, *turning[-shift:], *turning[:-shift]] if shift else seats
    half = len(order) // 2
    pairs = [(order[index], order[-1 - index]) for index in range(half)]
    pairs = [pair[::-1] if (number % 2 == 0) else pair for pair in pairs]
    return [(black, white) for black, white in pairs if black and white]


def rounds(tournament: Tournament) -> int:
    """How many rounds a round robin has."""
    count = len(tournament.players)
    return count - 1 + count % 2


def free_pairs(tournament: Tournament, played: list[Meeting]) -> list[tuple[str, str]]:
    """Who is to play whom now in an arena: those who are free, by points, not the same as the last time."""
    busy = {id for meeting in played if meeting.result == "*" for id in (meeting.black, meeting.white)}
    last: dict[str, str] = {}
    blacks: Counter[str] = Counter()
    for meeting in played:
        last[meeting.black], last[meeting.white] = meeting.white, meeting.black
        blacks.update({meeting.black: 1, meeting.white: -1})
    waiting = [id for id, _ in standings(tournament, played) if id in tournament.active and id not in busy]
    pairs = []
    while len(waiting) > 1:
        one = waiting.pop(0)
        other = next((id for id in waiting if last.get(one) != id), waiting[0] if len(tournament.active) == 2 else None)
        if other is None:
            continue
        waiting.remove(other)
        pairs.append((one, other) if blacks[one] <= blacks[other] else (other, one))
    return pairs


# --- writing: within a transaction of the `Writer` --------------------------------------------------------------------


def begin(
    connection: sa.Connection,
    owner: str,
    *,
    title: str,
    kind: Kind,
    game: str,
    clock: str,
    rated: bool,
    minutes: int,
    public: bool = False,
) -> Tournament:
    """Make a tournament that people can join."""
    old = time.time() - OPEN_DAYS * 86_400
    connection.execute(sa.delete(tournaments).where(tournaments.c.started.is_(None), tournaments.c.created < old))
    if len(of_person(connection, owner)) >= MOST_OF_OWNER:
        raise StoreError(f"you have {MOST_OF_OWNER} tournaments that are not over: end one first")
    if connection.execute(sa.select(sa.func.count()).select_from(tournaments)).scalar_one() >= MOST_IN_ALL:
        raise StoreError("this server has as many tournaments as it takes")
    id, now = secrets.token_urlsafe(16), time.time()
    made = Tournament(
        id, owner, title, kind, game, clock, rated, minutes, now, None, None, 0, [], [], public or None
    )  # fmt: skip
    connection.execute(sa.insert(tournaments), _row(made))
    return made


def join(connection: sa.Connection, id: str, who: str, name: str) -> Tournament:
    """Take part, or come back."""
    found = find(connection, id)
    if found.ended is not None:
        raise StoreError("this tournament is over")
    known = [player for player in found.players if player[0] == who]
    if not known and found.started is not None and found.kind == "round-robin":
        raise StoreError("this tournament has started: a round robin takes nobody in later")
    if not known and len(found.players) >= MOST_PLAYERS[found.kind]:
        raise StoreError(f"this tournament is full: it has {MOST_PLAYERS[found.kind]} players")
    players = found.players if known else [*found.players, [who, name]]
    return put(connection, replace(found, players=players, away=[one for one in found.away if one != who]))


def leave(connection: sa.Connection, id: str, who: str) -> Tournament:
    """Take part no longer: before the start one's name goes, later one is not paired any more."""
    found = find(connection, id)
    if found.started is None:
        return put(connection, replace(found, players=[player for player in found.players if player[0] != who]))
    return put(connection, replace(found, away=sorted({*found.away, who})))


def start(connection: sa.Connection, id: str, who: str) -> Tournament:
    """Let the games begin; for whoever has made the tournament."""
    found = find(connection, id)
    if found.owner != who:
        raise StoreError("only who has made the tournament can start it")
    if found.started is not None:
        raise StoreError("the tournament has started")
    if len(found.players) < 2:
        raise StoreError("a tournament needs two players")
    return put(connection, replace(found, started=time.time()))


def end(connection: sa.Connection, id: str, who: str) -> Tournament:
    """End it early; games that go on are played to their end and count."""
    found = find(connection, id)
    if found.owner != who:
        raise StoreError("only who has made the tournament can end it")
    return put(connection, replace(found, ended=found.ended or time.time()))


def put(connection: sa.Connection, changed: Tournament) -> Tournament:
    connection.execute(sa.update(tournaments).where(tournaments.c.id == changed.id).values(_row(changed)))
    return changed


def _row(tournament: Tournament) -> dict[str, Any]:
    row = asdict(tournament)
    return row | {"checksum": row_checksum("tournaments", row)}


def _tournament(row: Mapping[Any, Any]) -> Tournament:
    return Tournament(**{name: value for name, value in row.items() if name != "checksum"})
