"""The draw rules of the federations: how long an ending may last with which pieces."""

from __future__ import annotations

import pytest

from kingme import Board
from kingme.game import Game
from kingme.games.registry import game_names
from kingme.outcome import Termination
from kingme.profile import OFFICIAL, PROFILES, Rules, official_rules


def wander(name: str, fen: str, moves: tuple[str, ...], plies: int) -> Game:
    """A game that goes through these moves again and again, without the draw by repetition."""
    rules = Rules.parse("official,repetition=off", Board(game=name).game)
    game = Game(Board.from_fen(fen, name), rules=rules)
    for ply in range(plies):
        assert game.outcome() is None, f"after {ply} plies"
        game.play(moves[ply % len(moves)])
    return game


@pytest.mark.parametrize(
    ("name", "fen", "moves", "plies", "termination"),
    [
        ("international", "W:WK46,K47,K5:BK1", ("46-41", "1-6", "41-46", "6-1"), 32, Termination.ENDING),
        ("international", "W:WK46:BK1", ("46-41", "1-6", "41-46", "6-1"), 10, Termination.ENDING),
        ("international", "W:WK46,K48:BK1,K4", ("46-41", "1-6", "41-46", "6-1"), 50, Termination.QUIET_MOVES),
        ("russian", "W:WKa5,Kc1:BKh2", ("a5-b6", "h2-g1", "b6-a5", "g1-h2"), 10, Termination.ENDING),
        ("russian", "W:WKa5,Kc1,Kb4:BKh8", ("a5-b6", "h8-g7", "b6-a5", "g7-h8"), 10, Termination.ENDING),
        ("brazilian", "W:WKa5,Kc1:BKh2", ("a5-b6", "h2-g1", "b6-a5", "g1-h2"), 10, Termination.ENDING),
        ("czech", "W:WKa5,Kc1:BKh2", ("a5-b6", "h2-g1", "b6-a5", "g1-h2"), 30, Termination.QUIET_MOVES),
        ("free", "W:WK13,K30:BK4", ("13-17", "4-8", "17-13", "8-4"), 80, Termination.QUIET_MOVES),
    ],
)
def test_an_ending_is_drawn_in_time(
    name: str, fen: str, moves: tuple[str, ...], plies: int, termination: Termination
) -> None:
    outcome = wander(name, fen, moves, plies).outcome()
    assert outcome is not None
    assert (outcome.termination, outcome.winner) == (termination, None)


def test_the_official_rules_are_those_of_the_game() -> None:
    for name in game_names():
        game = Board(game=name).game
        rules = official_rules(game)
        assert (rules.repetition, rules.quiet_limit) == (game.REPETITION, game.QUIET_LIMIT)
        assert Game(game=name).rules == rules == Rules.parse("official", game)
    assert official_rules(Board(game="russian").game).text() == "russian"
    assert Rules.parse("official,cap=9", Board(game="russian").game).endings == PROFILES["russian"].endings
    assert Rules.parse("cap=9").quiet_limit == OFFICIAL.quiet_limit
