"""Games by position, material, opening, players, result and date.

Each condition has an index that names its games, the latest first. The condition with the fewest games leads, and the
others are tried on what it names. Where even the fewest are very many, only the latest of them are looked at and the
answer says so: `FoundGames.older` is then the number to go on from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kingme.board import Board
from kingme.database.connection import transaction
from kingme.errors import KingMeError
from kingme.library.archive.archive import RESULT_TEXT, Archive, StoredGame, read_rows
from kingme.library.archive.archive_tables import collection, game, material, person, visit
from kingme.library.archive.game_record import material_number
from kingme.opening_names import possible_names

MANY = 5000  # games that are looked at in one go
MOST_PEOPLE = 500
_RESULTS = {text: number for number, text in RESULT_TEXT.items()}
_DATE = re.compile(r"\d{4}([.-]\d\d([.-]\d\d)?)?")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked for; conditions that are empty do not count.

    `material` is Black's men and kings and White's, such as `2+1 v 3+0`; `player` is a part of a name; `result` as PDN
    has it; `since` and `until` are years, months or days, `2019`, `2019.05`, `2019.05.17`.
    """

    position: Board | None = None
    mirrored: bool = False
    material: str = ""
    opening: str = ""
    player: str = ""
    black: str = ""
    white: str = ""
    result: str = ""
    since: str = ""
    until: str = ""
    collection: str = ""

    def check(self) -> None:
        """Refuse what cannot be asked, in a sentence."""
        if self.result and self.result not in _RESULTS:
            raise KingMeError(f"{self.result[:20]!r} is no result: use {', '.join(_RESULTS)}")
        for text in (self.since, self.until):
            if text and not _DATE.fullmatch(text):
                raise KingMeError(f"{text[:20]!r} is no date: use a year, a month or a day, as in 2019 or 2019.05.17")
        if self.material:
            _material(self.material)


@dataclass(frozen=True, slots=True)
class FoundGames:
    """One page of games, the latest first; `older` is where the next begins, None where there is nothing more."""

    games: list[StoredGame]
    older: int | None


def search_games(archive: Archive, question: Question, limit: int = 20, before: int | None = None) -> FoundGames:
    """The latest games that answer a question; `before` goes on from another page."""
    with transaction(archive.engine, archive.place) as connection:
        leaders, tests = _conditions(connection, question)
        if leaders is None:
            return FoundGames([], None)
        older = game.c.id < before if before is not None else sa.true()
        candidates, everything = _lead(connection, leaders, before)
        query = sa.select(game.c.id).where(game.c.id.in_(candidates), older, *tests)
        page = connection.execute(query.order_by(game.c.id.desc()).limit(limit + 1)).scalars().all()
        rows = read_rows(connection, sa.select(game.c.id).where(game.c.id.in_(page[:limit]))) if page else []
        if len(page) > limit:
            return FoundGames(rows, page[limit - 1])
        if everything:
            return FoundGames(rows, None)
        last = connection.scalar(sa.select(sa.func.min(candidates.subquery().c[0])))
        return FoundGames(rows, last)


def count_games(archive: Archive, question: Question) -> tuple[int, bool]:
    """How many games answer a question, and whether these are all: very many are not counted to their end."""
    with transaction(archive.engine, archive.place) as connection:
        leaders, tests = _conditions(connection, question)
        if leaders is None:
            return 0, True
        candidates, everything = _lead(connection, leaders, None)
        query = sa.select(sa.func.count()).select_from(game).where(game.c.id.in_(candidates), *tests)
        return int(connection.scalar(query) or 0), everything


def _lead(connection: sa.Connection, leaders: list[sa.Select[Any]], before: int | None) -> tuple[sa.Select[Any], bool]:
    """The condition with the fewest games, cut where it has very many; and whether it is whole."""
    best, fewest = None, MANY + 1
    for leader in leaders:
        column = leader.selected_columns[0]
        some = leader if before is None else leader.where(column < before)
        some = some.order_by(column.desc()).limit(MANY)
        found = int(connection.scalar(sa.select(sa.func.count()).select_from(some.subquery())) or 0)
        if found < fewest:
            best, fewest = some, found
    assert best is not None
    return best, fewest < MANY


def _conditions(connection: sa.Connection, question: Question) -> tuple[list[sa.Select[Any]] | None, list[Any]]:
    """For each condition a query of its games, and a test of one; None where something is asked for that nobody has."""
    question.check()
    leaders: list[sa.Select[Any]] = []
    tests: list[Any] = []

    def indexed(condition: Any) -> None:
        leaders.append(sa.select(game.c.id).where(condition))
        tests.append(condition)

    if question.position is not None:
        hashes = {question.position.hash} | ({question.position.flip().hash} if question.mirrored else set())
        leaders.append(sa.select(visit.c.game).where(visit.c.position.in_(hashes)))
        tests.append(sa.exists().where(visit.c.position.in_(hashes), visit.c.game == game.c.id))
    if question.material:
        number = _material(question.material)
        leaders.append(sa.select(material.c.game).where(material.c.pieces == number))
        tests.append(sa.exists().where(material.c.pieces == number, material.c.game == game.c.id))
    for text, columns in (
        (question.player, (game.c.black, game.c.white)),
        (question.black, (game.c.black,)),
        (question.white, (game.c.white,)),
    ):
        if text:
            people = _people(connection, text)
            if not people:
                return None, []
            indexed(sa.or_(*(column.in_(people) for column in columns)))
    if question.opening:
        names = _openings(question.opening)
        if not names:
            return None, []
        indexed(game.c.opening.in_(names))
    if question.collection:
        query = sa.select(collection.c.id).where(collection.c.name == question.collection)
        place = connection.scalar(query)
        if place is None:
            raise KingMeError(f"there is no collection {question.collection[:40]!r}")
        indexed(game.c.collection == place)
    if question.result:
        indexed(game.c.result == _RESULTS[question.result])
    if question.since or question.until:
        first, last = (text.replace("-", ".") for text in (question.since or "0", (question.until or "9") + "~"))
        indexed(sa.and_(game.c.date >= first, game.c.date <= last))
    return leaders or [sa.select(game.c.id)], tests


def _people(connection: sa.Connection, text: str) -> list[int]:
    query = sa.select(person.c.id).where(person.c.folded.contains(text.casefold(), autoescape=True)).limit(MOST_PEOPLE)
    return list(connection.execute(query).scalars())


def _openings(text: str) -> list[str]:
    """The names that games may bear in which these words, or this number of the three-move list, stand."""
    if text.strip().isdecimal():
        ending = f"three-move {text.strip()})"
        return [name for name in possible_names() if name.endswith(ending)]
    return [name for name in possible_names() if text.casefold() in name.casefold()]


def _material(text: str) -> int:
    """The number of a material such as `2+1 v 3+0` or `2 v 1`: men, and kings behind a plus sign."""
    match = re.fullmatch(r"\s*(\d{1,2})(?:\+(\d{1,2}))?\s*v\s*(\d{1,2})(?:\+(\d{1,2}))?\s*", text)
    if match is None or any(int(part or 0) > 12 for part in match.groups()):
        raise KingMeError(f"{text[:20]!r} is no material: write men+kings of Black v White, as in 2+1 v 3+0")
    number = 0
    for part in match.groups():
        number = number << 4 | int(part or 0)
    return number


def material_text(board: Board) -> str:
    """The material of a position as a question has it."""
    number = material_number(board)
    men, kings, other_men, other_kings = (number >> shift & 15 for shift in (12, 8, 4, 0))
    return f"{men}+{kings} v {other_men}+{other_kings}"
