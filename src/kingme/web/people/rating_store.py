"""Ratings on disk: what everybody has in each game and speed, and the rated games that it comes from.

Each game is a Glicko-2 period of its own (`arena/glicko2.py`). Between games a rating becomes less certain, as after a
week without a game. Levels are anchors: their ratings stay as they were measured. `recount` takes a game back.

Functions take a connection: those that write are called within a transaction of the `Writer`.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

import sqlalchemy as sa

from kingme.arena.glicko2 import GlickoRating
from kingme.database.checksum import row_checksum
from kingme.web.people.anchors import anchor_rating
from kingme.web.people.person import find_all, people
from kingme.web.store import checksum_column, games, metadata

FIRST = GlickoRating(1200.0, 350.0)
"""Whoever begins: between the levels Casual and Regular."""
LEAST_DEVIATION, MOST_DEVIATION = 45.0, 350.0
CERTAIN = 110.0  # a rating with a larger deviation is provisional
WEEK = 7 * 86400.0
GONE = ""  # the id of somebody who has deleted everything

GameStatus = Literal["playing", "counted", "void"]

log = logging.getLogger("kingme.web")

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("person", sa.String(64), primary_key=True),
    sa.Column("variant", sa.String(40), primary_key=True),
    sa.Column("speed", sa.String(16), primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("won", sa.Integer, nullable=False),
    sa.Column("drawn", sa.Integer, nullable=False),
    sa.Column("lost", sa.Integer, nullable=False),
    sa.Column("last", sa.Float, nullable=False),  # when the last game ended
    checksum_column(),
    sa.Index("ratings_by_rating", "variant", "speed", "rating"),
)

rated_games = sa.Table(
    "rated_games",
    metadata,
    sa.Column("game", sa.String(64), primary_key=True),  # it counts on when the game itself is deleted
    sa.Column("variant", sa.String(40), nullable=False),
    sa.Column("speed", sa.String(16), nullable=False),
    sa.Column("black", sa.String(64), nullable=False),  # ids of people, programs and levels
    sa.Column("white", sa.String(64), nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("began", sa.Float, nullable=False),
    sa.Column("ended", sa.Float),
    sa.Column("score", sa.Float),  # of Black
    sa.Column("opening", sa.String(120)),
    sa.Column("change", sa.JSON),  # {black, white: {before, after: [rating, deviation, volatility]}}
    checksum_column(),
    sa.Index("rated_games_by_black", "black", "ended"),
    sa.Index("rated_games_by_white", "white", "ended"),
    sa.Index("rated_games_by_pool", "variant", "speed", "ended"),
)

Row = Mapping[Any, Any]


class Pool(NamedTuple):
    """Ratings that are compared with each other: those of one game at one speed."""

    variant: str
    speed: str


@dataclass(frozen=True)
class Rated:
    """Somebody's rating in a pool, and the games that it comes from."""

    rating: GlickoRating = FIRST
    won: int = 0
    drawn: int = 0
    lost: int = 0
    last: float | None = None

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def is_certain(self) -> bool:
        return self.rating.deviation <= CERTAIN

    def at(self, now: float) -> GlickoRating:
        """The rating as it stands at a time: less certain than after the last game."""
        return self.rating if self.last is None else aged(self.rating, now - self.last)


class Side(NamedTuple):
    """What a game did to the rating of one of its players."""

    before: GlickoRating
    after: GlickoRating

    @property
    def is_unmoved(self) -> bool:
        """Whether the game was not to change this rating; any other changes its volatility at least."""
        return self.before == self.after


@dataclass(frozen=True)
class RatedGame:
    """A game that counts, or will count when it is over."""

    game: str
    pool: Pool
    black: str
    white: str
    status: GameStatus
    began: float
    ended: float | None = None
    score: float | None = None
    opening: str | None = None
    sides: tuple[Side, Side] | None = None  # of Black and of White

    @property
    def players(self) -> tuple[str, str]:
        return self.black, self.white


def aged(rating: GlickoRating, seconds: float) -> GlickoRating:
    """A rating after some time without a game.

    >>> round(aged(GlickoRating(1500, 50), 52 * WEEK).deviation)
    90
    """
    spread = rating.deviation**2 + (rating.volatility * 173.7178) ** 2 * max(0.0, seconds) / WEEK
    return replace(rating, deviation=min(MOST_DEVIATION, spread**0.5))


# --- reading ----------------------------------------------------------------------------------------------------------


def find_rating(connection: sa.Connection, person: str, pool: Pool) -> Rated:
    """Somebody's rating; the first one where there is none yet."""
    if (anchor := anchor_rating(person, pool.variant)) is not None:
        return Rated(anchor)
    query = sa.select(ratings).where(
        ratings.c.person == person, ratings.c.variant == pool.variant, ratings.c.speed == pool.speed
    )
    row = connection.execute(query).mappings().first()
    return Rated() if row is None or not _is_sound("ratings", row) else _rated(row)


def ratings_of(connection: sa.Connection, person: str) -> dict[Pool, Rated]:
    """All ratings of somebody."""
    rows = connection.execute(sa.select(ratings).where(ratings.c.person == person)).mappings()
    return {Pool(row["variant"], row["speed"]): _rated(row) for row in rows if _is_sound("ratings", row)}


def best_of(connection: sa.Connection, pool: Pool, most: int) -> list[tuple[str, Rated]]:
    """Accounts and programs with the highest ratings that are certain, the best first."""
    where = (ratings.c.variant == pool.variant, ratings.c.speed == pool.speed, ratings.c.deviation <= CERTAIN)
    known = sa.and_(people.c.id == ratings.c.person, people.c.kind != "guest")
    order = (ratings.c.rating.desc(), ratings.c.person)
    query = sa.select(ratings).join(people, known).where(*where).order_by(*order).limit(most)
    return [(row["person"], _rated(row)) for row in connection.execute(query).mappings() if _is_sound("ratings", row)]


def find_game(connection: sa.Connection, game: str) -> RatedGame | None:
    row = connection.execute(sa.select(rated_games).where(rated_games.c.game == game)).mappings().first()
    return None if row is None or not _is_sound("rated_games", row) else read_game(row)


def games_of(connection: sa.Connection, person: str, most: int, status: GameStatus = "counted") -> list[RatedGame]:
    """Rated games of somebody, the latest first."""
    own = sa.or_(rated_games.c.black == person, rated_games.c.white == person)
    query = sa.select(rated_games).where(own, rated_games.c.status == status)
    order = (rated_games.c.ended.desc(), rated_games.c.game)
    rows = connection.execute(query.order_by(*order).limit(most)).mappings()
    return [read_game(row) for row in rows if _is_sound("rated_games", row)]


def running_since(connection: sa.Connection, before: float) -> list[str]:
    """Rated games that are not over, and that nobody has continued since a time."""
    known = games.c.id == rated_games.c.game
    query = sa.select(games.c.id).join(rated_games, known)
    found = connection.execute(query.where(rated_games.c.status == "playing", games.c.updated < before))
    return list(found.scalars())


def count_running(connection: sa.Connection, person: str) -> int:
    own = sa.or_(rated_games.c.black == person, rated_games.c.white == person)
    query = sa.select(sa.func.count()).select_from(rated_games).where(own, rated_games.c.status == "playing")
    return int(connection.execute(query).scalar_one())


def count_among(connection: sa.Connection, group: Collection[str]) -> int:
    """How many games of a group count that they have played with each other."""
    among = rated_games.c.black.in_(group), rated_games.c.white.in_(group), rated_games.c.status == "counted"
    return int(connection.execute(sa.select(sa.func.count()).select_from(rated_games).where(*among)).scalar_one())


# --- writing ----------------------------------------------------------------------------------------------------------


def begin(connection: sa.Connection, game: RatedGame) -> None:
    """Note that a game will count."""
    put_game(connection, game)


def forget(connection: sa.Connection, game: str) -> None:
    """A game that nobody has really begun does not count."""
    connection.execute(sa.delete(rated_games).where(rated_games.c.game == game, rated_games.c.status == "playing"))


def settle(
    connection: sa.Connection, game: str, score: float, ended: float, opening: str | None = None
) -> RatedGame | None:
    """Count a game, once: the ratings of both players change; None if it does not count."""
    found = find_game(connection, game)
    if found is None or found.status != "playing":
        return found
    standing = [find_rating(connection, player, found.pool) for player in found.players]
    before = [one.at(ended) for one in standing]
    sides = sides_after(found, before, score, _unmoved(connection, found))
    opening = None if opening is None else opening[:120]
    counted = replace(found, status="counted", score=score, ended=ended, opening=opening, sides=sides)
    put_game(connection, counted)
    for player, one, side, points in zip(found.players, standing, sides, (score, 1 - score), strict=True):
        if not is_fixed(player, found.pool):
            put_rating(connection, player, found.pool, _with_result(one, side.after, points, ended))
    return counted


def _unmoved(connection: sa.Connection, game: RatedGame) -> tuple[bool, bool]:
    """Whose rating a game leaves as it is: an account's against a guest, since anybody can be many guests."""
    known = find_all(connection, game.players)
    guests = [
        not is_fixed(player, game.pool) and (player not in known or known[player].kind == "guest")
        for player in game.players
    ]
    return guests[1] and not guests[0], guests[0] and not guests[1]


def leave(connection: sa.Connection, person: str) -> None:
    """Forget somebody. Games against other people stay with those; the others, and all ratings, are deleted."""
    connection.execute(sa.delete(ratings).where(ratings.c.person == person))
    own = sa.or_(rated_games.c.black == person, rated_games.c.white == person)
    for row in connection.execute(sa.select(rated_games).where(own)).mappings().all():
        game = read_game(row)
        other = game.white if game.black == person else game.black
        if game.status != "counted" or other in (GONE, person) or is_fixed(other, game.pool):
            connection.execute(sa.delete(rated_games).where(rated_games.c.game == game.game))
        else:
            left = replace(game, black=GONE) if game.black == person else replace(game, white=GONE)
            put_game(connection, left)


# --- what a game does -------------------------------------------------------------------------------------------------


def sides_after(
    game: RatedGame, before: Sequence[GlickoRating], score: float, unmoved: tuple[bool, bool]
) -> tuple[Side, Side]:
    """What a result does to both ratings."""
    black, white = before
    after = [_bounded(black.after([(white, score)])), _bounded(white.after([(black, 1 - score)]))]
    black_side, white_side = (
        Side(old, old if stays or is_fixed(player, game.pool) else new)
        for player, old, new, stays in zip(game.players, before, after, unmoved, strict=True)
    )
    return black_side, white_side


def _with_result(one: Rated, rating: GlickoRating, points: float, ended: float) -> Rated:
    return Rated(rating, one.won + (points == 1), one.drawn + (points == 0.5), one.lost + (points == 0), ended)


def is_fixed(player: str, pool: Pool) -> bool:
    """Whether games do not change this rating: that of a level, or of somebody who is gone."""
    return player == GONE or anchor_rating(player, pool.variant) is not None


def _bounded(rating: GlickoRating) -> GlickoRating:
    return replace(rating, deviation=min(MOST_DEVIATION, max(LEAST_DEVIATION, rating.deviation)))


# --- rows -------------------------------------------------------------------------------------------------------------


def put_rating(connection: sa.Connection, person: str, pool: Pool, one: Rated) -> None:
    """Write the row of a rating; none is left where no game counts."""
    key = {"person": person, "variant": pool.variant, "speed": pool.speed}
    connection.execute(sa.delete(ratings).where(*(ratings.c[name] == value for name, value in key.items())))
    if one.last is None or not one.games:
        return
    row = key | _columns(one.rating) | {"won": one.won, "drawn": one.drawn, "lost": one.lost, "last": one.last}
    connection.execute(sa.insert(ratings), row | {"checksum": row_checksum("ratings", row)})


def put_game(connection: sa.Connection, game: RatedGame) -> None:
    """Write the row of a game."""
    change = game.sides and {
        color: {"before": list(_columns(side.before).values()), "after": list(_columns(side.after).values())}
        for color, side in zip(("black", "white"), game.sides, strict=True)
    }
    row = {
        "game": game.game,
        "variant": game.pool.variant,
        "speed": game.pool.speed,
        "black": game.black,
        "white": game.white,
        "status": game.status,
        "began": game.began,
        "ended": game.ended,
        "score": game.score,
        "opening": game.opening,
        "change": change,
    }
    connection.execute(sa.delete(rated_games).where(rated_games.c.game == game.game))
    connection.execute(sa.insert(rated_games), row | {"checksum": row_checksum("rated_games", row)})


def read_game(row: Row) -> RatedGame:
    """A game by its row."""
    change = row["change"]
    sides = change and tuple(
        Side(GlickoRating(*change[color]["before"]), GlickoRating(*change[color]["after"]))
        for color in ("black", "white")
    )
    values = {name: row[name] for name in ("game", "black", "white", "status", "began", "ended", "score", "opening")}
    return RatedGame(pool=Pool(row["variant"], row["speed"]), sides=sides, **values)


def _rated(row: Row) -> Rated:
    rating = GlickoRating(row["rating"], row["deviation"], row["volatility"])
    return Rated(rating, row["won"], row["drawn"], row["lost"], row["last"])


def _columns(rating: GlickoRating) -> dict[str, float]:
    return {"rating": rating.rating, "deviation": rating.deviation, "volatility": rating.volatility}


def _is_sound(table: str, row: Row) -> bool:
    if row["checksum"] == row_checksum(table, row):
        return True
    log.warning("a damaged row of %s is left out", table)
    return False
