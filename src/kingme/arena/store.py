"""`Store`: runs and their games in a database, written as they are played.

By default a store is one SQLite file in WAL mode, which readers and several runs may use at once; any SQLAlchemy URL
will do. Games go in by transactions, each whole or not at all, so that a process may be killed at any moment. A full
disk or a locked database raises `StoreError`; what was stored before stays as it was.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from sqlalchemy import ColumnElement, Connection, func, insert, inspect, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from kingme import __version__
from kingme.arena import schema
from kingme.arena.database import StoreError, connect, explain
from kingme.arena.participant import Participant, Sheet
from kingme.arena.plan import Plan, digest
from kingme.arena.played import PlayedGame
from kingme.arena.record import GameRecord
from kingme.arena.rows import game_from_row, game_to_row, record_from_row
from kingme.errors import KingMeError

BUSY = 30.0  # seconds to wait for another program that writes
CHUNK = 500  # games that one statement may ask for
_INSERT_GAMES = insert(schema.game)

__all__ = ["Outline", "Result", "RunInfo", "Store", "StoreError", "load_run"]


@dataclass(frozen=True, slots=True)
class RunInfo:
    """A run in a store. `games` is how many count, `done` how many of these are stored."""

    id: int
    name: str
    plan: Plan
    games: int
    done: int
    decided: str | None
    created: float
    system: dict[str, Any]

    @property
    def is_complete(self) -> bool:
        return self.done >= self.games


class Outline(NamedTuple):
    """A stored game in a line of a list; players by place, `winner` a colour's number or None."""

    number: int
    pair: int
    black: int
    white: int
    winner: int | None
    termination: str
    plies: int
    opening: str
    reason: str
    seconds: float


class Result(NamedTuple):
    """The result of a stored game; players by place, `winner` a colour's number or None."""

    number: int
    pair: int
    black: int
    white: int
    winner: int | None


class Store:
    """An open store; use it with `with`, or `close` it."""

    def __init__(self, place: str | Path, *, timeout: float = BUSY) -> None:
        """Open a store, making it where there is none: the path of an SQLite file, or a database URL."""
        self.place = str(place)
        self.engine = connect(self.place, timeout)
        self._places: dict[int, dict[str, int]] = {}
        self._set_up()

    @contextmanager
    def _transaction(self, *, write: bool = False) -> Iterator[Connection]:
        try:
            with self.engine.connect().execution_options(write=write) as connection, connection.begin():
                yield connection
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            raise StoreError(explain(self.place, error)) from error

    def _set_up(self) -> None:
        with self._transaction() as connection:
            is_new = not inspect(connection).has_table(schema.meta.name)
        if is_new:
            with self._transaction(write=True) as connection:
                schema.metadata.create_all(connection)
                if connection.scalar(select(schema.meta.c.value)) is None:
                    connection.execute(insert(schema.meta).values(key="schema", value=str(schema.VERSION)))
        with self._transaction() as connection:
            version = connection.scalar(select(schema.meta.c.value).where(schema.meta.c.key == "schema"))
        if version != str(schema.VERSION):
            raise StoreError(f"{self.place} was written by another version of KingMe (its format is {version})")

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
            found = None if fresh else connection.execute(known).mappings().first()
            if found is None:
                run_id = self._insert_run(connection, plan, sheets, key, total)
            else:
                run_id = found["id"]
                if found["decided"] is None:
                    changed = update(schema.run).where(schema.run.c.id == run_id)
                    connection.execute(changed.values(games=total, plan=found["plan"] | {"games": plan.games}))
        return self.run(run_id)

    def same(self, plan: Plan, sheets: Sequence[Sheet]) -> RunInfo | None:
        """The run that `begin` would go on with, if there is one."""
        known = select(schema.run.c.id).where(schema.run.c.digest == digest(plan, sheets))
        with self._transaction() as connection:
            run_id = connection.scalar(known.order_by(schema.run.c.id.desc()))
        return None if run_id is None else self.run(run_id)

    def _insert_run(self, connection: Connection, plan: Plan, sheets: Sequence[Sheet], key: str, total: int) -> int:
        taken = set(connection.scalars(select(schema.run.c.name)))
        stem = plan.name or f"{plan.kind}-{key[:8]}"
        name = next(name for name in _numbered(stem) if name not in taken)
        made = connection.execute(
            insert(schema.run).values(
                name=name,
                kind=plan.kind,
                digest=key,
                plan=plan.as_data(),
                games=total,
                created=time.time(),
                system={"kingme": __version__, "python": platform.python_version(), "machine": platform.platform()},
            )
        )
        run_id = int(made.inserted_primary_key[0])  # type: ignore[index]
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
        connection.execute(insert(schema.player), rows)
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

    def runs(self) -> list[RunInfo]:
        """All runs, oldest first."""
        return self._find_runs(schema.run.c.id > 0)

    def run(self, which: int | str | None = None) -> RunInfo:
        """A run by its number or name; the last one that was begun if none is named."""
        if which is None:
            found = self.runs()[-1:]
        elif isinstance(which, int) or which.isdecimal():
            found = self._find_runs(schema.run.c.id == int(which)) or self._find_runs(schema.run.c.name == str(which))
        else:
            found = self._find_runs(schema.run.c.name == which)
        if not found:
            names = ", ".join(info.name for info in self.runs())
            raise KingMeError(
                f"{self.place} has no run {which}: it has {names}" if names else f"{self.place} has no run yet"
            )
        return found[0]

    def _find_runs(self, condition: ColumnElement[bool]) -> list[RunInfo]:
        done = (
            select(func.count())
            .where(schema.game.c.run_id == schema.run.c.id, schema.game.c.number < schema.run.c.games)
            .scalar_subquery()
        )
        with self._transaction() as connection:
            query = select(schema.run, done.label("done")).where(condition).order_by(schema.run.c.id)
            rows = connection.execute(query).mappings().all()
        fields = ("id", "name", "games", "done", "decided", "created", "system")
        return [RunInfo(plan=Plan.from_data(row["plan"]), **{name: row[name] for name in fields}) for row in rows]

    def sheets(self, run_id: int) -> list[Sheet]:
        """The players of a run as they were when it began."""
        limits = [player.limit for player in self.run(run_id).plan.players]
        with self._transaction() as connection:
            query = select(schema.player).where(schema.player.c.run_id == run_id).order_by(schema.player.c.place)
            rows = connection.execute(query).mappings().all()
        return [
            Sheet(Participant(row["name"], row["spec"], limit), row["player"], row["version"], row["parameters"])
            for row, limit in zip(rows, limits, strict=True)
        ]

    def decide(self, run_id: int, decision: str, games: int) -> None:
        """Note that a test has come to its decision after this many games: only they count."""
        with self._transaction(write=True) as connection:
            changed = update(schema.run).where(schema.run.c.id == run_id)
            connection.execute(changed.values(decided=decision, games=games))

    # --- games ------------------------------------------------------------------------------------------------------

    def add(self, run_id: int, games: Sequence[PlayedGame]) -> set[int]:
        """Store games, all or none; those that are there already stay as they are. The numbers of the new ones."""
        places = self._places_of(run_id)
        rows = [game_to_row(run_id, game, places) for game in games]
        try:
            with self._transaction(write=True) as connection:
                connection.execute(_INSERT_GAMES, rows)
            return {row["number"] for row in rows}
        except IntegrityError:  # some are there already
            return self._insert_new(run_id, rows)

    def _insert_new(self, run_id: int, rows: list[dict[str, Any]]) -> set[int]:
        mine, numbers = schema.game.c.run_id == run_id, [row["number"] for row in rows]
        new: dict[int, dict[str, Any]] = {row["number"]: row for row in reversed(rows)}
        with self._transaction(write=True) as connection:
            for at in range(0, len(numbers), CHUNK):
                asked = schema.game.c.number.in_(numbers[at : at + CHUNK])
                for number in connection.scalars(select(schema.game.c.number).where(mine, asked)):
                    new.pop(number, None)
            if new:
                connection.execute(_INSERT_GAMES, list(new.values()))
        return set(new)

    def _places_of(self, run_id: int) -> dict[str, int]:
        if run_id not in self._places:
            with self._transaction() as connection:
                query = select(schema.player.c.name, schema.player.c.place).where(schema.player.c.run_id == run_id)
                self._places[run_id] = {row.name: row.place for row in connection.execute(query)}
        return self._places[run_id]

    def count(self, run_id: int) -> int:
        """How many games of a run are stored."""
        with self._transaction() as connection:
            query = select(func.count()).select_from(schema.game).where(schema.game.c.run_id == run_id)
            return connection.scalar(query) or 0

    def results(self, run_id: int) -> list[Result]:
        """The results of all stored games, by number, those that do not count included."""
        table = schema.game.c
        with self._transaction() as connection:
            query = select(table.number, table.pair, table.black, table.white, table.winner)
            rows = connection.execute(query.where(table.run_id == run_id).order_by(table.number))
            return [Result(*row) for row in rows]

    def outlines(self, run_id: int) -> list[Outline]:
        """The games of a run that count, by number, without their moves: quick, however many there are."""
        games = self.run(run_id).games
        columns = [schema.game.c[name] for name in Outline._fields]
        with self._transaction() as connection:
            query = select(*columns).where(schema.game.c.run_id == run_id, schema.game.c.number < games)
            return [Outline(*row) for row in connection.execute(query.order_by(schema.game.c.number))]

    def game(self, run_id: int, number: int) -> PlayedGame | None:
        """One game of a run, or None while it is not there."""
        names = {place: name for name, place in self._places_of(run_id).items()}
        with self._transaction() as connection:
            query = select(schema.game).where(schema.game.c.run_id == run_id, schema.game.c.number == number)
            rows: list[Any] = list(connection.execute(query).mappings())
        return game_from_row(rows[0], names) if rows else None

    def games(self, which: int | str | None = None) -> Iterator[PlayedGame]:
        """The games of a run that count, by number, with everything that is known of them."""
        names, rows = self._rows(which)
        return (game_from_row(row, names) for row in rows)

    def records(self, which: int | str | None = None) -> list[GameRecord]:
        """The records of the games of a run that count, by number: what tables are made of."""
        names, rows = self._rows(which)
        return [record_from_row(row, names) for row in rows]

    def _rows(self, which: int | str | None) -> tuple[dict[int, str], list[Any]]:
        info = self.run(which)
        names = {place: name for name, place in self._places_of(info.id).items()}
        counts = (schema.game.c.run_id == info.id, schema.game.c.number < info.games)
        with self._transaction() as connection:
            query = select(schema.game).where(*counts).order_by(schema.game.c.number)
            return names, list(connection.execute(query).mappings())


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
