"""Ratings of people and programs, and the games that count for them."""

import sqlalchemy as sa
from alembic import op

from kingme.database.checksum import LENGTH

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("variant", sa.String(40), primary_key=True),
        sa.Column("speed", sa.String(16), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("drawn", sa.Integer, nullable=False),
        sa.Column("lost", sa.Integer, nullable=False),
        sa.Column("last", sa.Float, nullable=False),
        sa.Column("checksum", sa.String(LENGTH), nullable=False, server_default=""),
    )
    op.create_index("ratings_by_rating", "ratings", ["variant", "speed", "rating"])
    op.create_table(
        "rated_games",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("speed", sa.String(16), nullable=False),
        sa.Column("black", sa.String(64), nullable=False),
        sa.Column("white", sa.String(64), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("ended", sa.Float),
        sa.Column("score", sa.Float),
        sa.Column("opening", sa.String(120)),
        sa.Column("change", sa.JSON),
        sa.Column("checksum", sa.String(LENGTH), nullable=False, server_default=""),
    )
    op.create_index("rated_games_by_black", "rated_games", ["black", "ended"])
    op.create_index("rated_games_by_white", "rated_games", ["white", "ended"])
    op.create_index("rated_games_by_pool", "rated_games", ["variant", "speed", "ended"])
