"""What ratings have to do with games between people: called once when a game begins, when it ends, or is called off.

Each function runs in the transaction that stores the same step of the game, so that a rating and the game that changed
it are kept together or not at all. `rating_of` tells what is shown beside a name, and what quick pairing goes by.
"""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from kingme.outcome import Color, Outcome
from kingme.web.people import rating_store
from kingme.web.people.rating_store import Pool, RatedGame
from kingme.web.people.speeds import Speed

LEAST_PLIES = 2  # a game that ends before both have moved does not count


@dataclass(frozen=True)
class GameOfTwo:
    """A game between two people, as ratings see it."""

    id: str
    kind: str  # the name of the game in the registry, such as `english`
    speed: Speed
    rated: bool
    people: tuple[str, str]  # the ids of Black and White; empty for somebody who was deleted
    began: float  # seconds since 1970
    tournament: str | None = None

    def person(self, color: Color) -> str:
        return self.people[color]


def game_began(connection: sa.Connection, game: GameOfTwo) -> None:
    """A game between two people is about to be stored."""
    if game.rated:
        pool = Pool(game.kind, game.speed)
        rating_store.begin(connection, RatedGame(game.id, pool, *game.people, "playing", game.began))


def game_over(
    connection: sa.Connection, game: GameOfTwo, outcome: Outcome, *, plies: int, opening: str | None, ended: float
) -> None:
    """A game between two people has ended, in whatever way."""
    if not game.rated:
        return
    if plies < LEAST_PLIES:
        rating_store.forget(connection, game.id)
        return
    score = 0.5 if outcome.winner is None else 1.0 if outcome.winner is Color.BLACK else 0.0
    rating_store.settle(connection, game.id, score, ended, opening)


def game_cancelled(connection: sa.Connection, game: str) -> None:
    """A game was called off before both had moved: it counts for nobody, and is deleted."""
    rating_store.forget(connection, game)


def rating_of(connection: sa.Connection, person: str, kind: str, speed: Speed) -> int | None:
    """The rating of a person in a game at a speed, rounded; None while there is none."""
    found = rating_store.find_rating(connection, person, Pool(kind, speed))
    return round(found.rating.rating) if found.games else None
