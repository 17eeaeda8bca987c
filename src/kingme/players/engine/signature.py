"""A fingerprint of the engine's behaviour: the nodes it visits in fixed searches of fifty positions.

The number is the same on every machine. A change that should not alter what the engine plays must not alter it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kingme.board import Board
from kingme.core.random import below, new_rng
from kingme.players.base import Limit
from kingme.players.registry import player

POSITIONS = 50
DEPTH = 11
SPEC = "engine:hash=16"


class Signature(NamedTuple):
    """Nodes visited in all, and the seconds that it took."""

    nodes: int
    seconds: float


def positions() -> Iterator[Board]:
    """Fifty positions from random games, from the opening to the endgame, with equal numbers of pieces."""
    found = 0
    game = 0
    while found < POSITIONS:
        game += 1
        rng, board = new_rng(game), Board()
        for _ in range(4 + 2 * (found % 30)):
            moves = board.legal_moves()
            if not moves:
                break
            board = board.play_code(moves[below(rng, len(moves))].code)
        if board.legal_moves() and board.black.bit_count() == board.white.bit_count():
            found += 1
            yield board


def measure() -> Signature:
    """Search every position to the same depth with a fresh table."""
    nodes, seconds = 0, 0.0
    for board in positions():
        engine = player(SPEC)
        analysis = engine.analyse(board, Limit(depth=DEPTH))
        nodes, seconds = nodes + analysis.nodes, seconds + analysis.time
    return Signature(nodes, seconds)
