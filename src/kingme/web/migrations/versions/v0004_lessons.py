"""The steps of lessons that were done."""

import sqlalchemy as sa
from alembic import op

from kingme.database.checksum import LENGTH

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "lesson_steps",
        sa.Column("owner", sa.String, primary_key=True),
        sa.Column("lesson", sa.String, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("done", sa.Float, nullable=False),
        sa.Column("checksum", sa.String(LENGTH), nullable=False, server_default=""),
        sqlite_with_rowid=False,
    )
