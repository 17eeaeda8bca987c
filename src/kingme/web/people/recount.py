"""A rated game that is declared void leaves the ratings as if it had never been played.

Those of its players are worked out again from there on, and with them those of everybody whom they met later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from kingme.web.people.rating_store import (
    Pool,
    Rated,
    RatedGame,
    Side,
    find_game,
    is_fixed,
    put_game,
    put_rating,
    rated_games,
    read_game,
    sides_after,
)


def void(connection: sa.Connection, game: str) -> bool:
    """Let a game count no more, or not at all; False if it does not count anyway."""
    found = find_game(connection, game)
    if found is None or found.status == "void":
        return False
    put_game(connection, replace(found, status="void", sides=None))
    if found.status == "counted":
        assert found.ended is not None
        _count_again(connection, found.pool, found.ended, found.game, found.players)
    return True


def keep_games_against_levels(connection: sa.Connection, person: str) -> None:
    """A guest becomes an account: what the guest's games against other people did to its ratings is taken back.

    Anybody can be as many guests as they like, and let one of them win. Those games stay where they are listed, and the
    ratings of the others as they are.
    """
    own = sa.or_(rated_games.c.black == person, rated_games.c.white == person)
    query = sa.select(rated_games).where(own, rated_games.c.status == "counted")
    rows = connection.execute(query.order_by(rated_games.c.ended, rated_games.c.game)).mappings().all()
    pools: dict[Pool, list[RatedGame]] = {}
    for played in map(read_game, rows):
        if played.sides is not None and played.score is not None and played.ended is not None:
            pools.setdefault(played.pool, []).append(played)
    for pool, games in pools.items():
        if all(is_fixed(other, pool) for game in games for other in game.players if other != person):
            continue
        _replay_levels(connection, person, pool, games)


def _replay_levels(connection: sa.Connection, person: str, pool: Pool, games: Sequence[RatedGame]) -> None:
    """Work out a rating from its games against levels alone."""
    standing = Rated()
    for game in games:
        assert game.sides is not None
        assert game.score is not None
        assert game.ended is not None
        own = 0 if game.black == person else 1
        before = standing.at(game.ended)
        if is_fixed(game.players[1 - own], pool):
            both = [before, game.sides[1].before] if own == 0 else [game.sides[0].before, before]
            side = sides_after(game, both, game.score, (False, False))[own]
        else:
            side = Side(before, before)
        sides = (side, game.sides[1]) if own == 0 else (game.sides[0], side)
        put_game(connection, replace(game, sides=sides))
        standing = Rated(side.after, last=game.ended)
    in_pool = (
        rated_games.c.variant == pool.variant,
        rated_games.c.speed == pool.speed,
        rated_games.c.status == "counted",
    )
    put_rating(connection, person, pool, _with_results(connection, person, in_pool, standing))


def _count_again(connection: sa.Connection, pool: Pool, since: float, game: str, players: Sequence[str]) -> None:
    """Work out the ratings of players again from a game on that no longer counts, and of all whom that touches."""
    in_pool = (
        rated_games.c.variant == pool.variant,
        rated_games.c.speed == pool.speed,
        rated_games.c.status == "counted",
    )
    later = sa.or_(rated_games.c.ended > since, sa.and_(rated_games.c.ended == since, rated_games.c.game > game))
    order = (rated_games.c.ended, rated_games.c.game)
    touched: dict[str, Rated] = {}
    for player in players:
        if not is_fixed(player, pool):
            touched[player] = _standing_before(connection, player, sa.and_(*in_pool, sa.not_(later)), order)
    for row in connection.execute(sa.select(rated_games).where(*in_pool, later).order_by(*order)).mappings().all():
        played = read_game(row)
        if played.sides is None or played.score is None or played.ended is None:
            continue
        if not any(player in touched for player in played.players):
            continue
        standing = [
            touched.get(player) or Rated(side.before) for player, side in zip(played.players, played.sides, strict=True)
        ]
        before = [one.at(played.ended) for one in standing]
        unmoved = played.sides[0].is_unmoved, played.sides[1].is_unmoved
        sides = sides_after(played, before, played.score, unmoved)
        put_game(connection, replace(played, sides=sides))
        for player, side in zip(played.players, sides, strict=True):
            if not is_fixed(player, pool):
                touched[player] = Rated(side.after, last=played.ended)
    for player, one in touched.items():
        put_rating(connection, player, pool, _with_results(connection, player, in_pool, one))


def _standing_before(connection: sa.Connection, player: str, where: Any, order: tuple[Any, ...]) -> Rated:
    own = sa.or_(rated_games.c.black == player, rated_games.c.white == player)
    query = sa.select(rated_games).where(where, own).order_by(*(column.desc() for column in order)).limit(1)
    row = connection.execute(query).mappings().first()
    if row is None or (game := read_game(row)).sides is None:
        return Rated()
    return Rated(game.sides[0 if game.black == player else 1].after, last=game.ended)


def _with_results(connection: sa.Connection, player: str, in_pool: tuple[Any, ...], one: Rated) -> Rated:
    """With the numbers of games, which are counted again too."""
    numbers = {0.0: 0, 0.5: 0, 1.0: 0}
    for column, sign in ((rated_games.c.black, 1), (rated_games.c.white, -1)):
        query = sa.select(rated_games.c.score, sa.func.count()).where(*in_pool, column == player)
        for score, number in connection.execute(query.group_by(rated_games.c.score)):
            numbers[score if sign > 0 else 1 - score] += number
    return replace(one, won=numbers[1.0], drawn=numbers[0.5], lost=numbers[0.0])
