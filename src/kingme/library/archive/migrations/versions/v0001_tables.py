"""The first tables of an archive."""

from alembic import op

from kingme.library.archive import archive_tables

revision = "0001"
down_revision = None


def upgrade() -> None:
    archive_tables.metadata.create_all(op.get_bind())
