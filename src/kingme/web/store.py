"""Games on disk: a database through SQLAlchemy, one row for each game and one for each move.

The row of a game tells how many of its moves are on the board (`length`); moves beyond that were taken back and can be
played again. So a move is one insert, undo and redo change one number, and nothing is ever rewritten. The columns that
lists show (names, result, final position) are kept in the row, so that a list needs no game to be replayed.

Every change names the version that it follows. If the row has another one, some other process has changed the game: the
change is refused, and whoever asked must load the game again.

Every row carries a checksum, that of a game also of how many moves belong to it; a game is checked when it is read. A
change of the tables is a new step in `kingme.web.migrations`, and its number goes into `KIND`.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from kingme.database.checksum import LENGTH, row_checksum
from kingme.database.connection import StoreError, compact, transaction
from kingme.database.damage import WRONG_CHECKSUM, damaged_table
from kingme.database.migration import StoreKind
from kingme.database.opening import open_store

__all__ = ["Change", "ConflictError", "Store", "StoreError", "StoredPly", "UnavailableError", "game_checksum"]

VERSIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0010", "0011", "0012", "0013", "0014", "0015", "0016")
KIND = StoreKind("web", scripts="kingme.web:migrations", versions=VERSIONS, table="games")
PATIENCE = 5.0  # seconds to wait for another program that writes

log = logging.getLogger("kingme.web")

metadata = sa.MetaData()


def checksum_column() -> sa.Column[str]:
    return sa.Column("checksum", sa.String(LENGTH), nullable=False, server_default="")


games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("owner", sa.String, nullable=False),  # a digest: the browser's secret itself is never stored
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("moved", sa.Integer, nullable=False),  # the version in which the position changed last
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("updated", sa.Float, nullable=False),
    sa.Column("setup", sa.JSON, nullable=False),  # start, rules, tags, seats, clock, autoplay, opening
    sa.Column("length", sa.Integer, nullable=False),
    sa.Column("clock", sa.JSON),
    sa.Column("declared", sa.JSON),
    sa.Column("paused", sa.Boolean, nullable=False),
    sa.Column("draw_offer", sa.String),
    sa.Column("black", sa.String, nullable=False),
    sa.Column("white", sa.String, nullable=False),
    sa.Column("result", sa.String, nullable=False),
    sa.Column("outcome_text", sa.String),
    sa.Column("final_fen", sa.String, nullable=False),
    sa.Column("rules", sa.String, nullable=False),
    sa.Column("opening", sa.String),
    checksum_column(),
    sa.Index("games_by_owner", "owner", "updated"),
)

plies = sa.Table(
    "plies",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("author", sa.String, nullable=False),
    sa.Column("data", sa.JSON, nullable=False),  # a move as in saved games (`kingme.files.save`)
    checksum_column(),
    sqlite_with_rowid=False,
)

shared_games = sa.Table(
    "shared_games",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("black", sa.String(64), nullable=False),
    sa.Column("white", sa.String(64), nullable=False),
    sa.Column("kind", sa.String(40), nullable=False),  # the name of the game in the registry
    sa.Column("speed", sa.String(16), nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("days", sa.Float),  # for a move of a correspondence game
    sa.Column("delay", sa.Integer, nullable=False),  # seconds that spectators are behind
    sa.Column("turn", sa.String(5), nullable=False),
    sa.Column("since", sa.Float, nullable=False),  # when the side to move began to think
    sa.Column("deadline", sa.Float),  # when the game ends by itself; none when it is over
    sa.Column("takeback", sa.String(5)),
    sa.Column("rematch", sa.String(5)),
    sa.Column("next", sa.String(22)),  # the rematch
    sa.Column("tournament", sa.String(22)),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("ended", sa.Float),
    checksum_column(),
    sa.Index("shared_games_of_black", "black", "deadline"),
    sa.Index("shared_games_of_white", "white", "deadline"),
    sa.Index("shared_games_by_deadline", "deadline"),
)

chat_lines = sa.Table(
    "chat_lines",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("side", sa.String(5), nullable=False),
    sa.Column("text", sa.String(200), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    checksum_column(),
)

damaged = damaged_table(metadata)

_SUMMARY = ("id", "black", "white", "result", "outcome_text", "created", "updated", "final_fen", "rules", "opening")
_moves_of = sa.select(sa.func.count()).where(plies.c.game == games.c.id).scalar_subquery()


CHANGING = (
    "version",
    "moved",
    "updated",
    "length",
    "clock",
    "declared",
    "paused",
    "draw_offer",
    "black",
    "white",
    "result",
    "outcome_text",
    "opening",
    "final_fen",
    "checksum",
)
"""Columns that any step of a game may change; they are written together."""


class ConflictError(StoreError):
    """Somebody else has changed or deleted the game."""


class UnavailableError(StoreError):
    """Nothing can be written at the moment, whatever it is."""


@dataclass(frozen=True)
class StoredPly:
    """One move of a game: who made it, and the move as in saved games."""

    author: str
    data: dict[str, Any]


@dataclass(frozen=True)
class Change:
    """What one step of a game does to what is stored."""

    game: str
    follows: int  # the version that the game has before
    values: dict[str, Any]  # of `CHANGING`, all or none; and of `setup`
    cut: int | None = None  # moves from this number on are forgotten
    first: int = 0  # the number of the first of
    add: Sequence[StoredPly] = ()  # these new moves


class Store:
    """The database of one data directory. Its methods block: call them from threads."""

    def __init__(self, place: str | Path) -> None:
        """Open a database, making it where there is none: the path of an SQLite file, or a database URL."""
        self.place = str(place)
        if "://" not in self.place:
            folder = Path(place).parent
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(f"games cannot be kept in {folder}: {error.strerror}") from None
        self.engine = open_store(self.place, KIND, PATIENCE)

    def close(self) -> None:
        self.engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- reading --------------------------------------------------------------------------------------------------

    def load(self, game: str) -> tuple[dict[str, Any], list[StoredPly]] | None:
        """The row of a game and its moves, those that were taken back included; None if there is no such game.

        `StoreError` if they are not what was stored.
        """
        with transaction(self.engine, self.place) as connection:
            row = connection.execute(sa.select(games).where(games.c.id == game)).mappings().first()
            if row is None:
                return None
            query = sa.select(plies).where(plies.c.game == game).order_by(plies.c.number)
            moves = connection.execute(query).mappings().all()
        if (problem := damage_of(row, moves)) is not None:
            raise StoreError(f"this game cannot be read any more: {problem}")
        return dict(row), [StoredPly(move["author"], move["data"]) for move in moves]

    def search(self, owner: str, words: str, offset: int, limit: int) -> tuple[int, int, list[dict[str, Any]]]:
        """How many games of an owner match, and one page of them, the latest first.

        Before the page comes how many games of it are damaged; they are left out.
        """
        where = _of(owner)
        for word in words.split()[:8]:
            columns = (games.c.black, games.c.white, games.c.result, games.c.outcome_text, games.c.opening)
            where &= sa.or_(*(column.icontains(word, autoescape=True) for column in columns))
        order = (games.c.updated.desc(), games.c.id)
        with transaction(self.engine, self.place) as connection:
            total = connection.execute(sa.select(sa.func.count()).select_from(games).where(where)).scalar_one()
            query = sa.select(games, _moves_of.label("moves")).where(where).order_by(*order).offset(offset).limit(limit)
            rows = connection.execute(query).mappings().all()
        sound = [row for row in rows if row["checksum"] == game_checksum(row, row["moves"])]
        if len(sound) < len(rows):
            log.warning("%d damaged games are left out of a list of games", len(rows) - len(sound))
        page = [{name: row[name] for name in _SUMMARY} | {"plies": row["length"]} for row in sound]
        return total, len(rows) - len(sound), page

    def ids(self, owner: str) -> list[str]:
        """All games of an owner, the latest first."""
        query = sa.select(games.c.id).where(_of(owner)).order_by(games.c.updated.desc(), games.c.id)
        with transaction(self.engine, self.place) as connection:
            return list(connection.execute(query).scalars())

    def versions(self, owner: str, most: int) -> list[tuple[str, int]]:
        """The games of an owner with their versions, the latest first."""
        query = sa.select(games.c.id, games.c.version).where(_of(owner))
        with transaction(self.engine, self.place) as connection:
            found = connection.execute(query.order_by(games.c.updated.desc(), games.c.id).limit(most))
            return [(row.id, row.version) for row in found]

    def all_ids(self) -> list[str]:
        """The games of everybody, the earliest first."""
        with transaction(self.engine, self.place) as connection:
            return list(connection.execute(sa.select(games.c.id).order_by(games.c.created, games.c.id)).scalars())

    def count(self, owner: str) -> int:
        with transaction(self.engine, self.place) as connection:
            query = sa.select(sa.func.count()).select_from(games).where(games.c.owner == owner)
            return int(connection.execute(query).scalar_one())

    # --- writing: within a transaction that `Writer` begins and commits -----------------------------------------------

    @staticmethod
    def insert(connection: sa.Connection, row: dict[str, Any], moves: Sequence[StoredPly]) -> None:
        connection.execute(_insert_game, row)
        if moves:
            connection.execute(_insert_ply, list(_rows(row["id"], 0, moves)))

    @staticmethod
    def change(connection: sa.Connection, change: Change) -> None:
        """Make a change; `ConflictError` if the game is not as it was thought to be."""
        values = change.values | {"this": change.game, "follows": change.follows}
        for name in _JSON_COLUMNS & values.keys():
            values[name] = compact(values[name])
        texts = _texts(connection.dialect.name)
        sql = texts.update_all if "setup" in values else texts.update
        if not connection.exec_driver_sql(sql, values).rowcount:
            raise ConflictError("the game was changed elsewhere")
        if change.cut is not None:
            connection.execute(_cut, {"this": change.game, "from": change.cut})
        for row in _rows(change.game, change.first, change.add):
            connection.exec_driver_sql(texts.insert_ply, row | {"data": compact(row["data"])})

    @staticmethod
    def delete(connection: sa.Connection, game: str, owner: str) -> bool:
        """Delete a game of this owner; False if there is none."""
        connection.execute(sa.delete(plies).where(plies.c.game.in_(_owned(game, owner))))
        return bool(connection.execute(sa.delete(games).where(games.c.id == game, games.c.owner == owner)).rowcount)


def is_of(person: str) -> sa.ColumnElement[bool]:
    """The rows of games that somebody plays against another person."""
    return sa.or_(shared_games.c.black == person, shared_games.c.white == person)


def _of(owner: str) -> sa.ColumnElement[bool]:
    """The games of an owner, and those that the owner shares with somebody."""
    return sa.or_(games.c.owner == owner, games.c.id.in_(sa.select(shared_games.c.game).where(is_of(owner))))


_insert_game = sa.insert(games)
_insert_ply = sa.insert(plies)
_cut = sa.delete(plies).where(plies.c.game == sa.bindparam("this"), plies.c.number >= sa.bindparam("from"))
_this = (games.c.id == sa.bindparam("this"), games.c.version == sa.bindparam("follows"))
_update = sa.update(games).where(*_this).values({name: sa.bindparam(name) for name in CHANGING})
_update_all = sa.update(games).where(*_this).values({name: sa.bindparam(name) for name in (*CHANGING, "setup")})


class _Texts(NamedTuple):
    update: str
    update_all: str
    insert_ply: str


@cache
def _texts(dialect: str) -> _Texts:
    """What every move needs, compiled once, so that SQLAlchemy need not prepare each execution."""
    return _Texts(*(as_text(statement, dialect) for statement in (_update, _update_all, _insert_ply)))


def as_text(statement: Any, dialect: str) -> str:
    """A statement as SQL whose parameters have their names, for `exec_driver_sql`."""
    kind = sa.dialects.registry.load("postgresql.psycopg" if dialect == "postgresql" else dialect)
    named = kind(paramstyle="named" if dialect == "sqlite" else "pyformat")
    return str(statement.compile(dialect=named))


_JSON_COLUMNS = {"clock", "declared", "setup"}


def _owned(game: str, owner: str) -> Any:
    return sa.select(games.c.id).where(games.c.id == game, games.c.owner == owner)


def _rows(game: str, first: int, moves: Sequence[StoredPly]) -> Iterator[dict[str, Any]]:
    for number, move in enumerate(moves, start=first):
        row = {"game": game, "number": number, "author": move.author, "data": move.data}
        yield row | {"checksum": ply_checksum(row)}


# --- checksums --------------------------------------------------------------------------------------------------------


def game_checksum(row: Mapping[Any, Any], moves: int) -> str:
    """The checksum of a game's row, and of how many moves belong to it, those that were taken back included."""
    return row_checksum("games", row, moves, without=("moves",))


def ply_checksum(row: Mapping[Any, Any]) -> str:
    return row_checksum("plies", row)


def damage_of(row: Mapping[Any, Any], moves: Sequence[Mapping[Any, Any]]) -> str | None:
    """What is wrong with the rows of a game; None if they are what was stored."""
    for number, move in enumerate(moves):
        if move["number"] != number or move["checksum"] != ply_checksum(move):
            return f"move {number + 1} is not what was stored"
    return None if row["checksum"] == game_checksum(row, len(moves)) else WRONG_CHECKSUM
