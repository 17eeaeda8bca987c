"""Laws of Othello, Connect Four and Banqi, along random games."""

from __future__ import annotations

import pytest
from games.boards import BUFFER, GAMES, legal, plain, random_game

from kingme.games.contract import Game

ALL = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@ALL
def test_the_hash_after_a_move_is_the_hash_of_the_position(game: Game) -> None:
    seen: dict[int, tuple[int, ...]] = {}
    for seed in range(20):
        for position, _, move in random_game(game, seed):
            key = game.key(position)
            assert game.key_after(position, key, move) == game.key(game.apply(position, move))
            assert seen.setdefault(int(key), position) == position  # no two positions of these games share a hash


@ALL
def test_mirrored_positions_have_mirrored_moves(game: Game) -> None:
    for seed in range(20):
        for position, moves, move in random_game(game, seed):
            mirrored = plain(game.mirror(position))
            assert plain(game.mirror(mirrored)) == position
            assert sorted(map(game.mirror_move, moves)) == sorted(legal(game, mirrored))
            after = plain(game.apply(mirrored, game.mirror_move(move)))
            assert plain(game.mirror(game.apply(position, move))) == after
            assert game.ending(after) == game.ending(game.apply(position, move))
            weights = game.learned().weights
            assert game.evaluate(mirrored, weights) == game.evaluate(position, weights)


@ALL
def test_positions_and_moves_survive_the_way_through_text(game: Game) -> None:
    for seed in range(10):
        for position, moves, _ in random_game(game, seed):
            assert game.parse_fen(game.fen(position)) == position
            assert game.count(position, BUFFER, 0) == len(moves)
            for move in moves:
                path, captured = game.path(position, move)
                assert game.code(path, captured) == move
                squares = game.split_move(game.move_text(path, captured))
                if game.name == "connect-four":  # a text names the column, and not where the disc falls to
                    assert game.place(squares[0])[1] == game.place(path[0])[1]
                else:
                    assert squares == list(path)
            assert len(game.stones(position)) == len({game.place(square) for square in game.stones(position)})
