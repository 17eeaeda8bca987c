"""The tables of an archive.

    collection   where games came from, under a name
    person       a player by name, however capitals were used
    game         a game: who, when, result, moves
    visit        that a game came to a position for the first time, and what was played there
    material     that a game had so many men and kings at some time
    summary      what was played in a much visited position, counted up to the game that `counted` names
    counted      see `summary`

A position is known by the hash of its board. `visit` is ordered by position and game, so that all games of a position
lie side by side and the latest are found without looking at the others.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
)

from kingme.database.checksum import LENGTH
from kingme.database.migration import StoreKind

KIND = StoreKind("library", scripts="kingme.library.archive:migrations", versions=("0001",), table="collection")

BLACK_WON, WHITE_WON, DRAWN, OPEN = range(4)
"""Results of games, as the columns `result` hold them."""

metadata = MetaData()

collection = Table(
    "collection",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(100), nullable=False, unique=True),
    Column("created", Float, nullable=False),  # seconds since 1970
)

person = Table(
    "person",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("folded", String(200), nullable=False, unique=True),
    Column("name", String(200), nullable=False),
)

game = Table(
    "game",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("digest", String(32), nullable=False, unique=True),
    Column("collection", ForeignKey("collection.id"), nullable=False),
    Column("variant", String(20), nullable=False),
    Column("black", ForeignKey("person.id"), nullable=False),
    Column("white", ForeignKey("person.id"), nullable=False),
    Column("black_rating", Integer),
    Column("white_rating", Integer),
    Column("event", String(200), nullable=False),
    Column("date", String(10), nullable=False),
    Column("result", SmallInteger, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("opening", String(100), nullable=False),
    Column("start", Text, nullable=False),  # FEN; empty for the usual start
    Column("moves", Text, nullable=False),
    Column("tags", JSON, nullable=False),
    Column("checksum", String(LENGTH), nullable=False),
    Index("ix_game_collection", "collection", "id"),
    Index("ix_game_black", "black", "id"),
    Index("ix_game_white", "white", "id"),
    Index("ix_game_opening", "opening", "id"),
    Index("ix_game_date", "date", "id"),
    Index("ix_game_result", "result", "id"),
)

visit = Table(
    "visit",
    metadata,
    Column("position", BigInteger, primary_key=True),
    Column("game", Integer, primary_key=True),
    Column("ply", SmallInteger, nullable=False),
    Column("move", BigInteger),  # as the kernels number it; NULL at the end of a game
    Column("result", SmallInteger, nullable=False),
    Column("collection", Integer, nullable=False),
    Column("rating", Integer),  # of the side to move
    sqlite_with_rowid=False,
)

material = Table(
    "material",
    metadata,
    Column("pieces", Integer, primary_key=True),  # see `game_record.material_number`
    Column("game", Integer, primary_key=True),
    sqlite_with_rowid=False,
)

summary = Table(
    "summary",
    metadata,
    Column("position", BigInteger, primary_key=True),
    Column("collection", Integer, primary_key=True),
    Column("move", BigInteger, primary_key=True),
    Column("games", Integer, nullable=False),
    Column("black_won", Integer, nullable=False),
    Column("white_won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("rated", Integer, nullable=False),
    Column("ratings", BigInteger, nullable=False),  # their sum
    Column("latest", Integer, nullable=False),  # the latest game
    sqlite_with_rowid=False,
)

counted = Table(
    "counted",
    metadata,
    Column("position", BigInteger, primary_key=True),
    Column("through", Integer, nullable=False),  # the latest game that the summary counts
    sqlite_with_rowid=False,
)
