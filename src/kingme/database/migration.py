"""Versions of a store's tables: Alembic brings an old store to the present one, in one transaction.

Each kind of store has a folder of steps (`kingme.arena.migrations`, `kingme.web.migrations`). Alembic is imported only
when there is something to do; whether there is, the store's own version says. A store without a version that has tables
was written by 0.1.0.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from kingme.database import postgresql, sqlite
from kingme.database.connection import StoreError, file_of, transaction

log = logging.getLogger("kingme.database")

_alembic = threading.Lock()  # `alembic.op` belongs to one migration at a time


@dataclass(frozen=True)
class StoreKind:
    """A kind of store: where its steps are, its versions from the first to the present, a table that all have.

    Its name is that of its rooms in a database that it shares with stores of other kinds.
    """

    name: str
    scripts: str
    versions: tuple[str, ...]
    table: str

    @property
    def present(self) -> str:
        return self.versions[-1]


def version_of(connection: Connection, kind: StoreKind) -> str | None:
    """The version of a store; None if there is nothing in it yet."""
    names = inspect(connection)
    if names.has_table("alembic_version"):
        return str(connection.scalar(text("SELECT version_num FROM alembic_version")))
    return kind.versions[0] if names.has_table(kind.table) else None


def is_present(engine: Engine, place: str, kind: StoreKind) -> bool:
    """Whether a store has the present version; one of a version that is not known here is refused."""
    with transaction(engine, place) as connection:
        found = version_of(connection, kind)
    if found is not None and found not in kind.versions:
        raise StoreError(
            f"{place} is of version {found[:20]}, which is not known here: use the later KingMe that wrote it, or "
            "restore a backup if it is damaged"
        )
    return found == kind.present


def upgrade(engine: Engine, place: str, kind: StoreKind) -> None:
    """Bring a store to the present version, or leave it as it was; what there is to tell about it is logged."""
    if is_present(engine, place, kind):
        return
    with _alembic, transaction(engine, place, write=True) as connection:
        if engine.dialect.name == "postgresql":
            postgresql.make_room(connection, kind.name)
        found = version_of(connection, kind)  # another program may have been quicker
        if found == kind.present:
            return
        kept = None if found is None else _keep_copy(engine, kind)
        notes: list[str] = []
        if found is not None:
            log.warning("%s is of an older version: its games are checked and brought up to date …", place)
        _run(connection, kind, notes)
    for note in notes:
        log.warning("%s", note)
    if kept is None:
        return
    if notes:
        log.warning("%s as it was before is kept in %s", place, kept)
    else:
        kept.unlink(missing_ok=True)


def _keep_copy(engine: Engine, kind: StoreKind) -> Path | None:
    """Copy a store before it is changed; other programs read it meanwhile, and none can write it."""
    path = file_of(engine.url)
    if path is None:
        return None
    kept = path.with_name(f"{path.name}.before-{kind.present}")
    unfinished = kept.with_name(f"{kept.name}.tmp")
    unfinished.unlink(missing_ok=True)
    sqlite.copy(path, unfinished)
    unfinished.replace(kept)
    return kept


def _run(connection: Connection, kind: StoreKind, notes: list[str]) -> None:
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", kind.scripts)
    scripts = ScriptDirectory.from_config(config)
    with EnvironmentContext(config, scripts) as environment:
        environment.configure(
            connection=connection,
            fn=lambda revision, _context: scripts._upgrade_revs(kind.present, revision),
            notes=notes,  # what the steps have to tell
        )
        environment.run_migrations()
