"""Every row gets a checksum, and scores are told in men.

Games are replayed first, and those that are not by the rules are set aside.
"""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

from kingme.arena.migrations.old_scores import thoughts_in_men
from kingme.arena.run_check import problem_with
from kingme.arena.stored import game_from_row, seal
from kingme.database.checksum import LENGTH, row_checksum
from kingme.database.damage import Damage, damaged_table, set_aside
from kingme.profile import Rules

revision = "0002"
down_revision = "0001"

BATCH = 200  # games in memory at once


def upgrade() -> None:
    for table, column in (
        ("run", "checksum"),
        ("player", "checksum"),
        ("game", "checksum"),
        ("game", "thoughts_checksum"),
    ):
        op.add_column(table, sa.Column(column, sa.String(LENGTH), nullable=False, server_default=""))
    connection = op.get_bind()
    metadata = sa.MetaData()
    damaged = damaged_table(metadata)
    damaged.create(connection)
    tables = {name: sa.Table(name, metadata, autoload_with=connection) for name in ("meta", "run", "player", "game")}
    meta = tables["meta"]
    connection.execute(sa.delete(meta).where(meta.c.key == "schema"))
    connection.execute(sa.insert(meta).values(key="schema", value="2"))  # version 0.1.0 leaves such a store alone
    notes: list[str] = op.get_context().opts["notes"]
    for run in connection.execute(sa.select(tables["run"])).mappings().all():
        _seal_run(connection, tables, damaged, run, notes)


def _seal_run(
    connection: sa.Connection,
    tables: dict[str, sa.Table],
    damaged: sa.Table,
    run: Mapping[Any, Any],
    notes: list[str],
) -> None:
    try:
        names = [str(player["name"]) for player in run["plan"]["players"]]
        specs = [str(player["spec"]) for player in run["plan"]["players"]]
        rules = Rules.parse(run["plan"]["rules"])
    except (ValueError, TypeError, KeyError) as error:
        notes.append(str(Damage(f"run {run['name']} with all its games", f"its plan cannot be read ({error})")))
        return
    table = tables["run"]
    seal_run = sa.update(table).where(table.c.id == run["id"])
    connection.execute(seal_run.values(checksum=row_checksum("run", run)))
    table = tables["player"]
    for player in connection.execute(sa.select(table).where(table.c.run_id == run["id"])).mappings().all():
        this = sa.update(table).where(table.c.run_id == run["id"], table.c.place == player["place"])
        connection.execute(this.values(checksum=row_checksum("player", player)))
    table = tables["game"]
    last: int | None = None
    while True:
        query = sa.select(table).where(table.c.run_id == run["id"]).order_by(table.c.number).limit(BATCH)
        rows = connection.execute(query if last is None else query.where(table.c.number > last)).mappings().all()
        if not rows:
            return
        last = rows[-1]["number"]
        for row in rows:
            game = sa.and_(table.c.run_id == run["id"], table.c.number == row["number"])
            if (problem := _problem(row, names, rules)) is None:
                sealed = seal({**row, "thoughts": thoughts_in_men(row, specs)}, names)
                values = {name: sealed[name] for name in ("thoughts", "checksum", "thoughts_checksum")}
                connection.execute(sa.update(table).where(game).values(values))
            else:
                set_aside(connection, damaged, run["id"], row["number"], problem, dict(row))
                connection.execute(sa.delete(table).where(game))
                notes.append(str(Damage(f"run {run['name']}, game {row['number'] + 1}", problem)))


def _problem(row: Mapping[Any, Any], names: list[str], rules: Rules) -> str | None:
    try:
        played = game_from_row(row, names)
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        return f"it cannot be read ({type(error).__name__}: {error})"[:300]
    return problem_with(played, rules)
