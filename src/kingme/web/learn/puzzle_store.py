"""Puzzles on disk: for each browser its rating, what it tried, and the mistakes that come back; for puzzles ratings.

Nobody has an account: a solver is a browser, as the owner of games is. A puzzle that is handed out is noted as the
solver's task, and the first answer to the task counts, once. Damaged rows count as not there.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa

from kingme.arena.glicko2 import GlickoRating
from kingme.database.checksum import row_checksum
from kingme.database.connection import transaction
from kingme.web.store import Store, checksum_column, metadata

FIRST = GlickoRating(1200.0, 350.0)
"""Whoever begins."""
PUZZLE_DEVIATION = 150.0  # the difficulty of a puzzle is an estimate
LEAST_DEVIATION = 45.0  # so that ratings stay alive
MOST_ATTEMPTS = 5000  # of one browser, that are kept
MOST_SOLVERS = 100_000  # of one server

RUN_SECONDS = 180.0
RUN_GRACE = 3.0  # seconds that the last answer of a run may be late

MINUTE, DAY = 60.0, 86400.0
RETURNS = (10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY)
"""When a mistake comes back: after ten minutes, and each time it is solved after a longer while."""

log = logging.getLogger("kingme.web")

solvers = sa.Table(
    "puzzle_solvers",
    metadata,
    sa.Column("owner", sa.String, primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("task", sa.JSON),  # {puzzle, kind, theme, rated, run: {began, solved, wrong} or null}
    checksum_column(),
)
ratings = sa.Table(
    "puzzle_ratings",
    metadata,
    sa.Column("puzzle", sa.String, primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    checksum_column(),
)
attempts = sa.Table(
    "puzzle_attempts",
    metadata,
    sa.Column("owner", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("puzzle", sa.String, nullable=False),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("solved", sa.Boolean, nullable=False),
    sa.Column("rating", sa.Float),  # the solver's after it, if it was rated
    sa.Column("run", sa.Float),  # when the timed run began that it belongs to
    checksum_column(),
    sqlite_with_rowid=False,
)
mistakes = sa.Table(
    "puzzle_mistakes",
    metadata,
    sa.Column("owner", sa.String, primary_key=True),
    sa.Column("puzzle", sa.String, primary_key=True),
    sa.Column("step", sa.Integer, nullable=False),  # how often it was solved since
    sa.Column("due", sa.Float, nullable=False),
    checksum_column(),
    sqlite_with_rowid=False,
)

Row = Mapping[Any, Any]


class Solver(NamedTuple):
    """A browser as it stands."""

    rating: GlickoRating = FIRST
    attempts: int = 0
    task: dict[str, Any] | None = None


class Counted(NamedTuple):
    """What an answer came to."""

    counts: bool  # it was the first answer to the task
    before: GlickoRating
    after: GlickoRating
    puzzle: GlickoRating


# --- reading ----------------------------------------------------------------------------------------------------------


def find_solver(connection: sa.Connection, owner: str) -> Solver:
    row = connection.execute(sa.select(solvers).where(solvers.c.owner == owner)).mappings().first()
    if row is None or not _is_sound("puzzle_solvers", row):
        return Solver()
    return Solver(_rating(row), row["attempts"], row["task"])


class Standing(NamedTuple):
    """What the choice of the next puzzle depends on."""

    solver: Solver
    known: set[str]  # puzzles that were tried
    due: list[str]  # mistakes that come back now, the longest due first


def read_standing(store: Store, owner: str, now: float) -> Standing:
    with transaction(store.engine, store.place) as connection:
        solver = find_solver(connection, owner)
        known = connection.execute(sa.select(attempts.c.puzzle).where(attempts.c.owner == owner)).scalars()
        return Standing(solver, set(known), find_due(connection, owner, now))


def find_due(connection: sa.Connection, owner: str, now: float) -> list[str]:
    query = sa.select(mistakes).where(mistakes.c.owner == owner, mistakes.c.due <= now).order_by(mistakes.c.due)
    return [row["puzzle"] for row in connection.execute(query).mappings() if _is_sound("puzzle_mistakes", row)]


def read_attempts(store: Store, owner: str) -> list[Row]:
    """What an owner tried, the first first."""
    with transaction(store.engine, store.place) as connection:
        return attempts_of(connection, owner)


def attempts_of(connection: sa.Connection, owner: str) -> list[Row]:
    """The same within a transaction."""
    query = sa.select(attempts).where(attempts.c.owner == owner).order_by(attempts.c.number)
    return [row for row in connection.execute(query).mappings() if _is_sound("puzzle_attempts", row)]


# --- writing: within a transaction of the `Writer` --------------------------------------------------------------------


def set_task(connection: sa.Connection, owner: str, task: dict[str, Any]) -> None:
    """Note what an owner is asked."""
    solver = find_solver(connection, owner)
    if not solver.attempts and solver.task is None:
        number = connection.execute(sa.select(sa.func.count()).select_from(solvers)).scalar_one()
        if number >= MOST_SOLVERS:  # those who never answered make room
            connection.execute(sa.delete(solvers).where(solvers.c.attempts == 0))
    _put_solver(connection, owner, solver._replace(task=task))


def set_attempts(connection: sa.Connection, owner: str, number: int) -> None:
    """Note how many attempts an owner has made, after others were added."""
    _put_solver(connection, owner, find_solver(connection, owner)._replace(attempts=number))


def count(connection: sa.Connection, owner: str, puzzle: str, estimate: int, *, solved: bool, now: float) -> Counted:
    """Take the answer to a task: the first one counts, and changes ratings if the task is rated."""
    solver = find_solver(connection, owner)
    row = connection.execute(sa.select(ratings).where(ratings.c.puzzle == puzzle)).mappings().first()
    known = row is not None and _is_sound("puzzle_ratings", row)
    before, other = (
        solver.rating,
        _rating(row) if known and row is not None else GlickoRating(estimate, PUZZLE_DEVIATION),
    )
    task = solver.task
    run = None if task is None else task["run"]
    is_late = run is not None and now > run["began"] + RUN_SECONDS + RUN_GRACE
    if task is None or task["puzzle"] != puzzle or is_late:
        return Counted(False, before, before, other)
    after, rated = before, task["rated"]
    if rated:
        score = 1.0 if solved else 0.0
        after, opponent = _bounded(before.after([(other, score)])), _bounded(other.after([(before, 1 - score)]))
        _replace(connection, ratings, {"puzzle": puzzle}, _columns(opponent))
    values = {"puzzle": puzzle, "kind": task["kind"], "at": now, "solved": solved}
    values |= {"rating": after.rating if rated else None, "run": None if run is None else run["began"]}
    number = solver.attempts + 1
    _replace(connection, attempts, {"owner": owner, "number": number}, values)
    connection.execute(
        sa.delete(attempts).where(attempts.c.owner == owner, attempts.c.number <= number - MOST_ATTEMPTS)
    )
    if run is not None:
        run = run | {"solved": run["solved"] + solved, "wrong": run["wrong"] + (not solved)}
    left = None if run is None else task | {"puzzle": "", "run": run}
    _put_solver(connection, owner, Solver(after, number, left))
    _note_mistake(connection, owner, puzzle, solved=solved, now=now)
    return Counted(True, before, after, other)


def _note_mistake(connection: sa.Connection, owner: str, puzzle: str, *, solved: bool, now: float) -> None:
    """A mistake begins its returns; one that was solved goes on with them, and is forgotten in the end."""
    this = sa.and_(mistakes.c.owner == owner, mistakes.c.puzzle == puzzle)
    row = connection.execute(sa.select(mistakes).where(this)).mappings().first()
    if row is None and solved:
        return
    step = row["step"] + 1 if row is not None and solved else 0
    if row is not None and solved and row["due"] > now:
        return  # it was solved before its time
    if step >= len(RETURNS):
        connection.execute(sa.delete(mistakes).where(this))
    else:
        _replace(connection, mistakes, {"owner": owner, "puzzle": puzzle}, {"step": step, "due": now + RETURNS[step]})


# --- rows -------------------------------------------------------------------------------------------------------------


def _put_solver(connection: sa.Connection, owner: str, solver: Solver) -> None:
    values = _columns(solver.rating) | {"attempts": solver.attempts, "task": solver.task}
    _replace(connection, solvers, {"owner": owner}, values)


def _replace(connection: sa.Connection, table: sa.Table, key: dict[str, Any], values: dict[str, Any]) -> None:
    row = key | values
    row["checksum"] = row_checksum(table.name, row)
    connection.execute(sa.delete(table).where(*(table.c[name] == value for name, value in key.items())))
    connection.execute(sa.insert(table), row)


def _is_sound(table: str, row: Row) -> bool:
    if row["checksum"] == row_checksum(table, row):
        return True
    log.warning("a damaged row of %s is left out", table)
    return False


def _rating(row: Row) -> GlickoRating:
    return GlickoRating(row["rating"], row["deviation"], row["volatility"])


def _bounded(rating: GlickoRating) -> GlickoRating:
    return GlickoRating(rating.rating, max(LEAST_DEVIATION, rating.deviation), rating.volatility)


def _columns(rating: GlickoRating) -> dict[str, float]:
    return {"rating": rating.rating, "deviation": rating.deviation, "volatility": rating.volatility}
