"""What was played in a position, how often, and with what success.

Counting the visits of a position takes a millisecond for a few thousand of them. Where there are more, what was counted
is kept (`summary`), with the latest game that it counts; what came later is counted when it is asked for. So the answer
is always exact, and quick.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa

from kingme.board import Board
from kingme.database.connection import transaction
from kingme.library.archive.archive import Archive
from kingme.library.archive.archive_tables import BLACK_WON, DRAWN, WHITE_WON, counted, game, summary, visit
from kingme.move import Move

MANY = 3000  # visits; from here on counts are kept


@dataclass(frozen=True, slots=True)
class MoveCount:
    """A move and the games in which it was played; results are Black's and White's wins, and draws."""

    move: Move
    games: int
    black_won: int
    white_won: int
    drawn: int
    rating: int | None = None  # of those who played it, on average
    latest: int = 0  # the latest game

    @property
    def share(self) -> float | None:
        """Black's share of the points; None where no game has a result."""
        ended = self.black_won + self.white_won + self.drawn
        return (self.black_won + self.drawn / 2) / ended if ended else None


_COUNTS = ("games", "black_won", "white_won", "drawn", "rated", "ratings", "latest")


def moves_here(archive: Archive, board: Board, collection: str | None = None) -> list[MoveCount]:
    """The moves that were played in a position, the most played first; of one collection or of all."""
    number = None if collection is None else archive.collection_number(collection)
    with transaction(archive.engine, archive.place) as connection:
        through = _through(connection, board.hash)
        totals = _kept(connection, board.hash, number) if through else {}
        fresh = _count(connection, board.hash, through, number)
    if sum(row[0] for row in fresh.values()) > MANY:
        keep_counts(archive, board.hash)
    for move, row in fresh.items():
        totals[move] = _merge(totals[move], row) if move in totals else row
    legal = {move.code: move for move in reversed(board.legal_moves())}
    found = [_move_count(legal[move], row) for move, row in totals.items() if move in legal]
    return sorted(found, key=lambda item: (-item.games, item.move.path))


def _move_count(move: Move, row: tuple[int, ...]) -> MoveCount:
    games, black, white, drawn, rated, ratings, latest = row
    return MoveCount(move, games, black, white, drawn, round(ratings / rated) if rated else None, latest)


def mirrored(archive: Archive, board: Board, collection: str | None = None) -> list[MoveCount]:
    """The moves of a position and of the same position with the colours changed, as moves of the first."""
    here = {item.move: item for item in moves_here(archive, board, collection)}
    for item in moves_here(archive, board.flip(), collection):
        move = _turned(item.move)
        other = replace(item, move=move, black_won=item.white_won, white_won=item.black_won)
        here[move] = _add(here[move], other) if move in here else other
    return sorted(here.values(), key=lambda item: (-item.games, item.move.path))


def _turned(move: Move) -> Move:
    return Move(tuple(33 - square for square in move.path), tuple(33 - square for square in move.captured))


def _add(one: MoveCount, other: MoveCount) -> MoveCount:
    rated = [item for item in (one, other) if item.rating is not None]
    games = sum(item.games for item in rated)
    rating = round(sum((item.rating or 0) * item.games for item in rated) / games) if games else None
    return MoveCount(
        one.move, one.games + other.games, one.black_won + other.black_won, one.white_won + other.white_won,
        one.drawn + other.drawn, rating, max(one.latest, other.latest),
    )  # fmt: skip


def _through(connection: sa.Connection, position: int) -> int:
    return int(connection.scalar(sa.select(counted.c.through).where(counted.c.position == position)) or 0)


def _kept(connection: sa.Connection, position: int, number: int | None) -> dict[int, tuple[int, ...]]:
    columns = [sa.func.max(summary.c.latest) if name == "latest" else sa.func.sum(summary.c[name]) for name in _COUNTS]
    query = sa.select(summary.c.move, *columns).where(summary.c.position == position).group_by(summary.c.move)
    if number is not None:
        query = query.where(summary.c.collection == number)
    return {row[0]: tuple(map(int, row[1:])) for row in connection.execute(query)}


def _counting(*keys: sa.Column[Any]) -> sa.Select[Any]:
    results = (sa.func.sum(sa.case((visit.c.result == end, 1), else_=0)) for end in (BLACK_WON, WHITE_WON, DRAWN))
    return sa.select(
        *keys,
        visit.c.move,
        sa.func.count(),
        *results,
        sa.func.count(visit.c.rating),
        sa.func.coalesce(sa.func.sum(visit.c.rating), 0),
        sa.func.max(visit.c.game),
    ).group_by(*keys, visit.c.move)


def _count(connection: sa.Connection, position: int, after: int, number: int | None) -> dict[int, tuple[int, ...]]:
    query = _counting().where(visit.c.position == position, visit.c.game > after, visit.c.move.is_not(None))
    if number is not None:
        query = query.where(visit.c.collection == number)
    return {row[0]: tuple(map(int, row[1:])) for row in connection.execute(query)}


def _merge(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return (*(a + b for a, b in zip(one[:-1], other[:-1], strict=True)), max(one[-1], other[-1]))


def keep_counts(archive: Archive, position: int) -> None:
    """Count all visits of a position, and keep what comes out."""
    with transaction(archive.engine, archive.place, write=True) as connection:
        last = int(connection.scalar(sa.select(sa.func.coalesce(sa.func.max(game.c.id), 0))) or 0)
        query = _counting(visit.c.collection).where(
            visit.c.position == position, visit.c.game <= last, visit.c.move.is_not(None)
        )
        names = ("collection", "move", *_COUNTS)
        rows = [{"position": position} | dict(zip(names, row, strict=True)) for row in connection.execute(query)]
        connection.execute(sa.delete(summary).where(summary.c.position == position))
        connection.execute(sa.delete(counted).where(counted.c.position == position))
        if rows:
            connection.execute(sa.insert(summary), rows)
            connection.execute(sa.insert(counted).values(position=position, through=last))


def keep_popular_counts(archive: Archive) -> Iterator[int]:
    """Keep the counts of all positions near the usual start that many games visit; yields how many were counted."""
    queue, seen, done = [Board()], {Board()}, 0
    while queue:
        board = queue.pop()
        with transaction(archive.engine, archive.place) as connection:
            through = _through(connection, board.hash)
            some = sa.select(visit.c.game).where(visit.c.position == board.hash, visit.c.game > through).limit(MANY + 1)
            fresh = int(connection.scalar(sa.select(sa.func.count()).select_from(some.subquery())) or 0)
        if fresh > MANY:
            keep_counts(archive, board.hash)
            done += 1
            yield done
        elif not through:
            continue
        for item in moves_here(archive, board):
            after = board.play(item.move)
            if item.games > MANY and after not in seen:
                seen.add(after)
                queue.append(after)
