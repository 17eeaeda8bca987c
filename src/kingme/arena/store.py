"""`Store`: runs and their games in a database, written as they are played.

By default a store is one SQLite file in WAL mode, which readers and several runs may use at once; any SQLAlchemy URL
will do. Games go in by transactions, each whole or not at all, so that a process may be killed at any moment. A full
disk or a locked database raises `StoreError`; what was stored before stays as it was.

Every row is checked when it is read. One that is not what was stored is told to `on_damage` (logged, where nobody asks)
and left out; when the run goes on, such games are set aside and played again.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from kingme import __version__
from kingme.arena import schema
from kingme.arena.participant import Participant, Sheet
from kingme.arena.plan import Plan, digest
from kingme.arena.record import GameRecord, PlayedGame
from kingme.arena.stored import (
    Outline,
    RunInfo,
    damage_of,
    game_from_row,
    game_to_row,
    record_from_row,
    seal,
)
from kingme.database import sqlite
from kingme.database.checksum import row_checksum
from kingme.database.connection import BUSY, StoreError, transaction
from kingme.database.damage import WRONG_CHECKSUM, Damage, OnDamage, count_aside, set_aside, warn
from kingme.database.opening import open_store
from kingme.errors import KingMeError

CHUNK = 500  # games that one statement may ask for
_INSERT_GAMES = insert(schema.game)

__all__ = ["Outline", "RunInfo", "Store", "StoreError", "load_run"]


class Store:
    """An open store; use it with `with`, or `close` it."""

    def __init__(self, place: str | Path, *, timeout: float = BUSY) -> None:
        """Open a store, making it where there is none: the path of an SQLite file, or a database URL."""
        self.place = str(place)
        self.engine = open_store(self.place, schema.KIND, timeout)
        self._players: dict[int, list[str]] = {}

    def _transaction(self, *, write: bool = False) -> AbstractContextManager[Connection]:
        return transaction(self.engine, self.place, write=write)

    def close(self) -> None:
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    # --- runs -------------------------------------------------------------------------------------------------------

    def begin(self, plan: Plan, sheets: Sequence[Sheet], *, fresh: bool = False) -> RunInfo:
        """The run of a prepared plan: the one that is there already, or a new one (always, if `fresh`).

        A new run has the name of its plan, with a number behind it if another run is called so.
        """
        key, total = digest(plan, sheets), len(plan.schedule())
        with self._transaction(write=True) as connection:
            known = select(schema.run).where(schema.run.c.digest == key).order_by(schema.run.c.id.desc())
            same = [] if fresh else [row for row in connection.execute(known).mappings() if _is_sound(row)]
            if not same:
                run_id = self._insert_run(connection, plan, sheets, key, total)
            else:
                run_id = same[0]["id"]
                if same[0]["decided"] is None:
                    self._change_run(connection, same[0], games=total, plan=same[0]["plan"] | {"games": plan.games})
        return self.run(run_id)

    @staticmethod
    def _change_run(connection: Connection, row: Any, **values: Any) -> None:
        """Change the row of a run, which is known to be sound: a new checksum would hide its damage."""
        values["checksum"] = row_checksum("run", dict(row) | values)
        connection.execute(update(schema.run).where(schema.run.c.id == row["id"]).values(values))

    def same(self, plan: Plan, sheets: Sequence[Sheet]) -> RunInfo | None:
        """The run that `begin` would go on with, if there is one."""
        found = self._find_runs(schema.run.c.digest == digest(plan, sheets))
        return found[-1] if found else None

    def _insert_run(self, connection: Connection, plan: Plan, sheets: Sequence[Sheet], key: str, total: int) -> int:
        taken = set(connection.scalars(select(schema.run.c.name)))
        stem = plan.name or f"{plan.kind}-{key[:8]}"
        name = next(name for name in _numbered(stem) if name not in taken)
        row = {
            "name": name,
            "kind": plan.kind,
            "digest": key,
            "plan": plan.as_data(),
            "games": total,
            "created": time.time(),
            "system": {"kingme": __version__, "python": platform.python_version(), "machine": platform.platform()},
        }
        made = connection.execute(insert(schema.run).values(row))
        run_id = int(made.inserted_primary_key[0])  # type: ignore[index]
        self._change_run(connection, row | {"id": run_id})  # its number is part of what is summed up
        rows = [
            {
                "run_id": run_id,
                "place": place,
                "name": sheet.participant.name,
                "spec": sheet.participant.spec,
                "player": sheet.player,
                "version": sheet.version,
                "parameters": sheet.parameters,
            }
            for place, sheet in enumerate(sheets)
        ]
        connection.execute(insert(schema.player), [row | {"checksum": row_checksum("player", row)} for row in rows])
        return run_id

    def resume(self, run_id: int, plan: Plan, sheets: Sequence[Sheet]) -> RunInfo:
        """A run that is there, for its own plan to go on; another plan, or another version of a player, is refused."""
        with self._transaction() as connection:
            found = connection.scalar(select(schema.run.c.digest).where(schema.run.c.id == run_id))
        if found != digest(plan, sheets):
            raise KingMeError(
                "this run was begun by another version, and games of two versions do not belong into one table: "
                "begin it again"
            )
        return self.run(run_id)

    def runs(self, on_damage: OnDamage = warn) -> list[RunInfo]:
        """All runs, oldest first."""
        return self._find_runs(schema.run.c.id > 0, on_damage)

    def run(self, which: int | str | None = None) -> RunInfo:
        """A run by its number or name; the last one that was begun if none is named."""
        if which is None:
            found = self.runs()[-1:]
        elif isinstance(which, int) or which.isdecimal():
            found = self._find_runs(schema.run.c.id == int(which)) or self._find_runs(schema.run.c.name == str(which))
        else:
            found = self._find_runs(schema.run.c.name == which)
        if not found:
            names = ", ".join(info.name for info in self.runs(lambda damage: None))
            raise KingMeError(
                f"{self.place} has no run {which}: it has {names}" if names else f"{self.place} has no run yet"
            )
        return found[0]

    def _find_runs(self, condition: ColumnElement[bool], on_damage: OnDamage = warn) -> list[RunInfo]:
        done = (
            select(func.count())
            .where(schema.game.c.run_id == schema.run.c.id, schema.game.c.number < schema.run.c.games)
            .scalar_subquery()
        )
        with self._transaction() as connection:
            query = select(schema.run, done.label("done")).where(condition).order_by(schema.run.c.id)
            rows = connection.execute(query).mappings().all()
            aside = count_aside(connection, schema.damaged)
        fields = ("id", "name", "games", "done", "decided", "created", "system")
        found = []
        for row in rows:
            problem, plan = _read_plan(row)
            if plan is None:
                on_damage(Damage(f"run {row['name']} of {self.place}, with its {row['done']} games,", problem))
            else:
                values = {name: row[name] for name in fields}
                found.append(RunInfo(plan=plan, aside=aside.get(str(row["id"]), 0), **values))
        return found

    def sheets(self, run_id: int, on_damage: OnDamage = warn) -> list[Sheet]:
        """The players of a run as they were when it began; of one whose row is damaged, what the plan says."""
        info = self.run(run_id)
        with self._transaction() as connection:
            query = select(schema.player).where(schema.player.c.run_id == run_id)
            rows = {row["place"]: row for row in connection.execute(query).mappings()}
        sheets = []
        for place, player in enumerate(info.plan.players):
            row = rows.get(place)
            if row is not None and row["name"] == player.name and row["checksum"] == row_checksum("player", row):
                participant = Participant(row["name"], row["spec"], player.limit)
                sheets.append(Sheet(participant, row["player"], row["version"], row["parameters"]))
            else:
                on_damage(Damage(f"run {info.name}, what is stored of player {player.name}", WRONG_CHECKSUM))
                sheets.append(Sheet(player, "unknown", "unknown", {}))
        return sheets

    def decide(self, run_id: int, decision: str, games: int) -> None:
        """Note that a test has come to its decision after this many games: only they count."""
        with self._transaction(write=True) as connection:
            row = connection.execute(select(schema.run).where(schema.run.c.id == run_id)).mappings().first()
            if row is None or not _is_sound(row):
                raise StoreError(f"run {run_id} of {self.place} is damaged: its decision cannot be stored")
            self._change_run(connection, row, decided=decision, games=games)

    # --- games ------------------------------------------------------------------------------------------------------

    def add(self, run_id: int, games: Sequence[PlayedGame]) -> list[Outline]:
        """Store games, all or none; those that are there already stay as they are. Returns the new ones."""
        names = self._names_of(run_id)
        places = {name: place for place, name in enumerate(names)}
        rows = [seal(game_to_row(run_id, game, places), names) for game in games]
        try:
            with self._transaction(write=True) as connection:
                connection.execute(_INSERT_GAMES, rows)
            return [Outline.of(row) for row in rows]
        except IntegrityError:  # some are there already
            return self._insert_new(run_id, rows)

    def _insert_new(self, run_id: int, rows: list[dict[str, Any]]) -> list[Outline]:
        mine, numbers = schema.game.c.run_id == run_id, [row["number"] for row in rows]
        new: dict[int, dict[str, Any]] = {row["number"]: row for row in reversed(rows)}
        with self._transaction(write=True) as connection:
            for at in range(0, len(numbers), CHUNK):
                asked = schema.game.c.number.in_(numbers[at : at + CHUNK])
                for number in connection.scalars(select(schema.game.c.number).where(mine, asked)):
                    new.pop(number, None)
            if new:
                connection.execute(_INSERT_GAMES, list(new.values()))
        return [Outline.of(row) for row in new.values()]

    def _names_of(self, run_id: int) -> list[str]:
        if run_id not in self._players:
            self._players[run_id] = self.run(run_id).players
        return self._players[run_id]

    def count(self, run_id: int) -> int:
        """How many games of a run are stored."""
        with self._transaction() as connection:
            query = select(func.count()).select_from(schema.game).where(schema.game.c.run_id == run_id)
            return connection.scalar(query) or 0

    def outlines(self, run_id: int, on_damage: OnDamage = warn, *, all_numbers: bool = False) -> list[Outline]:
        """The games of a run by number, without what the players thought: quick, even if they are many.

        They are those that count, or with `all_numbers` those that a decided test does not need as well.
        """
        rows = self._rows(self.run(run_id), on_damage, whole=False, all_numbers=all_numbers)
        return [Outline.of(row) for row in rows]

    def game(self, run_id: int, number: int) -> PlayedGame | None:
        """One game of a run, or None while it is not there; `StoreError` if it is damaged."""
        names = self._names_of(run_id)
        with self._transaction() as connection:
            query = select(schema.game).where(schema.game.c.run_id == run_id, schema.game.c.number == number)
            rows: list[Any] = list(connection.execute(query).mappings())
        if rows and (problem := damage_of(rows[0], names)) is not None:
            raise StoreError(f"{self.run(run_id).game_name(number)} is damaged: {problem}")
        return game_from_row(rows[0], names) if rows else None

    def games(self, which: int | str | None = None, on_damage: OnDamage = warn) -> Iterator[PlayedGame]:
        """The games of a run that count, by number, with everything that is known of them."""
        info = self.run(which)
        return (game_from_row(row, info.players) for row in self._rows(info, on_damage))

    def records(self, which: int | str | None = None, on_damage: OnDamage = warn) -> list[GameRecord]:
        """The records of the games of a run that count, by number: what tables are made of."""
        info = self.run(which)
        return [record_from_row(row, info.players) for row in self._rows(info, on_damage)]

    def _rows(
        self, info: RunInfo, on_damage: OnDamage, *, whole: bool = True, all_numbers: bool = False
    ) -> Iterator[Any]:
        """The sound rows of a run's games; `whole` with what the players thought."""
        table = schema.game.c
        columns = [column for column in table if whole or column.name not in ("thoughts", "thoughts_checksum")]
        query = select(*columns).where(table.run_id == info.id).order_by(table.number)
        with self._transaction() as connection:
            rows = connection.execute(query if all_numbers else query.where(table.number < info.games))
            found = list(rows.mappings())
        names = info.players
        for row in found:
            if (problem := damage_of(row, names)) is None:
                yield row
            else:
                on_damage(Damage(info.game_name(row["number"]), problem))

    def damaged(self, run_id: int) -> list[Damage]:
        """Games of a run that are damaged and still in it; what the players thought is not looked at."""
        found: list[Damage] = []
        self.outlines(run_id, found.append)
        return found

    def structure_problems(self) -> list[str]:
        """What the database itself finds wrong with its file; nothing, where it cannot tell."""
        return sqlite.engine_problems(self.engine)

    def set_damaged_aside(self, run_id: int) -> list[Damage]:
        """Take damaged games out of a run, so that they can be played again; what is left of them is kept."""
        info = self.run(run_id)
        found: list[Damage] = []
        for _ in self._rows(info, found.append, all_numbers=True):
            pass
        if not found:
            return []
        table = schema.game
        with self._transaction(write=True) as connection:
            for row in connection.execute(select(table).where(table.c.run_id == run_id)).mappings().all():
                if (problem := damage_of(row, info.players)) is not None:
                    set_aside(connection, schema.damaged, run_id, row["number"], problem, dict(row))
                    this = (table.c.run_id == run_id, table.c.number == row["number"])
                    connection.execute(delete(table).where(*this))
        return found


def _read_plan(row: Any) -> tuple[str, Plan | None]:
    """The plan of a run, or what is wrong with it: rows of 0.1.0 had no checksum when they were damaged."""
    if not _is_sound(row):
        return WRONG_CHECKSUM, None
    try:
        return "", Plan.from_data(row["plan"])
    except (KingMeError, LookupError, TypeError, AttributeError):
        return "its plan cannot be read", None


def _is_sound(row: Any) -> bool:
    """Whether the row of a run is what was stored."""
    return bool(row["checksum"] == row_checksum("run", row, without=("done",)))


def _numbered(stem: str) -> Iterator[str]:
    """A name, and the same with numbers behind it."""
    yield stem
    yield from (f"{stem}-{number}" for number in count(2))


def load_run(store: Store | str | Path, run: int | str | None = None) -> list[GameRecord]:
    """The records of a run, by its number or name (the last one if none is named), from a store or its path."""
    if isinstance(store, Store):
        return store.records(run)
    with Store(store) as opened:
        return opened.records(run)
