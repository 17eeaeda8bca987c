"""Games on disk: SQLite through SQLAlchemy, one row for each game and one for each move.

The row of a game tells how many of its moves are on the board (`length`); moves beyond that were taken back and can be
played again. So a move is one insert, undo and redo change one number, and nothing is ever rewritten. The columns that
lists show (names, result, final position) are kept in the row, so that a list needs no game to be replayed.

Every change names the version that it follows. If the row has another one, some other process has changed the game: the
change is refused, and whoever asked must load the game again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from kingme.arena.database import write_ahead
from kingme.errors import KingMeError

SCHEMA = 1

_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)

_metadata = sa.MetaData()

games = sa.Table(
    "games",
    _metadata,
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
    sa.Index("games_by_owner", "owner", "updated"),
)

plies = sa.Table(
    "plies",
    _metadata,
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("author", sa.String, nullable=False),
    sa.Column("data", sa.JSON, nullable=False),  # a move as in saved games (`kingme.files.save`)
    sqlite_with_rowid=False,
)

_SUMMARY = sa.select(
    games.c.id,
    games.c.black,
    games.c.white,
    games.c.result,
    games.c.outcome_text,
    games.c.length.label("plies"),
    games.c.created,
    games.c.updated,
    games.c.final_fen,
    games.c.rules,
    games.c.opening,
)


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
    "final_fen",
)
"""Columns that any step of a game may change; they are written together."""


class StoreError(KingMeError):
    """The games cannot be read or written."""


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

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"games cannot be kept in {path.parent}: {error.strerror}") from None
        self.engine = sa.create_engine(f"sqlite:///{path}", json_serializer=_compact)
        sa.event.listen(self.engine, "connect", _configure)
        try:
            with self.engine.begin() as connection:
                found = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
                if found > SCHEMA:
                    raise StoreError(f"{path} was written by a later KingMe: use that one, or another KINGME_DATA_DIR")
                _metadata.create_all(connection)
                connection.exec_driver_sql(f"PRAGMA user_version = {SCHEMA}")
        except sa.exc.SQLAlchemyError as error:
            self.engine.dispose()
            raise StoreError(f"games cannot be kept in {path}: {_cause(error)}") from None
        except StoreError:
            self.engine.dispose()
            raise

    def close(self) -> None:
        self.engine.dispose()

    # --- reading --------------------------------------------------------------------------------------------------

    def load(self, game: str) -> tuple[dict[str, Any], list[StoredPly]] | None:
        """The row of a game and its moves, those that were taken back included; None if there is no such game."""
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(games).where(games.c.id == game)).mappings().first()
            if row is None:
                return None
            query = sa.select(plies.c.author, plies.c.data).where(plies.c.game == game).order_by(plies.c.number)
            moves = [StoredPly(author, data) for author, data in connection.execute(query)]
            return dict(row), moves

    def search(self, owner: str, words: str, offset: int, limit: int) -> tuple[int, list[dict[str, Any]]]:
        """How many games of an owner match, and one page of them, the latest first."""
        where = games.c.owner == owner
        for word in words.split()[:8]:
            columns = (games.c.black, games.c.white, games.c.result, games.c.outcome_text, games.c.opening)
            where &= sa.or_(*(column.icontains(word, autoescape=True) for column in columns))
        order = (games.c.updated.desc(), games.c.id)
        with self.engine.connect() as connection:
            total = connection.execute(sa.select(sa.func.count()).select_from(games).where(where)).scalar_one()
            query = _SUMMARY.where(where).order_by(*order).offset(offset).limit(limit)
            return total, [dict(row) for row in connection.execute(query).mappings()]

    def ids(self, owner: str) -> list[str]:
        """All games of an owner, the latest first."""
        query = sa.select(games.c.id).where(games.c.owner == owner).order_by(games.c.updated.desc(), games.c.id)
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def count(self, owner: str) -> int:
        with self.engine.connect() as connection:
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
            values[name] = _compact(values[name])
        sql = _UPDATE_ALL_SQL if "setup" in values else _UPDATE_SQL
        if not connection.exec_driver_sql(sql, values).rowcount:
            raise ConflictError("the game was changed elsewhere")
        if change.cut is not None:
            connection.execute(_cut, {"this": change.game, "from": change.cut})
        for row in _rows(change.game, change.first, change.add):
            connection.exec_driver_sql(_INSERT_PLY_SQL, row | {"data": _compact(row["data"])})

    @staticmethod
    def delete(connection: sa.Connection, game: str, owner: str) -> bool:
        """Delete a game of this owner; False if there is none."""
        connection.execute(sa.delete(plies).where(plies.c.game.in_(_owned(game, owner))))
        return bool(connection.execute(sa.delete(games).where(games.c.id == game, games.c.owner == owner)).rowcount)


_insert_game = sa.insert(games)
_insert_ply = sa.insert(plies)
_cut = sa.delete(plies).where(plies.c.game == sa.bindparam("this"), plies.c.number >= sa.bindparam("from"))
_this = (games.c.id == sa.bindparam("this"), games.c.version == sa.bindparam("follows"))
_update = sa.update(games).where(*_this).values({name: sa.bindparam(name) for name in CHANGING})
_update_all = sa.update(games).where(*_this).values({name: sa.bindparam(name) for name in (*CHANGING, "setup")})

# Every move goes this way, so these are compiled once, and SQLAlchemy need not prepare each execution.
_dialect = sqlite.dialect(paramstyle="named")
_UPDATE_SQL, _UPDATE_ALL_SQL, _INSERT_PLY_SQL = (
    str(statement.compile(dialect=_dialect)) for statement in (_update, _update_all, _insert_ply)
)
_JSON_COLUMNS = {"clock", "declared", "setup"}


def _owned(game: str, owner: str) -> Any:
    return sa.select(games.c.id).where(games.c.id == game, games.c.owner == owner)


def _rows(game: str, first: int, moves: Sequence[StoredPly]) -> Iterator[dict[str, Any]]:
    for number, move in enumerate(moves, start=first):
        yield {"game": game, "number": number, "author": move.author, "data": move.data}


def _compact(value: Any) -> str:
    return _encoder.encode(value)


def _cause(error: sa.exc.SQLAlchemyError) -> str:
    return str(getattr(error, "orig", None) or error).splitlines()[0]


def _configure(connection: Any, _record: Any) -> None:
    """Write-ahead log: readers never wait, a commit is one write, and a killed process loses nothing committed."""
    cursor = connection.cursor()
    write_ahead(cursor, timeout=5.0)
    for pragma in ("synchronous=NORMAL", "busy_timeout=5000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
