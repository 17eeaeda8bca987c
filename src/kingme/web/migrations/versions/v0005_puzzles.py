"""What browsers did with puzzles."""

import sqlalchemy as sa
from alembic import op

from kingme.database.checksum import LENGTH

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "puzzle_solvers",
        sa.Column("owner", sa.String, primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("task", sa.JSON),
        sa.Column("checksum", sa.String(LENGTH), nullable=False, server_default=""),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String, primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("checksum", sa.String(LENGTH), nullable=False, server_default=""),
    )
    op.create_table(
        "puzzle_attempts",
        sa.Column("owner", sa.String, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("puzzle", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("rating", sa.Float),
        sa.Column("run", sa.Float),
        sa.Column("checksum", sa.String(LENGTH), nullable=False, server_default=""),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "puzzle_mistakes",
        sa.Column("owner", sa.String, primary_key=True),
        sa.Column("puzzle", sa.String, primary_key=True),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("checksum", sa.String(LENGTH), nullable=False, server_default=""),
        sqlite_with_rowid=False,
    )
