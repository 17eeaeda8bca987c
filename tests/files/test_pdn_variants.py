"""PDN of every game of draughts: the tag that says which it is, who begins, results, captures as players write them."""

from __future__ import annotations

from random import Random

import pytest
from games.variants import VARIANTS

from kingme.files.pdn import PdnProblem, read_games, write_game
from kingme.files.pdn_games import GAME_TYPES
from kingme.files.save import load_game, save_game
from kingme.game import Game
from kingme.outcome import Color


def random_game(name: str, seed: int) -> Game:
    random, game = Random(seed), Game(game=name)
    while game.outcome() is None and len(game.plies) < 70:
        game.play(random.choice(game.board.legal_moves()))
    if game.outcome() is None:
        game.resign(Color.BLACK)
    return game


@pytest.mark.parametrize("name", VARIANTS)
def test_games_survive_the_way_through_files(name: str) -> None:
    for seed in range(3):
        game = random_game(name, seed)
        text = write_game(game)
        assert (f'[GameType "{GAME_TYPES[name]}"]' if name in GAME_TYPES else f'[Variant "{name}"]') in text
        for read in (next(read_games(text, game=None)), load_game(save_game(game))):
            assert read.start.game.name == name
            assert read.positions == game.positions
            assert read.outcome() == game.outcome()
            assert read.rules == game.rules


def test_who_begins_has_the_first_number_and_the_first_point() -> None:
    [game] = read_games('[GameType "25,W,8,8,A0,0"] 1. c3-d4 b6-a5 2. d4-c5 d6:b4 3. a3:c5 1-0', game="russian")
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner is Color.WHITE
    assert "1. c3-d4 b6-a5 2. d4-c5 d6:b4 3. a3:c5 1-0" in write_game(game)
    [game] = read_games('[GameType "20,W,10,10,N2,0"] 1. 32-28 19-23 2. 28x19 14x23 2-0', game=None)
    assert '[Result "2-0"]' in write_game(game)
    assert game.outcome() is not None
    assert game.outcome().winner is Color.WHITE  # type: ignore[union-attr]


def test_a_file_of_another_game_says_which_it_is() -> None:
    problems: list[PdnProblem] = []
    text = '[GameType "25,W,8,8,A0,0"] 1. c3-d4 *'
    assert not list(read_games(text, on_problem=problems.append))
    assert "this is a game of Russian draughts, GameType 25, not English draughts" in str(problems[0])
    assert not list(read_games(text.replace("25,", "40,"), on_problem=problems.append, game=None))
    assert "20 (international), 21 (english)" in str(problems[1])


@pytest.mark.parametrize("name", ["othello", "connect-four", "banqi"])
def test_games_of_other_boards_survive_too(name: str) -> None:
    for seed in range(3):
        game = random_game(name, seed)
        [read] = read_games(write_game(game), game=None)
        assert (read.positions, read.outcome()) == (game.positions, game.outcome())
