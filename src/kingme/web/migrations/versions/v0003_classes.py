"""Classes, and who is in them."""

import sqlalchemy as sa
from alembic import op

from kingme.database.checksum import LENGTH

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "classes",
        sa.Column("code", sa.String, primary_key=True),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("title", sa.String, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("assignments", sa.JSON, nullable=False),
        sa.Column("checksum", sa.String(LENGTH), nullable=False, server_default=""),
    )
    op.create_index("classes_by_owner", "classes", ["owner", "created"])
    op.create_table(
        "class_members",
        sa.Column("class", sa.String, sa.ForeignKey("classes.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("joined", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("progress", sa.JSON, nullable=False),
        sa.Column("checksum", sa.String(LENGTH), nullable=False, server_default=""),
    )
    op.create_index("class_members_by_owner", "class_members", ["owner"])
