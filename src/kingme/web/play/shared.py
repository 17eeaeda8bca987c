"""`SharedGame`: what a game between two people has beside its moves, and the row that keeps it.

Whose sides they are, what was offered, since when the side to move has been thinking, and when the game ends by itself.
All times are the wall clock's, so that a deadline outlives the server; `Referee` moves them on by the time that the
server was down.

A game belongs to neither of the two alone: its row in `games` has the owner `SHARED`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import sqlalchemy as sa

from kingme.database.checksum import row_checksum
from kingme.errors import KingMeError
from kingme.game import Game
from kingme.outcome import Color, Outcome, Termination
from kingme.play.active_game import ActiveGame
from kingme.web.people import blocks, measures
from kingme.web.people.results import GameOfTwo, game_began, game_cancelled, game_over
from kingme.web.people.speeds import Speed, speed_of
from kingme.web.play.rated import read_info
from kingme.web.store import (
    Change,
    Store,
    StoredPly,
    StoreError,
    as_text,
    chat_lines,
    games,
    is_of,
    plies,
    shared_games,
)
from kingme.web.views import color_name

SHARED = "shared"
DAY = 86_400.0
FIRST_MOVE_SECONDS = 60.0  # with a clock, for the first move of each side; then the game is cancelled
UNTIMED_DAYS = 14.0  # for a move of a game without a clock; then whoever has not moved has left it
CLAIM_SECONDS = 60.0  # somebody who is away so long in a game with a clock has left it, if the other side says so
EMPTY = ""  # the id of somebody who was deleted


@dataclass(frozen=True)
class SharedTerms:
    """What two people have agreed on beside the game and its clock."""

    rated: bool = False
    days: float | None = None  # for a move of a correspondence game
    delay: int = 0  # seconds that spectators are behind
    tournament: str | None = None


@dataclass
class SharedGame:
    """The part of a game that two people share."""

    game: str
    people: dict[Color, str]
    kind: str
    speed: Speed
    rated: bool
    days: float | None
    delay: int
    created: float
    since: float
    takeback: Color | None = None
    rematch: Color | None = None
    next: str | None = None
    tournament: str | None = None
    ended: float | None = None

    def sides_of(self, person: str) -> list[Color]:
        """The sides that somebody plays; none for whoever looks on."""
        return [color for color, id in self.people.items() if id == person and id != EMPTY]

    def deadline(self, active: ActiveGame) -> float | None:
        """When the game ends by itself, if nobody moves; None when it is over."""
        if active.outcome() is not None:
            return None
        clock = active.game.clock
        if clock is None:
            return self.since + (self.days or UNTIMED_DAYS) * DAY
        left = clock.left(active.game.turn) if active.has_begun else FIRST_MOVE_SECONDS
        return self.since + (min(left, FIRST_MOVE_SECONDS) if is_cancellable(active) else left)

    def row(self, active: ActiveGame) -> dict[str, Any]:
        """The row that keeps it."""
        row = {
            "game": self.game,
            "black": self.people[Color.BLACK],
            "white": self.people[Color.WHITE],
            "kind": self.kind,
            "speed": self.speed,
            "rated": self.rated,
            "days": self.days,
            "delay": self.delay,
            "turn": color_name(active.game.turn),
            "since": self.since,
            "deadline": self.deadline(active),
            "takeback": None if self.takeback is None else color_name(self.takeback),
            "rematch": None if self.rematch is None else color_name(self.rematch),
            "next": self.next,
            "tournament": self.tournament,
            "created": self.created,
            "ended": self.ended,
        }
        return with_checksum(row)

    def as_rated(self) -> GameOfTwo:
        """The game as ratings see it."""
        people = self.people[Color.BLACK], self.people[Color.WHITE]
        return GameOfTwo(self.game, self.kind, self.speed, self.rated, people, self.created, self.tournament)


@dataclass(frozen=True)
class Ending:
    """How a shared game ended, for what follows from it."""

    game: GameOfTwo
    outcome: Outcome
    plies: int
    opening: str | None
    ended: float


def is_cancellable(active: ActiveGame) -> bool:
    """Whether not both sides have made a move: such a game can be cancelled, and counts for nobody."""
    return active.moves_made < 2


def with_checksum(row: Mapping[Any, Any]) -> dict[str, Any]:
    return {**row, "checksum": row_checksum("shared_games", row)}


def shared_of(row: Mapping[Any, Any]) -> SharedGame:
    """The part that a row describes; `StoreError` if it is damaged."""
    if row["checksum"] != row_checksum("shared_games", row):
        raise StoreError("this game cannot be read any more: whose it is, is not what was stored")
    names = ("game", "kind", "speed", "rated", "days", "delay", "created", "since", "next", "tournament", "ended")
    return SharedGame(
        people={Color.BLACK: row["black"], Color.WHITE: row["white"]},
        takeback=None if row["takeback"] is None else Color.parse(row["takeback"]),
        rematch=None if row["rematch"] is None else Color.parse(row["rematch"]),
        **{name: row[name] for name in names},
    )


def find_shared(connection: sa.Connection, game: str) -> SharedGame | None:
    row = connection.execute(sa.select(shared_games).where(shared_games.c.game == game)).mappings().first()
    return None if row is None else shared_of(row)


def count_running(connection: sa.Connection, person: str) -> int:
    """How many games of somebody go on."""
    query = (
        sa.select(sa.func.count()).select_from(shared_games).where(is_of(person), shared_games.c.deadline.is_not(None))
    )
    return int(connection.execute(query).scalar_one())


# --- writing: within a transaction of the `Writer` --------------------------------------------------------------------


def insert_shared(
    connection: sa.Connection, row: dict[str, Any], moves: list[StoredPly], shared: dict[str, Any], game: GameOfTwo
) -> None:
    """A new game."""
    Store.insert(connection, row, moves)
    connection.execute(sa.insert(shared_games), shared)
    game_began(connection, game)


def change_shared(
    connection: sa.Connection, change: Change, row: dict[str, Any], ending: Ending | None
) -> dict[str, Any] | None:
    """One step of a game; with its last one, what follows from the result, and what pages see of the ratings then."""
    Store.change(connection, change)
    connection.exec_driver_sql(_update_text(connection.dialect.name), row | {"this": change.game})
    if ending is not None:
        length, opening = ending.plies, ending.opening
        game_over(connection, ending.game, ending.outcome, plies=length, opening=opening, ended=ending.ended)
        return read_info(connection, change.game)
    return None


@cache
def _update_text(dialect: str) -> str:
    """The statement that every move needs, compiled once."""
    columns: Any = {column.name: sa.bindparam(column.name) for column in shared_games.c if column.name != "game"}
    statement = sa.update(shared_games).where(shared_games.c.game == sa.bindparam("this")).values(columns)
    return as_text(statement, dialect)


def cancel(connection: sa.Connection, game: str) -> None:
    """A game that had not begun: nothing is left of it."""
    game_cancelled(connection, game)
    for table in (chat_lines, shared_games, plies):
        connection.execute(sa.delete(table).where(table.c.game == game))
    connection.execute(sa.delete(games).where(games.c.id == game))


def check_rematch(connection: sa.Connection, shared: SharedGame, most: int) -> None:
    """Refuse a rematch of two who would not get a game by a challenge either; the new game is counted already."""
    people = tuple(shared.people.values())
    is_closed = any(measures.is_under(connection, person, "ban", time.time()) for person in people)
    if EMPTY in people or is_closed or blocks.is_between(connection, *people):
        raise KingMeError("there can be no rematch with this opponent")
    if any(count_running(connection, person) > most for person in people):
        raise KingMeError(f"one of you has {most} games that are not over: finish one first")


def note_rematch(before: str, connection: sa.Connection, game: str) -> None:
    """Keep with a game which one is its rematch."""
    row = connection.execute(sa.select(shared_games).where(shared_games.c.game == before)).mappings().first()
    if row is not None:
        values = with_checksum({**row, "next": game})
        connection.execute(sa.update(shared_games).where(shared_games.c.game == before).values(values))


def new_shared(id: str, game: Game, control: str | None, people: dict[Color, str], terms: SharedTerms) -> SharedGame:
    """The shared part of a game that begins now."""
    now = time.time()
    kind, speed = game.board.game.name, speed_of(control)
    return SharedGame(
        id, people, kind, speed, terms.rated, terms.days, terms.delay, now, now, tournament=terms.tournament
    )


FORFEITS = {True: Termination.TIME_FORFEIT, False: Termination.ABANDONED}
"""How a game is lost that was not continued: with a clock or days for a move, and without."""
