"""The engine's fingerprint: a change that should not alter what it plays must not alter this number."""

from kingme.players.engine.signature import measure

NODES = 433_179  # when the engine's behaviour is meant to change: kingme bench says the new one


def test_the_signature():
    assert measure().nodes == NODES
