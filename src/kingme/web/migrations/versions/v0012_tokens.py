"""Tokens of programs; administrators, what they have done, reports to them, and who shares an address."""

import sqlalchemy as sa
from alembic import op

from kingme.database.checksum import LENGTH

revision = "0012"
down_revision = "0011"


def _checksum() -> sa.Column[str]:
    return sa.Column("checksum", sa.String(LENGTH), nullable=False, server_default="")


def upgrade() -> None:
    op.create_table(
        "account_tokens",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("scopes", sa.String(40), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float),
        _checksum(),
    )
    op.create_index("account_tokens_by_person", "account_tokens", ["person", "created"])
    op.create_table(
        "administrators",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
        sa.Column("session", sa.String(64)),
        sa.Column("until", sa.Float),
        _checksum(),
    )
    op.create_table(
        "measures",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("measure", sa.String(8), primary_key=True),
        sa.Column("until", sa.Float),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        _checksum(),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("author", sa.String(64), nullable=False),
        sa.Column("about", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("closed", sa.Float),
    )
    op.create_index("reports_by_author", "reports", ["author"])
    op.create_table(
        "office_log",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("what", sa.String(400), nullable=False),
    )
    op.create_table(
        "account_places",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("place", sa.String(16), primary_key=True),
        sa.Column("seen", sa.Float, nullable=False),
    )
