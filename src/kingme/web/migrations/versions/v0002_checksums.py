"""Every game, move and opinion gets a checksum; games are replayed first, and those that fail are set aside."""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

from kingme.database import sqlite
from kingme.database.checksum import LENGTH, row_checksum
from kingme.database.connection import StoreError
from kingme.database.damage import Damage, damaged_table, set_aside
from kingme.web.play.restoring import restore
from kingme.web.store import StoredPly, game_checksum, ply_checksum

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    for table in ("games", "plies", "review_opinions"):
        op.add_column(table, sa.Column("checksum", sa.String(LENGTH), nullable=False, server_default=""))
    connection = op.get_bind()
    metadata = sa.MetaData()
    damaged = damaged_table(metadata)
    damaged.create(connection)
    games, plies, opinions = (
        sa.Table(name, metadata, autoload_with=connection) for name in ("games", "plies", "review_opinions")
    )
    if connection.dialect.name == "sqlite":
        sqlite.set_version(connection.connection.cursor(), 2)  # version 0.1.0 leaves such a store alone
    notes: list[str] = op.get_context().opts["notes"]
    for game in connection.execute(sa.select(games.c.id)).scalars().all():
        _seal_game(connection, games, plies, damaged, game, notes)
    for row in connection.execute(sa.select(opinions)).mappings().all():
        this = sa.update(opinions).where(opinions.c.review == row["review"], opinions.c.number == row["number"])
        connection.execute(this.values(checksum=row_checksum("opinions", row)))


def _seal_game(
    connection: sa.Connection, games: sa.Table, plies: sa.Table, damaged: sa.Table, game: str, notes: list[str]
) -> None:
    row = connection.execute(sa.select(games).where(games.c.id == game)).mappings().one()
    query = sa.select(plies).where(plies.c.game == game).order_by(plies.c.number)
    moves = connection.execute(query).mappings().all()
    if (problem := _problem(row, moves)) is not None:
        content = {"game": dict(row), "plies": [dict(move) for move in moves]}
        set_aside(connection, damaged, row["owner"], game, problem, content)
        connection.execute(sa.delete(plies).where(plies.c.game == game))
        connection.execute(sa.delete(games).where(games.c.id == game))
        notes.append(str(Damage(f"game {game} ({row['black']} against {row['white']})", problem)))
        return
    for move in moves:
        this = sa.update(plies).where(plies.c.game == game, plies.c.number == move["number"])
        connection.execute(this.values(checksum=ply_checksum(move)))
    checksum = game_checksum(row, len(moves))
    connection.execute(sa.update(games).where(games.c.id == game).values(checksum=checksum))


def _problem(row: Mapping[Any, Any], moves: Any) -> str | None:
    if [move["number"] for move in moves] != list(range(len(moves))):
        return "some of its moves are missing"
    try:
        restore(row, [StoredPly(move["author"], move["data"]) for move in moves])
    except StoreError as error:
        return str(error).partition(": ")[2]
    return None
