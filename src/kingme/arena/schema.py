"""The tables of a store: runs, their players, their games.

    run      a plan, as it was given, with the versions that play it
    player   a player of a run: name, spec, every parameter, version
    game     a finished game: its moves, its end, what is counted of it, and what the players said of each move

A game stands there once and whole, or not at all: its key is the run and its number in the schedule. Every row carries
a checksum. Rows that are found damaged are moved to `damaged`, out of the way of a new game of the same number.

A change of these tables is a new step in `kingme.arena.migrations`, and its number goes into `KIND`. A new column that
may be empty leaves the checksums as they are.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from kingme.database.checksum import LENGTH
from kingme.database.damage import damaged_table
from kingme.database.migration import StoreKind

KIND = StoreKind("arena", scripts="kingme.arena:migrations", versions=("0001", "0002"), table="meta")

metadata = MetaData()


def _checksum(name: str = "checksum") -> Column[str]:
    return Column(name, String(LENGTH), nullable=False, server_default="")


meta = Table(
    "meta",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

run = Table(
    "run",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(200), nullable=False, unique=True),
    Column("kind", String(20), nullable=False),
    Column("digest", String(64), nullable=False, index=True),
    Column("plan", JSON, nullable=False),
    Column("games", Integer, nullable=False),  # those that count: of an SPRT that was decided, the ones that decided it
    Column("decided", String(2)),  # H0 or H1
    Column("created", Float, nullable=False),  # seconds since 1970
    Column("system", JSON, nullable=False),  # versions and machine
    _checksum(),
)

player = Table(
    "player",
    metadata,
    Column("run_id", ForeignKey("run.id"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("name", String(200), nullable=False),
    Column("spec", Text, nullable=False),
    Column("player", String(80), nullable=False),  # the algorithm
    Column("version", String(200), nullable=False),
    Column("parameters", JSON, nullable=False),
    _checksum(),
    UniqueConstraint("run_id", "name"),
)

game = Table(
    "game",
    metadata,
    Column("run_id", ForeignKey("run.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("pair", Integer, nullable=False),
    Column("black", Integer, nullable=False),  # places of players
    Column("white", Integer, nullable=False),
    Column("winner", Integer),  # 0 Black, 1 White, NULL a draw
    Column("termination", String(20), nullable=False),
    Column("reason", Text, nullable=False),
    Column("opening", Text, nullable=False),
    Column("opening_plies", Integer, nullable=False),
    Column("line", Text, nullable=False),  # FEN of the start and every move
    Column("plies", Integer, nullable=False),
    Column("black_pieces", Integer, nullable=False),
    Column("white_pieces", Integer, nullable=False),
    Column("black_kings", Integer, nullable=False),
    Column("white_kings", Integer, nullable=False),
    Column("black_crowned", Integer, nullable=False),
    Column("white_crowned", Integer, nullable=False),
    Column("black_nodes", BigInteger, nullable=False),
    Column("white_nodes", BigInteger, nullable=False),
    Column("black_simulations", BigInteger, nullable=False),
    Column("white_simulations", BigInteger, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("started", Float, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("thoughts", JSON, nullable=False),  # time, nodes, score, … of every move after the opening
    _checksum(),  # of all but the thoughts: lists and tables do without them
    _checksum("thoughts_checksum"),
)

damaged = damaged_table(metadata)
