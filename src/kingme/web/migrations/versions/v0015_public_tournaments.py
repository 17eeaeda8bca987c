"""Tournaments that the lobby lists."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("public", sa.Boolean))
