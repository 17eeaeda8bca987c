"""What belongs to somebody: all rows of the store that name an owner, to be moved into an account, exported, deleted.

Every table is listed in `BELONGINGS`, or in `NOBODYS` if its rows are nobody's own; `test_house` holds that. Rows that
are damaged are moved as they are: their checksums stay wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

import sqlalchemy as sa

from kingme.database.checksum import row_checksum
from kingme.web.analysis import review_store
from kingme.web.analysis.reviews import review_id
from kingme.web.learn import class_store, puzzle_store
from kingme.web.learn.lesson_store import lesson_steps
from kingme.web.people import challenges, entrants, notices, rating_store, tournaments
from kingme.web.people.blocks import blocked_people
from kingme.web.play.shared import EMPTY, cancel, with_checksum
from kingme.web.store import chat_lines, damaged, game_checksum, games, is_of, plies, shared_games

Row = dict[str, Any]

DELETED = "Deleted"  # the name of somebody who has left, in games that others keep


class Belonging(Protocol):
    """Rows of one kind that belong to people."""

    title: str

    @property
    def tables(self) -> Sequence[sa.Table]:
        """The tables that these rows are in."""

    def export(self, connection: sa.Connection, owner: str) -> Iterator[Row]:
        """All of an owner's, as the person may see it."""

    def delete(self, connection: sa.Connection, owner: str) -> None:
        """Delete all of an owner's."""

    def move(self, connection: sa.Connection, guest: str, account: str) -> None:
        """Let all of a guest's be an account's; where both have the same, the account's stays."""


class Plain:
    """A table whose rows are somebody's by one column."""

    def __init__(self, title: str, table: sa.Table, column: str = "owner") -> None:
        self.title = title
        self._table = table
        self._owner = table.c[column]

    @property
    def tables(self) -> Sequence[sa.Table]:
        return (self._table,)

    def export(self, connection: sa.Connection, owner: str) -> Iterator[Row]:
        for row in connection.execute(sa.select(self._table).where(self._owner == owner)).mappings():
            yield {name: value for name, value in row.items() if name not in ("checksum", self._owner.name)}

    def delete(self, connection: sa.Connection, owner: str) -> None:
        connection.execute(sa.delete(self._table).where(self._owner == owner))

    def move(self, connection: sa.Connection, guest: str, account: str) -> None:
        keys = self._table.primary_key.columns
        rows = connection.execute(sa.select(self._table).where(self._owner == guest)).mappings().all()
        for row in rows:
            new = _owned_by(self._table, dict(row), self._owner.name, account)
            this = sa.and_(*(column == row[column.name] for column in keys))
            there = sa.and_(*(column == new[column.name] for column in keys))
            is_taken = self._owner in keys.values() and connection.execute(sa.select(keys[0]).where(there)).first()
            if is_taken:
                connection.execute(sa.delete(self._table).where(this))
            else:
                connection.execute(sa.update(self._table).where(this).values(new))


class Games:
    """Games with their moves. One that is moved gets a new version, so that nobody plays on in an old copy."""

    title = "games"
    tables = (games, plies)

    def export(self, connection: sa.Connection, owner: str) -> Iterator[Row]:
        for row in connection.execute(sa.select(games).where(games.c.owner == owner)).mappings().all():
            moves = sa.select(plies.c.data, plies.c.author).where(plies.c.game == row["id"]).order_by(plies.c.number)
            kept = {name: value for name, value in row.items() if name not in ("checksum", "owner")}
            found = connection.execute(moves).all()
            yield kept | {"moves": [{"by": move.author, **move.data} for move in found if isinstance(move.data, dict)]}

    def delete(self, connection: sa.Connection, owner: str) -> None:
        own = sa.select(games.c.id).where(games.c.owner == owner)
        connection.execute(sa.delete(plies).where(plies.c.game.in_(own)))
        connection.execute(sa.delete(games).where(games.c.owner == owner))

    def move(self, connection: sa.Connection, guest: str, account: str) -> None:
        for row in connection.execute(sa.select(games).where(games.c.owner == guest)).mappings().all():
            count = sa.select(sa.func.count()).select_from(plies).where(plies.c.game == row["id"])
            moves = connection.execute(count).scalar_one()
            values: Row = {"owner": account}
            if row["checksum"] == game_checksum(row, moves):
                values["version"] = row["version"] + 1
                values["checksum"] = game_checksum(dict(row) | values, moves)
            connection.execute(sa.update(games).where(games.c.id == row["id"]).values(values))


class Classes(Plain):
    """The classes of a teacher, with what is known of their members."""

    def __init__(self) -> None:
        super().__init__("classes", class_store.classes)

    def delete(self, connection: sa.Connection, owner: str) -> None:
        codes = sa.select(class_store.classes.c.code).where(class_store.classes.c.owner == owner)
        connection.execute(sa.delete(class_store.members).where(class_store.members.c["class"].in_(codes)))
        super().delete(connection, owner)


class Memberships(Plain):
    """Classes that somebody has joined; nobody is in the same class twice."""

    def __init__(self) -> None:
        super().__init__("memberships", class_store.members)

    def move(self, connection: sa.Connection, guest: str, account: str) -> None:
        members = class_store.members
        own = list(connection.execute(sa.select(members.c["class"]).where(members.c.owner == account)).scalars())
        connection.execute(sa.delete(members).where(members.c.owner == guest, members.c["class"].in_(own)))
        super().move(connection, guest, account)


class Attempts(Plain):
    """What somebody tried of puzzles: numbered, so that a guest's go behind those of the account."""

    def __init__(self) -> None:
        super().__init__("puzzle_attempts", puzzle_store.attempts)

    def move(self, connection: sa.Connection, guest: str, account: str) -> None:
        last = puzzle_store.find_solver(connection, account).attempts
        if last == 0:  # it has a task at most
            connection.execute(sa.delete(puzzle_store.solvers).where(puzzle_store.solvers.c.owner == account))
            super().move(connection, guest, account)
            return
        rows = puzzle_store.attempts_of(connection, guest)
        self.delete(connection, guest)
        for number, row in enumerate(rows, start=last + 1):
            new = dict(row) | {"owner": account, "number": number}
            new["checksum"] = row_checksum("puzzle_attempts", new)
            connection.execute(sa.insert(puzzle_store.attempts), new)
        if rows:
            puzzle_store.set_attempts(connection, account, last + len(rows))


class Reviews:
    """Reviews with their opinions; the id of a review depends on whose it is."""

    title = "reviews"
    tables = (review_store.reviews, review_store.opinions)

    def export(self, connection: sa.Connection, owner: str) -> Iterator[Row]:
        reviews, opinions = self.tables
        for row in connection.execute(sa.select(reviews).where(reviews.c.owner == owner)).mappings().all():
            query = sa.select(opinions.c.data).where(opinions.c.review == row["id"]).order_by(opinions.c.number)
            yield {"request": row["request"], "opinions": list(connection.execute(query).scalars())}

    def delete(self, connection: sa.Connection, owner: str) -> None:
        reviews, opinions = self.tables
        own = sa.select(reviews.c.id).where(reviews.c.owner == owner)
        connection.execute(sa.delete(opinions).where(opinions.c.review.in_(own)))
        connection.execute(sa.delete(reviews).where(reviews.c.owner == owner))

    def move(self, connection: sa.Connection, guest: str, account: str) -> None:
        reviews, opinions = self.tables
        for row in connection.execute(sa.select(reviews).where(reviews.c.owner == guest)).mappings().all():
            new = dict(row) | {"id": review_id(account, row["request"]), "owner": account}
            if connection.execute(sa.select(reviews.c.id).where(reviews.c.id == new["id"])).first() is None:
                connection.execute(sa.insert(reviews), new)
                found = connection.execute(sa.select(opinions).where(opinions.c.review == row["id"])).mappings()
                moved = [_owned_by(opinions, dict(opinion), "review", new["id"], "opinions") for opinion in found]
                if moved:
                    connection.execute(sa.insert(opinions), moved)
        self.delete(connection, guest)


class RatedGames:
    """Rated games. A guest's do not count for the account that it logs in to: nobody may bring the good ones only."""

    title = "rated_games"
    tables = (rating_store.ratings, rating_store.rated_games)

    def export(self, connection: sa.Connection, owner: str) -> Iterator[Row]:
        ratings, played = self.tables
        for row in connection.execute(sa.select(ratings).where(ratings.c.person == owner)).mappings().all():
            yield {name: value for name, value in row.items() if name not in ("checksum", "person")}
        own = sa.or_(played.c.black == owner, played.c.white == owner)
        for row in connection.execute(sa.select(played).where(own).order_by(played.c.began)).mappings():
            kept = ("game", "variant", "speed", "status", "began", "ended", "score", "opening")
            color = "black" if row["black"] == owner else "white"
            change = None if row["change"] is None else row["change"][color]
            yield {name: row[name] for name in kept} | {"you": color, "rating": change}

    def delete(self, connection: sa.Connection, owner: str) -> None:
        rating_store.leave(connection, owner)

    def move(self, connection: sa.Connection, guest: str, account: str) -> None:
        rating_store.leave(connection, guest)


class SharedGames:
    """Games with other people: they stay with the other one; without either, nothing is left of them."""

    title = "shared_games"
    tables = (shared_games, chat_lines)

    def export(self, connection: sa.Connection, owner: str) -> Iterator[Row]:
        columns = (
            shared_games.c.black.label("first"),
            shared_games.c.rated,
            shared_games.c.game,
            shared_games.c.created,
        )
        query = sa.select(games.c.black, games.c.white, games.c.result, *columns)
        query = query.join(games, games.c.id == shared_games.c.game).where(is_of(owner))
        for row in connection.execute(query.order_by(shared_games.c.created)).mappings().all():
            moves = sa.select(plies.c.data, plies.c.author).where(plies.c.game == row["game"]).order_by(plies.c.number)
            lines = sa.select(chat_lines).where(chat_lines.c.game == row["game"]).order_by(chat_lines.c.number)
            kept = {name: row[name] for name in ("game", "black", "white", "result", "rated", "created")}
            kept["you"] = "black" if row["first"] == owner else "white"
            kept["moves"] = [dict(move.data) for move in connection.execute(moves)]
            kept["chat"] = [f"{line['side']}: {line['text']}" for line in connection.execute(lines).mappings()]
            yield kept

    def delete(self, connection: sa.Connection, owner: str) -> None:
        for row in connection.execute(sa.select(shared_games).where(is_of(owner))).mappings().all():
            self._give(connection, row, owner, EMPTY)
            self._rename(connection, row, owner)
        alone = sa.select(shared_games.c.game).where(shared_games.c.black == EMPTY, shared_games.c.white == EMPTY)
        for game in list(connection.execute(alone).scalars()):
            cancel(connection, game)

    def move(self, connection: sa.Connection, guest: str, account: str) -> None:
        for row in connection.execute(sa.select(shared_games).where(is_of(guest))).mappings().all():
            self._give(connection, row, guest, account)

    def _give(self, connection: sa.Connection, row: Mapping[Any, Any], old: str, new: str) -> None:
        sides = {side: new for side in ("black", "white") if row[side] == old}
        values: Row = {**row, **sides}
        if row["checksum"] == row_checksum("shared_games", row):
            values = with_checksum(values)
        connection.execute(sa.update(shared_games).where(shared_games.c.game == row["game"]).values(values))

    def _rename(self, connection: sa.Connection, row: Mapping[Any, Any], owner: str) -> None:
        """The name goes too, and what was written."""
        sides = [side for side in ("black", "white") if row[side] == owner]
        this = chat_lines.c.game == row["game"]
        connection.execute(sa.delete(chat_lines).where(this, chat_lines.c.side.in_(sides)))
        game = connection.execute(sa.select(games).where(games.c.id == row["game"])).mappings().one()
        count = sa.select(sa.func.count()).select_from(plies).where(plies.c.game == row["game"])
        moves = connection.execute(count).scalar_one()
        names = dict.fromkeys(sides, DELETED)
        tags = game["setup"]["tags"] | {side.capitalize(): DELETED for side in sides}
        seats = {
            side: seat | ({"title": DELETED} if side in sides else {}) for side, seat in game["setup"]["seats"].items()
        }
        setup = game["setup"] | {"tags": tags, "seats": seats}
        values: Row = {**game, **names, "setup": setup, "version": game["version"] + 1}
        values["checksum"] = game_checksum(values, moves) if _is_sound(game, moves) else game["checksum"]
        connection.execute(sa.update(games).where(games.c.id == row["game"]).values(values))


class Blocks(Plain):
    """Whom somebody has blocked; and who has blocked them."""

    def __init__(self) -> None:
        super().__init__("blocked_people", blocked_people)

    def export(self, connection: sa.Connection, owner: str) -> Iterator[Row]:
        for row in super().export(connection, owner):
            yield {name: row[name] for name in ("name", "at")}

    def delete(self, connection: sa.Connection, owner: str) -> None:
        super().delete(connection, owner)
        connection.execute(sa.delete(blocked_people).where(blocked_people.c.person == owner))


class Entrants(Plain):
    """Players that somebody has entered for the ladder; they go with their author."""

    def __init__(self) -> None:
        super().__init__("ladder_entrants", entrants.ladder_entrants)

    @property
    def tables(self) -> Sequence[sa.Table]:
        return entrants.ladder_entrants, entrants.ladder_games

    def export(self, connection: sa.Connection, owner: str) -> Iterator[Row]:
        for row in super().export(connection, owner):
            yield {name: value for name, value in row.items() if name != "person"}

    def delete(self, connection: sa.Connection, owner: str) -> None:
        for entrant in entrants.of_owner(connection, owner):
            entrants.remove(connection, entrant.person)
        super().delete(connection, owner)
        connection.execute(sa.delete(entrants.ladder_games).where(entrants.ladder_games.c.program == owner))


class Challenges(Plain):
    """Open challenges. What somebody was challenged to as a guest is not the account's."""

    def __init__(self) -> None:
        super().__init__("challenges", challenges.challenges)

    def export(self, connection: sa.Connection, owner: str) -> Iterator[Row]:
        for row in super().export(connection, owner):
            yield {name: value for name, value in row.items() if name != "target"}

    def delete(self, connection: sa.Connection, owner: str) -> None:
        super().delete(connection, owner)
        table = challenges.challenges
        connection.execute(sa.delete(table).where(table.c.target == owner))


class Tournaments(Plain):
    """Tournaments that somebody has begun; and the name of whoever takes part in one."""

    def __init__(self) -> None:
        super().__init__("tournaments", tournaments.tournaments)

    def export(self, connection: sa.Connection, owner: str) -> Iterator[Row]:
        kept = ("id", "title", "kind", "game", "clock", "rated", "minutes", "created", "started", "ended")
        for row in super().export(connection, owner):
            yield {name: row[name] for name in kept}

    def delete(self, connection: sa.Connection, owner: str) -> None:
        super().delete(connection, owner)
        self._replace(connection, owner, None)

    def move(self, connection: sa.Connection, guest: str, account: str) -> None:
        super().move(connection, guest, account)
        self._replace(connection, guest, account)

    def _replace(self, connection: sa.Connection, old: str, new: str | None) -> None:
        table = tournaments.tournaments
        open_ones = connection.execute(sa.select(table).where(table.c.ended.is_(None))).mappings().all()
        for row in open_ones:
            if all(id != old for id, _ in row["players"]):
                continue
            players = [[new or EMPTY, DELETED if new is None else name] if id == old else [id, name]
                       for id, name in row["players"]]  # fmt: skip
            away = [EMPTY if id == old else id for id in row["away"]] + ([EMPTY] if new is None else [])
            connection.execute(
                sa.update(table)
                .where(table.c.id == row["id"])
                .values(_with(table.name, {**row, "players": players, "away": away}))
            )


def _with(name: str, row: Row) -> Row:
    return row | {"checksum": row_checksum(name, row)}


def _is_sound(game: Mapping[Any, Any], moves: int) -> bool:
    return bool(game["checksum"] == game_checksum(game, moves))


BELONGINGS: tuple[Belonging, ...] = (
    Games(),
    RatedGames(),
    SharedGames(),
    Blocks(),
    Challenges(),
    Entrants(),
    Plain("turn_notices", notices.turn_notices, "person"),
    Tournaments(),
    Reviews(),
    Classes(),
    Memberships(),
    Plain("lesson_steps", lesson_steps),
    Attempts(),  # before the solver, who knows how many there are
    Plain("puzzle_solver", puzzle_store.solvers),
    Plain("puzzle_mistakes", puzzle_store.mistakes),
    Plain("damaged_games", damaged, "collection"),
)
"""In the order in which they are moved."""

NOBODYS = (
    "people",
    "accounts",
    "account_sessions",
    "account_tokens",
    "administrators",
    "measures",
    "reports",
    "office_log",
    "account_places",
    "guesses",
    "puzzle_ratings",
    "server_life",
    "turns_told",
)
"""Tables that tell who somebody is, which accounts look after themselves, and tables about nobody."""


def move_all(connection: sa.Connection, guest: str, account: str) -> None:
    """Let everything of a guest be an account's."""
    for belonging in BELONGINGS:
        belonging.move(connection, guest, account)


def delete_all(connection: sa.Connection, owner: str) -> None:
    """Delete everything that somebody has."""
    for belonging in BELONGINGS:
        belonging.delete(connection, owner)


def _owned_by(table: sa.Table, row: Row, column: str, owner: str, name: str | None = None) -> Row:
    """The row as another's; only what was whole before gets a checksum that fits."""
    new = row | {column: owner}
    if "checksum" in row and row["checksum"] == row_checksum(name or table.name, row):
        new["checksum"] = row_checksum(name or table.name, new)
    return new
