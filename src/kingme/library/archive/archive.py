"""`Archive`: a database of games."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from kingme.board import Board
from kingme.core.folders import data_folder
from kingme.database.checksum import row_checksum
from kingme.database.connection import StoreError, transaction
from kingme.database.opening import open_store
from kingme.errors import KingMeError
from kingme.game import Game, Ply
from kingme.library.archive.archive_tables import (
    BLACK_WON,
    DRAWN,
    KIND,
    OPEN,
    WHITE_WON,
    collection,
    game,
    material,
    person,
    visit,
)
from kingme.library.archive.game_record import Record, make_record
from kingme.outcome import Color, Outcome, Termination

RESULT_TEXT = {BLACK_WON: "1-0", WHITE_WON: "0-1", DRAWN: "1/2-1/2", OPEN: "*"}
WINNERS = {BLACK_WON: Color.BLACK, WHITE_WON: Color.WHITE, DRAWN: None}
MOST_COLLECTIONS = 1000


def archive_place() -> str:
    """Where the archive is: `KINGME_ARCHIVE` (a path or a database URL), or a file in the user's data directory."""
    return os.environ.get("KINGME_ARCHIVE") or str(data_folder() / "archive.sqlite")


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game of the archive without its positions."""

    id: int
    collection: str
    black: str
    white: str
    black_rating: int | None
    white_rating: int | None
    event: str
    date: str
    result: str
    plies: int
    opening: str


@dataclass(frozen=True, slots=True)
class CollectionInfo:
    name: str
    games: int
    plies: int
    black_won: int
    white_won: int
    drawn: int


class Archive:
    """An archive that is open; it is made where there is none."""

    def __init__(self, place: str | None = None) -> None:
        self.place = place or archive_place()
        if "://" not in self.place:
            try:
                Path(self.place).expanduser().parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(f"the archive cannot be kept in {self.place}: {error.strerror}") from None
        self.engine = open_store(self.place, KIND)

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.engine.dispose()

    # --- adding -----------------------------------------------------------------------------------------------------

    def add(self, games: Iterable[Game], into: str) -> int:
        """Add games to a collection in one step, and say how many of them were new."""
        return self.add_records([make_record(item) for item in games], into)

    def add_records(self, records: Sequence[Record], into: str) -> int:
        """As `add`, for games that are taken down already."""
        fresh = {record.digest: record for record in records}
        with transaction(self.engine, self.place, write=True) as connection:
            known = connection.execute(sa.select(game.c.digest).where(game.c.digest.in_(list(fresh)))).scalars()
            for digest in known:
                del fresh[digest]
            if not fresh:
                return 0
            place = _collection(connection, into)
            people = _people(connection, fresh.values())
            last = int(connection.scalar(sa.select(sa.func.max(game.c.id))) or 0)
            games: list[dict[str, Any]] = []
            visits: list[dict[str, Any]] = []
            materials: list[dict[str, Any]] = []
            for number, record in enumerate(fresh.values(), start=last + 1):
                row = record.columns | {
                    "id": number,
                    "digest": record.digest,
                    "collection": place,
                    "black": people[record.black.casefold()],
                    "white": people[record.white.casefold()],
                }
                games.append(row | {"checksum": row_checksum("game", row)})
                result = record.columns["result"]
                visits += [
                    {
                        "position": position, "game": number, "ply": ply, "move": move, "result": result,
                        "collection": place, "rating": rating,
                    }
                    for position, ply, move, rating in record.visits
                ]  # fmt: skip
                materials += [{"pieces": pieces, "game": number} for pieces in record.materials]
            connection.execute(sa.insert(game), games)
            # In the order of the tables' keys: neighbours are written together.
            connection.execute(sa.insert(visit), sorted(visits, key=lambda row: row["position"]))
            connection.execute(sa.insert(material), sorted(materials, key=lambda row: row["pieces"]))
        return len(fresh)

    def remove(self, name: str) -> int:
        """Remove a collection with its games, and say how many there were."""
        from kingme.library.archive.archive_tables import counted, summary

        with transaction(self.engine, self.place, write=True) as connection:
            place = self._find(connection, name)
            of_it = sa.select(game.c.id).where(game.c.collection == place)
            connection.execute(sa.delete(visit).where(visit.c.game.in_(of_it)))
            connection.execute(sa.delete(material).where(material.c.game.in_(of_it)))
            connection.execute(sa.delete(summary))
            connection.execute(sa.delete(counted))
            removed = connection.execute(sa.delete(game).where(game.c.collection == place)).rowcount
            connection.execute(sa.delete(collection).where(collection.c.id == place))
        return int(removed)

    # --- reading ----------------------------------------------------------------------------------------------------

    def collections(self) -> list[CollectionInfo]:
        """What the archive holds, collection by collection."""
        columns = (
            sa.func.count(),
            sa.func.coalesce(sa.func.sum(game.c.plies), 0),
            *(sa.func.sum(sa.case((game.c.result == result, 1), else_=0)) for result in (BLACK_WON, WHITE_WON, DRAWN)),
        )
        query = (
            sa.select(collection.c.name, *columns)
            .join(game, game.c.collection == collection.c.id)
            .group_by(collection.c.name)
            .order_by(collection.c.name)
        )
        with transaction(self.engine, self.place) as connection:
            return [CollectionInfo(row[0], *map(int, row[1:])) for row in connection.execute(query)]

    def count(self) -> int:
        """How many games there are."""
        with transaction(self.engine, self.place) as connection:
            return int(connection.scalar(sa.select(sa.func.count()).select_from(game)) or 0)

    def collection_number(self, name: str) -> int:
        with transaction(self.engine, self.place) as connection:
            return self._find(connection, name)

    def _find(self, connection: sa.Connection, name: str) -> int:
        found = connection.scalar(sa.select(collection.c.id).where(collection.c.name == name))
        if found is None:
            some = sa.select(collection.c.name).order_by(collection.c.name).limit(5)
            names = connection.execute(some).scalars().all()
            there = f"there are {', '.join(names)}" if names else "kingme library import adds games"
            raise KingMeError(f"there is no collection {name[:40]!r}: {there}")
        return int(found)

    def game_numbers(self, name: str | None = None) -> list[int]:
        """The numbers of all games, or of those of a collection, the oldest first."""
        query = sa.select(game.c.id).order_by(game.c.id)
        if name is not None:
            query = query.where(game.c.collection == self.collection_number(name))
        with transaction(self.engine, self.place) as connection:
            return [int(number) for number in connection.execute(query).scalars()]

    def game(self, number: int) -> Game:
        """A whole game."""
        with transaction(self.engine, self.place) as connection:
            row = connection.execute(_with_names().where(game.c.id == number)).mappings().first()
        if row is None:
            raise KingMeError(f"there is no game {number} in the archive")
        columns = {name: row[name] for name in game.c.keys()}  # noqa: SIM118  (a collection of columns, no dict)
        if row_checksum("game", columns) != row["checksum"]:
            raise StoreError(f"game {number} of the archive is damaged: restore a backup, or import its file again")
        return _rebuild(row)


def _with_names() -> sa.Select[Any]:
    black, white = person.alias(), person.alias()
    return (
        sa.select(
            game,
            black.c.name.label("black_name"),
            white.c.name.label("white_name"),
            collection.c.name.label("collection_name"),
        )
        .join(black, black.c.id == game.c.black)
        .join(white, white.c.id == game.c.white)
        .join(collection, collection.c.id == game.c.collection)
    )


def read_rows(connection: sa.Connection, wanted: sa.Select[Any]) -> list[StoredGame]:
    """The games that a query of their numbers names, the latest first."""
    query = _with_names().where(game.c.id.in_(wanted)).order_by(game.c.id.desc())
    return [_stored(row) for row in connection.execute(query).mappings()]


def _stored(row: Mapping[Any, Any]) -> StoredGame:
    return StoredGame(
        row["id"], row["collection_name"], row["black_name"], row["white_name"], row["black_rating"],
        row["white_rating"], row["event"], row["date"], RESULT_TEXT[row["result"]], row["plies"], row["opening"],
    )  # fmt: skip


def _rebuild(row: Mapping[Any, Any]) -> Game:
    tags = {"Event": row["event"], "Date": row["date"]}
    tags |= {"Black": row["black_name"], "White": row["white_name"]}
    tags |= {f"{side}Rating": str(row[f"{side.lower()}_rating"] or "") for side in ("Black", "White")}
    tags = {name: value for name, value in tags.items() if value not in ("", "?")} | row["tags"]
    made = Game(Board.from_fen(row["start"]) if row["start"] else None, tags=tags)
    for text in row["moves"].split():
        made.append(Ply(made.board.parse_move(text)))
    if row["result"] in WINNERS:
        outcome, winner = made.outcome(), WINNERS[row["result"]]
        if outcome is None or outcome.winner is not winner:
            made.declared = Outcome(Termination.UNKNOWN, winner)
    return made


def _collection(connection: sa.Connection, name: str) -> int:
    name = " ".join(name.split())[:100]
    if not name:
        raise KingMeError("a collection needs a name")
    found = connection.scalar(sa.select(collection.c.id).where(collection.c.name == name))
    if found is not None:
        return int(found)
    if int(connection.scalar(sa.select(sa.func.count()).select_from(collection)) or 0) >= MOST_COLLECTIONS:
        raise KingMeError(f"an archive has at most {MOST_COLLECTIONS} collections: remove one")
    made = connection.execute(sa.insert(collection).values(name=name, created=time.time()))
    return int(made.inserted_primary_key[0])  # type: ignore[index]


def _people(connection: sa.Connection, records: Iterable[Record]) -> dict[str, int]:
    """The numbers of all who play in these games, by their folded names."""
    names = {name.casefold(): name for record in records for name in (record.black, record.white)}
    query = sa.select(person.c.folded, person.c.id).where(person.c.folded.in_(list(names)))
    known = {row.folded: row.id for row in connection.execute(query)}
    new = [{"folded": folded, "name": name} for folded, name in names.items() if folded not in known]
    if new:
        connection.execute(sa.insert(person), new)
        known = {row.folded: row.id for row in connection.execute(query)}
    return known
