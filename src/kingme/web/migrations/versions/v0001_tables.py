"""The tables of version 0.1.0; in a store of that version they are there."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("moved", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("setup", sa.JSON, nullable=False),
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
        if_not_exists=True,
    )
    op.create_index("games_by_owner", "games", ["owner", "updated"], if_not_exists=True)
    op.create_table(
        "plies",
        sa.Column("game", sa.String, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("author", sa.String, nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sqlite_with_rowid=False,
        if_not_exists=True,
    )
    op.create_table(
        "reviews",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.Column("request", sa.JSON, nullable=False),
        if_not_exists=True,
    )
    op.create_index("reviews_by_owner", "reviews", ["owner", "used"], if_not_exists=True)
    op.create_table(
        "review_opinions",
        sa.Column("review", sa.String, sa.ForeignKey("reviews.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("data", sa.JSON, nullable=False),
        sqlite_with_rowid=False,
        if_not_exists=True,
    )
