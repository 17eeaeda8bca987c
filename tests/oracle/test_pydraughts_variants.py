"""Random games of Russian, Brazilian and International draughts side by side with pydraughts.

In every position there are the same legal moves, and the same position after the one that is played. pydraughts lists
captures of the same pieces by different paths apart; here they are one.
"""

from __future__ import annotations

from random import Random

import pytest
from draughts.core.game import Game as PydraughtsGame
from games.variants import VARIANTS, legal, plain

GAMES = 200
BATCHES = [0, *(pytest.param(batch, marks=pytest.mark.slow) for batch in (1, 2, 3))]  # the first in every run
LONGEST = 90  # plies
THEIR_NAMES = {"russian": "russian", "brazilian": "brazilian", "international": "standard"}


@pytest.mark.parametrize("batch", BATCHES)
@pytest.mark.parametrize("name", THEIR_NAMES)
def test_random_games(name: str, batch: int) -> None:
    game, random = VARIANTS[name], Random(batch)
    for _ in range(GAMES // len(BATCHES)):
        position = game.start()
        peer = PydraughtsGame(THEIR_NAMES[name])
        assert game.parse_fen(peer.get_li_fen()) == position
        for _ in range(LONGEST):
            expected = {}
            for steps, taken in zip(*peer.legal_moves(), strict=True):
                captured = frozenset(square for square in taken if square)
                expected[steps[0][0], steps[-1][1], captured] = steps
            found = {}
            for move in legal(game, position):
                path, captured = game.path(position, move)
                assert (path[0], path[-1], frozenset(captured)) not in found
                found[path[0], path[-1], frozenset(captured)] = move
            assert found.keys() == expected.keys(), game.fen(position)
            if not found:
                break
            choice = random.choice(sorted(found, key=lambda key: (*key[:2], sorted(key[2]))))
            peer.push(expected[choice])
            position = plain(game.apply(position, found[choice]))
            assert game.parse_fen(peer.get_li_fen()) == position
