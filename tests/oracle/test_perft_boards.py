"""Published numbers of move sequences from the start: Othello (a forced pass is a ply) and Connect Four."""

from __future__ import annotations

import pytest
from games.boards import CONNECT_FOUR, OTHELLO

from kingme.games.contract import Game
from kingme.search.perft import perft

COUNTS = {
    OTHELLO: [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288],
    CONNECT_FOUR: [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234],
}
CASES = [(game, depth, count) for game, counts in COUNTS.items() for depth, count in enumerate(counts, start=1)]


@pytest.mark.parametrize(("game", "depth", "count"), CASES, ids=lambda value: getattr(value, "name", str(value)))
def test_perft(game: Game, depth: int, count: int) -> None:
    assert perft(game.start(), depth, game) == count
