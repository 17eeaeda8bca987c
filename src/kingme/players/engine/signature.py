"""A fingerprint of the engine's behaviour: the nodes it visits in fixed searches of fifty positions.

The number is the same on every machine. A change that should not alter what the engine plays must not alter it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kingme.board import Board
from kingme.core.random import below, new_rng
from kingme.games.registry import DEFAULT
from kingme.players.base import Limit
from kingme.players.registry import player

POSITIONS = 50
DEPTH = 11
SPEC = "engine:hash=16"
MOST_MISSES = 50  # games that were over too early, or not even, before shorter ones are tried


class Signature(NamedTuple):
    """Nodes visited in all, and the seconds that it took."""

    nodes: int
    seconds: float


def positions(game: str = DEFAULT) -> Iterator[Board]:
    """Fifty positions from random games, from the opening to the endgame, in which neither side leads."""
    found = misses = number = 0
    while found < POSITIONS:
        number += 1
        rng, board = new_rng(number), Board(game=game, seed=number)
        for _ in range((4 + 2 * (found % 30)) >> misses // MOST_MISSES):
            moves = board.legal_moves()
            if not moves:
                break
            board = board.play_code(moves[below(rng, len(moves))].code)
        if board.legal_moves() and board.game.lead(board.state) == 0:
            found, misses = found + 1, 0
            yield board
        else:
            misses += 1


def measure(game: str = DEFAULT, depth: int = DEPTH) -> Signature:
    """Search every position of a game to the same depth with a fresh table."""
    nodes, seconds = 0, 0.0
    for board in positions(game):
        engine = player(SPEC)
        analysis = engine.analyse(board, Limit(depth=depth))
        nodes, seconds = nodes + analysis.nodes, seconds + analysis.time
    return Signature(nodes, seconds)
