"""Games between two people, their chat, challenges to them, who has blocked whom, and when the server was alive."""

import sqlalchemy as sa
from alembic import op

from kingme.database.checksum import LENGTH

revision = "0013"
down_revision = "0012"


def _checksum() -> sa.Column[str]:
    return sa.Column("checksum", sa.String(LENGTH), nullable=False, server_default="")


def upgrade() -> None:
    op.create_table(
        "shared_games",
        sa.Column("game", sa.String, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("black", sa.String(64), nullable=False),
        sa.Column("white", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("speed", sa.String(16), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("days", sa.Float),
        sa.Column("delay", sa.Integer, nullable=False),
        sa.Column("turn", sa.String(5), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("deadline", sa.Float),
        sa.Column("takeback", sa.String(5)),
        sa.Column("rematch", sa.String(5)),
        sa.Column("next", sa.String(22)),
        sa.Column("tournament", sa.String(22)),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("ended", sa.Float),
        _checksum(),
    )
    op.create_index("shared_games_of_black", "shared_games", ["black", "deadline"])
    op.create_index("shared_games_of_white", "shared_games", ["white", "deadline"])
    op.create_index("shared_games_by_deadline", "shared_games", ["deadline"])
    op.create_table(
        "chat_lines",
        sa.Column("game", sa.String, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("side", sa.String(5), nullable=False),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        _checksum(),
    )
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("target", sa.String(64)),
        sa.Column("place", sa.String(8), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("start", sa.JSON),
        sa.Column("rules", sa.String(100)),
        sa.Column("clock", sa.String(40)),
        sa.Column("days", sa.Float),
        sa.Column("speed", sa.String(16), nullable=False),
        sa.Column("color", sa.String(8), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("delay", sa.Integer, nullable=False),
        sa.Column("rating", sa.Integer),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("game", sa.String(22)),
        _checksum(),
    )
    op.create_index("challenges_of_owner", "challenges", ["owner"])
    op.create_index("challenges_by_place", "challenges", ["place", "until"])
    op.create_table(
        "blocked_people",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        _checksum(),
    )
    op.create_table(
        "server_life",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("alive", sa.Float, nullable=False),
    )
