"""The tables of version 0.1.0; in a store of that version they are there."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "meta",
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "run",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(200), nullable=False, unique=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("plan", sa.JSON, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("decided", sa.String(2)),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("system", sa.JSON, nullable=False),
        if_not_exists=True,
    )
    op.create_index("ix_run_digest", "run", ["digest"], if_not_exists=True)
    op.create_table(
        "player",
        sa.Column("run_id", sa.Integer, sa.ForeignKey("run.id"), primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("spec", sa.Text, nullable=False),
        sa.Column("player", sa.String(80), nullable=False),
        sa.Column("version", sa.String(200), nullable=False),
        sa.Column("parameters", sa.JSON, nullable=False),
        sa.UniqueConstraint("run_id", "name"),
        if_not_exists=True,
    )
    sides = [f"{color}_{what}" for what in ("pieces", "kings", "crowned") for color in ("black", "white")]
    work = [f"{color}_{what}" for what in ("nodes", "simulations") for color in ("black", "white")]
    op.create_table(
        "game",
        sa.Column("run_id", sa.Integer, sa.ForeignKey("run.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("pair", sa.Integer, nullable=False),
        sa.Column("black", sa.Integer, nullable=False),
        sa.Column("white", sa.Integer, nullable=False),
        sa.Column("winner", sa.Integer),
        sa.Column("termination", sa.String(20), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("opening", sa.Text, nullable=False),
        sa.Column("opening_plies", sa.Integer, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in sides),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in work),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("started", sa.Float, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("thoughts", sa.JSON, nullable=False),
        if_not_exists=True,
    )
