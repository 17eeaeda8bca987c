"""People by name: guests, accounts, programs and levels."""

import sqlalchemy as sa
from alembic import op

from kingme.database.checksum import LENGTH

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("key", sa.String(160), unique=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("checksum", sa.String(LENGTH), nullable=False, server_default=""),
    )
