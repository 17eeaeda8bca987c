"""The first tables of an archive."""

from alembic import op

from kingme.library.archive import schema

revision = "0001"
down_revision = None


def upgrade() -> None:
    schema.metadata.create_all(op.get_bind())
