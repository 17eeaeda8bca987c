"""Accounts with passwords, where they are logged in, and how often somebody guessed."""

import sqlalchemy as sa
from alembic import op

from kingme.database.checksum import LENGTH

revision = "0010"
down_revision = "0006"


def _checksum() -> sa.Column[str]:
    return sa.Column("checksum", sa.String(LENGTH), nullable=False, server_default="")


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("email", sa.String(254)),
        sa.Column("code", sa.String(64)),
        sa.Column("code_until", sa.Float),
        _checksum(),
    )
    op.create_table(
        "account_sessions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.Column("browser", sa.String(80), nullable=False),
        _checksum(),
    )
    op.create_index("account_sessions_by_person", "account_sessions", ["person", "created"])
    op.create_table(
        "guesses",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("number", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("guesses_by_time", "guesses", ["at"])
