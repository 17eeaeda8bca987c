"""The engine's fingerprint: a change that should not alter what it plays must not alter this number."""

from kingme.games.registry import game_names
from kingme.players.engine.signature import measure, positions

NODES = 433_179  # when the engine's behaviour is meant to change: kingme bench says the new one


def test_the_signature():
    assert measure().nodes == NODES


def test_every_game_has_fifty_even_positions():
    for game in game_names():
        found = list(positions(game))
        assert len(found) == 50, game
        assert all(board.legal_moves() and board.game.lead(board.state) == 0 for board in found)


def test_another_game_has_a_signature_too():
    assert measure("connect-four", 5).nodes == measure("connect-four", 5).nodes > 1000
