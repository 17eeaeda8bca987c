"""Specs that were entered for the strength ladder, which games count for it; who is told of their turn by e-mail."""

import sqlalchemy as sa
from alembic import op

from kingme.database.checksum import LENGTH

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "ladder_entrants",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("spec", sa.String(400), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("message", sa.String(200), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("checksum", sa.String(LENGTH), nullable=False, server_default=""),
    )
    op.create_index("ladder_entrants_of_owner", "ladder_entrants", ["owner"])
    op.create_table(
        "ladder_games",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("program", sa.String(64), nullable=False),
    )
    op.create_index("ladder_games_of_program", "ladder_games", ["program"])
    for own, other in (("black", "white"), ("white", "black")):  # until now every such game counted
        op.execute(
            f"insert into ladder_games (game, program) select r.game, r.{own} from rated_games r "
            f"join people p on p.id = r.{own} and p.kind = 'bot' where r.{other} like 'level:%'"
        )
    op.create_table(
        "turn_notices",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("site", sa.String(200), nullable=False),
    )
    op.create_table(
        "turns_told",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("length", sa.Integer, nullable=False),
    )
