"""Laws of the games of draughts beside English, along random games and in random positions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from games.variants import BUFFER, VARIANTS, Position, legal, plain, random_game, random_placement

from kingme.core.plans import GOES_ON
from kingme.games.contract import Game

ALL = pytest.mark.parametrize("game", VARIANTS.values(), ids=VARIANTS)


def positions(game: Game) -> Iterator[tuple[Position, list[int]]]:
    """Positions of random games and of none, each with its moves."""
    for seed in range(10):
        yield from ((position, moves) for position, moves, _ in random_game(game, seed))
    random = Random(game.name)
    for _ in range(150):
        position = random_placement(game, random)
        if game.ending(position) == GOES_ON:
            yield position, legal(game, position)


@ALL
def test_the_hash_after_a_move_is_the_hash_of_the_position(game: Game) -> None:
    seen: dict[int, Position] = {}
    for position, moves in positions(game):
        key = game.key(position)
        assert seen.setdefault(int(key), position) == position
        for move in moves:
            assert game.key_after(position, key, move) == game.key(game.apply(position, move))


@ALL
def test_mirrored_positions_have_mirrored_moves(game: Game) -> None:
    weights = game.learned().weights
    for position, moves in positions(game):
        mirrored = plain(game.mirror(position))
        assert plain(game.mirror(mirrored)) == position
        assert sorted(map(game.mirror_move, moves)) == sorted(legal(game, mirrored))
        for move in moves:
            after = game.apply(position, move)
            assert plain(game.mirror(after)) == plain(game.apply(mirrored, game.mirror_move(move)))
            assert game.is_irreversible(position, move) == game.is_irreversible(mirrored, game.mirror_move(move))
        assert game.ending(mirrored) == game.ending(position)
        assert game.evaluate(mirrored, weights) == game.evaluate(position, weights)


@ALL
def test_positions_and_moves_survive_the_way_through_text(game: Game) -> None:
    for position, moves in positions(game):
        assert game.parse_fen(game.fen(position)) == position
        assert game.count(position, BUFFER, 0) == len(moves)
        for move in moves:
            path, captured = game.path(position, move, 0)
            assert game.code(path, captured) == move
            assert game.split_move(game.move_text(path, captured)) == list(path)
            assert game.split_move(game.move_text(path, captured, "rowcol", 0), 0) == list(path)
        assert len(game.stones(position)) == len({game.place(square) for square in game.stones(position)})


@ALL
def test_a_move_has_the_bits_that_its_game_says(game: Game) -> None:
    for _, moves in positions(game):
        assert all(0 <= move < 1 << game.MOVE_BITS for move in moves)


@ALL
def test_a_position_in_which_a_capture_is_compulsory_is_known(game: Game) -> None:
    optional = game.name in ("free", "optional")
    for position, moves in positions(game):
        takes = [move >= 1 << 12 for move in moves]
        assert game.is_forced(position) == (any(takes) and not optional)
        assert all(takes) or not game.is_forced(position)
        threatened = game.is_threatened((position[1], position[0], position[2], 1 - position[3]))
        assert threatened == any(takes)
