"""Small tournaments between people."""

import sqlalchemy as sa
from alembic import op

from kingme.database.checksum import LENGTH

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "tournaments",
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
        sa.Column("players", sa.JSON, nullable=False),
        sa.Column("away", sa.JSON, nullable=False),
        sa.Column("checksum", sa.String(LENGTH), nullable=False, server_default=""),
    )
    op.create_index("tournaments_of_owner", "tournaments", ["owner"])
    op.create_index("tournaments_by_end", "tournaments", ["ended"])
