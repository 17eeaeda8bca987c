"""Rated games: which games may count, what they forbid, and what pages see of the ratings.

A game counts if both sides are somebody with a rating and play it alone, by the official rules and from the usual start
or a drawn opening. While it goes on its player gets no help from this server: no hints, no takebacks, no change of the
level, no figures of the opponent's search, no analysis of the position that is on the board or soon may be.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from kingme.board import Board
from kingme.database.connection import transaction
from kingme.errors import KingMeError
from kingme.games.registry import DEFAULT
from kingme.outcome import Color, Outcome
from kingme.play.seat import Seat
from kingme.profile import OFFICIAL
from kingme.web.people import rating_store
from kingme.web.people.anchors import anchor_id
from kingme.web.people.rating_store import CERTAIN, Pool, RatedGame
from kingme.web.people.results import LEAST_PLIES
from kingme.web.people.speeds import speed_of
from kingme.web.schemas import NewGame
from kingme.web.store import Store, games
from kingme.web.views import color_name

MOST_RUNNING = 20  # rated games of one person that are not over
MOST_GIVEN_UP = 1000  # with those against other people
HELP = frozenset({"undo", "redo", "hint", "level", "pause", "step"})
"""Messages of a page that a rated game refuses; it takes no notice of `watch`."""

FORBIDDEN = "this game is rated: hints, takebacks, pauses and the computer's figures are for casual games"
ON_THE_BOARD = "no analysis of this position until your rated game is over"


class NotRatedError(KingMeError):
    """A game that was asked for cannot count."""


def check_request(request: NewGame) -> None:
    """Refuse what cannot be rated, before anything is made of it."""
    start = request.start
    if start is not None and (start.fen is not None or start.import_ is not None or start.opening != "random"):
        raise NotRatedError("a rated game begins from the starting position or a random opening")
    if request.rules not in (None, OFFICIAL.name):
        raise NotRatedError("a rated game is played by the official rules")
    if sorted((request.black.kind, request.white.kind)) != ["ai", "human"]:
        raise NotRatedError("a rated game has one person and one rated level")
    if request.game not in (None, DEFAULT):
        raise NotRatedError("levels have ratings in English draughts only")


def against_level(game: str, owner: str, seats: dict[Color, Seat], control: str | None) -> RatedGame:
    """The entry of a game of a person against a level."""
    players = {}
    for color, seat in seats.items():
        players[color] = anchor_id(seat.spec or "") if seat.is_ai else owner
    black, white = players[Color.BLACK], players[Color.WHITE]
    if black is None or white is None:
        raise NotRatedError("a rated game needs a level whose rating is known, without changes")
    return RatedGame(game, Pool(DEFAULT, speed_of(control)), black, white, "playing", time.time())


def begin(connection: sa.Connection, game: RatedGame, person: str) -> None:
    """Note that a game will count, unless its player has too many of them."""
    if rating_store.count_running(connection, person) >= MOST_RUNNING:
        raise NotRatedError(f"you have {MOST_RUNNING} rated games to finish: finish one of them first")
    rating_store.begin(connection, game)


def end(connection: sa.Connection, game: str, outcome: Outcome, plies: int, opening: str | None) -> RatedGame | None:
    """Count a game that is over; None if it was hardly begun, and so does not count."""
    if plies < LEAST_PLIES:
        rating_store.forget(connection, game)
        return None
    score = 0.5 if outcome.winner is None else 1.0 if outcome.winner is Color.BLACK else 0.0
    return rating_store.settle(connection, game, score, time.time(), opening)


def deleted(connection: sa.Connection, game: str, owner: str) -> None:
    """Whoever deletes a game that is not over has lost it."""
    found = rating_store.find_game(connection, game)
    if found is None or found.status != "playing" or owner not in found.players:
        return
    row = connection.execute(sa.select(games.c.length, games.c.setup).where(games.c.id == game)).first()
    if row is None or row.length - row.setup.get("base", 0) < LEAST_PLIES:
        rating_store.forget(connection, game)
    else:
        rating_store.settle(connection, game, 0.0 if found.black == owner else 1.0, time.time())


def give_up(connection: sa.Connection, owner: str) -> None:
    """Whoever leaves for good loses the rated games that are not over: nobody takes a win away from the other side."""
    for game in rating_store.games_of(connection, owner, MOST_GIVEN_UP, "playing"):
        deleted(connection, game.game, owner)


def rated_info(connection: sa.Connection, game: RatedGame) -> dict[str, Any]:
    """What pages see of it; the shape is `schemas.RatedInfo`."""
    info: dict[str, Any] = {"speed": game.pool.speed, "status": game.status}
    for number, color in enumerate(Color):
        if game.sides is None:
            rating = rating_store.find_rating(connection, game.players[number], game.pool).at(time.time())
            change = None
        else:
            side = game.sides[number]
            rating, change = side.before, round(side.after.rating) - round(side.before.rating)
        info[color_name(color)] = {
            "rating": round(rating.rating),
            "certain": rating.deviation <= CERTAIN,
            "change": change,
        }
    return info


def read_info(connection: sa.Connection, game: str) -> dict[str, Any] | None:
    """What pages see of a stored game, if it is rated."""
    found = rating_store.find_game(connection, game)
    return None if found is None else rated_info(connection, found)


def check_analysis(store: Store, owner: str, boards: Iterable[Board]) -> None:
    """Refuse to analyse positions of somebody's rated game that goes on. It reads the store: call it in a thread."""
    with transaction(store.engine, store.place) as connection:
        own = sa.or_(rating_store.rated_games.c.black == owner, rating_store.rated_games.c.white == owner)
        query = sa.select(games.c.final_fen).join(
            rating_store.rated_games, rating_store.rated_games.c.game == games.c.id
        )
        found = connection.execute(query.where(own, rating_store.rated_games.c.status == "playing").limit(MOST_RUNNING))
        running = [Board.from_fen(fen) for fen in found.scalars()]
    if running and any(is_near(board, asked) for asked in boards for board in running):
        raise KingMeError(ON_THE_BOARD)


def is_near(board: Board, asked: Board) -> bool:
    """Whether a position is on the board, or can be after two moves."""
    return any(asked == other for other in _soon(board))


def _soon(board: Board) -> Iterable[Board]:
    yield board
    for move in board.legal_moves():
        after = board.play(move)
        yield after
        for answer in after.legal_moves():
            yield after.play(answer)
